import type { Route } from '../../src/http/rest/route.js';
import { routes } from '../../src/http/rest/routes/index.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';
import { addDays } from '../../src/platform/time/plain-date.js';
import { statementsOf } from '../support/statements.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';
import { createWorld, freshDate, linkTokenOf, validObject, type World } from '../support/valid-input.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';
import { addEntries } from '../support/write-calendars.js';

/** The maximum number of statements of a list, without the one that finds the account. */
const ceilings: Readonly<Record<string, number>> = {
  '/bookings': 2,
  '/bookings?extended=true': 3,
  '/bookings/:booking_id/changes': 5,
  '/bookings/all': 2,
  '/bookings/no_status': 2,
  '/bookings/recent': 2,
  '/bookings/recurring/:collection_id': 3,
  '/bookings/unconfirmed': 2,
  '/bookings/upcoming': 2,
  '/bookings/visible': 2,
  '/categories': 1,
  '/categories/:category_id/services': 3,
  '/client/holidays': 0,
  '/client/users': 2,
  '/coupons': 1,
  '/documents': 2,
  '/events': 3,
  '/events/:event_id/bookings': 3,
  '/events/:event_id/bookings/all': 3,
  '/events/:event_id/bookings/no_status': 3,
  '/events/:event_id/bookings/recent': 3,
  '/events/:event_id/bookings/unconfirmed': 3,
  '/events/:event_id/bookings/upcoming': 3,
  '/events/:event_id/bookings/visible': 3,
  '/events/:event_id/changes': 4,
  '/events/recurring/:collection_id': 4,
  '/gift_cards': 1,
  '/message_templates': 2,
  '/order_line_items': 2,
  '/orders': 3,
  '/people': 2,
  '/people/:person_id/bookings': 3,
  '/people/:person_id/bookings/all': 3,
  '/people/:person_id/bookings/no_status': 3,
  '/people/:person_id/bookings/recent': 3,
  '/people/:person_id/bookings/unconfirmed': 3,
  '/people/:person_id/bookings/upcoming': 3,
  '/people/:person_id/bookings/visible': 3,
  '/people/:person_id/changes': 3,
  '/people/:person_id/children': 3,
  '/people/:person_id/dependants': 3,
  '/people/:person_id/guardians': 3,
  '/people/all': 2,
  '/people/deleted': 2,
  '/providers': 1,
  '/resources': 1,
  '/resources/:resource_id/exception_dates': 3,
  '/resources/:resource_id/opening_hours': 2,
  '/resources/opening_hours': 2,
  '/rotas': 2,
  '/calendar_sources': 1,
  '/calendar_sources/:calendar_source_id/calendars': 1,
  '/calendar_sources/:calendar_source_id/entries': 4,
  '/services': 1,
  '/services/:service_id/availability': 3,
  '/services/:service_id/needs': 2,
  '/services/:service_id/available_dates': 2,
  '/services/:service_id/conflicts': 8,
  '/services/:service_id/next_available_date': 2,
  '/services/:service_id/option_groups': 2,
  '/services/:service_id/options': 2,
  '/services/:service_id/slots': 2,
  '/services/appointments': 1,
  '/services/attendances': 1,
  '/packages': 2,
  '/services/gift_cards': 1,
  '/services/packages': 1,
  '/services/products': 1,
  '/tax_rates': 1,
  '/time_off': 2,
  '/time_off/:time_off_id/conflicts': 3,
  '/waitlist': 2,
  '/web_hooks': 1,
  '/sites/:subdomain/bookings/:token/available_dates': 3,
  '/sites/:subdomain/bookings/:token/next_available_date': 3,
  '/sites/:subdomain/bookings/:token/slots': 3,
  '/sites/:subdomain/bookings/:token/visit/slots': 4,
  '/sites/:subdomain/categories': 1,
  '/sites/:subdomain/categories/:category_id/services': 4,
  '/sites/:subdomain/events': 3,
  '/sites/:subdomain/me/bookings': 5,
  '/sites/:subdomain/me/gift_cards': 4,
  '/sites/:subdomain/me/packages': 4,
  '/sites/:subdomain/me/people': 2,
  '/sites/:subdomain/me/orders': 7,
  '/sites/:subdomain/me/waitlist': 5,
  '/sites/:subdomain/resources': 1,
  '/sites/:subdomain/services': 2,
  '/sites/:subdomain/services/:service_id/available_dates': 2,
  '/sites/:subdomain/services/:service_id/conflicts': 8,
  '/sites/:subdomain/services/:service_id/next_available_date': 2,
  '/sites/:subdomain/services/:service_id/option_groups': 2,
  '/sites/:subdomain/services/:service_id/options': 2,
  '/sites/:subdomain/services/:service_id/slots': 2,
  '/sites/:subdomain/services/appointments': 2,
  '/sites/:subdomain/services/attendances': 2,
  '/sites/:subdomain/services/gift_cards': 2,
  '/sites/:subdomain/services/packages': 2,
  '/sites/:subdomain/services/products': 2,
};

/** Lists what another server has; there is none for an iCalendar file. */
const ofServer = '/calendar_sources/:calendar_source_id/calendars';

/** A list of the route table. `pageSize` is undefined if it has no pages. */
interface Listed {
  row: string;
  isPublic: boolean;
  pageSize: number | undefined;
}

const listsOf = (rows: readonly Route[], isPublic: boolean): Listed[] =>
  rows.flatMap(({ method, path, response }) =>
    method === 'GET' && response.kind === 'list'
      ? [{ row: isPublic ? `/sites/:subdomain${path}` : path, isPublic, pageSize: response.pageSize }]
      : [],
  );
const lists: Listed[] = [
  ...listsOf(routes, false),
  { row: '/bookings?extended=true', isPublic: false, pageSize: 750 },
  ...listsOf(publicRoutes, true),
];

it('every list has a ceiling, and nothing else has one', () => {
  expect(Object.keys(ceilings).toSorted()).toEqual(lists.map(({ row }) => row).toSorted());
});

// Its own, because statements are counted: pages and subscribers of earlier files may still read at a shared one.
const server = await useOwnTestServer();

describe('a list', () => {
  let world: World;
  let stranger: TestAccount;
  let addresses: Record<string, string>;
  /** Of the visitor who is the person of the world. */
  let session: Record<string, string>;
  let few: Record<string, number>;
  let many: Record<string, number>;
  beforeAll(async () => {
    const created = await createWorld(server);
    const { account } = created;
    await server.configure(account, { public_access: true, confirm_manually: true, allow_cancellation: true });
    const token = await linkTokenOf(account, Number(created.own['booking_id']));
    world = { ...created, own: { ...created.own, token } };
    const { own } = world;
    await account.put(`/services/${own['service_id']}`, { json: { price: 10 } });
    await account.put(`/events/${own['event_id']}`, { json: { capacity: 100 } });
    const recurring = await account.post('/events/recurring', {
      json: { event: await validObject('event', world), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } },
    });
    const conflicts = `/services/${own['service_id']}/conflicts?from=2026-03-01T10:00:00Z&to=2026-03-01T11:00:00Z`;
    const needs = `/services/${own['needed_service_id']}/needs`;
    // A service has few needs. Bookings and services of other accounts cost no statement for them, and are counted here.
    const addNeeds = async (count: number): Promise<void> => {
      for (let more = 0; more < count; more += 1) {
        await account.create(needs, 'service_need', await validObject('service_need', world));
      }
      await server.configure(account, { has_needs: false });
    };
    // Bookings are later the more of them the files before in this process have made.
    const { booked_from } = (await account.get(`/bookings/${own['booking_id']}`)).body.booking;
    const dates = {
      starts_on: booked_from.slice(0, 10),
      ends_on: addDays(booked_from.slice(0, 10), 300),
      state: 'asked',
    };
    const timeOff = await account.create('/time_off', 'time_off', { resource_id: own['resource_id'], ...dates });
    addresses = {
      '/services/:service_id/needs': needs,
      '/events/recurring/:collection_id': `/events/recurring/${recurring.body.collection_id}`,
      '/services/:service_id/conflicts': conflicts,
      '/time_off/:time_off_id/conflicts': `/time_off/${timeOff.id}/conflicts`,
      '/sites/:subdomain/services/:service_id/conflicts': `/sites/x${conflicts}`,
    };
    await account.put(`/people/${own['person_id']}`, { json: { person: { email: 'kari@example.org' } } });
    session = await startVisitorSession(server, account, 'kari@example.org');
    await addToAll(world);
    await addNeeds(1);
    few = await countAll();
    for (let more = 0; more < 12; more += 1) await addToAll(world);
    await addNeeds(4);
    many = await countAll();
    stranger = await server.account();
    await server.configure(stranger, { public_access: true });
  });

  it.each(lists)('$row takes as many statements for many items as for few', ({ row }) => {
    expect([few[row], many[row]]).toEqual([many[row], many[row]]);
    expect(many[row]).toBeLessThanOrEqual(ceilings[row] ?? 0);
  });

  it.each(lists)('$row has the pages of its route, and ignores unknown parameters', async (list) => {
    const whole = await read(list);
    const { length } = whole.body;
    if (list.row !== ofServer) expect(length).toBeGreaterThan(0);
    expect((await read(list, 'unknown=1')).body).toEqual(whole.body);
    const refused = await read(list, 'page=0');
    if (list.pageSize === undefined) {
      expect([numbersOf(whole), refused.body]).toEqual([[null, null, null, null], whole.body]);
      return;
    }
    expect([refused.status, refused.body]).toEqual([400, { page: ['must be greater than 0'] }]);
    const pages = Math.ceil(length / list.pageSize) || 1;
    expect(numbersOf(whole)).toEqual(['1', list.pageSize, length, pages].map(String));
    const beyond = await read(list, 'page=2');
    expect([beyond.body, numbersOf(beyond)]).toEqual([[], ['2', list.pageSize, length, pages].map(String)]);
  });

  it.each(lists.filter(({ row }) => row !== '/client/holidays'))(
    '$row has nothing of another account',
    async (list) => {
      const { status, body } = await read(list, '', stranger);
      if (status !== 404 && status !== 401) expect([status, body]).toEqual([200, []]);
    },
  );

  /** Creates one more object of each kind, all related. */
  async function addToAll(world: World): Promise<void> {
    const { account, own } = world;
    const { service_id, person_id, event_id } = own;
    const add = async (path: string, wrapper: string, more: object = {}): Promise<number> =>
      (await account.create(path, wrapper, { ...(await validObject(wrapper, world)), ...more })).id;
    await add('/people', 'person', { parent_id: person_id });
    const service = await add('/services', 'service');
    await add('/services', 'service', { booking_type: 'gift_card', price: 100 });
    const resource = await add('/resources', 'resource');
    await account.create('/providers', 'provider', { resource_id: resource, service_id });
    const event = await add('/events', 'event', { resource_id: resource });
    await add('/bookings', 'booking', { person_id });
    const { id: guest } = await account.create('/people', 'person', { name: 'Guest' });
    await account.create('/bookings', 'booking', { event_id, person_id: guest });
    await account.create('/bookings', 'booking', { event_id: event, person_id });
    await account.create('/bookings', 'booking', { event_id, person_id }, { confirm: false });
    await account.del(`/people/${await add('/people', 'person')}`);
    await account.put(`/categories/${own['category_id']}`, { json: { service_id_list: [service_id, service] } });
    await add('/categories', 'category', { parent_id: own['category_id'], service_id_list: [service] });
    await add('/coupons', 'coupon', { applies_to: { services: [service] } });
    await add('/gift_cards', 'gift_card', { person_id });
    await add('/packages', 'package', { title: 'Ten', units: 10, person_id });
    await add('/services', 'service', { booking_type: 'package', price: 100, package_units: 10 });
    await add('/message_templates', 'message_template', { services: [service] });
    await add('/tax_rates', 'tax_rate');
    await add(`/services/${service_id}/options`, 'service_option');
    await add(`/services/${service_id}/option_groups`, 'service_option_group');
    await add(`/orders/${await add('/orders', 'order')}/documents`, 'document');
    await add('/waitlist', 'waitlist_entry', { person_id });
    await add('/web_hooks', 'web_hook');
    await add('/calendar_sources', 'calendar_source', { resource_id: resource });
    await add('/rotas', 'rota', { resource_id: resource });
    await add('/time_off', 'time_off');
    const guardian = { person_id, position: 2, may_book: false };
    await account.create(`/people/${guest}/guardians`, 'guardian', guardian);
    await addEntries(server, account, Number(own['calendar_source_id']));
    await account.post('/client/users', { json: { user: await validObject('user', world) } });
    for (const id of [own['resource_id'], resource]) {
      await account.put(`/resources/${id}/exception_dates/${freshDate()}`, { json: { opening_hours: [], service_id } });
    }
    await account.put(`/people/${person_id}`, { json: { city: `City ${resource}` } });
    await account.put(`/bookings/${own['booking_id']}`, { json: { title: `Title ${resource}` } });
    await account.put(`/events/${event_id}`, { json: { title: `Title ${resource}` } });
  }

  /** Reads a list with the ids of the world, as the account or a visitor of its site. */
  function read({ row, isPublic }: Listed, query = '', { origin, credentials }: TestAccount = world.account) {
    const address = addresses[row] ?? row.replaceAll(/:(\w+)/g, (_all, name: string) => String(world.own[name]));
    const path = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
    return isPublic
      ? new Visitor({ origin, subdomain: credentials.subdomain }).get(path.replace(/^\/sites\/[^/]+/, ''), {
          headers: session,
        })
      : new TestAccount(origin, credentials).get(path);
  }

  async function countAll(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const list of lists) {
      const { result, statements } = await statementsOf(server.database, () => read(list));
      if (result.status !== 200) throw new Error(`${list.row}: ${JSON.stringify(result.body)}`);
      counts[list.row] = statements.length;
    }
    return counts;
  }
});

const numbersOf = ({ headers }: { headers: Headers }) =>
  ['current-page', 'page-items', 'total-count', 'total-pages'].map((name) => headers.get(name));
