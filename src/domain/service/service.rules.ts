import type { FieldErrors } from '../../platform/errors.js';
import { presenceProblems } from '../attributes.js';
import { type Range, rangeProblems } from '../range.rules.js';
import { BookingType } from './service.entity.js';

/** The numbers by which booking types went once; the others never had one. */
const numberedTypes: readonly (readonly [id: number, type: BookingType])[] = [
  [1, BookingType.APPOINTMENT],
  [2, BookingType.ATTENDANCE],
];

export function bookingTypeOf(id: number): BookingType | undefined {
  return numberedTypes.find(([numbered]) => numbered === id)?.[1];
}

export function bookingTypeIdOf(bookingType: BookingType): number | null {
  return numberedTypes.find(([, numbered]) => numbered === bookingType)?.[0] ?? null;
}

const positive: Range = { above: 0 };
/** Up to a leap year, in minutes. */
const length: Range = { above: 0, upTo: 527_040 };

/** Without a price there would be nothing to pay, and no order by which a booking could ever be paid. */
const missingPrice = ["can't be blank", 'is needed when payment_required is true'];

interface ServiceAttributes {
  title?: string;
  interval: number;
  nextInterval: number | null;
  intervalRounding: number | null;
  maxSlots: number;
  bookingCapacity: number | null;
  bookingMinimum: number | null;
  price: string | null;
  paymentRequired: boolean;
}

/** What is wrong with a service's attributes alone (spec, Service). */
export function serviceProblems(service: ServiceAttributes): FieldErrors {
  const { bookingMinimum: fewest, bookingCapacity: most } = service;
  const isEmptyRange = fewest !== null && most !== null && fewest > most;
  return {
    ...presenceProblems(service, 'title'),
    ...(isEmptyRange && { bookingMinimum: [`must be less than or equal to ${most}`] }),
    ...rangeProblems(service, {
      interval: length,
      nextInterval: length,
      intervalRounding: { above: 0, upTo: 1440 },
      maxSlots: positive,
      bookingCapacity: positive,
      bookingMinimum: positive,
      price: { from: 0 },
    }),
    ...(service.paymentRequired && service.price === null && { price: [...missingPrice] }),
  };
}
