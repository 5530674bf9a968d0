import { type FieldErrors, hasErrors, ofItem } from '../../platform/errors.js';
import { BookingType, type Service } from './service.entity.js';

/** The most units of an option, or of the options of a group, that one booking has. */
export const maxOptionUnits = 100;

/** The most options that one booking names. */
const maxChosen = 50;

/** An option that a request names. */
export interface ChosenOption {
  optionId: number;
  quantity?: number | null;
}

interface Option {
  id: number;
  groupId: number | null;
  maximum: number;
}

interface Group {
  id: number;
  title: string;
  minimum: number;
  maximum: number | null;
}

/** Whether options lengthen the bookings of a service: an event has its time, and a day booking whole days. */
export function isLengthened({ bookingType, hasDayBooking }: Pick<Service, 'bookingType' | 'hasDayBooking'>): boolean {
  return bookingType === BookingType.APPOINTMENT && !hasDayBooking;
}

/** Returns how many units of an option are chosen. */
export function unitsOf({ quantity }: Pick<ChosenOption, 'quantity'>): number {
  return quantity ?? 1;
}

/**
 * Checks the options that a booking chooses.
 *
 * @param options the active ones of its service
 * @param groups the active ones of its service
 * @returns the errors of the first option that is refused, such as `options[0].quantity`, or else of the groups whose rules do
 *   not hold, on `options`
 */
export function validateChoice(
  chosen: readonly ChosenOption[],
  options: readonly Option[],
  groups: readonly Group[],
): FieldErrors {
  if (chosen.length > maxChosen) return { options: [`has too many values (maximum is ${maxChosen})`] };
  const byId = new Map(options.map((option) => [option.id, option]));
  const seen = new Set<number>();
  for (const [index, one] of chosen.entries()) {
    const errors = seen.has(one.optionId)
      ? { optionId: ['has already been taken'] }
      : validateUnits(one, byId.get(one.optionId));
    if (hasErrors(errors)) return ofItem('options', index, errors);
    seen.add(one.optionId);
  }
  const units = new Map<number, number>();
  for (const one of chosen) {
    const groupId = byId.get(one.optionId)?.groupId ?? 0;
    units.set(groupId, (units.get(groupId) ?? 0) + unitsOf(one));
  }
  const messages = groups.flatMap((group) => validateGroup(group, units.get(group.id) ?? 0));
  return messages.length > 0 ? { options: messages } : {};
}

function validateUnits(chosen: ChosenOption, option: Option | undefined): FieldErrors {
  if (!option) return { optionId: ['does not exist'] };
  const units = unitsOf(chosen);
  if (units < 1) return { quantity: ['must be greater than 0'] };
  return units > option.maximum ? { quantity: [`must be less than or equal to ${option.maximum}`] } : {};
}

function validateGroup({ title, minimum, maximum }: Group, units: number): string[] {
  if (units < minimum) return [`must have at least ${minimum} of ${title}`];
  if (maximum !== null && units > maximum) return [`must have at most ${maximum} of ${title}`];
  return [];
}
