import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const book = (attributes: object, parameters: object = {}) =>
  account.post('/bookings', { json: { booking: { ...time, ...attributes }, ...parameters } });

const wholeBooking = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  service_id: null,
  event_id: null,
  person_id: null,
  booked_by_person_id: null,
  booked_for_name: null,
  price: null,
  overlapping_bookings: null,
  coupon_id: null,
  booking_type: 'appointment',
  booked_from: '2026-03-03T10:00:00+01:00',
  booked_to: '2026-03-03T11:00:00+01:00',
  count: 1,
  state: 'confirmed',
  active: true,
  status: null,
  expires_at: null,
  title: null,
  notes: null,
  reminder_at: null,
  reminded_at: null,
  paid_at: null,
  paid_amount: null,
  external_id: null,
  external_url: null,
  external_host_url: null,
  location_url: null,
  location_host_url: null,
  custom_data: null,
  collection_id: null,
  revision_count: 0,
  created_by: 'api',
  updated_by: 'api',
  verification_method: null,
  verification_code: null,
  person: null,
  service: null,
  event: null,
};

describe('the response', () => {
  it('equals the response of a later read', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 9 } });
    const person_attributes = { name: 'Kari', custom_data: { longer: 'x', b: 'y' } };
    const given = { custom_data: { longer: 1, b: true }, paid_amount: '9.5', title: ' x ', notes: 'å\n"' };
    const created = await book({ resource_id: resourceId, service_id: serviceId, person_attributes, ...given });
    expect(created.status).toBe(200);
    expect(created.text).toBe((await account.get(`/bookings/${created.body.booking.id}`)).text);
  });

  it('is the whole booking', async () => {
    const { resourceId } = await createBookableService(account);
    const { status, body } = await book({ resource_id: resourceId });
    expect(status).toBe(200);
    expect(body).toEqual({
      booking: {
        ...wholeBooking,
        id: expect.any(Number),
        resource_id: resourceId,
        resource: { id: resourceId, title: 'Chair' },
      },
    });
  });

  it('has every given attribute, and equals that of a later read', async () => {
    const { resourceId, serviceId } = await createBookableService(account, { resource: { capacity: 5 } });
    const person = await account.create('/people', 'person', { name: 'Kari' });
    const booker = await account.create('/people', 'person', { name: 'Ola' });
    const { body } = await book({
      resource_id: resourceId,
      service_id: serviceId,
      person_id: person.id,
      booked_by_person_id: booker.id,
      count: 2,
      status: 'checked_in',
      title: 'Æ',
      notes: 'line\nline',
      reminder_at: '2026-03-03T08:00:00Z',
      reminded_at: '03.03.26 08:30',
      paid_at: '2026-03-01 12:00',
      paid_amount: 115,
      external_id: 'x-1',
      external_url: 'https://example.org/1',
      external_host_url: 'https://example.org/host',
      custom_data: { colour: 'red', vip: true, age: 7, seen_at: '2026-03-01 12:00' },
      state: 'cancelled',
      location_url: 'https://ignored.example.org',
    });
    expect(body.booking).toEqual({
      ...wholeBooking,
      id: expect.any(Number),
      resource_id: resourceId,
      service_id: serviceId,
      person_id: person.id,
      booked_by_person_id: booker.id,
      count: 2,
      status: 'checked_in',
      title: 'Æ',
      notes: 'line\nline',
      reminder_at: '2026-03-03T09:00:00+01:00',
      reminded_at: '2026-03-03T08:30:00+01:00',
      paid_at: '2026-03-01T12:00:00+01:00',
      paid_amount: '115.0',
      external_id: 'x-1',
      external_url: 'https://example.org/1',
      external_host_url: 'https://example.org/host',
      custom_data: { colour: 'red', vip: true, age: '7', seen_at: '2026-03-01T12:00:00+01:00' },
      person,
      resource: { id: resourceId, title: 'Chair' },
      service: { id: serviceId, title: 'Cut' },
    });
    expect((await account.get(`/bookings/${body.booking.id}`)).body).toEqual(body);
  });

  it('has related objects in full if extended', async () => {
    const { resourceId, serviceId } = await createBookableService(account);
    const { body } = await book({ resource_id: resourceId, service_id: serviceId }, { extended: true });
    expect(body.booking.resource).toEqual((await account.get(`/resources/${resourceId}`)).body.resource);
    expect(body.booking.service).toEqual((await account.get(`/services/${serviceId}`)).body.service);
    const read = await account.get(`/bookings/${body.booking.id}?extended=1`);
    expect(read.body).toEqual(body);
  });
});

describe('the request', () => {
  it.each([
    ['wrapped JSON', (id: number) => ({ json: { booking: { ...time, resource_id: id } } })],
    ['unwrapped JSON', (id: number) => ({ json: { ...time, resource_id: String(id) } })],
    [
      'a form',
      (id: number) => ({
        form: `booking[resource_id]=${id}&booking[booked_from]=2026-03-03+10:00&booking[booked_to]=2026-03-03T11%3A00`,
      }),
    ],
  ])('can be %s', async (_, request) => {
    const { resourceId } = await createBookableService(account);
    const { status, body } = await account.post('/bookings', request(resourceId));
    expect([status, body.booking?.booked_to]).toEqual([200, '2026-03-03T11:00:00+01:00']);
  });

  it('accepts times that a clock change skips or repeats', async () => {
    const { resourceId } = await createBookableService(account, { resource: { capacity: 9 } });
    const at = async (from: string, to: string) => {
      const { body } = await book({ resource_id: resourceId, booked_from: from, booked_to: to });
      return [body.booking.booked_from, body.booking.booked_to];
    };
    expect(await at('2026-03-29 02:30', '2026-03-29 04:00')).toEqual([
      '2026-03-29T03:30:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ]);
    expect(await at('2026-10-25 02:30', '2026-10-25T02:30:00+01:00')).toEqual([
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:30:00+01:00',
    ]);
  });
});

it('sets the reminder by the settings of the account', async () => {
  const { resourceId } = await createBookableService(account, { resource: { capacity: 9 } });
  const reminderOf = async (attributes: object = {}) =>
    (await book({ resource_id: resourceId, ...attributes }, { add_reminder_sms: true })).body.booking.reminder_at;
  expect(await reminderOf()).toBe('2026-03-02T12:00:00+01:00');
  expect(await reminderOf({ booked_from: '2026-03-02 20:00' })).toBeNull();
  await server.configure(account, { settings: JSON.stringify({ sms_reminder_time: '18:30' }) });
  expect(await reminderOf()).toBe('2026-03-02T18:30:00+01:00');
});
