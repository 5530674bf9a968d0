import { routes } from '../../src/http/rest/routes/index.js';
import { bookService, createBookableService, createEvent } from '../support/catalog.js';
import { routeOf } from '../support/route-coverage.js';
import { type RestAnswer, useTestServer } from '../support/test-server.js';

/** A path, the wrapper of its response, and attributes that change the object. */
interface Target {
  path: string;
  wrapper: string;
  change: object;
}

const server = await useTestServer({ now: '2026-03-02T07:00:00.250Z' });
const account = await server.account();
const targets = await createTargets();
server.clock.set('2026-03-02T07:30:00.750Z');

/** Creates an object of each kind with as many attributes as possible. */
async function createTargets(): Promise<Target[]> {
  const custom_data = { zone: 2, area: 'x', open: true, come_at: '2026-01-01 10:00', go_at: '2026-07-01T10:00:00Z' };
  const texts = { description: 'Short', price: '100', custom_data };
  const { serviceId, resourceId } = await createBookableService(account, {
    service: { ...texts, notes: 'Bring a towel', interval: 30 },
    resource: { custom_data, capacity: 2 },
  });
  const [{ provider }] = (await account.get('/providers')).body;
  const event = await createEvent(account, { custom_data, recurrence: null, price: '10.5' });
  const person = await account.create('/people', 'person', {
    name: 'Ola',
    email: 'Ola@example.org',
    phone_number: '406 12 345',
    country_code: 'no',
    date_of_birth: '1990-01-02',
    password: 'a long password',
    custom_data,
  });
  const applies_to = { services: [serviceId], resources: [resourceId] };
  const coupon = { title: 'Spring', code: 'SPRING', value_type: 'amount', value: 10, applies_to };
  const { id: couponId } = await account.create('/coupons', 'coupon', coupon);
  const booking = await bookService(
    account,
    { serviceId, resourceId },
    { person_id: person.id, title: 'Cut', custom_data, coupon_id: couponId, reminder_at: '2026-03-04 08:00' },
    { confirm: false },
  );
  const hold = await bookService(account, { serviceId, resourceId }, { person_id: person.id, expires_at: null });
  const template = {
    message_type: 'confirmation',
    delivery_type: 'email',
    template: 'Welcome!',
    subject: 'Hello',
    delivery_timing: 'in 5 minutes',
    services: [serviceId],
    custom_data,
  };
  const { id: templateId } = await account.create('/message_templates', 'message_template', template);
  const { id: giftCardId } = await account.create('/gift_cards', 'gift_card', {
    value: 5000,
    valid_until: '2027-01-01',
  });
  const { id: parentId } = await account.create('/categories', 'category', { title: 'All' });
  const category = { title: 'Hair', parent_id: parentId, service_id_list: [serviceId], custom_data };
  const { id: categoryId } = await account.create('/categories', 'category', category);
  const hook = { target_url: 'https://example.org', event: '*' };
  const { id: webHookId } = await account.create('/web_hooks', 'web_hook', hook);
  const secret = { resource_id: resourceId, url: 'https://calendar.example.org/private/basic.ics' };
  const { id: sourceId } = await account.create('/calendar_sources', 'calendar_source', secret);
  const { id: packageId } = await account.create('/packages', 'package', { title: 'Ten', units: 10 });
  const { id: taxRateId } = await account.create('/tax_rates', 'tax_rate', { name: 'VAT', percentage: '25.0' });
  const of = `/services/${serviceId}`;
  const { id: groupId } = await account.create(`${of}/option_groups`, 'service_option_group', { title: 'Care' });
  const option = { title: 'Wash', group_id: groupId, minutes: 10, price: '50.0' };
  const { id: optionId } = await account.create(`${of}/options`, 'service_option', option);
  const rota = {
    resource_id: resourceId,
    valid_from: '2026-04-01',
    weeks: [{ opening_hours_tue: ['09:00', '12:00'] }],
  };
  const { id: rotaId } = await account.create('/rotas', 'rota', rota);
  const need = { title: 'Stylist', segments: [{ offset: 0, length: 20 }] };
  const { id: neededId } = await account.create('/services', 'service', { title: 'Colour' });
  const { id: needId } = await account.create(`/services/${neededId}/needs`, 'service_need', need);
  const { id: motherId } = await account.create('/people', 'person', { name: 'Mother' });
  const guardian = await account.create(`/people/${person.id}/guardians`, 'guardian', { person_id: motherId });
  const user = { name: 'Ola', email: 'ola@example.org', role: 'manager' };
  const { body: link } = await account.post('/client/users', { json: { user } });
  const dates = `/resources/${resourceId}/exception_dates`;
  await account.put(`${dates}/2026-12-24`, { json: { opening_hours: ['9:00', '12:00', '12:00', '15:00'] } });
  await account.put('/client', {
    json: { client: { footer: 'Bye', custom_data, settings: { sms_reminder_time: '8 hours' } } },
  });
  const waiting = {
    service_id: serviceId,
    from: '2026-03-20',
    to: '2026-03-21',
    name: 'Ola',
    email: 'ola@example.org',
  };
  const { id: waitingId } = await account.create('/waitlist', 'waitlist_entry', waiting);
  return [
    { path: '/client', wrapper: 'client', change: { footer: 'Hello' } },
    { path: `/client/users/${link.client_user_link.id}`, wrapper: 'client_user_link', change: { role: 'staff' } },
    { path: `/coupons/${couponId}`, wrapper: 'coupon', change: { value: 11 } },
    { path: `/gift_cards/${giftCardId}`, wrapper: 'gift_card', change: { value: 4000 } },
    { path: `/categories/${categoryId}`, wrapper: 'category', change: { service_id_list: [] } },
    { path: `/message_templates/${templateId}`, wrapper: 'message_template', change: { services: [] } },
    { path: `/calendar_sources/${sourceId}`, wrapper: 'calendar_source', change: { name: 'Home' } },
    { path: `/web_hooks/${webHookId}`, wrapper: 'web_hook', change: { event: 'booking.*' } },
    { path: `/packages/${packageId}`, wrapper: 'package', change: { units: 12 } },
    { path: `/tax_rates/${taxRateId}`, wrapper: 'tax_rate', change: { percentage: '12.5' } },
    { path: `/guardians/${guardian.id}`, wrapper: 'guardian', change: { pays: false } },
    { path: `/service_options/${optionId}`, wrapper: 'service_option', change: { price: '60.0' } },
    { path: `/service_option_groups/${groupId}`, wrapper: 'service_option_group', change: { maximum: 2 } },
    { path: `/rotas/${rotaId}`, wrapper: 'rota', change: { weeks: [{}, { opening_hours_mon: [] }] } },
    { path: `/service_needs/${needId}`, wrapper: 'service_need', change: { segments: [{ offset: 5, length: 20 }] } },
    { path: `${dates}/2026-12-24`, wrapper: 'resource_exception_date', change: { opening_hours: [] } },
    { path: `/services/${serviceId}`, wrapper: 'service', change: { interval: 45 } },
    { path: `/resources/${resourceId}`, wrapper: 'resource', change: { opening_hours_mon: ['10:00', '17:00'] } },
    { path: `/providers/${provider.id}`, wrapper: 'provider', change: { priority_value: 3 } },
    { path: `/events/${event.id}`, wrapper: 'event', change: { ends_at: '2026-03-03 14:00' } },
    { path: `/waitlist/${waitingId}`, wrapper: 'waitlist_entry', change: { places: 2 } },
    { path: `/people/${person.id}`, wrapper: 'person', change: { custom_data: { zone: 3 } } },
    { path: `/bookings/${booking.id}`, wrapper: 'booking', change: { notes: 'Early' } },
    { path: `/bookings/${hold.id}`, wrapper: 'booking', change: { notes: 'Late' } },
  ];
}

/** The tested routes. */
const tried = new Set<string>();

/** Sends a PUT that must change nothing. */
async function changesNothing(path: string, object: string, json: object = {}): Promise<RestAnswer> {
  tried.add(routeOf('PUT', path)?.path ?? '');
  const before = await account.get(object);
  const changes = await server.changes(account);
  const answer = await account.put(path, { json });
  expect([path, answer.status, answer.body?.error ?? null]).toEqual([path, 200, null]);
  const after = await account.get(object);
  expect([path, json, after.body, after.headers.get('etag')]).toEqual([
    path,
    json,
    before.body,
    before.headers.get('etag'),
  ]);
  expect([path, await server.changes(account)]).toEqual([path, changes]);
  return answer;
}

/** Sends a PUT that must change the object. */
async function changesSomething(path: string, object: string, json: object = {}): Promise<void> {
  const before = await account.get(object);
  const changes = await server.changes(account);
  const { status } = await account.put(path, { json });
  const after = await account.get(object);
  expect([path, status]).toEqual([path, 200]);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect((await server.changes(account)).length).toBeGreaterThan(changes.length);
}

describe('a PUT', () => {
  it('with the response of GET changes nothing, and one with another value changes the object', async () => {
    for (const { path, wrapper, change } of targets) {
      const shown = (await account.get(path)).body;
      const { body } = await changesNothing(path, path, shown);
      expect(body).toEqual(shown);
      await changesNothing(path, path, { [wrapper]: {} });
      await changesSomething(path, path, { [wrapper]: change });
      const { [wrapper]: changed } = (await account.get(path)).body;
      if ('updated_at' in changed) expect([path, changed.updated_at]).toEqual([path, '2026-03-02T08:30:00+01:00']);
      await changesNothing(path, path, { [wrapper]: change });
    }
  });

  it('that repeats a transition changes nothing', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari' });
    const person = `/people/${id}`;
    for (const step of ['block', 'unblock']) {
      await changesSomething(`${person}/${step}`, person);
      await changesNothing(`${person}/${step}`, person);
    }
    await account.del(person);
    await changesSomething(`${person}/undelete`, person);
    await changesNothing(`${person}/undelete`, person);

    const booking = targets.at(-1)?.path ?? '';
    await changesSomething(`${booking}/status`, booking, { status: 'completed' });
    await changesNothing(`${booking}/status`, booking, { status: 'completed' });

    const { serviceId, resourceId } = await createBookableService(account);
    const { body } = await account.post('/bookings/recurring', {
      json: {
        booking: {
          service_id: serviceId,
          resource_id: resourceId,
          booked_from: '2026-03-09 12:00',
          booked_to: '2026-03-09 13:00',
        },
        recurring: { rrule: 'FREQ=DAILY;COUNT=2' },
      },
    });
    const [{ booking: first }] = (await account.get(`/bookings?resource_id=${resourceId}`)).body;
    const series = `/bookings/recurring/${body.collection_id}/cancel`;
    await changesSomething(series, `/bookings/${first.id}`);
    await changesNothing(series, `/bookings/${first.id}`);
  });

  it('of exception dates records only those that change', async () => {
    const { resourceId } = await createBookableService(account);
    const path = `/resources/${resourceId}/exception_dates`;
    const christmas = { exception_date: '2026-12-25', opening_hours: ['10:00', '12:00'] };
    const eve = { exception_date: '2026-12-31', opening_hours: [] };
    await account.put(path, { json: { resource_exception_dates: [christmas, eve] } });
    const of = (date: string) => account.get(`${path}/${date}`);
    const [before, unchanged] = [await of('2026-12-25'), await of('2026-12-31')];
    await changesNothing(path, `${path}/2026-12-25`, { resource_exception_dates: [christmas, eve] });

    const changes = await server.changes(account);
    const later = { ...christmas, opening_hours: ['11:00', '12:00'] };
    const { status, body } = await account.put(path, { json: { resource_exception_dates: [later, eve] } });
    expect([status, body.length]).toEqual([200, 2]);
    expect(await server.changes(account)).toEqual([...changes, 'resource_exception_date.modified']);
    expect((await of('2026-12-25')).headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await of('2026-12-31')).headers.get('etag')).toBe(unchanged.headers.get('etag'));
  });

  it('with the same values in another form changes nothing', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    const made = await bookService(
      account,
      { serviceId, resourceId },
      { paid_amount: '10', custom_data: { a: 1, b: true }, expires_at: '2026-03-04 11:00', notes: null },
    );
    const path = `/bookings/${made.id}`;
    for (const same of [
      { booked_from: '2026-03-04T11:00:00Z' },
      { booked_from: '2026-03-04T12:00:00+01:00', booked_to: '2026-03-04 13:00' },
      { paid_amount: 10 },
      { paid_amount: '10.00' },
      { custom_data: { b: 'true', a: '1', c: null } },
      { count: 1 },
      { count: '1' },
      { notes: '' },
      { external_id: null },
      { person_id: null, coupon_id: null },
    ]) {
      await changesNothing(path, path, { booking: same });
    }
    for (const other of [
      { booked_from: '2026-03-04T11:00:00+02:00', booked_to: '2026-03-04T12:00:00+02:00' },
      { paid_amount: '10.01' },
      { custom_data: { a: 1, b: false } },
      { custom_data: { a: 1 } },
      { notes: '{"a":1}' },
      { notes: '{ "a":1}' },
    ]) {
      await changesSomething(path, path, { booking: other });
    }
    expect((await account.get(path)).body.booking.revision_count).toBe(6);
  });

  it('that changes nothing sends no message', async () => {
    const booking = targets.at(-1)?.path ?? '';
    await account.put(booking, { json: { booking: { notes: 'Late' } } });
    const requests = async () => (await server.sql('select id from message_request')).length;
    const before = await requests();
    await changesNothing(booking, booking, { booking: { notes: 'Late' }, modification_send_email: true });
    expect(await requests()).toBe(before);
    await changesSomething(booking, booking, { booking: { notes: 'Later' }, modification_send_email: true });
    expect(await requests()).toBe(before + 1);
  });

  it('is tested at every path that accepts a repetition', () => {
    const refusing = [
      ...['verify', 'verify_code', 'confirm', 'decline', 'cancel'].map((step) => `/bookings/:booking_id/${step}`),
      '/orders/:order_id/cancel',
      ...['approve', 'decline', 'withdraw'].map((step) => `/time_off/:time_off_id/${step}`),
      '/waitlist/:waitlist_entry_id/offer',
      '/bookings/:booking_id/own_person',
      '/visits/:visit_id/cancel',
    ];
    // A clock moves on, each revocation ends the links of before, and each rotation makes another secret. The tests of series repeat their changes.
    const others = [
      '/test_clock',
      '/client/rotate_secret',
      '/web_hooks/:web_hook_id/rotate_secret',
      '/bookings/:booking_id/revoke_link',
      '/bookings/recurring/:collection_id',
      '/events/recurring/:collection_id',
      // Each of its bookings is written as by its own path.
      '/visits/:visit_id',
    ];
    const puts = routes.filter(({ method }) => method === 'PUT').map(({ path }) => path);
    expect(puts.filter((path) => !tried.has(path)).toSorted()).toEqual([...refusing, ...others].toSorted());
  });
});
