import type { ChangeToRecord } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { invalid } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { Package } from './package.entity.js';
import { packageError } from './package.rules.js';

/** The attributes of a booking that decide whether a package pays for it. */
interface PaidBooking {
  packageId: number | null;
  packageUnits: number | null;
  serviceId: number | null;
  bookedFrom: Date;
  count: number;
}

/** Units that a booking takes or, if negative, returns. The booking has them already; the package gets them when it is written. */
export interface PackageChange {
  package: Package;
  units: number;
  /** Whether the package includes it. */
  isApplied?: boolean;
}

/** The locks that protect the units of packages. Acquire them together with the booking's other locks. */
export function packageLocks(...ids: readonly (number | null)[]): Lock[] {
  return ids.flatMap((id): Lock[] => (id === null ? [] : [[Package, id]]));
}

/**
 * Lets a package pay for a booking, with one unit for each person. Called under the lock of the package for a new booking, and
 * for one that changes, which then takes or returns the difference.
 *
 * @param personId of the booking
 * @throws DomainError INVALID on `packageId`
 */
export async function takeUnits(
  { zone }: RequestContext,
  tx: AccountTransaction,
  booking: PaidBooking,
  personId: number | null,
): Promise<PackageChange[]> {
  const given = await tx.find(Package, booking.packageId ?? 0);
  if (!given) throw invalid({ packageId: ['does not exist'] });
  const units = booking.count - (booking.packageUnits ?? 0);
  const { serviceId, bookedFrom } = booking;
  const error = packageError(given, { personId, serviceId, date: zone.dateAt(bookedFrom.getTime()), units });
  if (error) throw invalid({ packageId: [error] });
  booking.packageUnits = booking.count;
  return units === 0 ? [] : [{ package: given, units }];
}

/**
 * Lets another package pay for a booking that changes, or none: its units return to the one before. Called under the locks of both.
 *
 * @throws DomainError like `takeUnits`
 */
export async function exchangeUnits(
  context: RequestContext,
  tx: AccountTransaction,
  { packageId: formerId, packageUnits: formerUnits }: PaidBooking,
  booking: PaidBooking,
  personId: number | null,
): Promise<PackageChange[]> {
  const former = formerId === null ? null : await tx.find(Package, formerId);
  booking.packageUnits = null;
  const taken = booking.packageId === null ? [] : await takeUnits(context, tx, booking, personId);
  return former && formerUnits ? [{ package: former, units: -formerUnits }, ...taken] : taken;
}

/** Returns the units of bookings that end to their packages, whose locks it takes. */
export async function returnUnits<Booking extends PaidBooking>(
  tx: AccountTransaction,
  bookings: readonly Booking[],
): Promise<ReadonlyMap<Booking, PackageChange[]>> {
  const returning = bookings.filter(({ packageUnits }) => (packageUnits ?? 0) > 0);
  const ids = new Set(returning.flatMap(({ packageId }) => packageId ?? []));
  const packages = new Map((await tx.listLocked(Package, [...ids])).map((one) => [one.id, one]));
  return new Map(
    returning.map((booking) => {
      const given = packages.get(booking.packageId ?? 0);
      const units = -(booking.packageUnits ?? 0);
      booking.packageUnits = 0;
      return [booking, given ? [{ package: given, units }] : []];
    }),
  );
}

/**
 * Adds taken units to their packages and subtracts returned ones, once for each change. Returns the changes to record. A batch
 * calls it for each booking, so that the next one gets the units that are left.
 */
export function applyPackageChanges(changes: readonly PackageChange[]): ChangeToRecord[] {
  return changes.map((change) => {
    const { package: given, units, isApplied = false } = change;
    if (!isApplied) given.used += units;
    change.isApplied = true;
    return { name: units > 0 ? 'package.used' : 'package.returned', record: given };
  });
}
