import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { WaitlistJobs } from '../support/waitlist.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const jobs = new WaitlistJobs(server, account);
let serviceId: number;
let resourceId: number;
/** The bookings that fill Wednesday and Friday from 09:00 to 12:00, by day of the month and hour. */
let booked: Map<string, number>;
beforeEach(async () => {
  const resource = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [`opening_hours_${day}`, ['09:00', '12:00']]),
  );
  ({ serviceId, resourceId } = await createBookableService(account, { resource }));
  booked = new Map();
  for (const day of [4, 6]) {
    for (const hour of [9, 10, 11]) {
      const { id } = await bookService(account, { serviceId, resourceId }, timeOf(day, hour));
      booked.set(`${day} ${hour}`, id);
    }
  }
  await jobs.run();
});

const timeOf = (day: number, hour: number) => {
  const [from, to] = [hour, hour + 1].map((at) => `2026-03-0${day} ${String(at).padStart(2, '0')}:00`);
  return { booked_from: from, booked_to: to };
};
const add = (name: string, entry: object = {}) =>
  account.create('/waitlist', 'waitlist_entry', {
    ...{
      service_id: serviceId,
      from: '2026-03-04',
      to: '2026-03-04',
      name,
      email: `${name.toLowerCase()}@example.org`,
    },
    ...entry,
  });
const free = async (day: number, ...hours: number[]): Promise<void> => {
  for (const hour of hours) await account.put(`/bookings/${booked.get(`${day} ${hour}`)}/cancel`);
  await jobs.run();
};
const read = async ({ id }: { id: number }) => (await account.get(`/waitlist/${id}`)).body.waitlist_entry;
/** Returns the start of the open offer of an entry, or its state if it has none. */
const offerOf = async (entry: { id: number }): Promise<string> => {
  const { state, booking_id } = await read(entry);
  if (state !== 'offered') return state;
  return (await account.get(`/bookings/${booking_id}`)).body.booking.booked_from;
};
const offersOf = (...entries: { id: number }[]): Promise<string[]> => Promise.all(entries.map(offerOf));
const at = (day: number, hour: number): string => `2026-03-0${day}T${String(hour).padStart(2, '0')}:00:00+01:00`;

const decline = async (): Promise<void> => {
  const token = (await jobs.offeredTokens()).at(-1);
  const visitor = new Visitor(account);
  const { status } = await visitor.post(`/waitlist/${token}`, { json: { answer: 'decline' } });
  expect(status).toBe(200);
  await jobs.run();
};
const letExpire = async (): Promise<void> => {
  server.clock.advance(60);
  await jobs.expireHolds();
  await jobs.run();
};
const withdraw = async (entry: { id: number }): Promise<void> => {
  await account.put(`/bookings/${(await read(entry)).booking_id}/cancel`);
  await jobs.run();
};

describe('a time that becomes free while the only entry has an offer', () => {
  it.each<[string, (entry: { id: number }) => Promise<void>]>([
    ['declined', decline],
    ['not answered', letExpire],
    ['withdrawn by the account', withdraw],
  ])('is offered to it when the offer was %s', async (_, lapse) => {
    const entry = await add('Kari');
    await free(4, 10);
    await free(4, 11);
    expect(await offerOf(entry)).toBe(at(4, 10));
    await lapse(entry);
    expect(await offerOf(entry)).toBe(at(4, 11));
    await lapse(entry);
    expect(await offerOf(entry)).toBe('waiting');
  });

  it('is not offered to it when the offer was taken', async () => {
    const entry = await add('Kari');
    await free(4, 10, 11);
    await account.put(`/bookings/${(await read(entry)).booking_id}/verify`);
    await jobs.run();
    expect(await offerOf(entry)).toBe('taken');
    expect(await jobs.offeredTokens()).toHaveLength(1);
  });

  it('is not offered to it if another visitor has booked it', async () => {
    const entry = await add('Kari');
    await free(4, 10, 11);
    await bookService(account, { serviceId, resourceId }, timeOf(4, 11));
    await decline();
    expect(await offerOf(entry)).toBe('waiting');
  });

  it('is not offered to it outside its period or of another service', async () => {
    const entry = await add('Kari');
    await free(4, 10);
    await free(6, 10);
    const other = await createBookableService(account);
    const { id } = await bookService(account, other);
    await account.put(`/bookings/${id}/cancel`);
    await jobs.run();
    await decline();
    expect(await offerOf(entry)).toBe('waiting');
  });
});

it('a time that becomes free while the first has an offer goes to the next, and later to the first', async () => {
  const [first, second] = [await add('Ola'), await add('Kari')];
  await free(4, 10);
  await free(4, 11);
  expect(await offersOf(first, second)).toEqual([at(4, 10), at(4, 11)]);
  await decline();
  expect(await offersOf(first, second)).toEqual([at(4, 10), 'waiting']);
  await withdraw(first);
  expect(await offersOf(first, second)).toEqual([at(4, 11), at(4, 10)]);
});

it('an entry expires with its third offer that was not answered, and keeps it after two', async () => {
  const entry = await add('Kari');
  await free(4, 9, 10, 11);
  const states: unknown[] = [];
  for (let lapsed = 1; lapsed <= 3; lapsed += 1) {
    await letExpire();
    const { state, closed_reason, unanswered_offers } = await read(entry);
    states.push([state, closed_reason, unanswered_offers]);
  }
  expect(states).toEqual([
    ['offered', null, 1],
    ['offered', null, 2],
    ['expired', 'unanswered', 3],
  ]);
});

it('an entry that did not answer is behind those that came after it; one that declined keeps its place', async () => {
  const first = await add('Ola', { to: '2026-03-06' });
  const second = await add('Kari', { from: '2026-03-06', to: '2026-03-06' });
  await free(4, 10);
  expect(await offersOf(first, second)).toEqual([at(4, 10), 'waiting']);
  await decline();
  await free(6, 9);
  expect(await offersOf(first, second)).toEqual([at(6, 9), 'waiting']);
  await letExpire();
  expect(await offersOf(first, second)).toEqual(['waiting', at(6, 9)]);
  await decline();
  await free(6, 10);
  expect(await offersOf(first, second)).toEqual(['waiting', at(6, 10)]);
});

it('a line of more than a part of 1,000 entries is read in its order, not in that of the ids', async () => {
  const [late, unfit, first] = [
    await add('Ola'),
    await add('Per', { from: '2026-03-05', to: '2026-03-05' }),
    await add('Kari'),
  ];
  const { id: accountId } = account.credentials;
  await server.sql(
    `insert into waitlist_entry
     select (jsonb_populate_record(null::waitlist_entry, to_jsonb(entry) || jsonb_build_object('id', 1000000 + number, 'token_hash', md5(number::text) || md5('x')))).*
     from waitlist_entry entry, generate_series(1, 1000) number where account_id = ? and id = ?`,
    ...[accountId, unfit.id],
  );
  const update = (assignment: string, { id }: { id: number }) =>
    server.sql(`update waitlist_entry set ${assignment} where account_id = ? and id = ?`, accountId, id);
  await update(`queued_at = queued_at + interval '1 hour'`, late);
  await update('id = 2000000', first);
  await free(4, 10);
  expect(await offersOf({ id: 2_000_000 }, late)).toEqual([at(4, 10), 'waiting']);
});

it('each of the times of a day that opens is offered, one after the other', async () => {
  const entry = await add('Kari', { from: '2026-03-08', to: '2026-03-08' });
  await account.put(`/resources/${resourceId}/exception_dates/2026-03-08`, { json: { opening_hours: [] } });
  await account.del(`/resources/${resourceId}/exception_dates/2026-03-08`);
  await jobs.run();
  for (const hour of [9, 10, 11]) {
    expect(await offerOf(entry)).toBe(at(8, hour));
    await decline();
  }
  expect(await offerOf(entry)).toBe('waiting');
});

it('times that were free before the offer are not offered when it lapses', async () => {
  const entry = await add('Kari', { to: '2026-03-05' });
  await free(4, 10);
  expect(await offerOf(entry)).toBe(at(4, 10));
  await decline();
  expect(await offerOf(entry)).toBe('waiting');
});

it('a time that comes within the bookable period while the entry has an offer is offered when that lapses', async () => {
  for (const day of [5, 7, 8]) {
    await account.put(`/resources/${resourceId}/exception_dates/2026-03-0${day}`, { json: { opening_hours: [] } });
  }
  await account.put('/client', { json: { future_bookable_period: '1 week', waitlist_hold_minutes: 1440 } });
  const entry = await add('Kari', { to: '2026-03-10' });
  await jobs.run();
  await free(4, 10);
  expect(await offerOf(entry)).toBe(at(4, 10));
  server.clock.set('2026-03-02T08:00:00Z');
  const openings = await jobs.check();
  expect(openings).toHaveLength(1);
  for (const id of openings) await jobs.offer(id);
  server.clock.set('2026-03-02T10:00:00Z');
  await decline();
  expect(await offerOf(entry)).toBe(at(9, 9));
});

it('a place in an event of the service that becomes free while the entry has an offer is offered when that lapses', async () => {
  const first = await createEvent(account, { capacity: 1 });
  const later = { starts_at: '2026-03-05 12:00', ends_at: '2026-03-05 13:00' };
  const second = await account.create('/events', 'event', {
    ...{ title: 'Yoga', service_id: first.service_id, resource_id: first.resource_id, capacity: 1, ...later },
  });
  const bookings = [];
  for (const { id } of [first, second]) bookings.push(await account.create('/bookings', 'booking', { event_id: id }));
  await jobs.run();
  const entry = await add('Kari', { service_id: first.service_id, from: '2026-03-03', to: '2026-03-06' });
  for (const { id } of bookings) {
    await account.put(`/bookings/${id}/cancel`);
    await jobs.run();
  }
  expect(await offerOf(entry)).toBe(at(3, 12));
  await decline();
  expect(await offerOf(entry)).toBe(at(5, 12));
});

it('a time whose job ran at the same time as that of the offered one is offered when the offer lapses', async () => {
  const entry = await add('Kari');
  await account.put(`/bookings/${booked.get('4 9')}/cancel`);
  await account.put(`/bookings/${booked.get('4 11')}/cancel`);
  const openings = await jobs.openings();
  expect(openings).toHaveLength(2);
  await Promise.all([...openings, ...openings].map((id) => jobs.offer(id)));
  const offered = await offerOf(entry);
  await decline();
  expect([at(4, 9), at(4, 11)]).toContain(offered);
  expect([offered, await offerOf(entry)].sort()).toEqual([at(4, 9), at(4, 11)]);
});
