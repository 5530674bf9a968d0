import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { Booking } from '../../booking/booking.entity.js';
import { Event } from '../../event/event.entity.js';
import { Person } from '../../person/person.entity.js';
import { Resource } from '../../resource/resource.entity.js';
import { Service } from '../../service/service.entity.js';

/** A booking with the records that it refers to. */
export interface BookingDetails {
  booking: Booking;
  person: Person | null;
  service: Service | null;
  event: Event | null;
  resource: Resource | null;
  /** The token of the waitlist's offer that the message is about. */
  waitlistToken?: string;
}

export async function readBookingDetails(tx: AccountTransaction, booking: Booking): Promise<BookingDetails> {
  const { personId, serviceId, eventId, resourceId } = booking;
  return {
    booking,
    person: personId === null ? null : await tx.find(Person, personId),
    service: serviceId === null ? null : await tx.find(Service, serviceId),
    event: eventId === null ? null : await tx.find(Event, eventId),
    resource: await tx.find(Resource, resourceId),
  };
}
