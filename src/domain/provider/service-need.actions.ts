import { recordRemovals } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { noteRows } from '../account/noted-rows.actions.js';
import { changedBy } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { recordWrites } from '../records/record-writes.js';
import { Service } from '../service/service.entity.js';
import { ServiceNeed, type ServiceNeedInput } from '../service/service-need.entity.js';
import { maxNeeds, mayHaveNeeds, validateSegments } from '../service/service-need.rules.js';
import { Provider } from './provider.entity.js';

/** An input, with the service of a new need. */
type OwnedNeedInput = ServiceNeedInput & { serviceId?: number };

/** The providers of a need that is deleted are deleted before. Bookings keep the places that they have. */
export const serviceNeedWrites = recordWrites({
  type: 'service_need',
  entity: ServiceNeed,
  title: 'need',
  assign: async ({ tx }, need, input: OwnedNeedInput, before) => ({
    errors: await changeNeed(tx, need, input, before),
    write: () => noteNeeds(tx),
  }),
  retire: async ({ context, tx }, need) => {
    const list = () => tx.list(Provider, { needId: need.id });
    await tx.lockListed(async () => (await list()).map(({ id }): Lock => [Provider, id]));
    await recordRemovals(tx, 'provider.deleted', await list(), changedBy(context));
    await noteNeeds(tx, need.id);
    return undefined;
  },
});

/**
 * Notes at the account whether it has needs. It counts places of bookings, too: they outlive the needs, and are read only
 * for accounts that have some.
 *
 * @param except the id of a need that is being deleted
 */
function noteNeeds(tx: AccountTransaction, except = 0): Promise<void> {
  return noteRows(
    tx,
    'has_needs',
    `exists (select from service_need where account_id = $1 and id <> ${except})
      or exists (select from booking_place where account_id = $1)`,
  );
}

/**
 * Assigns the input to the need and returns the errors of the result. The lock of the service makes its needs follow each
 * other, and keeps its length.
 *
 * @throws DomainError NOT_FOUND without the service
 */
async function changeNeed(
  tx: AccountTransaction,
  need: ServiceNeed,
  { serviceId = need.serviceId, ...input }: OwnedNeedInput,
  before: ServiceNeed | undefined,
): Promise<FieldErrors> {
  need.serviceId = serviceId;
  const service = await tx.getLocked(Service, serviceId);
  const others = (await tx.rows(ServiceNeed, { serviceId })).filter(({ id }) => id !== before?.id);
  const isDefault = input.position === null || (input.position === undefined && !before);
  const position = isDefault ? firstUnused(others) : input.position;
  const attributeErrors = assignAttributes(tx, need, { ...input, position });
  const isTaken = !isDefault && others.some((other) => other.position === need.position);
  return {
    ...(!before && validateOwner(service, others.length)),
    ...(isTaken && { position: ['has already been taken'] }),
    ...validateAttributes(ServiceNeed, need),
    ...validateSegments(need.segments, service.interval),
    ...attributeErrors,
  };
}

/** The last position if all are used, which is an error of another attribute. */
function firstUnused(others: readonly ServiceNeed[]): number {
  const used = new Set(others.map(({ position }) => position));
  const unused = Array.from({ length: maxNeeds }, (_, index) => index + 1).find((position) => !used.has(position));
  return unused ?? maxNeeds;
}

/** Checks that a service can have one more need. */
function validateOwner(service: Service, count: number): FieldErrors {
  if (!service.active) return { serviceId: ['does not exist'] };
  if (!mayHaveNeeds(service)) {
    return { serviceId: ['is invalid', 'must be a service of appointments without day booking'] };
  }
  return count < maxNeeds ? {} : { serviceId: [`has ${maxNeeds} needs already, which is the maximum`] };
}
