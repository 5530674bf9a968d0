import { Field, InputType, Int } from 'type-graphql';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { rejectIfAny } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { createContextLoader } from '../records/computed-field.js';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import type { Service } from './service.entity.js';
import {
  ServiceOption,
  ServiceOptionConnection,
  ServiceOptionGroup,
  ServiceOptionGroupConnection,
} from './service-option.entity.js';
import { isLengthened, validateChoice } from './service-option.rules.js';

const byPosition = {
  keys: [{ attribute: 'position', type: 'integer' as const }],
  descriptions: ['First position first.', 'Last position first.'] as const,
};

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ServiceOptionFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the options of this service.' })
  serviceId?: number | null;
}

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class ServiceOptionGroupFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the groups of this service.' })
  serviceId?: number | null;
}

/** Active options. */
export const serviceOptionList: List<ServiceOption, ServiceOptionFilter, ServiceOptionConnection> = {
  name: 'serviceOptions',
  entity: ServiceOption,
  connection: ServiceOptionConnection,
  filter: ServiceOptionFilter,
  order: createListOrder('ServiceOptionOrder', { POSITION: byPosition, ID: byId }, 'POSITION'),
  conditions: (_context, filter) => ({ $and: [{ active: true, ...ofService(filter) }] }),
};

/** Active groups. */
export const serviceOptionGroupList: List<ServiceOptionGroup, ServiceOptionGroupFilter, ServiceOptionGroupConnection> =
  {
    name: 'serviceOptionGroups',
    entity: ServiceOptionGroup,
    connection: ServiceOptionGroupConnection,
    filter: ServiceOptionGroupFilter,
    order: createListOrder('ServiceOptionGroupOrder', { POSITION: byPosition, ID: byId }, 'POSITION'),
    conditions: (_context, filter) => ({ $and: [{ active: true, ...ofService(filter) }] }),
  };

function ofService({ serviceId }: { serviceId?: number | null }): { serviceId?: number } {
  return typeof serviceId === 'number' ? { serviceId } : {};
}

/** The options that bookings of a service can choose. */
export interface OfferedOptions {
  options: readonly ServiceOption[];
  groups: readonly ServiceOptionGroup[];
}

const none: OfferedOptions = { options: [], groups: [] };
const inOrder = { orderBy: { position: 'asc', id: 'asc' } } as const;

/** Reads the active options and groups of services. */
export async function readOfferedOptions(
  db: AccountDatabase | AccountTransaction,
  serviceIds: readonly number[],
): Promise<ReadonlyMap<number, OfferedOptions>> {
  const condition = { serviceId: { $in: [...serviceIds] }, active: true };
  const [options, groups] = await Promise.all([
    db.rows(ServiceOption, condition, inOrder),
    db.rows(ServiceOptionGroup, condition, inOrder),
  ]);
  const is = (id: number) => (one: { serviceId: number }) => one.serviceId === id;
  return new Map(serviceIds.map((id) => [id, { options: options.filter(is(id)), groups: groups.filter(is(id)) }]));
}

const loadOffered = createContextLoader(({ db }, ids) => readOfferedOptions(db, ids), none);

/** Returns what the bookings of a service can choose. One that never had options needs no statement. */
export async function offeredOptions(
  context: RequestContext,
  { id, hasOptions }: { id: number; hasOptions: boolean },
): Promise<OfferedOptions> {
  return hasOptions ? loadOffered(context, id) : none;
}

/**
 * Returns the minutes by which options lengthen a booking of a service.
 *
 * @param ids those of the options, each as often as the booking has units of it
 * @throws DomainError INVALID on `options`
 */
export async function chosenMinutes(
  { db }: RequestContext,
  { id, bookingType, hasDayBooking }: Pick<Service, 'id' | 'bookingType' | 'hasDayBooking'>,
  ids: readonly number[],
): Promise<number> {
  const { options, groups } = (await readOfferedOptions(db, [id])).get(id) ?? none;
  const units = Map.groupBy(ids, (optionId) => optionId);
  const chosen = [...units].map(([optionId, { length: quantity }]) => ({ optionId, quantity }));
  rejectIfAny(validateChoice(chosen, options, groups));
  if (!isLengthened({ bookingType, hasDayBooking })) return 0;
  return options.reduce((sum, option) => sum + option.minutes * (units.get(option.id)?.length ?? 0), 0);
}
