import { accepted } from '../../src/platform/accepted.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const create = (attributes: object = {}) => account.create('/services', 'service', { title: 'Cut', ...attributes });

const wholeService = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  active: true,
  title: 'Cut',
  description: null,
  image: null,
  booking_type: 'appointment',
  booking_type_id: 1,
  interval: 60,
  next_interval: null,
  interval_rounding: null,
  buffer_before: 0,
  buffer_after: 0,
  max_slots: 1,
  booking_capacity: null,
  booking_minimum: null,
  has_day_booking: false,
  day_booking_specify_time: false,
  same_day: false,
  price: null,
  tax_rate_id: null,
  payment_required: false,
  deposit_type: null,
  deposit_value: null,
  deposit_from: null,
  deposit_for: null,
  allow_invoice: false,
  confirm_manually: null,
  priority_strategy: 'order',
  counts_named_bookings: true,
  priority_value: null,
  availability_type: 'provider',
  template: null,
  terms: null,
  custom_data: null,
  booking_form: null,
  mail_verification: null,
  mail_confirmation: null,
  mail_modification: null,
  mail_awaiting_confirmation: null,
  mail_cancellation: null,
  mail_waitlist_offer: null,
  sms_verification: null,
  sms_confirmation: null,
  sms_reminder: null,
  sms_modification: null,
  sms_awaiting_confirmation: null,
  sms_cancellation: null,
  sms_waitlist_offer: null,
  max_active_per_person: null,
  max_daily_per_person: null,
  max_weekly_per_person: null,
  max_daily_bookings: null,
  once_per_person: false,
  calendar_colour: null,
};

describe('a service', () => {
  it('is created from a title', async () => {
    const { status, body } = await account.post('/services', { json: { service: { title: 'Cut' } } });
    expect(status).toBe(200);
    expect(body).toEqual({ service: { ...wholeService, id: expect.any(Number) } });
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const given = {
      title: 'Class',
      description: 'Long\ntext',
      booking_type: 'attendance',
      interval: 45,
      next_interval: 15,
      interval_rounding: 5,
      buffer_before: 10,
      buffer_after: 1440,
      max_slots: 4,
      booking_capacity: 6,
      booking_minimum: 2,
      has_day_booking: true,
      day_booking_specify_time: true,
      same_day: true,
      payment_required: true,
      allow_invoice: true,
      confirm_manually: true,
      priority_strategy: 'weight',
      priority_value: -3,
      availability_type: 'resource',
      template: 'week',
      terms: 'None.',
      booking_form: '{{ form }}',
      mail_verification: 'a',
      mail_confirmation: 'b',
      mail_modification: 'c',
      mail_awaiting_confirmation: 'd',
      mail_cancellation: 'e',
      mail_waitlist_offer: 'l',
      sms_verification: 'f',
      sms_confirmation: 'g',
      sms_reminder: 'h',
      sms_modification: 'i',
      sms_awaiting_confirmation: 'j',
      sms_cancellation: 'k',
      sms_waitlist_offer: 'm',
    };
    const { body } = await account.post('/services', {
      json: { service: { ...given, price: 115.25, custom_data: { vip: true } } },
    });
    expect(body).toEqual({
      service: {
        ...wholeService,
        ...given,
        id: expect.any(Number),
        booking_type_id: 2,
        price: '115.25',
        custom_data: { vip: true },
      },
    });
    expect((await account.get(`/services/${body.service.id}`)).body).toEqual(body);
  });

  it('clears null attributes, and keeps absent ones', async () => {
    const { id } = await create({ price: 50, booking_capacity: 3, description: 'Text' });
    const { body } = await account.put(`/services/${id}`, { json: { service: { price: null, description: '' } } });
    expect(body.service).toMatchObject({ price: null, description: null, booking_capacity: 3, title: 'Cut' });
  });

  it.each([
    [{ booking_type_id: 1 }, { booking_type: 'appointment', booking_type_id: 1 }],
    [{ booking_type_id: '2' }, { booking_type: 'attendance', booking_type_id: 2 }],
    [{ booking_type_id: null }, { booking_type: 'appointment', booking_type_id: 1 }],
    [{ booking_type: 'product' }, { booking_type: 'product', booking_type_id: null }],
    [
      { booking_type: 'gift_card', booking_type_id: 2 },
      { booking_type: 'gift_card', booking_type_id: null },
    ],
    [
      { booking_type: 'attendance', booking_type_id: 9 },
      { booking_type: 'attendance', booking_type_id: 2 },
    ],
  ])('has the type of %j', async (given, type) => {
    expect(await create(given)).toMatchObject(type);
  });
});

describe('bad input', () => {
  it.each([
    [{ title: null }, { title: ["can't be blank"] }],
    [{ title: 'a'.repeat(256) }, { title: ['is too long (maximum is 255 characters)'] }],
    [{ description: 'a'.repeat(65_537) }, { description: ['is too long (maximum is 65536 characters)'] }],
    [
      { booking_type: 'lecture' },
      { booking_type: ['is not included in the list', expect.stringMatching(/^must be one of /)] },
    ],
    [{ booking_type_id: 3 }, { booking_type_id: ['is not included in the list'] }],
    [{ booking_type_id: 'x' }, { booking_type_id: ['is not a number'] }],
    [{ interval: 0 }, { interval: ['must be greater than 0'] }],
    [{ interval: 527_041 }, { interval: ['must be less than or equal to 527040'] }],
    [{ max_slots: 0 }, { max_slots: ['must be greater than 0'] }],
    [{ booking_capacity: 0 }, { booking_capacity: ['must be greater than 0'] }],
    [{ booking_minimum: 4, booking_capacity: 3 }, { booking_minimum: ['must be less than or equal to 3'] }],
    [{ price: -1 }, { price: ['must be greater than or equal to 0'] }],
    [{ calendar_colour: 'red' }, { calendar_colour: ['is invalid', 'must be a colour such as #1f5fbf'] }],
    [{ price: 'free' }, { price: ['is not a number'] }],
    [{ price: '12345678901' }, { price: ['is invalid'] }],
    [{ same_day: 'perhaps' }, { same_day: ['is invalid', accepted.boolean] }],
    [
      { priority_strategy: 'first' },
      { priority_strategy: ['is not included in the list', expect.stringMatching(/^must be one of /)] },
    ],
    [{ custom_data: { nested: {} } }, { custom_data: ['is invalid'] }],
    [
      { mail_confirmation: '{{ booking', sms_reminder: '{% if %}' },
      {
        mail_confirmation: ['is invalid', 'output "{{ booking" not closed, line:1, col:1'],
        sms_reminder: ['is invalid', expect.stringContaining('line:1')],
      },
    ],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const json = { service: { title: 'Cut', ...attributes } };
    const creation = await account.post('/services', { json });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const before = await create();
    const change = await account.put(`/services/${before.id}`, { json });
    expect([change.status, change.body]).toEqual([400, errors]);
    expect((await account.get(`/services/${before.id}`)).body.service).toEqual(before);
  });

  it('includes a required payment without a price, whichever of the two changes', async () => {
    const refusal = [400, { price: ["can't be blank", 'is needed when payment_required is true'] }];
    const answer = async (sent: ReturnType<typeof account.put>) => [(await sent).status, (await sent).body];
    expect(await answer(account.post('/services', { json: { title: 'Cut', payment_required: true } }))).toEqual(
      refusal,
    );
    const free = await create();
    expect(await answer(account.put(`/services/${free.id}`, { json: { payment_required: true } }))).toEqual(refusal);
    const paid = await create({ payment_required: true, price: 0 });
    expect(paid).toMatchObject({ payment_required: true, price: '0.0' });
    expect(await answer(account.put(`/services/${paid.id}`, { json: { price: null } }))).toEqual(refusal);
    expect((await account.get(`/services/${paid.id}`)).body.service).toEqual(paid);
  });

  it('is also checked together with the stored attributes', async () => {
    const { id } = await create({ booking_capacity: 3 });
    const { body } = await account.put(`/services/${id}`, { json: { service: { booking_minimum: 4 } } });
    expect(body).toEqual({ booking_minimum: ['must be less than or equal to 3'] });
  });
});

describe('lists', () => {
  const titles = ({ body }: { body: { service: { title: string } }[] }): string[] =>
    body.map(({ service }) => service.title);

  it('have services by priority, then by creation', async () => {
    const shop = await server.account();
    for (const [title, priority_value] of [
      ['none', null],
      ['second', 2],
      ['first', 1],
      ['again', 2],
      ['last', null],
    ]) {
      await shop.create('/services', 'service', { title, priority_value });
    }
    expect(titles(await shop.get('/services'))).toEqual(['first', 'second', 'again', 'none', 'last']);
  });

  it('have the services of a type', async () => {
    const shop = await server.account();
    const types = {
      appointments: 'appointment',
      attendances: 'attendance',
      products: 'product',
      gift_cards: 'gift_card',
    };
    for (const booking_type of Object.values(types)) {
      await shop.create('/services', 'service', { title: booking_type, booking_type });
    }
    const { id } = await shop.create('/services', 'service', { title: 'gone', booking_type: 'product' });
    await shop.del(`/services/${id}`);
    for (const [path, booking_type] of Object.entries(types)) {
      expect(titles(await shop.get(`/services/${path}`))).toEqual([booking_type]);
    }
    expect(titles(await shop.get('/services'))).toEqual(Object.values(types));
  });
});
