import pg from 'pg';
import { createBookableService } from '../support/catalog.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();

interface Place {
  resourceId: number;
  from: string;
  to: string;
  count?: number;
  buffers?: [before: number, after: number];
}

const instant = (time: string): string => `2026-03-03T${time}:00Z`;

describe('the database', () => {
  let pool: pg.Pool;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: server.databaseUrl, max: 20 });
  });
  afterAll(() => pool.end());

  /** Writes a booking with its places by one transaction. @returns its id, or the violated constraint */
  async function book(places: readonly Place[], columns: Record<string, unknown> = {}): Promise<number | string> {
    const client = await pool.connect();
    const values = {
      ...{ account_id: account.credentials.id, created_at: '2026-03-02', updated_at: '2026-03-02' },
      ...{ resource_id: places[0]?.resourceId, booked_from: instant('06:00'), booked_to: instant('18:00') },
      ...{ state: 'confirmed', has_places: true, ...columns },
    };
    const names = Object.keys(values);
    try {
      await client.query('begin');
      const { rows } = await client.query(
        `insert into booking (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
        Object.values(values),
      );
      for (const [index, { resourceId, from, to, count = 1, buffers: [before, after] = [0, 0] }] of places.entries()) {
        await client.query(
          `insert into booking_place (account_id, booking_id, position, need_id, resource_id, starts_at, ends_at, buffer_before,
           buffer_after, count) values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9)`,
          [values.account_id, rows[0].id, index + 1, resourceId, instant(from), instant(to), before, after, count],
        );
      }
      await client.query('commit');
      return rows[0].id;
    } catch (error) {
      await client.query('rollback');
      return (error as { constraint?: string }).constraint ?? String(error);
    } finally {
      client.release();
    }
  }

  const resource = async (capacity = 1): Promise<number> =>
    (await createBookableService(account, { resource: { capacity } })).resourceId;
  const plain = (resourceId: number, from: string, to: string) =>
    book([], { resource_id: resourceId, booked_from: instant(from), booked_to: instant(to), has_places: false });
  const taken = 'booking_fits_resource';
  const id = expect.any(Number);

  it('a resource has room for places as for bookings', async () => {
    const resourceId = await resource(2);
    expect(await book([{ resourceId, from: '09:00', to: '10:00', count: 3 }])).toBe(taken);
    expect(await book([{ resourceId, from: '09:00', to: '10:00' }])).toEqual(id);
    expect(await plain(resourceId, '09:30', '10:30')).toEqual(id);
    expect(await plain(resourceId, '09:00', '09:31')).toBe(taken);
    expect(await book([{ resourceId, from: '09:59', to: '11:00' }])).toBe(taken);
    expect(await book([{ resourceId, from: '10:00', to: '11:00' }])).toEqual(id);
  });

  it('others are admitted into the gap between two places, with their buffers', async () => {
    const resourceId = await resource();
    const colour: Place[] = [
      { resourceId, from: '10:00', to: '10:30', buffers: [15, 0] },
      { resourceId, from: '11:15', to: '11:45', buffers: [0, 15] },
    ];
    expect(await book(colour)).toEqual(id);
    expect(await plain(resourceId, '10:30', '11:16')).toBe(taken);
    expect(await book([{ resourceId, from: '10:30', to: '11:15', buffers: [0, 1] }])).toBe(taken);
    expect(await plain(resourceId, '10:30', '11:15')).toEqual(id);
    expect(await plain(resourceId, '09:00', '09:46')).toBe(taken);
    expect(await plain(resourceId, '09:00', '09:45')).toEqual(id);
  });

  it('the own row of a booking with places takes nothing', async () => {
    const [first, second] = [await resource(), await resource()];
    expect(await book([{ resourceId: second, from: '09:00', to: '10:00' }], { resource_id: first })).toEqual(id);
    expect(await plain(first, '09:00', '10:00')).toEqual(id);
    expect(await plain(second, '10:00', '11:00')).toEqual(id);
  });

  it('a booking that becomes active again, or lasts longer, must fit with all its places', async () => {
    const [first, second] = [await resource(), await resource()];
    const places = [first, second].map((resourceId) => ({ resourceId, from: '09:00', to: '10:00' }));
    const cancelled = await book(places, { state: 'cancelled' });
    const expired = await book(places, { state: 'awaiting_verification', expires_at: '2026-03-01' });
    expect([cancelled, expired]).toEqual([id, id]);
    expect(await plain(second, '09:30', '10:30')).toEqual(id);
    for (const booking of [cancelled, expired]) {
      await expect(server.sql(`update booking set state = 'confirmed' where id = ?`, booking)).rejects.toMatchObject({
        constraint: taken,
      });
    }
    const [other] = await server.sql<{ id: number }>(
      `update booking set state = 'cancelled' where resource_id = ? returning id`,
      second,
    );
    expect(other).toBeDefined();
    await server.sql(`update booking set state = 'confirmed' where id = ?`, cancelled);
    await expect(
      server.sql(`update booking_place set ends_at = ends_at + interval '1 hour' where booking_id = ?`, cancelled),
    ).resolves.toBeDefined();
    expect(await plain(first, '10:30', '11:00')).toBe(taken);
  });

  it('places and bookings race for the last room: exactly one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const [room, ...therapists] = [await resource(), await resource(), await resource(), await resource()];
      const results = await Promise.all(
        therapists.flatMap((resourceId) => [
          book([
            { resourceId, from: '09:00', to: '10:00' },
            { resourceId: room ?? 0, from: '09:00', to: '10:00' },
          ]),
          plain(room ?? 0, '09:30', '09:45'),
        ]),
      );
      // Two transactions that lock therapist and room in either order may deadlock: the database then refuses one of them.
      expect(results.filter((result) => typeof result === 'number')).toHaveLength(1);
    }
  });

  it('only a booking with places has them', async () => {
    const resourceId = await resource();
    expect(await book([{ resourceId, from: '09:00', to: '10:00' }], { has_places: false })).toBe('booking_has_places');
    const rows = await server.sql<{ id: number }>('select id from resource where serves_needs and id = ?', resourceId);
    expect(rows).toEqual([]);
  });

  it('a booking that is deleted takes its places with it', async () => {
    const resourceId = await resource();
    const booking = await book([{ resourceId, from: '09:00', to: '10:00' }]);
    await server.sql('delete from booking where id = ?', booking);
    expect(await server.sql('select from booking_place where booking_id = ?', booking)).toEqual([]);
  });
});
