import type { FieldErrors } from '../../platform/errors.js';
import { attributeProblems } from '../entity-attributes.js';
import { BookingType, Service } from './service.entity.js';

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

/** Without a price there would be nothing to pay, and no order by which a booking could ever be paid. */
const missingPrice = ["can't be blank", 'is needed when payment_required is true'];

type ServiceAttributes = Partial<Service> &
  Pick<Service, 'bookingMinimum' | 'bookingCapacity' | 'price' | 'paymentRequired'>;

/** What is wrong with a service's attributes alone (spec, Service). */
export function serviceProblems(service: ServiceAttributes): FieldErrors {
  const { bookingMinimum: fewest, bookingCapacity: most } = service;
  const isEmptyRange = fewest !== null && most !== null && fewest > most;
  return {
    ...(isEmptyRange && { bookingMinimum: [`must be less than or equal to ${most}`] }),
    ...attributeProblems(Service, service),
    ...(service.paymentRequired && service.price === null && { price: [...missingPrice] }),
  };
}
