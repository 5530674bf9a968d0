import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createBookableService, createEvent } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const attend = (event: { id: number }) => account.create('/bookings', 'booking', { event_id: event.id });

/** Another session of the database. */
async function connect() {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

async function isAnyWaiting(): Promise<boolean> {
  return (await server.sql("select from pg_locks where locktype = 'advisory' and not granted")).length > 0;
}

describe('a change of an event', () => {
  it('also changes its bookings, each with an entry in the log', async () => {
    const studio = await server.account();
    const event = await createEvent(studio, { capacity: 2 });
    const bookings = [];
    for (const state of ['kept', 'cancelled', 'deleted']) {
      const booking = await studio.create('/bookings', 'booking', { event_id: event.id, title: state });
      if (state === 'cancelled') await studio.put(`/bookings/${booking.id}/cancel`);
      if (state === 'deleted') await studio.del(`/bookings/${booking.id}`);
      bookings.push((await studio.get(`/bookings/${booking.id}`)).body.booking);
    }
    const [kept, cancelled, deleted] = bookings;
    await studio.create('/bookings', 'booking', { event_id: event.id, title: 'last place' });
    const logged = (await server.changes(studio)).length;
    const to = await createBookableService(studio, { service: { booking_type: 'attendance' } });
    server.clock.advance(5);
    const { status } = await studio.put(`/events/${event.id}`, {
      json: {
        event: {
          resource_id: to.resourceId,
          service_id: to.serviceId,
          starts_at: '2026-03-04 18:00',
          ends_at: '2026-03-04 20:00',
        },
      },
    });
    expect(status).toBe(200);
    for (const before of [kept, cancelled]) {
      const { booking } = (await studio.get(`/bookings/${before.id}`)).body;
      expect(booking).toEqual({
        ...before,
        resource_id: to.resourceId,
        service_id: to.serviceId,
        booked_from: '2026-03-04T18:00:00+01:00',
        booked_to: '2026-03-04T20:00:00+01:00',
        revision_count: before.revision_count + 1,
        updated_at: expect.any(String),
        resource: { id: to.resourceId, title: 'Chair' },
        service: { id: to.serviceId, title: 'Cut' },
        event: { ...before.event, starts_at: booking.booked_from, ends_at: booking.booked_to },
      });
      expect(booking.updated_at).not.toBe(before.updated_at);
    }
    expect((await studio.get(`/bookings/${deleted.id}`)).body.booking.booked_from).toBe(deleted.booked_from);
    expect((await server.changes(studio)).slice(logged + 3)).toEqual([
      'event.modified',
      'booking.modified',
      'booking.modified',
      'booking.modified',
    ]);
  });

  it('records the previous state of each booking', async () => {
    const event = await createEvent(account);
    const { id } = await attend(event);
    await account.put(`/events/${event.id}`, { json: { event: { ends_at: '2026-03-03 14:00' } } });
    const [change] = await server.sql<{ previous: object; snapshot: object }>(
      "select previous, snapshot from change where account_id = ? and name = 'booking.modified' and object_id = ?",
      account.credentials.id,
      id,
    );
    expect(change).toMatchObject({
      previous: { bookedTo: expect.any(String), revisionCount: 0 },
      snapshot: { bookedTo: '2026-03-03T13:00:00.000Z', revisionCount: 1 },
    });
    expect(change?.previous).not.toHaveProperty('bookedFrom');
  });

  it('that keeps time and resource does not change the bookings', async () => {
    const event = await createEvent(account);
    const booking = await attend(event);
    for (const change of [{ title: 'Pilates' }, { starts_at: '2026-03-03 12:00', ends_at: '2026-03-03 13:00' }]) {
      await account.put(`/events/${event.id}`, { json: { event: change } });
    }
    const { event: after, ...rest } = (await account.get(`/bookings/${booking.id}`)).body.booking;
    expect({ ...rest, event: { ...after, title: 'Yoga' } }).toEqual(booking);
  });

  it('takes as many statements for many bookings as for one', async () => {
    const counts = [];
    for (const people of [1, 20]) {
      const event = await createEvent(account, { capacity: people });
      for (let number = 0; number < people; number += 1) await attend(event);
      const { statements } = await statementsOf(server.database, () =>
        account.put(`/events/${event.id}`, { json: { event: { ends_at: '2026-03-03 15:00' } } }),
      );
      counts.push(statements.length);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('and a concurrent booking are both kept', async () => {
    const event = await createEvent(account, { capacity: 50 });
    const booking = await attend(event);
    const answers = await Promise.all([
      ...[14, 15, 16].map((hour) =>
        account.put(`/events/${event.id}`, { json: { event: { ends_at: `2026-03-03 ${hour}:00` } } }),
      ),
      ...[1, 2, 3].map((title) =>
        account.put(`/bookings/${booking.id}`, { json: { booking: { title: `t${title}` } } }),
      ),
      ...[1, 2].map(() => account.post('/bookings', { json: { booking: { event_id: event.id } } })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { ends_at } = (await account.get(`/events/${event.id}`)).body.event;
    const { body } = await account.get(`/events/${event.id}/bookings`);
    expect(body.map((item: { booking: { booked_to: string } }) => item.booking.booked_to)).toEqual([
      ends_at,
      ends_at,
      ends_at,
    ]);
    expect((await account.get(`/bookings/${booking.id}`)).body.booking.revision_count).toBe(6);
  });

  it('waits for a change of a booking that was created during its own wait', async () => {
    const event = await createEvent(account);
    const ids = [account.credentials.id, event.id];
    await using booker = await connect();
    await using changer = await connect();
    await booker.query('begin');
    await booker.query("select lock_record('event', $1, $2)", ids);
    const { rows } = await booker.query<{ id: number }>(
      `insert into booking (account_id, created_at, updated_at, resource_id, service_id, event_id, booked_from, booked_to, state)
       select account_id, created_at, updated_at, resource_id, service_id, id, starts_at, ends_at, 'confirmed'
       from event where account_id = $1 and id = $2 returning id`,
      ids,
    );
    const id = rows[0]?.id;
    await changer.query('begin');
    await changer.query("select lock_record('booking', $1, $2)", [account.credentials.id, id]);

    let isDone = false;
    const change = account.put(`/events/${event.id}`, { json: { ends_at: '2026-03-03 14:00' } }).finally(() => {
      isDone = true;
    });
    const untilWaiting = async () => {
      while (!isDone && !(await isAnyWaiting())) await sleep(5);
      return !isDone;
    };
    expect(await untilWaiting()).toBe(true);
    await booker.query('commit');
    expect(await untilWaiting()).toBe(true);
    await changer.query('commit');
    expect((await change).status).toBe(200);
    expect((await account.get(`/bookings/${id}`)).body.booking.booked_to).toBe('2026-03-03T14:00:00+01:00');
  });
});
