import { createBookableService } from '../support/catalog.js';
import { createAllOccurrences, createBatch } from '../support/recurrence.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { daily, type Listed, unknown } from './recurring.series.js';

const server = await useTestServer();
let account: TestAccount;
let resourceId: number;
let serviceId: number;
beforeEach(async () => {
  account = await server.account();
  ({ resourceId, serviceId } = await createBookableService(account));
  server.clock.set('2026-03-02T07:00:00Z');
});

const weekly = (count: number) => ({ rrule: `FREQ=WEEKLY;COUNT=${count}` });
const first = { booked_from: '2026-03-16 10:00', booked_to: '2026-03-16 11:00' };

async function book(booking: object, recurring: object, isWhole = true, parameters: object = {}): Promise<string> {
  const { body } = await account.post('/bookings/recurring', {
    json: { booking: { resource_id: resourceId, ...first, ...booking }, recurring, ...parameters },
  });
  if (isWhole) await createAllOccurrences(server, account, body.collection_id);
  return body.collection_id;
}

const change = (collectionId: string, json: object) => account.put(`/bookings/recurring/${collectionId}`, { json });

async function list(collectionId: string, query = ''): Promise<Listed[]> {
  const { body } = await account.get(`/bookings/recurring/${collectionId}${query}`);
  return body.map(({ booking }: { booking: Listed }) => booking);
}

/** Start, end and title of each booking. */
const shown = async (collectionId: string) =>
  (await list(collectionId)).map(({ booked_from, booked_to, title }) =>
    [booked_from.slice(5, 16), String(booked_to).slice(11, 16), title].join(' '),
  );

it('changes one booking and leaves the series as it is', async () => {
  const id = await book({ title: 'A' }, weekly(3));
  const [, second] = await list(id);
  const { status, body } = await change(id, { scope: 'one', from: second?.id, booking: { title: 'B' } });
  expect([status, body]).toEqual([200, { collection_id: id }]);
  expect(await shown(id)).toEqual(['03-16T10:00 11:00 A', '03-23T10:00 11:00 B', '03-30T10:00 11:00 A']);
});

it('changes nothing if it is repeated', async () => {
  const id = await book({ title: 'A' }, weekly(3));
  const json = { booking: { booked_from: '2026-03-16 12:00', booked_to: '2026-03-16 13:00', title: 'B' } };
  await change(id, json);
  const [before, changes] = [await list(id), await server.changes(account)];
  expect((await change(id, json)).body).toEqual({ collection_id: id });
  expect([await list(id), await server.changes(account)]).toEqual([before, changes]);
});

it('changes all bookings by the wall clock, those of the job too, and keeps changes of their own', async () => {
  const id = await book({ title: 'A', reminder_at: '2026-03-15 12:00' }, weekly(60), false);
  expect(await createBatch(server, account, id)).toBe(true);
  const [, second, third, fourth] = await list(id);
  await account.put(`/bookings/${second?.id}`, { json: { title: 'B', booked_to: '2026-03-23 11:30' } });
  await account.put(`/bookings/${third?.id}/cancel`);
  await account.del(`/bookings/${fourth?.id}`);
  const before = await server.changes(account);
  const { status, body } = await change(id, {
    booking: { booked_from: '2026-03-16 12:00', booked_to: '2026-03-16 14:00', notes: 'n' },
  });
  expect([status, body]).toEqual([200, { collection_id: id }]);
  expect((await server.changes(account)).slice(before.length)).toEqual(Array(49).fill('booking.modified'));
  await createAllOccurrences(server, account, id);
  const all = await list(id);
  expect(all).toHaveLength(59);
  expect((await shown(id)).slice(0, 4)).toEqual([
    '03-16T12:00 14:00 A',
    '03-23T12:00 14:30 B',
    '03-30T10:00 11:00 A',
    '04-13T12:00 14:00 A',
  ]);
  const others = all.filter(({ state }) => state !== 'cancelled');
  expect(new Set(others.map(({ booked_from, notes }) => `${booked_from.slice(11, 16)} ${notes}`))).toEqual(
    new Set(['12:00 n']),
  );
  expect(all.at(-1)).toMatchObject({
    booked_from: '2027-05-03T12:00:00+02:00',
    booked_to: '2027-05-03T14:00:00+02:00',
    reminder_at: '2027-05-02T12:00:00+02:00',
  });
});

it('splits a series: what follows gets a collection of its own, with what is not created yet', async () => {
  const id = await book({ title: 'A' }, daily(120), false);
  await createBatch(server, account, id);
  const [, , third] = await list(id);
  const changed = { title: 'B', booked_from: '2026-03-19 12:00', booked_to: '2026-03-19 13:00' };
  const { status, body } = await change(id, { scope: 'following', from: third?.id, booking: changed });
  expect(status).toBe(200);
  expect(body).toEqual({ collection_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(body.collection_id).not.toBe(id);
  expect(await createBatch(server, account, id)).toBe(false);
  expect(await list(body.collection_id)).toHaveLength(49);
  await createAllOccurrences(server, account, body.collection_id);
  expect(await shown(id)).toEqual(['03-16T10:00 11:00 A', '03-17T10:00 11:00 A']);
  const following = await shown(body.collection_id);
  expect(following).toHaveLength(118);
  expect([following[0], following.at(-1)]).toEqual(['03-19T12:00 13:00 B', '07-14T12:00 13:00 B']);
  expect(following.filter((text) => !text.endsWith('12:00 13:00 B'))).toEqual([]);
  expect((await server.changes(account)).filter((name) => name === 'recurrence.created')).toHaveLength(2);
  expect((await account.put(`/bookings/recurring/${body.collection_id}/cancel`)).status).toBe(200);
  expect((await list(id)).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
});

it('announces each part of a series that was split before all of it was created, once', async () => {
  const booking = { service_id: serviceId, person_attributes: { name: 'Kari', email: 'kari@example.org' } };
  const id = await book(booking, daily(120), false, { confirmation_send_email: true });
  const announced = async () =>
    (
      await server.sql<{ dates: number }>(
        `select jsonb_array_length(booking_ids) as dates from message_request where messages::text like '%confirmation%'
           and account_id = ? order by id`,
        account.credentials.id,
      )
    ).map(({ dates }) => dates);
  await createBatch(server, account, id);
  expect(await announced()).toEqual([]);
  const [, , third] = await list(id);
  const { body } = await change(id, { scope: 'following', from: third?.id, booking: { title: 'B' } });
  expect(await announced()).toEqual([2]);
  await createAllOccurrences(server, account, body.collection_id);
  await createAllOccurrences(server, account, id);
  expect(await announced()).toEqual([2, 118]);
});

it('changes nothing if one booking does not fit, and lists each that does not', async () => {
  const id = await book({}, weekly(4));
  const [, second, third] = await list(id);
  for (const day of ['23', '30']) {
    const taken = { resource_id: resourceId, booked_from: `2026-03-${day} 12:30`, booked_to: `2026-03-${day} 13:00` };
    await account.create('/bookings', 'booking', taken);
  }
  const before = [await list(id), await server.changes(account)];
  for (const scope of ['all', 'following']) {
    const booking = { booked_from: '2026-03-23 12:00', booked_to: '2026-03-23 13:00', title: 'B' };
    const { status, body } = await change(id, { scope, from: second?.id, booking });
    const taken = { resource_id: ['is not available'] };
    expect([status, body]).toEqual([
      400,
      { ...taken, occurrences: { [second?.id ?? 0]: taken, [third?.id ?? 0]: taken } },
    ]);
  }
  expect([await list(id), await server.changes(account)]).toEqual(before);
});

it('moves a series onto its own times', async () => {
  const id = await book({}, daily(3));
  const booking = { booked_from: '2026-03-17 10:00', booked_to: '2026-03-17 11:00' };
  expect((await change(id, { booking })).status).toBe(200);
  expect((await list(id)).map(({ booked_from }) => booked_from.slice(5, 10))).toEqual(['03-17', '03-18', '03-19']);
});

it('creates each booking once when a series is split while the job creates it', async () => {
  const id = await book({}, daily(150), false);
  await createBatch(server, account, id);
  const [, second] = await list(id);
  const [answer] = await Promise.all([
    change(id, { scope: 'following', from: second?.id, booking: { title: 'B' } }),
    createBatch(server, account, id),
  ]);
  expect(answer.status).toBe(200);
  for (const each of [id, answer.body.collection_id]) await createAllOccurrences(server, account, each);
  expect(await list(id)).toHaveLength(1);
  const following = await list(answer.body.collection_id);
  expect(new Set(following.map(({ booked_from }) => booked_from)).size).toBe(149);
  expect(following).toHaveLength(149);
});

it('gives all bookings of a series the same person', async () => {
  const id = await book({}, weekly(3), false);
  const booking = { person_attributes: { name: 'Kari', email: 'kari@example.org' } };
  expect((await change(id, { booking })).status).toBe(200);
  await createAllOccurrences(server, account, id);
  const people = new Set((await list(id)).map(({ person_id }) => person_id));
  expect([people.size, (await account.get('/people')).body.length]).toEqual([1, 1]);
});

it('leaves bookings that are over as they are, and rejects a series that has ended', async () => {
  const id = await book({ title: 'A' }, weekly(3));
  const [begun] = await list(id);
  server.clock.set('2026-03-17T12:00:00Z');
  expect((await change(id, { booking: { title: 'B' } })).status).toBe(200);
  expect((await list(id)).map(({ title }) => title)).toEqual(['A', 'B', 'B']);
  const over = await change(id, { scope: 'one', from: begun?.id, booking: { title: 'C' } });
  expect([over.status, over.body]).toEqual([400, { from: ['is not an occurrence that can change'] }]);
  await account.put(`/bookings/recurring/${id}/cancel`);
  const ended = await change(id, { booking: { title: 'C' } });
  expect([ended.status, ended.body]).toEqual([400, { collection_id: ['has ended'] }]);
});

it('rejects bad input', async () => {
  const id = await book({}, weekly(2));
  const other = await account.create('/bookings', 'booking', {
    resource_id: resourceId,
    booked_from: '2026-03-16 14:00',
    booked_to: '2026-03-16 15:00',
  });
  const notIncluded = { from: ['is not an occurrence that can change'] };
  const cases: [object, number, object][] = [
    [{ scope: 'following', booking: {} }, 400, { from: ["can't be blank"] }],
    [{ scope: 'one', booking: {} }, 400, { from: ["can't be blank"] }],
    [{ from: other.id, booking: {} }, 400, notIncluded],
    [{ from: 2_000_000_000, booking: {} }, 400, notIncluded],
    [{ booking: { booked_from: '' } }, 400, { booked_from: ["can't be blank"] }],
    [{ booking: { booked_from: '2026-03-16 12:00' } }, 400, { booked_to: ['must be after booked_from'] }],
    [
      { booking: { booked_from: '2200-12-31 12:00', booked_to: '2200-12-31 13:00' } },
      400,
      { booked_to: ['must end by the year 2200'] },
    ],
  ];
  for (const [json, status, body] of cases) {
    const answer = await change(id, json);
    expect([json, answer.status, answer.body]).toEqual([json, status, body]);
  }
  expect((await change(unknown, { booking: {} })).status).toBe(404);
  const foreign = await server.account();
  const answer = await foreign.put(`/bookings/recurring/${id}`, { json: { booking: { title: 'B' } } });
  expect([answer.status, answer.body]).toEqual([404, { error: { description: 'Not found' } }]);
});
