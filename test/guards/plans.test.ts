import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import {
  claimTarget,
  findNextWrite,
  nextDueEntry,
  releaseTarget,
} from '../../src/domain/calendar-target/claim-target.actions.js';
import { markEntries } from '../../src/domain/calendar-target/mark-entries.actions.js';
import { applyTemplate } from '../../src/domain/messaging/composing/planned-messages.actions.js';
import { readLine } from '../../src/domain/waitlist/waitlist-line.queries.js';
import { claimDelivery, findNextAttempt } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { findDueWork } from '../../src/domain/work.queries.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { executedStatements, preparedPlans } from '../support/plans.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';

/** So many rows that a plan that reads all of an account reads far more than a request needs. */
const bookings = 4_800;
const people = 1_000;
/** The people who have bookings. */
const guests = 300;
const ofGuest = bookings / guests;
const holds = 20;
const waiting = 4_500;
const pending = 3_000;
const perPage = 750;
const partOfLine = 1_000;
const smallAccounts = 300;
const firstSmallAccount = 1_000_000;
/** Hourly bookings. */
const ofDay = 24;
const ofWeek = 7 * ofDay;

/** An account with rows of all kinds. */
interface Studio {
  account: TestAccount;
  accountId: number;
  serviceId: number;
  resourceId: number;
  eventId: number;
  eventServiceId: number;
  bookingId: number;
  webHookId: number;
  openingId: number;
  calendarId: number;
  /** Cursors in the middle of the bookings, by order. */
  middle: Record<string, string>;
}

type Statistics =
  | 'none'
  | 'from before there was work'
  | 'of all rows'
  | 'of many small accounts'
  | 'of no large account';

/** A rule for the plan of each statement that matches. It names what no plan may do, so that PostgreSQL chooses the index. */
interface Guard {
  name: string;
  /** Sends the statements. */
  send: (studio: Studio) => Promise<unknown>;
  statement: RegExp;
  /** The number of statements that match. One by default. */
  count?: number;
  /** The large tables. None of them is read from the start to the end. */
  tables: readonly string[];
  /** The most rows of these tables that are read. */
  rows: number;
  /** The most rows that are sorted. */
  sorted?: number;
  /** The most pages that are read: few if the index alone is read. */
  pages?: number;
  /** When the numbers hold. Otherwise PostgreSQL takes it for cheaper to read all rows of an account this small. */
  when?: (statistics: Statistics) => boolean;
}

let studio: Studio;

const graphql = (document: string) => async (of: Studio) => {
  const { data, errors } = await of.account.graphql(document);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};
const get = (path: string | ((of: Studio) => string)) => async (of: Studio) => {
  const { status, text } = await of.account.get(typeof path === 'string' ? path : path(of));
  if (status !== 200) throw new Error(text);
};

const lists: Guard[] = [
  ['?start=2030-01-02T12:00Z', bookings],
  ['?start=2030-07-18T12:00Z', 2 * ofDay],
  ['/recent?since=2025-01-01T12:00Z', bookings],
  ['/recent?since=2026-02-28T12:00Z', 2 * ofDay],
  ['', bookings],
].flatMap(([path = '', length = 0]): Guard[] => [
  {
    name: `the page of GET /bookings${path}`,
    send: get(`/bookings${path}`),
    statement: /left join lateral.*order by "row"/s,
    tables: ['booking', 'person'],
    // Each with its person.
    rows: 2 * Math.min(Number(length), perPage) + 100,
    // Some more, if the index lacks the id: those of the same time are sorted as groups of 32.
    sorted: perPage + 32,
  },
  {
    name: `the length of GET /bookings${path}`,
    send: get(`/bookings${path}`),
    statement: /from booking_count /,
    tables: ['booking'],
    rows: 2 * ofDay,
  },
]);

const orders = ['BOOKED_FROM', 'BOOKED_FROM_DESC', 'BOOKED_TO', 'CREATED_AT', 'UPDATED_AT_DESC'];

const connections: Guard[] = [
  {
    name: 'a booking with its relations',
    send: get(({ bookingId }) => `/bookings/${bookingId}`),
    statement: /left join lateral/,
    tables: ['booking', 'person'],
    rows: 2,
  },
  ...orders.map((order) => ({
    name: `a page in the middle of the bookings by ${order}`,
    send: async (of: Studio) =>
      graphql(
        `{ bookings(order: ${order}, filter: { scope: ALL }, first: 10, after: "${of.middle[order]}") { nodes { id } } }`,
      )(of),
    statement: /from "booking"/,
    tables: ['booking'],
    // Bookings that were created or changed at the same time are sorted by id, and the one of the cursor is left out.
    ...(order.startsWith('BOOKED_FROM') ? { rows: 11, sorted: 0 } : { rows: 12, sorted: 12 }),
  })),
  {
    name: 'the holds that expire next',
    send: graphql(`{ bookings(order: EXPIRES_AT, first: 10,
      filter: { state: [AWAITING_VERIFICATION, AWAITING_PAYMENT] }) { nodes { id } } }`),
    statement: /from "booking"/,
    tables: ['booking'],
    ...{ rows: 10, sorted: 0 },
  },
  {
    name: 'the first bookings of each of 50 people',
    send: graphql('{ people(first: 50) { nodes { id bookings(first: 2) { nodes { id } } } } }'),
    statement: /cross join lateral/,
    tables: ['booking'],
    rows: 50 * 5,
  },
  {
    name: 'the number of bookings of each of 50 people',
    send: graphql('{ people(first: 50) { nodes { id bookings { totalCount } } } }'),
    statement: /cross join lateral/,
    tables: ['booking'],
    rows: 50 * ofGuest,
  },
];

/** Few bookings, or none, have what these lists ask for. */
const ofFewBookings = [
  ...['eventId', 'couponId', 'orderId'].map((attribute) => [attribute, '[1]'] as const),
  ['externalId', '"none"'] as const,
  ['collectionId', '"2f6b0a5e-8f0f-4d0c-9a40-1f2a5c4f7b11"'] as const,
].map(
  ([attribute, value]): Guard => ({
    name: `the bookings with one ${attribute}`,
    send: graphql(`{ bookings(filter: { ${attribute}: ${value} }, first: 10) { totalCount nodes { id } } }`),
    statement: /from "booking"/,
    count: 2,
    tables: ['booking'],
    rows: 10,
  }),
);

const ofOtherLists: Guard[] = [
  ...ofFewBookings,
  {
    name: 'the bookings of a visit',
    send: ({ account }) => account.get('/visits/1'),
    statement: /from "booking"/,
    tables: ['booking'],
    rows: 0,
  },
  {
    name: 'the bookings that are verified with one of their visit',
    send: ({ account, bookingId }) => account.put(`/bookings/${bookingId}/verify`),
    statement: /join booking other/,
    tables: ['booking'],
    rows: 1,
  },
  {
    name: 'a booking for which a package pays, when it is deleted',
    send: async ({ account }) => {
      const [{ person }] = (await account.get('/people')).body;
      const { id } = await account.create('/packages', 'package', {
        title: 'Ten cuts',
        units: 10,
        person_id: person.id,
      });
      return account.del(`/packages/${id}`);
    },
    statement: /from booking where account_id = \$1 and package_id = \$2/,
    tables: ['booking'],
    rows: 0,
  },
  {
    name: 'the bookings that each of 50 people made for others',
    send: graphql('{ people(first: 50) { nodes { id madeBookings(first: 2) { nodes { id } } } } }'),
    statement: /cross join lateral/,
    tables: ['booking'],
    rows: 0,
  },
];

const figures = (kind: string, groupBy: string, fields: string) =>
  graphql(`{ ${kind}(during: { from: "2030-02-04", to: "2030-02-11" }, groupBy: [${groupBy}]) { ${fields} } }`);
const bookingFigures = (groupBy: string, fields: string) =>
  figures('bookingFigures', groupBy, `groups { figure { ${fields} } }`);
const usual = 'bookings people minutes cancellationRate noShowRate';
const ofOrders = ['booking', 'booking_order', 'order_payment', 'order_line_item'];
const ofOperations = ['booking', 'message', 'web_hook_delivery'];

const ofFigures: Guard[] = [
  ...['DAY', 'HOUR_OF_DAY', 'WEEKDAY, STATE', 'SERVICE, RESOURCE'].map((groupBy) => ({
    name: `the usual figures of bookings by ${groupBy}`,
    send: bookingFigures(groupBy, usual),
    statement: /limit 1001/,
    tables: ofOrders,
    rows: ofWeek,
  })),
  {
    name: 'the usual figures of bookings, with the index alone',
    send: bookingFigures('DAY', usual),
    statement: /limit 1001/,
    tables: ofOrders,
    ...{ rows: ofWeek, pages: 10 },
    when: (statistics) => statistics === 'of all rows',
  },
  {
    name: 'other figures of bookings',
    send: bookingFigures('DAY, SERVICE', 'paid medianLeadTime'),
    statement: /limit 1001/,
    count: 2,
    tables: ofOrders,
    rows: ofWeek,
  },
  {
    name: 'the new people of a week, by the first booking of each',
    send: bookingFigures('WEEK', 'newPeople'),
    statement: /limit 1001/,
    tables: ofOrders,
    rows: 2 * ofWeek,
  },
  {
    name: 'the value of bookings',
    send: bookingFigures('DAY', 'value'),
    statement: /limit 1001/,
    tables: ofOrders,
    rows: 3 * ofWeek,
    when: (statistics) => statistics === 'none',
  },
  {
    name: 'figures of revenue',
    send: figures('revenueFigures', 'DAY, SERVICE', 'groups { figure { ordered paid } }'),
    statement: /limit 1001/,
    count: 2,
    tables: ofOrders,
    rows: 3 * ofWeek,
    when: (statistics) => statistics === 'none',
  },
  {
    name: 'new and returning people, by the first booking of each',
    send: figures('peopleFigures', 'DAY', 'groups { figure { newPeople } }'),
    statement: /\bbooking\b/,
    tables: ofOperations,
    rows: 2 * ofWeek,
  },
  {
    name: 'people at risk, by the last booking of each',
    send: figures('peopleFigures', 'DAY', 'groups { figure { atRisk } } peopleAtRisk { id }'),
    statement: /\bbooking\b/,
    count: 2,
    tables: ofOperations,
    rows: guests,
  },
  {
    name: 'the people with the most bookings',
    send: figures('peopleFigures', 'DAY', 'topByBookings { id } topByValue { id }'),
    statement: /\bbooking\b/,
    count: 2,
    tables: ofOperations,
    rows: ofWeek,
  },
  {
    name: 'figures of operations',
    send: figures(
      'operationFigures',
      'DAY',
      'groups { figure { deliveries { failed } messages { failed } } } messagesByKind { kind } deliveriesByWebHook { webHookId }',
    ),
    statement: /\b(message|web_hook_delivery)\b/,
    count: 4,
    tables: ofOperations,
    rows: ofWeek,
  },
];

/** Another time for each new booking. */
let days = 0;
let hours = bookings;
/** Another day for each list of slots, so that it is not read yet. */
let slotDays = 0;

const book = (of: Studio): Promise<{ id: number }> => {
  days += 1;
  const day = new Date(Date.UTC(2026, 2, 4 + days)).toISOString().slice(0, 10);
  return bookService(of.account, of, { booked_from: `${day} 12:00`, booked_to: `${day} 13:00` });
};

/** Sends requests while the account, the service and the resource have limits. @param send gets the id of a guest */
const withLimits = (send: (of: Studio, personId: number) => Promise<unknown>) => async (of: Studio) => {
  const { account, accountId, bookingId, serviceId, resourceId } = of;
  const setLimits = async (maximum: number | null) => {
    const ofPerson = { max_active_per_person: maximum, max_daily_per_person: maximum, max_weekly_per_person: maximum };
    const ofDay = { max_daily_bookings: maximum };
    await account.put('/client', { json: { client: ofPerson } });
    await account.put(`/services/${serviceId}`, { json: { service: { ...ofPerson, ...ofDay } } });
    await account.put(`/resources/${resourceId}`, { json: { resource: ofDay } });
  };
  const [guest] = await server.sql<{ id: number }>(
    'select person_id as id from booking where account_id = ? and id = ?',
    ...[accountId, bookingId],
  );
  await setLimits(100);
  await send(of, guest?.id ?? 0);
  await setLimits(null);
};

/** Lets a guest book while people with a no-show pay a deposit. It expects another price, so that nothing is stored. */
const bookWithDeposit = async (of: Studio): Promise<void> => {
  const { account, accountId, bookingId, serviceId, resourceId } = of;
  const setDeposit = (client: object) => account.put('/client', { json: { client } });
  const [guest] = await server.sql<{ id: number }>(
    'select person_id as id from booking where account_id = ? and id = ?',
    ...[accountId, bookingId],
  );
  days += 1;
  const day = new Date(Date.UTC(2026, 2, 4 + days)).toISOString().slice(0, 10);
  await setDeposit({ deposit_type: 'amount', deposit_value: 1, deposit_for: 'no_shows' });
  const place = { service_id: serviceId, resource_id: resourceId, person_id: guest?.id };
  const time = { booked_from: `${day} 12:00`, booked_to: `${day} 13:00` };
  const { status } = await account.post('/bookings', {
    json: { booking: { ...place, ...time, expected_price: '1234.0' }, confirm: false },
  });
  expect(status).toBe(409);
  await setDeposit({ deposit_type: null, deposit_value: null, deposit_for: null });
};

const ofLimits: Guard[] = [
  {
    name: 'the bookings of a person that decide about a deposit',
    send: bookWithDeposit,
    statement: /status = 'no_show' and booked_from/,
    tables: ['booking'],
    // Those of the person, of whom none was missed.
    rows: ofGuest + 30,
  },
  {
    // The bookings of a day of the service and of the resource, and twice those of the person.
    name: 'the limits of a new booking',
    send: withLimits(({ account, serviceId, resourceId }, personId) =>
      account.post('/bookings', {
        json: {
          booking: {
            ...{ service_id: serviceId, resource_id: resourceId, person_id: personId },
            ...{ booked_from: '2030-02-03 12:00', booked_to: '2030-02-03 13:00' },
          },
        },
      }),
    ),
    statement: /with asked as materialized/,
    tables: ['booking'],
    ...{ rows: 2 * ofDay + 2 * ofGuest + 10, pages: 2 * ofDay + 2 * ofGuest + 40 },
  },
  {
    name: 'the full days among the slots of two days',
    send: withLimits(({ account, serviceId }, personId) =>
      account.get(`/services/${serviceId}/slots?from=2030-02-03&to=2030-02-04&person_id=${personId}`),
    ),
    statement: /select 'service' as counts/,
    tables: ['booking'],
    ...{ rows: 2 * 2 * ofDay + ofGuest + 10, pages: 2 * 2 * ofDay + ofGuest + 40 },
  },
];

/** Books any resource of the service while it balances. */
const bookBalanced = async (of: Studio): Promise<void> => {
  const setStrategy = (priority_strategy: string) =>
    of.account.put(`/services/${of.serviceId}`, { json: { service: { priority_strategy } } });
  days += 1;
  const day = new Date(Date.UTC(2026, 2, 4 + days)).toISOString().slice(0, 10);
  await setStrategy('balanced');
  await of.account.create('/bookings', 'booking', {
    ...{ service_id: of.serviceId, booked_from: `${day} 12:00`, booked_to: `${day} 13:00` },
  });
  await setStrategy('order');
};

const ofPlaces: Guard[] = [
  {
    // The bookings that were created in this month: those of a day and a half, and those that other cases create.
    name: 'the loads of a balanced service',
    send: bookBalanced,
    statement: /width_bucket/,
    tables: ['booking'],
    rows: 10 * ofDay,
  },
  {
    // 48 bookings and two events, and those at both ends.
    name: 'the slots of two days',
    send: get(({ serviceId }) => `/services/${serviceId}/slots?from=2030-02-01&to=2030-02-02`),
    statement: /place_of\(/,
    tables: ['booking', 'event'],
    ...{ rows: 54, pages: 120 },
  },
  {
    // None of the holds expires in between.
    name: 'the holds that have expired since a list of slots was read',
    send: async ({ account, serviceId }) => {
      slotDays += 1;
      const date = new Date(Date.UTC(2031, 1, slotDays)).toISOString().slice(0, 10);
      await account.get(`/services/${serviceId}/slots?from=${date}&to=${date}`);
      server.clock.advance(1);
      await account.get(`/services/${serviceId}/slots?from=${date}&to=${date}`);
    },
    statement: /as "hasChanged"/,
    tables: ['booking'],
    rows: 0,
  },
  {
    name: 'figures of utilisation',
    send: get('/figures/utilisation?from=2030-02-01&to=2030-02-03'),
    statement: /place_of\(/,
    tables: ['booking', 'event'],
    rows: 54,
  },
  {
    name: 'a new booking and its check',
    send: book,
    statement: /place_of\(/,
    count: 3,
    tables: ['booking', 'event'],
    rows: 3,
  },
  {
    // The third booking overlaps two that follow each other.
    name: 'the peak during a booking, if the sum of the people exceeds the capacity',
    send: ({ accountId, serviceId }) =>
      server.sql(
        `with shared as (
           insert into resource (account_id, created_at, updated_at, title, capacity)
           values (?, now(), now(), 'Shared', 2) returning account_id, id
         )
         insert into booking (account_id, created_at, updated_at, resource_id, service_id, booked_from, booked_to, state)
         select account_id, '2026-03-01', '2026-03-01', id, ?, '2029-01-01'::timestamptz + starts * interval '1 hour',
           '2029-01-01'::timestamptz + ends * interval '1 hour', 'confirmed'
         from shared, (values (0, 1), (1, 2), (0, 2)) as hours (starts, ends)`,
        ...[accountId, serviceId],
      ),
    statement: /with overlapping as/,
    count: 1,
    tables: ['booking', 'event'],
    ...{ rows: 3, pages: 30 },
  },
  {
    name: 'the slots of events',
    send: get(({ eventServiceId }) => `/services/${eventServiceId}/slots?to=2026-03-04`),
    statement: /place_of\(/,
    tables: ['booking', 'event'],
    rows: 9,
  },
  {
    name: 'a new booking of an event',
    send: ({ account, eventId }) => account.create('/bookings', 'booking', { event_id: eventId }),
    statement: /place_of\(/,
    count: 2,
    tables: ['booking', 'event'],
    rows: 9,
  },
  {
    // The booking itself, and its neighbours.
    name: 'the check of each of 20 bookings that one statement writes',
    send: async ({ accountId, resourceId, serviceId }) => {
      hours += 20;
      await server.sql(
        `do $$ begin for hour in ${hours}..${hours + 19} loop
           insert into booking (account_id, created_at, updated_at, resource_id, service_id, booked_from, booked_to, state)
           values (${accountId}, '2026-03-01', '2026-03-01', ${resourceId}, ${serviceId},
             '2030-01-01'::timestamptz + hour * interval '1 hour', '2030-01-01'::timestamptz + (hour + 1) * interval '1 hour',
             'confirmed');
         end loop; end $$`,
      );
    },
    statement: /place_of\(/,
    count: 2 * 20,
    tables: ['booking', 'event'],
    ...{ rows: 3, pages: 30 },
  },
];

const background = ({ accountId }: Studio) => createBackgroundContext(server.database, server.clock, accountId);

const ofJobs: Guard[] = [
  {
    name: 'the bookings to which a template applies',
    send: async (of) => {
      const kind = { message_type: 'reminder', delivery_type: 'email', delivery_timing: '3 hours ago' };
      const template = { ...kind, template: 'Soon' };
      const { id } = await of.account.create('/message_templates', 'message_template', template);
      for await (const planned of applyTemplate(await background(of), id)) expect(planned).toEqual([]);
    },
    statement: /from "booking"/,
    tables: ['booking'],
    rows: 0,
  },
  {
    // None of the holds has expired.
    name: 'the holds that expire, among the work that is due',
    send: async (of) => findDueWork(await background(of), 10),
    statement: /as "dueAt"/,
    tables: ['booking'],
    rows: 0,
  },
  {
    name: 'the next delivery to a webhook',
    send: async (of) => {
      const context = await background(of);
      expect(await findNextAttempt(context.db, of.webHookId)).toEqual(new Date('2026-01-01'));
      expect(await claimDelivery(context, of.webHookId)).toMatchObject({ webHookId: of.webHookId });
    },
    statement: /web_hook_delivery delivery/,
    count: 2,
    tables: ['web_hook_delivery'],
    ...{ rows: 20, sorted: 0 },
  },
  {
    name: 'the next entry of a calendar that is written',
    send: async (of) => {
      const context = await background(of);
      const target = await claimTarget(context, of.calendarId);
      expect(target).toMatchObject({ id: of.calendarId });
      if (!target) return;
      expect(await nextDueEntry(context, target)).toMatchObject({ attemptCount: 0 });
      await releaseTarget(context, target);
      expect(await findNextWrite(context, of.calendarId)).toBeInstanceOf(Date);
    },
    statement: /calendar_source_entry entry/,
    count: 3,
    tables: ['calendar_source_entry'],
    ...{ rows: 2, sorted: 0 },
  },
  {
    name: 'the entries of a booking that changed',
    send: async (of) => {
      const { db, serverClock } = await background(of);
      const names = { objectType: 'booking', name: 'booking.modified' } as const;
      const change = { ...names, objectId: of.bookingId, snapshot: {}, previous: null };
      expect(await markEntries({ db, serverClock }, change)).toEqual([of.calendarId]);
    },
    statement: /update calendar_source_entry/,
    tables: ['calendar_source_entry', 'booking'],
    ...{ rows: 6, sorted: 6 },
  },
  {
    name: 'the line of the waitlist, part by part',
    send: async (of) => {
      const { db, clock } = await background(of);
      const queued: number[] = [];
      let last: Awaited<ReturnType<typeof readLine>>['last'];
      do {
        const part = await readLine(db, of.openingId, clock.now(), last);
        queued.push(...part.candidates.map(({ queuedAt }) => queuedAt.getTime()));
        ({ last } = part);
      } while (last);
      expect(queued).toHaveLength(waiting / 50);
      expect(queued).toEqual(queued.toSorted((one, other) => one - other));
    },
    statement: /with line as/,
    count: Math.ceil(waiting / partOfLine) + 1,
    tables: ['waitlist_entry'],
    ...{ rows: partOfLine, sorted: partOfLine },
  },
];

/** Inserts the rows of an account. @param hasWork whether deliveries are pending and visitors wait, too */
async function createStudio(hasWork: boolean): Promise<Studio> {
  const account = await server.account();
  const accountId = account.credentials.id;
  const { serviceId, resourceId } = await createBookableService(account);
  const other = await account.create('/services', 'service', { title: 'Colour' });
  const target = { target_url: 'https://example.org/', event: 'booking.created' };
  const { id: webHookId } = await account.create('/web_hooks', 'web_hook', target);
  const { id: eventId, service_id: eventServiceId } = await createEvent(account, { capacity: 99 });
  const common = 'account_id, created_at, updated_at';
  const hours = `(select n, '2030-01-01'::timestamptz + (n - 1) * interval '1 hour' as at,
    '2026-03-02'::timestamptz - n * interval '1 hour' as changed from generate_series(1, ${bookings}) as n) as hours`;
  await server.sql(
    `insert into person (${common}, name) select ${accountId}, now(), now(), 'Person ' || n
     from generate_series(1, ${people}) as n`,
  );
  // Hourly bookings from 2030 on, each of the next guest. The first changed last.
  const [booking] = await server.sql<{ id: number }>(
    `insert into booking (${common}, resource_id, service_id, person_id, booked_from, booked_to, state, ignores_capacity)
     select ${accountId}, changed, changed, ${resourceId}, ${serviceId}, first + n % ${guests}, at, at + interval '1 hour',
       'confirmed', true
     from ${hours}, (select min(id) as first from person where account_id = ${accountId}) as person returning id`,
  );
  await server.sql(
    `insert into booking (${common}, resource_id, booked_from, booked_to, state, expires_at, ignores_capacity)
     select ${accountId}, '2020-01-01', '2020-01-01', ${resourceId}, '2031-01-01', '2031-01-02', 'awaiting_verification',
       '2030-12-01'::timestamptz + n * interval '1 minute', true from generate_series(1, ${holds}) as n`,
  );
  await server.sql(
    `with ordered as (
       insert into booking_order (${common}, person_id, state, total, discount_amount, paid_amount)
       select ${accountId}, at, at, first + n % ${guests}, 'pending', 10, 0, 5
       from ${hours}, (select min(id) as first from person where account_id = ${accountId}) as person returning id, created_at
     ), paid as (
       insert into order_payment (${common}, order_id, amount) select ${accountId}, created_at, created_at, id, 5 from ordered
     )
     insert into order_line_item (${common}, order_id, service_id, quantity, amount)
     select ${accountId}, created_at, created_at, id, ${serviceId}, 1, 10 from ordered`,
  );
  await server.sql(
    `insert into event (${common}, resource_id, service_id, capacity, starts_at, ends_at)
     select ${accountId}, now(), now(), ${resourceId}, ${serviceId}, 5, at, at + interval '1 hour'
     from generate_series('2027-01-01'::timestamptz, '2030-04-01', '1 day') as at`,
  );
  await server.sql(
    `insert into message (${common}, kind, channel, recipient, body, state)
     select ${accountId}, at, at, 'reminder', 'email', 'kari@example.org', 'Hello', 'sent' from ${hours}`,
  );
  await server.sql(
    `insert into web_hook_delivery (${common}, web_hook_id, change_cursor, event, object_id, state, attempt_count)
     select ${accountId}, at, at, ${webHookId}, n::text, 'booking.created', n / 3, 'delivered', 1 from ${hours}`,
  );
  const [calendar] = await server.sql<{ id: number }>(
    `insert into calendar_source (${common}, resource_id, kind, name, url, secret_url, target, next_read_at)
     select ${accountId}, now(), now(), ${resourceId}, 'caldav', 'Work', 'https://example.org/', 'x', 'https://example.org/', now()
     returning id`,
  );
  const calendarId = calendar?.id ?? 0;
  await server.sql(
    `insert into calendar_source_entry (${common}, calendar_source_id, booking_id, ends_at, state, next_attempt_at)
     select ${accountId}, now(), now(), ${calendarId}, id, booked_to,
       case when ${hasWork} and id % 3 = 0 then 'pending' else 'written' end,
       case when ${hasWork} and id % 3 = 0 then '2026-01-01'::timestamptz end
     from booking where account_id = ${accountId} and state = 'confirmed'`,
  );
  const [opening] = await server.sql<{ id: number }>(
    `insert into waitlist_opening (account_id, created_at, service_id) values (${accountId}, now(), ${serviceId}) returning id`,
  );
  if (hasWork) {
    await server.sql(
      `insert into web_hook_delivery (${common}, web_hook_id, change_cursor, event, object_id, next_attempt_at)
       select ${accountId}, now(), now(), ${webHookId}, 'pending' || n, 'booking.created', n / 3, '2026-01-01'
       from generate_series(1, ${pending}) as n`,
    );
    // One in 50 waits for the service whose place is free.
    await server.sql(
      `insert into waitlist_entry (${common}, service_id, period_from, period_to, places, email, state, queued_at, unanswered_offers)
       select ${accountId}, now(), now(), case when n % 50 = 0 then ${serviceId} else ${other.id} end, '2030-01-01', '2030-02-01',
         1, 'person' || n || '@example.org', 'waiting', '2026-01-01'::timestamptz + (n * 7919 % ${waiting}) * interval '1 second', 0
       from generate_series(1, ${waiting}) as n`,
    );
  }
  await server.sql('select recount_bookings(?)', accountId);
  const studio = { account, accountId, serviceId, resourceId, eventId, eventServiceId, webHookId, middle: {} };
  return { ...studio, bookingId: booking?.id ?? 0, openingId: opening?.id ?? 0, calendarId };
}

/** Reads the cursors in the middle of the bookings. */
async function findMiddle(of: Studio): Promise<void> {
  for (const order of orders) {
    const page = `bookings(order: ${order}, filter: { scope: ALL }, page: 2, perPage: 700)`;
    of.middle[order] = (await graphql(`{ ${page} { pageInfo { endCursor } } }`)(of)).bookings.pageInfo.endCursor;
  }
}

const phases: Record<Statistics, () => Promise<unknown>> = {
  none: async () => {
    for (let others = 0; others < 2; others += 1) await createStudio(false);
    studio = await createStudio(true);
    await findMiddle(studio);
    await server.sql('vacuum booking_count_difference');
    await forgetHeights();
  },
  'from before there was work': async () => {
    await server.sql(`delete from web_hook_delivery where state = 'pending'`);
    await server.sql('delete from waitlist_entry');
    await server.sql(`delete from calendar_source_entry where state = 'pending'`);
    await server.sql('vacuum analyze');
    studio = await createStudio(true);
    await findMiddle(studio);
  },
  'of all rows': () => server.sql('vacuum analyze'),
  'of many small accounts': async () => {
    await addSmallAccounts();
    await server.sql('vacuum analyze');
  },
  'of no large account': forgetLargeAccounts,
};

/**
 * Each connection remembers how high an index was when it first read it, for some when it was empty. Without statistics all
 * indexes of a table cost the same but for that, so that chance would choose one. A setting of an index, here the default,
 * makes connections read it again.
 */
async function forgetHeights(): Promise<void> {
  await server.sql(`do $$ declare name text; begin
    for name in select indexrelid::regclass from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = relam where amname = 'btree' and relnamespace = 'public'::regnamespace
    loop execute format('alter index %s set (fillfactor = 90)', name); end loop; end $$`);
}

/** Makes the statistics those of a database in which each account has few rows. */
async function forgetLargeAccounts(): Promise<void> {
  await server.sql(
    `select pg_clear_attribute_stats('public', name, 'account_id', false), pg_restore_attribute_stats('schemaname', 'public',
       'relname', name, 'attname', 'account_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 4, 'n_distinct', 1::real)
     from unnest(string_to_array(?, ' ')) as name`,
    [...new Set(guards.flatMap(({ tables }) => tables))].join(' '),
  );
}

/** Adds accounts with one row in each large table, so that an account has few rows on the average. */
async function addSmallAccounts(): Promise<void> {
  const { accountId } = studio;
  const last = firstSmallAccount + smallAccounts - 1;
  await server.database.session.transaction(async (session) => {
    const copyEach = (table: string, row: string, values: string): Promise<unknown> =>
      session.execute(
        `insert into ${table} select (jsonb_populate_record(null::${table}, copied || jsonb_build_object(${values}))).*
         from (select to_jsonb(${table}) as copied from ${table} where ${row} limit 1) as one,
           generate_series(${firstSmallAccount}, ${last}) as number`,
      );
    await session.execute('set local statement_timeout = 0');
    await session.execute('set local session_replication_role = replica');
    const ownValues = `'id', number, 'subdomain', 'small' || number, 'calendar_id', gen_random_uuid()`;
    await copyEach('account', `id = ${accountId}`, ownValues);
    for (const table of new Set(guards.flatMap((guard) => guard.tables))) {
      await copyEach(table, `account_id = ${accountId}`, `'account_id', number`);
    }
  });
}

const server = await useOwnTestServer();

/** The indexes that the plans have read. */
const used = new Set<string>();

const guards = [...lists, ...connections, ...ofOtherLists, ...ofFigures, ...ofLimits, ...ofPlaces, ...ofJobs];

describe.each(Object.keys(phases) as Statistics[])('with statistics: %s', (statistics) => {
  beforeAll(phases[statistics]);
  // The guards have made bookings that are not counted yet.
  afterAll(() => server.sql('select recount_bookings(?)', studio.accountId));

  it.each(guards)('$name', async ({ send, statement, count = 1, tables, rows, sorted, pages, when }) => {
    const all = await executedStatements(server.database, () => send(studio));
    for (const { indexes } of all) for (const index of indexes) used.add(index);
    const isLarge = (table: string): boolean => tables.includes(table);
    const found = all.filter(({ text }) => statement.test(text));
    expect(found).toHaveLength(count);
    expect(found.flatMap(({ sequentialScans }) => sequentialScans.filter(isLarge))).toEqual([]);
    if (when && !when(statistics)) return;
    const most = (numbers: readonly number[]): number => Math.max(...numbers);
    const read = found.map(({ rowsRead }) => tables.reduce((sum, table) => sum + (rowsRead[table] ?? 0), 0));
    expect(most(read)).toBeLessThanOrEqual(rows);
    if (sorted !== undefined) expect(most(found.map(({ rowsSorted }) => rowsSorted))).toBeLessThanOrEqual(sorted);
    if (pages !== undefined) expect(most(found.map(({ pagesRead }) => pagesRead))).toBeLessThanOrEqual(pages);
  });
});

it('the plans read every index of bookings', async () => {
  const indexes = await server.sql<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'booking'`,
  );
  expect(indexes.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

it('a statement is planned once on each connection', async () => {
  // Its connections have prepared no statement yet.
  await using web = await server.another();
  const of = { ...studio, account: studio.account.at(web.origin) };
  const plans = await preparedPlans(web.database, async () => {
    await get('/bookings?start=2030-03-01')(of);
    await get(`/bookings/${(await book(of)).id}`)(of);
  });
  expect(plans.length).toBeGreaterThan(5);
  expect(plans.filter(({ customPlans }) => customPlans > 0)).toEqual([]);
});

it('the plans are those of all statements, also of functions, on all connections', async () => {
  const run = (sql: string) => server.database.orm.em.fork().execute(sql);
  await run('create table number (value integer primary key, parity integer)');
  await run('insert into number select n, n % 2 from generate_series(1, 1000) as n');
  await run(`create function parity_of(integer) returns integer language plpgsql as
    $$ begin return (select parity from number where value = $1); end $$`);

  const statements = await executedStatements(server.database, () =>
    Promise.all([run('select parity_of(7)'), run('select count(*) from number where parity = 1')]),
  );
  const inFunction = statements.find(({ text }) => text.includes('value = $1'));
  expect(inFunction).toMatchObject({ sequentialScans: [], rowsRead: { number: 1 }, pagesRead: 3 });
  const counting = statements.find(({ text }) => text.includes('parity = 1'));
  expect(counting).toMatchObject({ sequentialScans: ['number'], rowsRead: { number: 1000 }, pagesRead: 5 });

  expect(await executedStatements(server.database, async () => {})).toEqual([]);
});
