import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { archive, restoreIfActive } from '../records/record.rules.js';
import { recordWrites } from '../records/record-writes.js';
import { validateIds, validateReferences } from '../records/reference.js';
import { Service } from '../service/service.entity.js';
import { Package, type PackageInput } from './package.entity.js';

/**
 * One that an order sells, or that has paid for a booking, is archived instead of deleted, and restored when it becomes active.
 */
export const packageWrites = recordWrites({
  type: 'package',
  entity: Package,
  title: 'package',
  assign: async ({ tx }, given, input: PackageInput, before) => {
    if (before) restoreIfActive(given, input);
    return { errors: await changePackage(tx, given, input) };
  },
  retire: async ({ context, tx }, given) =>
    given.orderLineItemId !== null || (await isOfBooking(tx, given.id))
      ? archive(given, context.clock.now())
      : undefined,
});

async function isOfBooking(tx: AccountTransaction, id: number): Promise<boolean> {
  const [booking] = await tx.query('select 1 from booking where account_id = $1 and package_id = $2 limit 1', [id]);
  return booking !== undefined;
}

async function changePackage(tx: AccountTransaction, given: Package, input: PackageInput): Promise<FieldErrors> {
  const { serviceIds } = input;
  const errors = {
    ...(await validateReferences(tx, Package, given, input)),
    ...(await validateIds(tx, Service, { serviceIds }, given)),
  };
  const attributeErrors = assignAttributes(tx, given, input);
  const all = { ...validateAttributes(Package, given), ...errors, ...attributeErrors };
  if (hasErrors(all) || given.units >= given.used) return all;
  return { units: [`must be greater than or equal to ${given.used}`] };
}
