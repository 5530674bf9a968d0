import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { deactivate } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { validateReferences } from '../records/reference.js';
import { Service } from './service.entity.js';
import {
  ServiceOption,
  ServiceOptionGroup,
  type ServiceOptionGroupInput,
  type ServiceOptionInput,
} from './service-option.entity.js';

/** An input, with the service of a new option or group. */
type Owned<Input> = Input & { serviceId?: number };

/** An option that is deleted becomes inactive. Bookings have a copy of what they chose. */
export const serviceOptionWrites = recordWrites({
  type: 'service_option',
  entity: ServiceOption,
  title: 'option',
  assign: async ({ context, tx }, option, { serviceId, ...input }: Owned<ServiceOptionInput>, before) => {
    const serviceErrors = await placeIn(tx, option, serviceId);
    const referenceErrors = await validateReferences(tx, ServiceOption, option, input);
    const attributeErrors = assignAttributes(tx, option, input);
    const { price } = option;
    return {
      errors: {
        ...validateAttributes(ServiceOption, option),
        ...validateDecimals(context.account.currency, { price }, { price: before?.price ?? null }),
        ...(await validateGroupOf(tx, option, before)),
        ...attributeErrors,
        ...referenceErrors,
        ...serviceErrors,
      },
      write: () => noteOptions(tx, option),
    };
  },
  retire: (_, option) => deactivate(option),
});

/** A group that is deleted becomes inactive. Its options stay, and can be chosen without its rule. */
export const serviceOptionGroupWrites = recordWrites({
  type: 'service_option_group',
  entity: ServiceOptionGroup,
  title: 'group of options',
  assign: async ({ tx }, group, { serviceId, ...input }: Owned<ServiceOptionGroupInput>) => {
    const serviceErrors = await placeIn(tx, group, serviceId);
    const attributeErrors = assignAttributes(tx, group, input);
    const { minimum, maximum } = group;
    return {
      errors: {
        ...(maximum !== null && minimum > maximum && { minimum: [`must be less than or equal to ${maximum}`] }),
        ...validateAttributes(ServiceOptionGroup, group),
        ...attributeErrors,
        ...serviceErrors,
      },
      write: () => noteOptions(tx, group),
    };
  },
  retire: (_, group) => deactivate(group),
});

/**
 * Gives a new option or group its service, and returns the errors of the result. Those that exist stay with theirs.
 *
 * @throws DomainError NOT_FOUND without the service
 */
async function placeIn(
  tx: AccountTransaction,
  record: { serviceId: number },
  serviceId: number | undefined,
): Promise<FieldErrors> {
  if (serviceId === undefined) return {};
  record.serviceId = serviceId;
  const { active } = await tx.get(Service, serviceId);
  return active ? {} : { serviceId: ['does not exist'] };
}

/** A new group must be one of the same service. */
async function validateGroupOf(
  tx: AccountTransaction,
  { groupId, serviceId }: ServiceOption,
  before: ServiceOption | undefined,
): Promise<FieldErrors> {
  if (groupId === null || groupId === before?.groupId) return {};
  const [group] = await tx.rows(ServiceOptionGroup, { id: groupId, active: true });
  return group?.serviceId === serviceId ? {} : { groupId: ['does not exist'] };
}

/** Notes that a service has options, for the bookings that read it. */
async function noteOptions(tx: AccountTransaction, { serviceId }: { serviceId: number }): Promise<void> {
  await tx.query('update service set has_options = true where account_id = $1 and id = $2 and not has_options', [
    serviceId,
  ]);
}
