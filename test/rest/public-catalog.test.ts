import { accepted } from '../../src/platform/accepted.js';
import { createBookableService, createEvent } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const visitor = new Visitor(account);

const unknown = { status: 404, body: { error: { description: 'Not found' } }, headers: expect.anything() };
const create = (wrapper: string, path: string, attributes: object = {}, of = account) =>
  of.create(path, wrapper, { title: 'Hair', ...attributes });

const wholeService = {
  title: 'Cut',
  description: null,
  image: null,
  booking_type: 'appointment',
  interval: 60,
  interval_from: null,
  interval_to: null,
  price_from: null,
  price_to: null,
  next_interval: null,
  max_slots: 1,
  booking_capacity: null,
  booking_minimum: null,
  has_day_booking: false,
  day_booking_specify_time: false,
  same_day: false,
  price: null,
  tax_name: null,
  payment_required: false,
  deposit: null,
  allow_invoice: false,
  priority_value: null,
  template: null,
  terms: null,
};

describe('a visitor can read', () => {
  it('the account of the site', async () => {
    await server.configure(account, { new_booking_text: 'Welcome', footer: 'Bye', currency: 'NOK', locale: 'nb' });
    expect((await visitor.get('/client')).body).toEqual({
      client: {
        subdomain: account.credentials.subdomain,
        name: 'Acme',
        locale: 'nb',
        time_zone: 'Europe/Oslo',
        country_code: 'NO',
        currency: 'NOK',
        address: null,
        phone_number: null,
        logo: null,
        css_url: null,
        footer: 'Bye',
        new_user_text: null,
        new_booking_text: 'Welcome',
        verification_method: 0,
        first_bookable_period: null,
        future_bookable_period: null,
        my_bookings: true,
        allow_cancellation: false,
        cancellation_period: null,
      },
    });
  });

  it('services, all or by type, and one', async () => {
    const types = ['appointment', 'attendance', 'product', 'gift_card'];
    const services: object[] = [];
    for (const booking_type of types) {
      const { id } = await create('service', '/services', { title: 'Cut', booking_type, price: 115 });
      services.push({ service: { ...wholeService, id, booking_type, price: '115.0' } });
      expect((await visitor.get(`/services/${booking_type}s`)).body).toEqual(services.slice(-1));
      expect((await visitor.get(`/services/${id}`)).body).toEqual(services.at(-1));
    }
    expect((await visitor.get('/services')).body).toEqual(services);
  });

  it('categories, one of them, and its services', async () => {
    const { id: service } = await create('service', '/services', { title: 'Cut' });
    const { id: gone } = await create('service', '/services');
    const { id: root } = await create('category', '/categories');
    const leaf = { parent_id: root, priority_value: 1, service_id_list: [service, gone] };
    const { id } = await create('category', '/categories', leaf);
    await account.del(`/services/${gone}`);
    const category = { id, title: 'Hair', parent_id: root, priority_value: 1 };
    const rootCategory = { id: root, title: 'Hair', parent_id: null, priority_value: null };
    expect((await visitor.get('/categories')).body).toEqual([{ category }, { category: rootCategory }]);
    expect((await visitor.get(`/categories/${id}`)).body).toEqual({ category });
    expect((await visitor.get(`/categories/${id}/services`)).body).toEqual([
      { service: { ...wholeService, id: service } },
    ]);
  });

  it('resources, and one: their titles, descriptions and images', async () => {
    const shown = { title: 'Chair', description: 'By the window' };
    const { id } = await create('resource', '/resources', { ...shown, capacity: 3 });
    expect((await visitor.get('/resources')).body).toEqual([{ resource: { id, ...shown, image: null } }]);
    expect((await visitor.get(`/resources/${id}`)).body).toEqual({ resource: { id, ...shown, image: null } });
  });

  it('published events and their free capacity', async () => {
    const event = await createEvent(account, { description: 'Bring a mat', last_booking_at: '2026-03-03 11:00' });
    const later = await createEvent(account, { starts_at: '2026-03-04 12:00', ends_at: '2026-03-04 13:00' });
    await createEvent(account, { published: false });
    await account.create('/bookings', 'booking', { event_id: event.id, count: 2 });
    const whole = {
      id: event.id,
      resource_id: event.resource_id,
      service_id: event.service_id,
      title: 'Yoga',
      description: 'Bring a mat',
      capacity: 3,
      availability: 1,
      starts_at: '2026-03-03T12:00:00+01:00',
      ends_at: '2026-03-03T13:00:00+01:00',
      first_booking_at: null,
      last_booking_at: '2026-03-03T11:00:00+01:00',
    };
    const { body } = await visitor.get('/events');
    expect([body.length, body[0]]).toEqual([2, { event: whole }]);
    expect((await visitor.get(`/events/${event.id}`)).body).toEqual({ event: whole });
    const ids = async (query: string) =>
      (await visitor.get(`/events?${query}`)).body.map(({ event: { id } }: { event: { id: number } }) => id);
    expect(await ids('order=starts_at_desc')).toEqual([later.id, event.id]);
    expect(await ids(`service_id=${later.service_id}`)).toEqual([later.id]);
    expect(await ids(`resource_id=${event.resource_id}`)).toEqual([event.id]);
    expect(await ids('start=2026-03-04')).toEqual([later.id]);
    expect(await ids('end=2026-03-04')).toEqual([event.id]);
  });

  it('slots and dates, as with a key', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    for (const path of ['slots', 'available_dates', 'next_available_date']) {
      const query = `/services/${serviceId}/${path}?from=2026-03-03&to=2026-03-05&selected_resources[]=${resourceId}`;
      const { status, body } = await visitor.get(query);
      expect([status, body]).toEqual([200, (await account.get(query)).body]);
      expect(body.length).toBeGreaterThan(0);
    }
  });
});

describe('a visitor cannot read', () => {
  it('deleted objects', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const event = await createEvent(account);
    const { id: category } = await create('category', '/categories');
    const gone = [
      `/services/${serviceId}`,
      `/resources/${resourceId}`,
      `/events/${event.id}`,
      `/categories/${category}`,
    ];
    for (const path of gone) {
      expect((await visitor.get(path)).status).toBe(200);
      await account.del(path);
      expect(await visitor.get(path)).toEqual(unknown);
    }
    for (const path of ['slots', 'available_dates', 'next_available_date']) {
      expect(await visitor.get(`/services/${serviceId}/${path}`)).toEqual(unknown);
    }
    expect(await visitor.get(`/categories/${category}/services`)).toEqual(unknown);
    expect((await visitor.get('/events')).body).toEqual([]);
    expect((await visitor.get('/categories')).body).toEqual([]);
  });

  it('an event that is not published', async () => {
    const { id } = await createEvent(account, { published: false });
    expect(await visitor.get(`/events/${id}`)).toEqual(unknown);
    expect((await visitor.get('/events')).headers.get('total-count')).toBe('0');
    expect((await account.get(`/events/${id}`)).status).toBe(200);
  });

  it('objects of another account', async () => {
    const other = await server.account();
    const { serviceId, resourceId } = await createBookableService(other);
    const event = await createEvent(other);
    const { id: category } = await create('category', '/categories', { service_id_list: [serviceId] }, other);
    const theirs = ['', '/slots', '/available_dates', '/next_available_date'].map(
      (part) => `/services/${serviceId}${part}`,
    );
    for (const path of [...theirs, `/resources/${resourceId}`, `/events/${event.id}`, `/categories/${category}`]) {
      expect(await visitor.get(path)).toEqual(unknown);
    }
  });

  it.each([
    ['/events?start=soon', { start: ['is invalid', accepted.dateTime] }],
    ['/events?order=title', { order: ['is not included in the list', expect.stringMatching(/^must be one of /)] }],
    ['/events?service_id=x', { service_id: ['is not a number'] }],
    ['/services?a=%zz', { base: ['is not valid form data'] }],
  ])('a response to %s', async (path, errors) => {
    const { status, body } = await visitor.get(path);
    expect([status, body]).toEqual([400, errors]);
  });
});

/** Contained in every text that visitors may not read. */
const secret = 'sesame';

/** Writes the word into every text column of the account's rows, except those that are public. */
async function hide(table: string, shown: readonly string[]): Promise<void> {
  const columns = await server.sql<{ name: string; type: string; length: number | null }>(
    `select column_name as name, data_type as type, character_maximum_length as length
     from information_schema.columns where table_name = ? and table_schema = 'public'`,
    table,
  );
  const texts = columns.filter(({ name, length }) => !shown.includes(name) && (length ?? 255) >= 200);
  const sets = texts.flatMap(({ name, type }) => {
    if (type === 'jsonb') return [`"${name}" = '{"word": "${secret}"}'`];
    return ['text', 'character varying'].includes(type) ? [`"${name}" = '${secret}@example.org'`] : [];
  });
  const key = table === 'account' ? 'id' : 'account_id';
  await server.sql(`update "${table}" set ${sets.join(', ')} where ${key} = ?`, account.credentials.id);
}

describe('a response to a visitor', () => {
  it('does not contain private texts', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const event = await createEvent(account);
    const { id: category } = await create('category', '/categories', { service_id_list: [serviceId] });
    await account.create('/bookings', 'booking', { event_id: event.id, person_attributes: { name: secret } });
    const page = ['name', 'time_zone', 'address', 'phone_number', 'logo', 'pictures', 'css_url', 'footer', 'currency'];
    const texts = ['new_user_text', 'new_booking_text', 'first_bookable_period', 'future_bookable_period'];
    const fees = ['cancellation_fees', 'cancellation_policy'];
    await hide('account', ['subdomain', 'moved_to', 'cancellation_period', 'closed_days', ...fees, ...page, ...texts]);
    const closedDay = { from: '2020-01-01', to: '2020-01-01', reason: secret, repeatsYearly: false };
    await server.sql(
      'update account set closed_days = ? where id = ?',
      ...[JSON.stringify([closedDay]), account.credentials.id],
    );
    await hide('service', ['title', 'description', 'image', 'template', 'terms', 'package_service_ids', ...fees]);
    await hide('resource', ['title', 'description', 'image']);
    await hide('event', ['title', 'description']);
    await hide('category', ['title']);
    await hide('booking', []);
    await hide('person', []);
    const kept = await account.get('/client');
    expect(JSON.stringify(kept.body).split(secret).length).toBeGreaterThan(20);

    const paths = [
      ...['/client', '/services', '/services/appointments', '/services/attendances', `/services/${serviceId}`],
      ...['slots', 'available_dates', 'next_available_date'].map((part) => `/services/${serviceId}/${part}`),
      ...['/categories', `/categories/${category}`, `/categories/${category}/services`],
      ...['/resources', `/resources/${resourceId}`, '/events', `/events/${event.id}`],
    ];
    for (const path of paths) {
      const { status, body } = await visitor.get(path);
      expect([path, status, JSON.stringify(body).includes(secret)]).toEqual([path, 200, false]);
      expect(JSON.stringify(body)).not.toContain(account.credentials.api_key);
    }
  });
});
