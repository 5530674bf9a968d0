import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { validateDecimals } from '../money.rules.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { deactivate } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { validateReferences } from '../records/reference.js';
import {
  ServiceOption,
  ServiceOptionGroup,
  type ServiceOptionGroupInput,
  type ServiceOptionInput,
} from './service-option.entity.js';

/** An option that is deleted becomes inactive. Bookings have a copy of what they chose. */
export const serviceOptionWrites = recordWrites({
  type: 'service_option',
  entity: ServiceOption,
  title: 'option',
  assign: async ({ context, tx }, option, input: ServiceOptionInput, before) => {
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
        ...validateService(option, before),
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
  assign: async ({ tx }, group, input: ServiceOptionGroupInput, before) => {
    const referenceErrors = await validateReferences(tx, ServiceOptionGroup, group, input);
    const attributeErrors = assignAttributes(tx, group, input);
    const { minimum, maximum } = group;
    return {
      errors: {
        ...(maximum !== null && minimum > maximum && { minimum: [`must be less than or equal to ${maximum}`] }),
        ...validateAttributes(ServiceOptionGroup, group),
        ...attributeErrors,
        ...referenceErrors,
        ...validateService(group, before),
      },
      write: () => noteOptions(tx, group),
    };
  },
  retire: (_, group) => deactivate(group),
});

/** The service of an option or a group stays. */
function validateService(after: { serviceId: number }, before: { serviceId: number } | undefined): FieldErrors {
  return before && before.serviceId !== after.serviceId ? { serviceId: ['cannot be changed'] } : {};
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
