import { isForService, isUsable } from '../../../../domain/package/package.rules.js';
import { dayOf } from '../dates.js';
import type { VisitorPackage } from '../my-bookings.js';
import type { PlannedTime } from './planned-times.js';

/** An item whose package is not chosen yet. */
interface PayableItem {
  serviceId: number;
  personId: number | undefined;
  count: number;
  time: Pick<PlannedTime, 'from'>;
}

/** A package that fits an item. */
export interface PackageOfItem {
  package: VisitorPackage;
  /** Whether it pays for the item. Otherwise it has too few units for it. */
  pays: boolean;
  /** The units that it has left after this item and those before it. */
  left: number;
}

/**
 * Chooses the package that pays for each item, in their order, by the units that are left for it: of several the one that ends
 * first. Names the package of an item for which it has too few.
 */
export function choosePackages(
  items: readonly PayableItem[],
  packages: readonly VisitorPackage[],
): (PackageOfItem | undefined)[] {
  const remaining = new Map(packages.map((one) => [one, one.left]));
  const byEnd = packages.toSorted((a, b) => endOf(a).localeCompare(endOf(b)) || a.id - b.id);
  return items.map(({ serviceId, personId, count, time }) => {
    const fitting = byEnd.filter((one) => {
      const isOfPerson = personId !== undefined && one.person_id === personId;
      const isOfService = isForService({ serviceIds: one.service_ids }, serviceId);
      return isOfPerson && isOfService && isUsable(one, dayOf(time.from));
    });
    const leftOf = (one: VisitorPackage): number => remaining.get(one) ?? 0;
    const paying = fitting.find((one) => leftOf(one) >= count);
    if (paying) remaining.set(paying, leftOf(paying) - count);
    const chosen = paying ?? fitting[0];
    return chosen && { package: chosen, pays: paying !== undefined, left: leftOf(chosen) };
  });
}

/** Sorts packages without a last date behind all others. */
const endOf = ({ valid_until: until }: VisitorPackage): string => until ?? '~';
