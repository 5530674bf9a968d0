import { accepted, isColour } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { validateAttributes } from '../records/attributes.js';
import { BookingType, Service } from './service.entity.js';

/** The deprecated numeric ids of booking types. Newer types have none. */
const numberedTypes: readonly (readonly [id: number, type: BookingType])[] = [
  [1, BookingType.APPOINTMENT],
  [2, BookingType.ATTENDANCE],
];

export function findBookingType(id: number): BookingType | undefined {
  return numberedTypes.find(([numbered]) => numbered === id)?.[1];
}

export function bookingTypeIdOf(bookingType: BookingType): number | null {
  return numberedTypes.find(([, numbered]) => numbered === bookingType)?.[0] ?? null;
}

/** Without a price, a booking would have no order by which it could be paid. */
const missingPrice = ["can't be blank", 'is needed when payment_required is true'];

const blankUnits: FieldErrors = { packageUnits: ["can't be blank"] };

type ServiceAttributes = Partial<Service> &
  Pick<Service, 'bookingMinimum' | 'bookingCapacity' | 'price' | 'paymentRequired'>;

/** Validates the attributes of a service (spec, Service). */
export function validateService(service: ServiceAttributes): FieldErrors {
  const { bookingMinimum: minimum, bookingCapacity: capacity, calendarColour: colour } = service;
  const isEmptyRange = minimum !== null && capacity !== null && minimum > capacity;
  return {
    ...(isEmptyRange && { bookingMinimum: [`must be less than or equal to ${capacity}`] }),
    ...validateAttributes(Service, service),
    ...(colour && !isColour(colour) && { calendarColour: ['is invalid', accepted.colour] }),
    ...(service.bookingType === BookingType.PACKAGE && (service.packageUnits ?? null) === null && blankUnits),
    ...(service.paymentRequired && service.price === null && { price: [...missingPrice] }),
  };
}
