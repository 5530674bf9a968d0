import { type ChangeToRecord, recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { invalid } from '../../platform/errors.js';
import { ongoingStates } from '../booking-states.js';
import { changedBy, type RequestContext, today } from '../context.js';
import { archive } from '../records/record.rules.js';
import type { Service } from '../service/service.entity.js';
import { Package } from './package.entity.js';
import { validUntilOf } from './package.rules.js';

/** The attributes of a service that a package keeps as they were when it was ordered. */
export type PackageTerms = Pick<
  Service,
  'title' | 'packageUnits' | 'packageMonths' | 'packageDays' | 'packageServiceIds'
>;

/** A line of an order that sells packages. */
interface SoldLine {
  id: number;
  quantity: number;
  terms: PackageTerms;
}

/** The people of an order, and whether it is paid. */
interface Sale {
  personId: number | null;
  purchasedByPersonId: number | null;
  isPaid: boolean;
}

/** Creates the packages of an order, one for each unit of its lines. They cannot be used until the order is paid. */
export async function issuePackages(
  context: RequestContext,
  tx: AccountTransaction,
  lines: readonly SoldLine[],
  { personId, purchasedByPersonId, isPaid }: Sale,
): Promise<void> {
  const soldOn = today(context);
  const packages = lines.flatMap(({ id, quantity, terms }) =>
    Array.from({ length: quantity }, (_, index) =>
      Object.assign(tx.create(Package, context.clock.now()), {
        ...{ active: isPaid, title: terms.title, units: terms.packageUnits ?? 1, serviceIds: terms.packageServiceIds },
        validUntil: validUntilOf(soldOn, { months: terms.packageMonths, days: terms.packageDays }),
        ...{ personId, purchasedByPersonId, orderLineItemId: id, orderLineItemUnit: index + 1 },
      }),
    ),
  );
  await recordChanges(tx, 'package.created', packages, changedBy(context));
}

/** Activates the packages of an order that is paid. Call it under the lock of the order. */
export async function activatePackages(
  context: RequestContext,
  tx: AccountTransaction,
  lineItemIds: readonly number[],
): Promise<void> {
  const packages = await listSold(tx, lineItemIds);
  const inactive = packages.filter(({ active, archivedAt }) => !active && archivedAt === null);
  for (const one of inactive) one.active = true;
  await recordChanges(tx, 'package.modified', inactive, changedBy(context));
}

/**
 * Archives the packages of an order that is cancelled. Units of bookings that have begun stay used.
 *
 * @throws DomainError INVALID on `state` if a booking to come is paid by one of them
 */
export async function archiveSoldPackages(
  { clock }: RequestContext,
  tx: AccountTransaction,
  lineItemIds: readonly number[],
): Promise<ChangeToRecord[]> {
  const packages = await listSold(tx, lineItemIds);
  if (packages.length === 0) return [];
  const [paid] = await tx.query(
    `select 1 from booking where account_id = $1 and package_id = any ($2::integer[]) and package_units > 0
       and state = any ($3::text[]) and booked_from > $4 limit 1`,
    [packages.map(({ id }) => id), ongoingStates, clock.now()],
  );
  if (paid) throw invalid({ state: ["can't be cancelled when its packages pay for bookings to come"] });
  return packages.flatMap((one) => (archive(one, clock.now()) ? [{ name: 'package.deleted', record: one }] : []));
}

async function listSold(tx: AccountTransaction, lineItemIds: readonly number[]): Promise<Package[]> {
  const rows = await tx.rows(Package, { orderLineItemId: { $in: [...lineItemIds] } });
  return tx.listLocked(
    Package,
    rows.map(({ id }) => id),
  );
}
