import { createServiceWithNeeds, overbookedResources } from '../support/needs.js';
import { between, pick, seeded } from '../support/random.js';
import { seed } from '../support/sample.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();

const minute = 60_000;
const morning = Date.parse('2026-03-04T08:00:00Z');

/** Returns the bookings whose places are not one for each resource that their needs take. */
const incomplete = (accountId: number) =>
  server.sql(
    `select booking.id from booking
     left join booking_place place on place.account_id = booking.account_id and place.booking_id = booking.id
     where booking.account_id = ? group by booking.id, booking.service_id, has_places
     having has_places <> (count(place.booking_id) > 0)
       or count(place.booking_id) <> (select coalesce(sum(count * coalesce(jsonb_array_length(segments), 1)), 0)
         from service_need where service_id = booking.service_id)`,
    accountId,
  );

it('a storm of bookings, moves and cancellations never exceeds the capacity of a resource', async () => {
  const random = seeded(seed);
  const colour = await createServiceWithNeeds(server, account, {
    service: { interval: 90, buffer_after: 15 },
    resources: [{}, {}, { capacity: 2 }, {}],
    needs: [
      {
        pool: [0, 1],
        segments: [
          { offset: 0, length: 30 },
          { offset: 60, length: 30 },
        ],
      },
      { pool: [2, 3] },
    ],
  });
  const cut = await createServiceWithNeeds(
    server,
    account,
    { service: { interval: 30 }, resources: [], needs: [{ pool: [1, 0] }, { pool: [3, 2] }, { pool: [0, 1, 2, 3] }] },
    colour.resourceIds,
  );
  const timesOf = (length: number) => {
    const from = morning + between(random, 0, 12) * 30 * minute;
    return { booked_from: new Date(from).toISOString(), booked_to: new Date(from + length * minute).toISOString() };
  };
  const booked: { id: number; length: number }[] = [];
  const statuses = new Map<string, number>();
  const note = (step: string, status: number): void => {
    const key = `${step} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
  };
  const book = async (): Promise<void> => {
    const [service_id, length] = pick(random, [[colour.serviceId, 90] as const, [cut.serviceId, 30] as const]);
    const alone = { resource_id: pick(random, colour.resourceIds) };
    const isAlone = random(4) === 0;
    const { status, body } = await account.post('/bookings', {
      json: { ...(isAlone ? alone : { service_id }), ...timesOf(length) },
    });
    note('book', status);
    if (status === 200 && !isAlone) booked.push({ id: body.booking.id, length });
  };
  const move = async ({ id, length }: { id: number; length: number }): Promise<void> =>
    note('move', (await account.put(`/bookings/${id}`, { json: { booking: timesOf(length) } })).status);
  const cancel = async ({ id }: { id: number }): Promise<void> =>
    note('cancel', (await account.put(`/bookings/${id}/cancel`)).status);
  for (let round = 0; round < 6; round += 1) {
    const known = [...booked];
    const steps = Array.from({ length: 12 }, () => {
      const one = known.length > 0 ? pick(random, known) : undefined;
      const kind = random(5);
      if (!one || kind < 3) return book();
      return kind === 3 ? move(one) : cancel(one);
    });
    await Promise.all(steps);
  }
  const { id: accountId } = account.credentials;
  expect([await overbookedResources(server, accountId), await incomplete(accountId)]).toEqual([[], []]);
  expect([...statuses.keys()].filter((key) => / 5\d\d$/.test(key))).toEqual([]);
  expect(statuses.get('book 200')).toBeGreaterThan(5);
});
