import type { WebHookEvent } from '../../domain/entities.js';
import type { TriggerWorld } from './trigger-world.js';

/** Causes an event, or says why no command can. */
export type Trigger = ((world: TriggerWorld) => Promise<unknown>) | { reason: string };

/** The ways in which each event of webhooks is caused, by the requests that an application would send. */
export const triggers: Readonly<Record<WebHookEvent, Trigger>> = {
  'booking.created': (world) => world.book(),
  'booking.modified': async (world) => {
    const { id } = await world.book();
    await world.send('PUT', `/bookings/${id}`, 'booking', { booking: world.hour(1) });
  },
  // The hold of an offer awaits verification, also in an account that verifies no bookings.
  'booking.verified': async (world) => {
    const { booking_id } = await world.offer();
    await world.send('PUT', `/bookings/${booking_id}/verify`, 'booking');
  },
  'booking.confirmed': async (world) => {
    const { id } = await world.awaitingConfirmation();
    await world.send('PUT', `/bookings/${id}/confirm`, 'booking');
  },
  'booking.declined': async (world) => {
    const { id } = await world.awaitingConfirmation();
    await world.send('PUT', `/bookings/${id}/decline`, 'booking');
  },
  'booking.cancelled': async (world) => {
    const { id } = await world.book();
    await world.send('PUT', `/bookings/${id}/cancel`, 'booking');
  },
  'booking.deleted': async (world) => {
    const { id } = await world.book();
    await world.send('DELETE', `/bookings/${id}`, 'booking');
  },
  'event.created': (world) => world.event(),
  'event.modified': async (world) => {
    const { id } = await world.event();
    await world.send('PUT', `/events/${id}`, 'event', { event: { capacity: 2 } });
  },
  'event.deleted': async (world) => {
    const { id } = await world.event();
    await world.send('DELETE', `/events/${id}`, 'event');
  },
  'person.created': (world) => world.person(),
  'person.modified': async (world) => {
    const { id } = await world.person();
    await world.send('PUT', `/people/${id}`, 'person', { person: { name: 'Kari Berg' } });
  },
  'person.deleted': async (world) => {
    const { id } = await world.person();
    await world.send('DELETE', `/people/${id}`, 'person');
  },
  'person.erased': async (world) => {
    const { id } = await world.person();
    await world.send('POST', `/people/${id}/erase`, 'person');
  },
  'waitlist_entry.created': async (world) => world.wait({ event_id: (await world.event()).id }),
  'waitlist_entry.modified': async (world) => {
    const { id } = await world.waitForTakenHour();
    await world.send('PUT', `/waitlist/${id}`, 'waitlist_entry', { waitlist_entry: { name: 'Emil Dahl' } });
  },
  'waitlist_entry.offered': (world) => world.offer(),
  'waitlist_entry.taken': async (world) => {
    const { booking_id } = await world.offer();
    await world.send('PUT', `/bookings/${booking_id}/verify`, 'booking');
  },
  'waitlist_entry.declined': {
    reason:
      'only the visitor declines an offer, by the secret link of its message: trigger waitlist_entry.offered, and post answer=decline to the link',
  },
  'waitlist_entry.unanswered': {
    reason:
      'an offer has to expire: trigger waitlist_entry.offered, and advance the clock of the sandbox by PUT /api/v1/test_clock',
  },
  'waitlist_entry.left': async (world) => {
    const { id } = await world.waitForTakenHour();
    await world.send('DELETE', `/waitlist/${id}`, 'waitlist_entry');
  },
  'waitlist_entry.expired': async (world) => {
    const event = await world.event();
    await world.wait({ event_id: event.id });
    await world.send('DELETE', `/events/${event.id}`, 'event');
  },
  'order.created': (world) => world.order(),
  'order.modified': async (world) => {
    const { id } = await world.book(await world.service({ price: '100', payment_required: true }), { confirm: false });
    await world.send('PUT', `/bookings/${id}`, 'booking', { booking: { count: 2 }, ignore_capacity: true });
  },
  'order.paid': async (world) => world.pay(await world.order(), '40'),
  'order.settled': async (world) => world.pay(await world.order(), '100'),
  'order.refunded': async (world) => {
    const order = await world.order();
    await world.pay(order, '40');
    await world.send('PUT', `/orders/${order.id}/cancel`, 'order');
    await world.mutate('mutation ($id: Int!) { recordRefund(orderId: $id, amount: "40") { id } }', { id: order.id });
  },
  'order.cancelled': async (world) => {
    const { id } = await world.order();
    await world.send('PUT', `/orders/${id}/cancel`, 'order');
  },
  'message.processed': (world) => world.book(undefined, { confirmation_send_email: true }),
};
