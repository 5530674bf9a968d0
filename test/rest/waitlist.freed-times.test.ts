import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { WaitlistJobs } from '../support/waitlist.js';
import { WaitlistEntries } from '../support/waitlist-entries.js';

const day = { from: '2026-03-04', to: '2026-03-04' };

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const jobs = new WaitlistJobs(server, account);
let entries: WaitlistEntries;
let serviceId: number;
let resourceId: number;
beforeEach(async () => {
  ({ serviceId, resourceId } = await createBookableService(account));
  entries = new WaitlistEntries(account, serviceId, day);
  await jobs.openings();
});

describe('a freed time', () => {
  const cancel = async (id: number) => {
    await account.put(`/bookings/${id}/cancel`);
    await jobs.run();
  };
  const at = (hour: number) => ({ booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour + 1}:00` });

  it('goes to the first in line that fits, and after an hour to the next', async () => {
    const { id } = await bookService(account, { serviceId, resourceId });
    const tooLate = await entries.add('Late', { from: '2026-03-05', to: '2026-03-05' });
    const [first, second] = [await entries.add('Ola'), await entries.add('Kari')];
    await cancel(id);
    expect(await entries.statesOf(tooLate, first, second)).toEqual(['waiting', 'offered', 'waiting']);
    server.clock.advance(60);
    await jobs.expireHolds();
    await jobs.run();
    expect(await entries.statesOf(tooLate, first, second)).toEqual(['waiting', 'waiting', 'offered']);
    expect(await entries.read(first)).toMatchObject({ unanswered_offers: 1, queued_at: '2026-03-02T09:00:00+01:00' });
    expect(await entries.read(second)).toMatchObject({ offer_expires_at: '2026-03-02T10:00:00+01:00' });
    server.clock.advance(60);
    await jobs.expireHolds();
    await jobs.run();
    expect(await entries.statesOf(tooLate, first, second)).toEqual(['waiting', 'waiting', 'waiting']);
    const [message] = await server.sql<{ subject: string; body: string }>(
      `select subject, body from message where account_id = ? and kind = 'waitlist_offer' order by id limit 1`,
      account.credentials.id,
    );
    expect(message).toEqual({
      subject: 'A time has become free: Cut',
      body: expect.stringContaining(`https://book.example.org/sites/${account.credentials.subdomain}/waitlist/`),
    });
  });

  it('is held for the minutes of the account, and taken when staff verify it', async () => {
    await account.put('/client', { json: { waitlist_hold_minutes: 15 } });
    const { id } = await bookService(account, { serviceId, resourceId });
    const entry = await entries.add('Kari');
    await cancel(id);
    const { booking_id, offer_expires_at } = await entries.read(entry);
    expect(offer_expires_at).toBe('2026-03-02T08:15:00+01:00');
    await account.put(`/bookings/${booking_id}/verify`);
    await jobs.run();
    expect(await entries.read(entry)).toMatchObject({ state: 'taken', booking_id, offer_expires_at: null });
  });

  it('returns to the line when staff cancel its hold, without a new offer of the same time', async () => {
    const { id } = await bookService(account, { serviceId, resourceId });
    const [first, second] = [await entries.add('Ola'), await entries.add('Kari')];
    await cancel(id);
    await cancel((await entries.read(first)).booking_id);
    expect(await entries.statesOf(first, second)).toEqual(['waiting', 'offered']);
    expect(await entries.read(first)).toMatchObject({ unanswered_offers: 0, booking_id: null });
  });

  it('comes from exception dates, opening hours and capacity, too', async () => {
    const monday = { from: '2026-03-09 18:00', to: '2026-03-09 19:00' };
    const entry = await entries.add('Kari', monday);
    await account.put(`/resources/${resourceId}/exception_dates/2026-03-09`, {
      json: { opening_hours: ['18:00', '19:00'] },
    });
    await jobs.run();
    expect(await entries.stateOf(entry)).toBe('offered');
    const other = await entries.add('Ola', { from: '2026-03-10 18:00', to: '2026-03-10 19:00' });
    await account.put(`/resources/${resourceId}`, { json: { opening_hours_tue: ['09:00', '19:00'] } });
    await jobs.run();
    expect(await entries.stateOf(other)).toBe('offered');
    const event = await createEvent(account, { capacity: 1 });
    await account.create('/bookings', 'booking', { event_id: event.id });
    const [third, fourth] = [
      await entries.add('Per', { service_id: null, event_id: event.id, from: null, to: null }),
      await entries.add('Pal', { service_id: null, event_id: event.id, from: null, to: null }),
    ];
    await jobs.run();
    await account.put(`/events/${event.id}`, { json: { capacity: 2 } });
    await jobs.run();
    expect(await entries.statesOf(third, fourth)).toEqual(['offered', 'waiting']);
  });

  it('comes from shorter buffers of its service', async () => {
    await account.put(`/services/${serviceId}`, { json: { buffer_before: 60 } });
    await bookService(account, { serviceId, resourceId }, at(10));
    const entry = await entries.add('Kari', { from: '2026-03-04 11:00', to: '2026-03-04 12:00' });
    await jobs.run();
    expect(await entries.stateOf(entry)).toBe('waiting');
    await account.put(`/services/${serviceId}`, { json: { buffer_before: 0 } });
    await jobs.run();
    expect(await entries.stateOf(entry)).toBe('offered');
  });

  it('comes from a booking that ends where a buffer of its service begins', async () => {
    await account.put(`/services/${serviceId}`, { json: { buffer_before: 60 } });
    const { id } = await bookService(account, { serviceId, resourceId }, at(10));
    const entry = await entries.add('Kari', { from: '2026-03-04 11:00', to: '2026-03-04 12:00' });
    await cancel(id);
    expect(await entries.stateOf(entry)).toBe('offered');
  });

  it('comes from a longer bookable period, for services, resources and events', async () => {
    await account.put('/client', { json: { future_bookable_period: '1 week' } });
    const far = { from: '2026-04-01', to: '2026-04-01' };
    const event = await createEvent(account, { starts_at: '2026-04-08 18:00', ends_at: '2026-04-08 19:00' });
    const waiting = [
      await entries.add('Ola', { ...far, resource_id: resourceId }),
      await entries.add('Kari', { ...far, to: '2026-04-02' }),
      await entries.add('Per', { service_id: null, event_id: event.id, from: null, to: null }),
    ];
    await jobs.run();
    expect(await entries.statesOf(...waiting)).toEqual(['waiting', 'waiting', 'waiting']);
    await account.put('/client', { json: { future_bookable_period: '2 months' } });
    await jobs.run();
    expect(await entries.statesOf(...waiting)).toEqual(['offered', 'offered', 'offered']);
  });

  it('comes from an exception date that is deleted', async () => {
    const date = `/resources/${resourceId}/exception_dates/2026-03-04`;
    await account.put(date, { json: { opening_hours: [] } });
    const entry = await entries.add('Kari');
    await jobs.run();
    expect(await entries.stateOf(entry)).toBe('waiting');
    await account.del(date);
    await jobs.run();
    expect(await entries.stateOf(entry)).toBe('offered');
  });

  it('is not offered after the period is over', async () => {
    const entry = await entries.add('Kari', { from: '2026-03-02', to: '2026-03-02' });
    server.clock.advance(16 * 60);
    await jobs.expireEntries();
    expect(await entries.stateOf(entry)).toBe('expired');
  });
});
