import { untilSettled } from '../jobs/change-writer.js';
import { killAll, startMain } from '../process/server-process.js';
import { createServiceWithNeeds } from '../support/needs.js';
import { useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { book, openStudio } from './studio.js';
import { changeFields, connect, type Subscriber, transports } from './subscriber.js';

afterAll(killAll);
const server = await useOwnTestServer();
const account = await server.account({ verification: 'email' });
const studio = await openStudio(account);
/** The origin of a web process that does not write the changes. */
const otherOrigin = (await server.another()).origin;

beforeEach(() => untilSettled(server.database));

const personAttributes = { person_attributes: { name: 'Ola', email: 'ola@example.org' } };

describe.each(transports)('over %s', (_name, open) => {
  let subscriber: Subscriber;
  beforeAll(() => {
    subscriber = open(otherOrigin, { parameter: account.credentials.api_key });
  });
  afterAll(() => subscriber.end());

  describe('bookingChanged', () => {
    it('sends each change of a booking with the state after it', async () => {
      const changes = await subscriber.changes(
        '',
        'cursor name changedAt booking { id state title active person { name } } previous { id state title }',
      );
      const { id, verification_code: code } = await book(account, studio, personAttributes, { confirm: false });
      await account.put(`/bookings/${id}/verify_code`, { json: { verification_code: code } });
      await account.put(`/bookings/${id}`, { json: { booking: { title: 'Moved' } } });
      await account.put(`/bookings/${id}/cancel`);
      await account.del(`/bookings/${id}`);
      const messages = await changes.take(5);
      expect(messages.map(({ name, booking: { state, title, active } }) => [name, state, title, active])).toEqual([
        ['booking.created', 'AWAITING_VERIFICATION', null, true],
        ['booking.verified', 'CONFIRMED', null, true],
        ['booking.modified', 'CONFIRMED', 'Moved', true],
        ['booking.cancelled', 'CANCELLED', 'Moved', false],
        ['booking.deleted', 'DELETED', 'Moved', false],
      ]);
      expect(messages.map(({ previous }) => previous)).toEqual([
        null,
        { id, state: 'AWAITING_VERIFICATION', title: null },
        { id, state: 'CONFIRMED', title: null },
        { id, state: 'CONFIRMED', title: 'Moved' },
        { id, state: 'CANCELLED', title: 'Moved' },
      ]);
      expect(messages[0]).toMatchObject({
        cursor: expect.stringMatching(/^\d+-\d+$/),
        changedAt: '2026-03-02T08:00:00+01:00',
        booking: { id, person: { name: 'Ola' } },
      });
      changes.unsubscribe();
    });

    it('never sends a verification code', async () => {
      const changes = await subscriber.changes('', 'booking { id verificationCode state }');
      const { id, verification_code: code } = await book(account, studio, personAttributes, { confirm: false });
      expect(code).toEqual(expect.stringMatching(/^\d+$/));
      expect(await changes.take(1)).toEqual([
        { booking: { id, verificationCode: null, state: 'AWAITING_VERIFICATION' } },
      ]);
      changes.unsubscribe();
    });

    it('sends messages in commit order, and none of another account', async () => {
      const other = await server.account();
      const otherStudio = await openStudio(other);
      const changes = await subscriber.changes();
      const waves = Array.from({ length: 10 }, () =>
        Promise.all([book(account, studio), book(other, otherStudio), book(account, studio)]),
      );
      const written = (await Promise.all(waves)).flatMap(([first, , second]) => [first.id, second.id]);
      const messages = await changes.take(20);
      const log = await server.sql<{ object_id: number }>(
        `select object_id from change where account_id = ? and object_type = 'booking'
         order by transaction_id desc, id desc limit 20`,
        account.credentials.id,
      );
      expect(messages.map(({ booking }) => booking.id)).toEqual(log.map(({ object_id }) => object_id).reverse());
      expect(new Set(messages.map(({ booking }) => booking.id))).toEqual(new Set(written));
      changes.unsubscribe();
    });
  });

  describe('filters', () => {
    it('select the bookings that match all of them', async () => {
      const other = await openStudio(account);
      const { id: person } = await account.create('/people', 'person', { name: 'Kari' });
      const first = await book(account, studio);
      await untilSettled(server.database);
      const watched = {
        all: await subscriber.changes(),
        resource: await subscriber.changes(`resourceId: ${studio.resource}`),
        service: await subscriber.changes(`serviceId: ${other.service}`),
        person: await subscriber.changes(`personId: ${person}`),
        booking: await subscriber.changes(`bookingId: ${first.id}`),
        both: await subscriber.changes(`resourceId: ${studio.resource}, personId: ${person}`),
        resources: await subscriber.changes(`resourceIds: [${studio.resource}, 0]`),
        services: await subscriber.changes(`serviceIds: [${other.service}], personId: ${person}`),
        day: await subscriber.changes('during: {from: "2026-03-03", to: "2026-03-04"}'),
        night: await subscriber.changes('during: {from: "2026-03-03 11:00"}'),
        none: await subscriber.changes('bookingId: 0'),
      };
      const second = await book(account, other);
      const third = await book(account, other, { person_id: person });
      const fourth = await book(account, studio, { person_id: person });
      await account.put(`/bookings/${first.id}/cancel`);
      const expected: Record<keyof typeof watched, number[]> = {
        all: [second.id, third.id, fourth.id, first.id],
        resource: [fourth.id, first.id],
        service: [second.id, third.id],
        person: [third.id, fourth.id],
        booking: [first.id],
        both: [fourth.id],
        resources: [fourth.id, first.id],
        services: [third.id],
        day: [second.id, third.id, fourth.id, first.id],
        night: [],
        none: [],
      };
      const seen = await Promise.all(
        Object.entries(watched).map(async ([name, changes]) => {
          await changes.take(expected[name as keyof typeof watched].length);
          return [name, changes.messages.map(({ booking }) => booking.id)];
        }),
      );
      expect(Object.fromEntries(seen)).toEqual(expected);
      for (const changes of Object.values(watched)) changes.unsubscribe();
    });

    it('select a booking once that moves from or to the watched resource', async () => {
      const { resource: away } = await openStudio(account);
      await account.create('/providers', 'provider', { resource_id: away, service_id: studio.service });
      const from = await subscriber.changes(`resourceId: ${studio.resource}`);
      const to = await subscriber.changes(`resourceId: ${away}`, changeFields);
      const { id } = await book(account, studio);
      const { status } = await account.put(`/bookings/${id}`, { json: { booking: { resource_id: away } } });
      expect(status).toBe(200);
      await account.put(`/bookings/${id}`, { json: { booking: { title: 'There' } } });
      const named = ({ name, booking: { resourceId } }: { name: string; booking: { resourceId: number } }) => [
        name,
        resourceId,
      ];
      expect((await to.take(2)).map(named)).toEqual([
        ['booking.modified', away],
        ['booking.modified', away],
      ]);
      await from.take(2);
      expect(from.messages.map(named)).toEqual([
        ['booking.created', studio.resource],
        ['booking.modified', away],
      ]);
      from.unsubscribe();
      to.unsubscribe();
    });

    it('select a booking of each resource of its needs, and of those that it leaves', async () => {
      const { serviceId, resourceIds, needIds } = await createServiceWithNeeds(server, account, {
        resources: [{}, {}, {}],
        needs: [{ pool: [0] }, { pool: [1, 2] }],
      });
      const [stylist = 0, chair = 0, other = 0] = resourceIds;
      await untilSettled(server.database);
      const watched = await Promise.all(
        [`resourceIds: [${chair}]`, `resourceId: ${other}`, `resourceId: ${stylist}`].map((filter) =>
          subscriber.changes(filter),
        ),
      );
      const { id } = await account.create('/bookings', 'booking', {
        ...{ service_id: serviceId, booked_from: '2026-03-04 10:00', booked_to: '2026-03-04 11:00' },
      });
      const moved = await account.graphql(
        `mutation ($id: Int!, $resources: [NeedResourcesInput!]) {
          updateBooking(id: $id, input: {}, resources: $resources) { id }
        }`,
        { id, resources: [{ needId: needIds[1], resourceIds: [other] }] },
      );
      expect(moved.data.updateBooking).toEqual({ id });
      await account.put(`/bookings/${id}`, { json: { booking: { title: 'There' } } });
      const counts = [2, 2, 3];
      const seen = await Promise.all(watched.map((changes, index) => changes.take(counts[index] ?? 0)));
      expect(seen.map((messages) => messages.map(({ name }) => name))).toEqual([
        ['booking.created', 'booking.modified'],
        ['booking.modified', 'booking.modified'],
        ['booking.created', 'booking.modified', 'booking.modified'],
      ]);
      expect(watched.map(({ messages }) => messages.length)).toEqual(counts);
      for (const changes of watched) changes.unsubscribe();
    });
  });

  describe('the end of a subscription', () => {
    /** A feed that has not ended waits for its next change. */
    const untilOver = async (feed: AsyncIterator<unknown> | undefined) => {
      let isOver = false;
      void feed?.next().then(({ done = false }) => {
        isOver = done;
      });
      await until(() => isOver);
    };

    it('ends the feed on the server, even without a further change', async () => {
      const quiet = await server.account();
      const client = open(server.origin, { parameter: quiet.credentials.api_key });
      const ended = await client.changes();
      const filtered = await client.changes('bookingId: 1');
      ended.unsubscribe();
      await untilOver(ended.feed);
      await client.end();
      await untilOver(filtered.feed);
    });
  });
});

/** The hold is expired by the worker's clock, not by that of the test server, which stands still. */
it('bookingChanged sends a hold that a worker expires', async () => {
  const subscriber = connect(otherOrigin, { parameter: account.credentials.api_key });
  const { id } = await book(account, studio, personAttributes, { confirm: false });
  await untilSettled(server.database);
  const changes = await subscriber.changes(`bookingId: ${id}`);
  await startMain({ DATABASE_URL: server.databaseUrl, ROLE: 'worker', DEMO: 'off' }).ready();
  expect(await changes.take(1)).toMatchObject([
    { name: 'booking.modified', booking: { id, state: 'VERIFICATION_EXPIRED' } },
  ]);
  await subscriber.end();
});
