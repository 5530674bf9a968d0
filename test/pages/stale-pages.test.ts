import { createBookableService, createEvent } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });

const kari = { name: 'Kari Nordmann', email: 'kari@example.org' };

it('the page of an event that is full says so, and leads to the waitlist', async () => {
  const event = await createEvent(account, { capacity: 1 });
  const free = await visitor.open(`/events/${event.id}`);
  expect(free.text).not.toContain('All places are taken');
  await account.create('/bookings', 'booking', { event_id: event.id });
  const full = await visitor.open(`/events/${event.id}`);
  expect([full.status, full.text]).toEqual([200, expect.stringContaining('All places are taken.')]);
  const waitlist = await visitor.press(full, 'Nothing that suits you? Join the waitlist');
  const joined = await visitor.submit(waitlist, kari);
  expect([joined.status, joined.heading]).toEqual([200, 'You are on the waitlist']);
  expect(joined.text).toContain('Time Tuesday, 3 March 2026, 12:00–13:00 (CET) We send you a message');
});

it('a form for a resource that is gone keeps what was typed, and offers the times of the others', async () => {
  const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
  const times = await visitor.open(`/services/${serviceId}?date=2026-03-03&resource_id=${resourceIds[0]}`);
  const form = await visitor.follow(times, '09:00');
  expect((await account.del(`/resources/${resourceIds[0]}`)).status).toBe(200);
  const refused = await visitor.submit(form, { ...kari, notes: 'By the window' });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('This time has just been taken. Everything you typed is kept'),
  ]);
  expect(refused.forms.at(-1)?.values).toMatchObject({ ...kari, notes: 'By the window', resource_id: '' });
  const done = await visitor.submit(refused, kari);
  expect([done.status, done.heading]).toEqual([200, 'Your booking is confirmed']);
  const { body } = await account.get('/bookings');
  expect(body.map(({ booking }: { booking: { resource_id: number } }) => booking.resource_id)).toEqual([
    resourceIds[1],
  ]);
});

it('a link to the times of a resource that is gone shows those of the others', async () => {
  const { serviceId, resourceIds } = await createBookableService(account, { providers: [{}, {}] });
  await account.del(`/resources/${resourceIds[0]}`);
  for (const id of [resourceIds[0], 999_999_999]) {
    const times = await visitor.open(`/services/${serviceId}?date=2026-03-03&resource_id=${id}`);
    expect([times.status, times.heading]).toEqual([200, 'Cut']);
    const done = await visitor.submit(await visitor.follow(times, id === 999_999_999 ? '10:00' : '09:00'), kari);
    expect(done.heading).toBe('Your booking is confirmed');
  }
});
