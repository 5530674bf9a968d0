import { addDays, addMonths, type PlainDate } from '../../platform/time/plain-date.js';
import type { Package } from './package.entity.js';

/** The time for which a package is valid after its sale. Both null: without a limit. */
interface Validity {
  months: number | null;
  days: number | null;
}

/** Returns the last date on which a package that is sold on a date pays for bookings; null without a limit. */
export function validUntilOf(soldOn: PlainDate, { months, days }: Validity): PlainDate | null {
  if (months === null && days === null) return null;
  return addDays(addMonths(soldOn, months ?? 0), days ?? 0);
}

/** Returns the number of units that are left. */
export function unitsLeft({ units, used }: Pick<Package, 'units' | 'used'>): number {
  return units - used;
}

/** A booking that is to be paid by a package. */
interface PackageUse {
  personId: number | null;
  serviceId: number | null;
  /** The date on which it begins, in the zone of the account. */
  date: PlainDate;
  /** The units that it takes beside those that it has: one for each person. */
  units: number;
}

type UsablePackage = Pick<Package, 'active' | 'personId' | 'serviceIds' | 'validUntil' | 'units' | 'used'>;

/** Returns why a package cannot pay for a booking, or undefined if it can. */
export function packageError(
  given: UsablePackage,
  { personId, serviceId, date, units }: PackageUse,
): string | undefined {
  const left = unitsLeft(given);
  if (personId === null || given.personId !== personId) return 'is not of the person';
  if (!given.active) return 'is not active';
  if (!isForService(given, serviceId)) return 'is not for that service';
  if (given.validUntil !== null && date > given.validUntil) return 'is not valid on that date';
  if (units > 0 && left === 0) return 'is used up';
  return units > left ? `has too few units left (${left})` : undefined;
}

/** Whether units pay for a service. A booking of a resource alone has none. */
export function isForService(
  { serviceIds }: { serviceIds: readonly number[] | null },
  serviceId: number | null,
): boolean {
  return serviceId !== null && (serviceIds === null || serviceIds.includes(serviceId));
}

/** Whether a package, as visitors see it, can pay for a booking on a date. */
export function isUsable(
  { active, left, valid_until: until }: { active: boolean; left: number; valid_until: PlainDate | null },
  date: PlainDate,
): boolean {
  return active && left > 0 && (until === null || date <= until);
}
