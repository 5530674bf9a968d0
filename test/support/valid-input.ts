import { openDaily } from './catalog.js';
import type { TestAccount, TestServer } from './test-server.js';

/** An account with one record of each kind. Ids have the names of attributes and path parameters. */
export interface World {
  account: TestAccount;
  /** The account's ids, by names such as `resource_id`. */
  own: Readonly<Record<string, string | number>>;
  /** The ids of another account. */
  foreign: Readonly<Record<string, string | number>>;
  /** Makes a date of the series of bookings or events one that was left out. @returns when it begins */
  leaveOut(kind: 'booking' | 'event'): Promise<string>;
}

type Ids = Record<string, string | number>;

let made = 0;
/** Returns a new number, for attributes that must be unique. */
const next = (): number => ++made;

const hour = (number: number): string => new Date(Date.UTC(2026, 2, 10, number)).toISOString().replace('.000', '');
/** Returns an unused date without bookings, on which the resource may be closed. */
export const freshDate = (): string => new Date(Date.UTC(2030, 0, next())).toISOString().slice(0, 10);

/** Creates unique valid attributes for each kind of object, by the name of its wrapper. */
const objects: Record<string, (ids: Ids) => Record<string, unknown>> = {
  booking: ({ resource_id, service_id, service_option_id: option_id }) => {
    const number = 2 * next();
    const [booked_from, booked_to] = [hour(number), hour(number + 1)];
    return { resource_id, service_id, booked_from, booked_to, options: [{ option_id, quantity: 2 }] };
  },
  calendar_source: ({ resource_id }) => ({ resource_id, url: 'https://calendar.example.org/secret.ics' }),
  category: () => ({ title: 'Hair' }),
  client: () => ({}),
  coupon: () => ({ title: 'Spring', code: `SPRING${next()}`, value_type: 'amount', value: 10 }),
  event: ({ resource_id, attendance_id }) => {
    const number = 2 * next();
    const [starts_at, ends_at] = [hour(number), hour(number + 1)];
    return { resource_id, service_id: attendance_id, capacity: 3, starts_at, ends_at };
  },
  gift_card: () => ({ value: 100 }),
  package: ({ person_id }) => ({ title: 'Ten cuts', units: 10, person_id }),
  message_template: () => ({ message_type: 'confirmation', delivery_type: 'email', template: 'Welcome!' }),
  order: ({ product_id }) => ({ order_line_items: [{ service_id: product_id, quantity: 2 }] }),
  person: () => ({ name: `Kari ${next()}` }),
  provider: ({ resource_id, service_id }) => ({ resource_id, service_id }),
  resource: () => ({ title: 'Chair', ...openDaily('00:00', '24:00') }),
  resource_exception_date: () => ({ opening_hours: ['09:00', '17:00'] }),
  resource_exception_dates: () => [{ exception_date: freshDate(), opening_hours: ['09:00', '17:00'] }] as never,
  rota: ({ resource_id }) => ({
    resource_id,
    valid_from: freshDate(),
    valid_to: null,
    weeks: [{ opening_hours_mon: ['09:00', '17:00'] }],
  }),
  service: () => ({ title: 'Cut' }),
  service_need: () => ({ title: 'Stylist', segments: [{ offset: 0, length: 30 }] }),
  time_off: ({ resource_id }) => ({ resource_id, starts_on: freshDate(), state: 'asked' }),
  service_option: () => ({ title: 'Wash' }),
  service_option_group: () => ({ title: 'Care' }),
  document: () => ({ kind: 'invoice' }),
  tax_rate: () => ({ name: 'VAT', percentage: '25.0' }),
  visitor: () => ({ email: 'kari@example.org' }),
  user: () => ({ name: 'Ola', email: `ola${next()}@example.org` }),
  waitlist_entry: ({ service_id }) => ({
    service_id,
    from: '2026-03-20',
    to: '2026-03-21',
    name: 'Kari',
    email: `waiting${next()}@example.org`,
  }),
  visit: ({ resource_id, service_id, service_option_id: option_id }) => {
    const number = 2 * next();
    const [booked_from, booked_to] = [hour(number), hour(number + 1)];
    return { items: [{ resource_id, service_id, booked_from, booked_to, options: [{ option_id }] }] };
  },
  web_hook: () => ({ target_url: 'https://example.org/hook', event: '*' }),
};

/** Returns a valid object for a wrapper, which refers to records of the world. */
export async function validObject(wrapper: string, { account, own }: World): Promise<Record<string, unknown>> {
  // A provider needs a new resource, because it must be unique per resource and service. A resource has few calendars, and
  // its rotas do not overlap.
  if (['provider', 'calendar_source', 'rota'].includes(wrapper)) {
    const { id: resource_id } = await account.create('/resources', 'resource', { title: 'Chair' });
    return { ...objects[wrapper]?.({ ...own, resource_id }) };
  }
  if (wrapper === 'guardian') {
    const { id: person_id } = await account.create('/people', 'person', { name: 'Guardian' });
    return { person_id };
  }
  const make = objects[wrapper];
  if (!make) throw new Error(`no example of ${wrapper}`);
  return make({ ...own });
}

const newService = async ({ account }: Pick<World, 'account'>): Promise<number> =>
  (await account.create('/services', 'service', { title: 'Colour' })).id;

const newPerson = async ({ account }: Pick<World, 'account'>): Promise<number> =>
  (await account.create('/people', 'person', { name: 'Child' })).id;

/**
 * Creates the owners that requests of a route need: a service has few needs, a person few guardians, and a group of options
 * is a rule for all bookings of its service. Returns their ids by path parameters.
 */
export const newOwners: Readonly<Record<string, (world: World) => Promise<Ids>>> = {
  'POST /services/:service_id/needs': async (world) => ({ service_id: await newService(world) }),
  'POST /services/:service_id/options': async (world) => ({ service_id: await newService(world) }),
  'POST /services/:service_id/option_groups': async (world) => ({ service_id: await newService(world) }),
  'POST /people/:person_id/guardians': async (world) => ({ person_id: await newPerson(world) }),
  'PUT /bookings/:token/visit': async (world) => ({ token: await linkTokenOf(world.account, await newVisit(world)) }),
};

/** The paths at which objects are created whose own path is not below them. */
export const collections: Readonly<Record<string, (world: Pick<World, 'account'>) => Promise<string>>> = {
  '/service_needs': async (world) => `/services/${await newService(world)}/needs`,
  '/service_options': async (world) => `/services/${await newService(world)}/options`,
  '/service_option_groups': async (world) => `/services/${await newService(world)}/option_groups`,
  '/guardians': async (world) => `/people/${await newPerson(world)}/guardians`,
};

/** Returns a visitor with an unused email address. */
export const newVisitor = (): object => ({ name: 'Kari', email: `visitor${next()}@example.org` });

/** The required attributes of nested objects. */
export const validWithin: Readonly<Record<string, object>> = { person_attributes: { name: 'Kari' } };

/** The objects of routes whose object is not of the kind of its wrapper. */
export const validCredentials: Readonly<Record<string, Record<string, unknown>>> = {
  'PUT /visits/:visit_id': { booked_from: '2026-03-12 12:00' },
  'PUT /bookings/:token/visit': { booked_from: '2026-03-12 12:00' },
  'POST /me/people': { name: 'Bo', date_of_birth: '2020-01-01' },
  'POST /people/authenticate': { email: 'kari@example.org', password: 'wrong password' },
  'POST /people/perishable_token/send': { phone_number: '40612345' },
  'POST /people/perishable_token/verify': { phone_number: '40612345' },
};

const march = { from: '2026-03-01', to: '2026-04-01' };

/** The required parameters of routes, beside the object. */
export const validParameters: Readonly<Record<string, (world: World) => object | Promise<object>>> = {
  'GET /figures/bookings': () => ({ ...march, group_by: 'day,category', compare: 'previous_period', extended: true }),
  'GET /figures/revenue': () => ({ ...march, group_by: 'week,service', compare: 'previous_period' }),
  'GET /figures/payments': () => ({ ...march, group_by: 'method,tax_rate', compare: 'previous_period' }),
  'GET /figures/tips': () => ({ ...march, group_by: 'resource,method', compare: 'previous_period' }),
  'GET /figures/operations': () => ({ ...march, group_by: 'week', compare: 'previous_period' }),
  'GET /figures/people': () => ({ ...march, group_by: 'week', compare: 'previous_period' }),
  'GET /figures/utilisation': () => ({ ...march, group_by: 'week,service', compare: 'previous_period' }),
  'GET /services/:service_id/conflicts': () => ({ from: '2026-03-05 10:00', to: '2026-03-05 11:00' }),
  'POST /bookings/recurring': () => ({ recurring: { rrule: 'FREQ=DAILY;COUNT=2' } }),
  'POST /bookings/recurring/:collection_id/left_out': async ({ leaveOut }) => ({ from: await leaveOut('booking') }),
  'POST /events/recurring/:collection_id/left_out': async ({ leaveOut }) => ({ from: await leaveOut('event') }),
  'POST /me/session': () => ({ code: '123456' }),
  'POST /orders/:order_id/checkout': () => ({ success_url: 'https://example.org/done' }),
  'POST /waitlist/:waitlist_token': () => ({ answer: 'decline' }),
  'POST /people/:person_id/merge': async ({ account }) => ({
    merge_person_id: (await account.create('/people', 'person', { name: 'Twin' })).id,
  }),
  'POST /web_hooks/:web_hook_id/replay': () => ({ since: '2026-03-01', until: '2026-03-01 01:00' }),
  'PUT /bookings/:booking_id/status': () => ({ status: 'completed' }),
  'POST /bookings/:booking_id/resend_code': () => ({ resend_token: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  'PUT /bookings/:booking_id/own_person': async ({ account, own: { booking_id, person_id } }) => {
    const booking = { person_id, booked_for_name: 'Bo Berg' };
    await account.put(`/bookings/${booking_id}`, { json: { booking } });
    return {};
  },
  'PUT /bookings/:booking_id/verify_code': () => ({ verification_code: '12345' }),
  'POST /events/recurring': () => ({ recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } }),
};

/** Creates a visit. Its id is that of its first booking, too. */
export async function newVisit(world: World): Promise<number> {
  const visit = await validObject('visit', world);
  return (await world.account.create('/visits', 'visit', visit, { ignore_capacity: true })).id;
}

/** Returns the token of the link to a booking. The account needs public access. */
export async function linkTokenOf(account: TestAccount, bookingId: number): Promise<string> {
  const { body } = await account.get(`/bookings/${bookingId}/link`);
  return body.booking.link.split('/').at(-1);
}

/** Creates two accounts with one record of each kind. */
export async function createWorld(server: Pick<TestServer, 'account' | 'sql'>): Promise<World> {
  const [account, other] = [await server.account(), await server.account()];
  const own = await fill(account);
  const leaveOut = async (kind: 'booking' | 'event'): Promise<string> => {
    const from = Date.parse(hour(2 * next()));
    await server.sql(
      `with locked as materialized (
         select id, lock_record('recurrence', account_id, id) from recurrence where account_id = ? and collection_id = ?)
       update recurrence set left_out = left_out || jsonb_build_array(?::jsonb) from locked where recurrence.id = locked.id`,
      ...[account.credentials.id, own[kind === 'event' ? 'event_collection_id' : 'collection_id']],
      JSON.stringify({ from, to: from + 3_600_000, attribute: null, reason: 'is full' }),
    );
    return new Date(from).toISOString();
  };
  return { account, own, foreign: await fill(other), leaveOut };
}

async function fill(account: TestAccount): Promise<Ids> {
  const ids: Ids = { subdomain: account.credentials.subdomain };
  const add = async (wrapper: string, path: string, name = `${wrapper}_id`, more: object = {}): Promise<void> => {
    ids[name] = (await account.create(path, wrapper, { ...objects[wrapper]?.(ids), ...more })).id;
  };
  await add('resource', '/resources', undefined, { capacity: 100_000 });
  await add('service', '/services');
  await add('service_option', `/services/${ids['service_id']}/options`, undefined, { maximum: 100 });
  await add('service_option_group', `/services/${ids['service_id']}/option_groups`);
  await add('service', '/services', 'attendance_id', { booking_type: 'attendance' });
  await add('service', '/services', 'product_id', { booking_type: 'product', price: 10 });
  await add('order', '/orders');
  await add('person', '/people');
  await add('provider', '/providers');
  for (const wrapper of [
    'event',
    'booking',
    'category',
    'coupon',
    'gift_card',
    'message_template',
    'package',
    'tax_rate',
    'web_hook',
  ]) {
    await add(wrapper, wrapper === 'category' ? '/categories' : `/${wrapper}s`);
  }
  await add('visit', '/visits');
  await add('calendar_source', '/calendar_sources');
  await add('rota', '/rotas');
  await add('service', '/services', 'needed_service_id');
  await add('service_need', `/services/${ids['needed_service_id']}/needs`);
  await add('time_off', '/time_off');
  const { id: guardian } = await account.create('/people', 'person', { name: 'Guardian' });
  await add('guardian', `/people/${ids['person_id']}/guardians`, undefined, { person_id: guardian, pays: false });
  const billed = await account.create('/orders', 'order', { ...objects['order']?.(ids) });
  await add('document', `/orders/${billed.id}/documents`);
  const ticket = await account.graphql(
    `mutation ($id: Int!) {
      startPublicWaitlistEntry(input: { serviceId: $id, from: "2026-03-20", to: "2026-03-21", name: "Ola", email: "ola@example.org" }) {
        token entry { id }
      }
    }`,
    { id: ids['service_id'] },
  );
  const { token, entry } = ticket.data.startPublicWaitlistEntry;
  const { body } = await account.post('/client/users', { json: { user: objects['user']?.(ids) } });
  const recurring = await account.post('/bookings/recurring', {
    json: { booking: objects['booking']?.(ids), recurring: { rrule: 'FREQ=DAILY;COUNT=2' } },
  });
  const ofEvents = await account.post('/events/recurring', {
    json: { event: objects['event']?.(ids), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } },
  });
  const dated = freshDate();
  await account.put(`/resources/${ids['resource_id']}/exception_dates/${dated}`, { json: { opening_hours: [] } });
  return {
    ...ids,
    waitlist_token: token,
    waitlist_entry_id: entry.id,
    user_link_id: body.client_user_link.id,
    collection_id: recurring.body.collection_id,
    event_collection_id: ofEvents.body.collection_id,
    exception_date: dated,
  };
}
