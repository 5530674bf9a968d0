import { BookingStatus } from '../../domain/booking/booking.entity.js';
import { createBooking } from '../../domain/booking/placing/create-bookings.actions.js';
import { recordPayment } from '../../domain/booking/sale/payment.actions.js';
import { setBookingStatus } from '../../domain/booking/states/booking-state.actions.js';
import { createPerson } from '../../domain/person/person.actions.js';
import { addDays, datesBetween, weekdayOf } from '../../platform/time/plain-date.js';
import { confirmed, massagePrice, type Studio } from './demo-studio.js';

const formerGuests = ['Wenche Aas', 'Yngve Bakke'];

/**
 * Adds people who booked a year ago and not since: revenue has a year before, and people are at risk. The days are a few
 * more than a year ago, so that "this year until now" has them from its second week on.
 */
export async function bookPastYear({ context, today, resources, services }: Studio): Promise<void> {
  const days = datesBetween(addDays(today, -374), addDays(today, -368)).filter((date) => weekdayOf(date) < 5);
  const people: number[] = [];
  for (const name of formerGuests) people.push((await createPerson(context, { name })).id);
  for (const [index, date] of days.entries()) {
    const [bookedFrom, bookedTo] = [540, 600].map((minute) => new Date(context.zone.toEpoch(date, minute)));
    const then = { ...context, clock: { now: () => new Date(context.zone.toEpoch(addDays(date, -1), 720)) } };
    const personId = people[index % people.length] ?? null;
    const visit = { serviceId: services.massage, resourceId: resources.ingrid, personId, bookedFrom, bookedTo };
    const booking = await createBooking(then, visit, confirmed);
    if (booking.orderId !== null) await recordPayment(then, { orderId: booking.orderId, amount: massagePrice });
    await setBookingStatus(context, booking.id, BookingStatus.COMPLETED);
  }
}
