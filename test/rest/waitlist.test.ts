import { trimWaitlistJob } from '../../src/jobs/maintenance.jobs.js';
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

const whole = () => ({
  id: expect.any(Number),
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  state: 'waiting',
  service_id: serviceId,
  event_id: null,
  resource_id: null,
  person_id: null,
  booking_id: null,
  from: '2026-03-04T00:00:00+01:00',
  to: '2026-03-05T00:00:00+01:00',
  places: 1,
  name: 'Kari',
  email: 'kari@example.org',
  phone_number: null,
  phone_number_formatted: null,
  locale: null,
  queued_at: '2026-03-02T08:00:00+01:00',
  unanswered_offers: 0,
  offer_expires_at: null,
  closed_reason: null,
});

describe('an entry', () => {
  it('is created, read, listed, changed and removed', async () => {
    const entry = await entries.add('Kari');
    expect(entry).toEqual(whole());
    expect((await account.get(`/waitlist/${entry.id}`)).body).toEqual({ waitlist_entry: whole() });
    const listed = await account.get(`/waitlist?service_id=${serviceId}&state=waiting&during_from=2026-03-04`);
    expect([listed.status, listed.body]).toEqual([200, [{ waitlist_entry: whole() }]]);
    expect((await account.get('/waitlist?state=left')).body).toEqual([]);
    const changed = await account.put(`/waitlist/${entry.id}`, { json: { places: 1, to: '2026-03-06', locale: 'nb' } });
    const after = { ...whole(), to: '2026-03-07T00:00:00+01:00', locale: 'nb' };
    expect([changed.status, changed.body]).toEqual([200, { waitlist_entry: after }]);
    for (const _ of [1, 2]) {
      const { status, body } = await account.del(`/waitlist/${entry.id}`);
      expect([status, body]).toEqual([200, { waitlist_entry: { ...after, state: 'left' } }]);
    }
    expect((await account.put(`/waitlist/${entry.id}`, { json: { places: 1 } })).body).toEqual({
      state: ["can't be changed when left"],
    });
    expect((await server.changes(account)).filter((name) => name.startsWith('waitlist'))).toEqual([
      'waitlist_entry.created',
      'waitlist_entry.modified',
      'waitlist_entry.left',
    ]);
  });

  it.each<[object, object]>([
    [{ service_id: null }, { service_id: ["can't be blank"] }],
    [{ service_id: 0 }, { service_id: ['does not exist'] }],
    [{ event_id: 0 }, { event_id: ['does not exist'] }],
    [{ resource_id: 0 }, { resource_id: ['does not exist'] }],
    [{ person_id: 0 }, { person_id: ['does not exist'] }],
    [{ from: null }, { from: ["can't be blank"] }],
    [{ to: '2026-03-03' }, { to: ['must be after from'] }],
    [{ places: 0 }, { places: expect.arrayContaining(['must be greater than 0']) }],
    [{ email: null }, { email: ["can't be blank", 'or give a phone_number'] }],
    [{ email: 'x' }, { email: ['is invalid'] }],
    [{ email: null, phone_number: '1' }, { phone_number: ['is invalid'] }],
    [{ name: 'a\nb' }, { name: ['is invalid'] }],
  ])('with %j is rejected', async (attributes, errors) => {
    const json = { service_id: serviceId, ...day, name: 'Kari', email: 'kari@example.org', ...attributes };
    const { status, body } = await account.post('/waitlist', { json });
    expect([status, body]).toEqual([400, errors]);
  });

  it('is linked to the person who matches, and takes the contact of a named one', async () => {
    const kari = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
    const { id: person_id } = await account.create('/people', 'person', kari);
    expect((await entries.add('KARI')).person_id).toBe(person_id);
    const named = await entries.add('x', {
      person_id,
      name: null,
      email: null,
      service_id: null,
      ...(await eventOf()),
    });
    expect(named).toMatchObject({ person_id, name: 'Kari', email: 'kari@example.org' });
  });

  it('is one of at most five of a contact, and none twice', async () => {
    await entries.add('Kari');
    const again = { service_id: serviceId, ...day, name: 'K', email: 'KARI@example.org' };
    expect((await account.post('/waitlist', { json: again })).body).toEqual({ email: ['is already on the waitlist'] });
    for (const to of [5, 6, 7, 8]) await entries.add('Kari', { to: `2026-03-0${to}` });
    expect((await account.post('/waitlist', { json: { ...again, to: '2026-03-09' } })).body).toEqual({
      email: ['has too many entries on the waitlist'],
    });
  });
});

async function eventOf(): Promise<{ event_id: number; from: null; to: null }> {
  return { event_id: (await createEvent(account)).id, from: null, to: null };
}

it('is cleared of entries that were closed 90 days ago', async () => {
  const sandbox = await server.account({ sandbox: true });
  await server.configure(sandbox, { clock_offset: 30 * 86_400 });
  const { serviceId: service_id } = await createBookableService(sandbox);
  const period = { from: '2026-04-10', to: '2026-04-10' };
  const ofSandbox = await sandbox.create('/waitlist', 'waitlist_entry', {
    ...{ service_id, ...period, name: 'Ola', email: 'ola@example.org' },
  });
  const { id: bookingId } = await bookService(account, { serviceId, resourceId });
  const [open, left, taken] = [
    await entries.add('Per', period),
    await entries.add('Pal', period),
    await entries.add('Kari'),
  ];
  await account.put(`/bookings/${bookingId}/cancel`);
  await jobs.run();
  await account.put(`/bookings/${(await entries.read(taken)).booking_id}/verify`);
  await jobs.run();
  await account.del(`/waitlist/${left.id}`);
  await sandbox.del(`/waitlist/${ofSandbox.id}`);

  const trim = (time: string) => {
    server.clock.set(time);
    return trimWaitlistJob(server).run({}, { touch: async () => {}, isStopping: () => false });
  };
  await trim('2026-05-31T07:00:00Z');
  expect([await entries.stateOf(open), await entries.stateOf(left), await entries.stateOf(taken)]).toEqual([
    'waiting',
    'left',
    'taken',
  ]);
  await trim('2026-05-31T07:00:01Z');
  expect(
    (await account.get('/waitlist')).body.map(
      ({ waitlist_entry }: { waitlist_entry: { id: number } }) => waitlist_entry.id,
    ),
  ).toEqual([open.id]);
  expect((await sandbox.get('/waitlist')).body).toEqual([]);
});

it('staff offer a time by hand', async () => {
  const entry = await entries.add('Kari');
  const { status, body } = await account.put(`/waitlist/${entry.id}/offer`, {
    json: { booked_from: '2026-03-06 10:00' },
  });
  expect([status, body.waitlist_entry.state]).toEqual([200, 'offered']);
  const { booking } = (await account.get(`/bookings/${body.waitlist_entry.booking_id}`)).body;
  expect(booking).toMatchObject({ booked_from: '2026-03-06T10:00:00+01:00', state: 'awaiting_verification' });
  expect((await account.put(`/waitlist/${entry.id}/offer`, { json: {} })).body).toEqual({
    state: ["can't be offered to when offered"],
  });
  const other = await entries.add('Ola');
  expect(
    (await account.put(`/waitlist/${other.id}/offer`, { json: { booked_from: '2026-03-06 10:00' } })).body,
  ).toEqual({
    booked_from: ['is not available'],
  });
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
