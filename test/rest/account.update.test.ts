import { accepted } from '../../src/platform/accepted.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
await server.account({ subdomain: 'name-that-is-taken' });

const put = (client: object, of = account) => of.put('/client', { json: { client } });
const show = async (of = account) => (await of.get('/client')).body.client;

const values = {
  subdomain: 'studio-9',
  name: 'Studio 9',
  email: 'studio@example.org',
  time_zone: 'Asia/Tokyo',
  country_code: 'SE',
  template: 3,
  locale: 'sv',
  currency: 'SEK',
  verification_method: 1,
  mail_notification_recipient: 'boss@example.org',
  mail_from_name: 'Acme of Oslo',
  reply_to: 'answers@example.org',
  calendar_attachment: 'file',
  person_overlaps: 'refuse',
  trade: 'salon',
  tax_rounding: 'net',
  deposit_type: 'percentage',
  deposit_value: '12.5',
  deposit_from: '500.0',
  deposit_for: 'new_people',
  legal_name: 'Studio 9 AB',
  organisation_number: '556000-4615',
  vat_number: 'SE556000461501',
  document_country: 'SE',
  documents: 'receipt',
  document_retention_years: 7,
  invoice_due_days: 14,
  vat_exchange_rate: '11.5325',
  phone_number: '+47 406 11 111',
  settings: { sms_reminder_time: '18:30', nested: { a: [1, 'b'] } },
  interval_rounding: 1440,
  slot_generation_type: 1,
  future_bookable_period: 'in 2 months',
  first_bookable_period: 'tomorrow at 12:00',
  cancellation_period: '24 hours',
  email_notification: true,
  sms_notification: true,
  confirm_manually: true,
  public_access: true,
  my_bookings: false,
  reminder_sms: true,
  closed_for_holidays: true,
  closed_days: [
    { from: '2026-07-06', to: '2026-07-26', reason: 'Summer', repeats_yearly: false },
    { from: '2026-12-24', to: '2027-01-02', reason: null, repeats_yearly: true },
  ],
  allow_cancellation: true,
  waitlist_hold_minutes: 45,
  max_active_per_person: 3,
  max_daily_per_person: 1,
  max_weekly_per_person: 0,
  message_retention_days: 30,
  delivery_retention_days: 3650,
  change_retention_days: 7,
  person_retention_months: 24,
  second_factor_required: true,
  session_idle_minutes: 30,
  accent_colour: '#1F5fbf',
  embed_origins: ['https://www.example.org', 'http://localhost:8080'],
};
const optionalTexts = [
  ...['google_analytics', 'css_url', 'address', 'google_merchant_id', 'google_merchant_key', 'service_template'],
  ...[
    'payment_provider',
    'verification_methods',
    'footer',
    'policies',
    'new_user_text',
    'new_booking_text',
    'booking_form',
  ],
  ...['person_form', 'resource_form', 'service_form', 'event_form', 'appointment_form', 'category_form'],
  ...[
    'sms_verification',
    'sms_confirmation',
    'sms_modification',
    'sms_cancellation',
    'sms_reminder',
    'sms_waitlist_offer',
  ],
  ...['mail_verification', 'mail_confirmation', 'mail_modification', 'mail_cancellation', 'mail_waitlist_offer'],
  ...['verification', 'confirmation', 'modification', 'cancellation', 'waitlist_offer'].map(
    (name) => `mail_${name}_subject`,
  ),
];
const cleared = [
  'message_retention_days',
  'delivery_retention_days',
  'change_retention_days',
  'person_retention_months',
  'legal_name',
  'organisation_number',
  'vat_number',
  'document_country',
  'documents',
  'document_retention_years',
  'invoice_due_days',
  'vat_exchange_rate',
  'max_active_per_person',
  'max_daily_per_person',
  'max_weekly_per_person',
  'accent_colour',
  'currency',
  'mail_notification_recipient',
  'mail_from_name',
  'reply_to',
  'phone_number',
  'settings',
  'logo',
].concat(['future_bookable_period', 'first_bookable_period', 'cancellation_period'], optionalTexts);

describe('an update', () => {
  it('sets every attribute, and null clears optional ones', async () => {
    const of = await server.account();
    const before = await show(of);
    const texts = Object.fromEntries(optionalTexts.map((name) => [name, `the ${name}`]));
    server.clock.advance(1);
    const { status } = await put({ ...values, ...texts }, of);
    const after = { ...before, ...values, ...texts, created_at: '2026-03-02T16:00:00+09:00' };
    expect(status).toBe(200);
    expect(await show(of)).toEqual({ ...after, updated_at: '2026-03-02T16:01:00+09:00' });
    const nothing = Object.fromEntries(cleared.map((name) => [name, null]));
    const { body } = await put({ ...nothing, embed_origins: null, closed_days: null }, of);
    expect(body).toEqual({
      client: { ...after, ...nothing, embed_origins: [], closed_days: [], updated_at: '2026-03-02T16:01:00+09:00' },
    });
    expect(Object.keys(body.client).toSorted()).toEqual(Object.keys(before).toSorted());
  });

  it('keeps absent attributes, ignores automatic ones, and accepts the object as it was returned', async () => {
    const of = await server.account();
    await put({ ...values, subdomain: 'same' }, of);
    const before = await show(of);
    const ignored = {
      id: 1,
      created_at: '2000-01-01',
      api_key: 'x',
      secret: 'x',
      api_enabled: false,
      suspended_at: '2020-01-01',
    };
    for (const client of [{}, ignored, before]) expect((await put(client, of)).body).toEqual({ client: before });
  });

  it('accepts a form, and an object without its wrapper', async () => {
    const form = [
      'client[name]=Form&client[public_access]=1&client[settings][sms_reminder_time]=09:00&client[footer]=',
      'client[closed_days][0][from]=2026-05-17&client[closed_days][0][reason]=May',
      'client[accent_colour]=%2300ff88&client[embed_origins][]=https://a.example&client[embed_origins][]=https://b.example',
    ].join('&');
    expect((await account.put('/client', { form })).body.client).toMatchObject({
      name: 'Form',
      accent_colour: '#00ff88',
      embed_origins: ['https://a.example', 'https://b.example'],
      closed_days: [{ from: '2026-05-17', to: '2026-05-17', reason: 'May', repeats_yearly: false }],
      public_access: true,
      settings: { sms_reminder_time: '09:00' },
      footer: null,
    });
    expect(
      (await account.put('/client', { json: { name: 'Unwrapped', country_code: 'se' } })).body.client,
    ).toMatchObject({
      name: 'Unwrapped',
      country_code: 'SE',
    });
  });

  it('is recorded in the change log without secrets', async () => {
    const of = await server.account();
    await put({ name: 'New', google_merchant_key: 'hidden' }, of);
    const [change] = await server.sql<Record<string, unknown>>(
      'select name, object_type, object_id, snapshot, previous from change where account_id = ?',
      of.credentials.id,
    );
    const { id } = of.credentials;
    expect(change).toMatchObject({
      name: 'account.modified',
      object_type: 'account',
      object_id: id,
      previous: { name: 'Acme' },
    });
    expect(change?.['snapshot']).toMatchObject({ id, name: 'New' });
    expect(JSON.stringify(change)).not.toMatch(new RegExp(`${of.credentials.secret}|hidden|"secret"|MerchantKey`));
  });

  it('of the time zone applies to the next request', async () => {
    const of = await server.account();
    const { id } = await of.create('/resources', 'resource', { title: 'Chair' });
    await put({ time_zone: 'America/New_York' }, of);
    const booking = { resource_id: id, booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
    expect((await of.create('/bookings', 'booking', booking)).booked_from).toBe('2026-03-03T10:00:00-05:00');
  });

  it('of two accounts to the same subdomain succeeds for one', async () => {
    const [one, other] = [await server.account(), await server.account()];
    const answers = await Promise.all([one, other].map((of) => put({ subdomain: 'wanted' }, of)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ subdomain: ['has already been taken'] });
  });
});

describe('bad input', () => {
  const blank = "can't be blank";
  const listed = ['is not included in the list', expect.stringMatching(/^must be one of /)];
  const long = 'x'.repeat(256);
  const tooLong = 'is too long (maximum is 255 characters)';
  let deep: object = {};
  for (let depth = 0; depth < 20; depth += 1) deep = { deep };

  it.each(['booking_form', 'new_user_text', 'mail_verification_subject', 'sms_reminder'])(
    'includes Liquid that cannot be parsed: %s',
    async (name) => {
      const { status, body } = await account.put('/client', { json: { client: { [name]: 'Hi {{ booking' } } });
      expect([status, body]).toEqual([
        400,
        { [name]: ['is invalid', 'output "{{ booking" not closed, line:1, col:4'] },
      ]);
    },
  );

  it.each([
    ...['subdomain', 'name', 'email', 'time_zone', 'country_code'].flatMap((name): [object, string, unknown][] => [
      [{ [name]: null }, name, blank],
      [{ [name]: ' ' }, name, blank],
      [{ [name]: {} }, name, 'is invalid'],
      [{ [name]: 'a\u0000b' }, name, 'is invalid'],
    ]),
    ...[
      'template',
      'verification_method',
      'interval_rounding',
      'slot_generation_type',
      'waitlist_hold_minutes',
      'message_retention_days',
      'delivery_retention_days',
      'change_retention_days',
      'person_retention_months',
    ].flatMap((name): [object, string, unknown][] => [
      [{ [name]: 'x' }, name, 'is not a number'],
      [{ [name]: 1.5 }, name, 'must be an integer'],
      [{ [name]: 1e12 }, name, 'must be less than or equal to 2147483647'],
    ]),
    ...[
      'email_notification',
      'sms_notification',
      'confirm_manually',
      'public_access',
      'reminder_sms',
      'closed_for_holidays',
      'allow_cancellation',
    ].map((name): [object, string, unknown] => [{ [name]: 'perhaps' }, name, ['is invalid', accepted.boolean]]),
    ...['future_bookable_period', 'first_bookable_period', 'cancellation_period'].flatMap(
      (name): [object, string, unknown][] => [
        [{ [name]: 'whenever' }, name, ['is invalid', accepted.period]],
        [{ [name]: 'in 900 years' }, name, ['is invalid', accepted.period]],
        [{ [name]: long }, name, tooLong],
      ],
    ),
    [{ subdomain: 'Acme Inc' }, 'subdomain', 'is invalid'],
    [{ subdomain: '-a' }, 'subdomain', 'is invalid'],
    [{ subdomain: 'x'.repeat(64) }, 'subdomain', 'is too long (maximum is 63 characters)'],
    [{ subdomain: 'name-that-is-taken' }, 'subdomain', 'has already been taken'],
    [{ name: long }, 'name', tooLong],
    [{ email: 'acme' }, 'email', 'is invalid'],
    [{ time_zone: 'Mars/Base' }, 'time_zone', ['is invalid', accepted.timeZone]],
    [{ country_code: 'QQ' }, 'country_code', ['is invalid', accepted.countryCode]],
    [{ country_code: 'NOR' }, 'country_code', 'is too long (maximum is 2 characters)'],
    [{ locale: 'it' }, 'locale', listed],
    [{ currency: 'XYZ' }, 'currency', ['is invalid', accepted.currency]],
    [{ currency: 'nok' }, 'currency', ['is invalid', accepted.currency]],
    [{ verification_method: 3 }, 'verification_method', listed],
    [{ slot_generation_type: 0 }, 'slot_generation_type', listed],
    [{ interval_rounding: 0 }, 'interval_rounding', 'must be greater than 0'],
    [{ interval_rounding: 1441 }, 'interval_rounding', 'must be less than or equal to 1440'],
    [{ session_idle_minutes: 4 }, 'session_idle_minutes', 'must be greater than or equal to 5'],
    [{ session_idle_minutes: 721 }, 'session_idle_minutes', 'must be less than or equal to 720'],
    [{ waitlist_hold_minutes: 4 }, 'waitlist_hold_minutes', 'must be greater than or equal to 5'],
    [{ waitlist_hold_minutes: 10_081 }, 'waitlist_hold_minutes', 'must be less than or equal to 10080'],
    ...['message_retention_days', 'delivery_retention_days'].flatMap((name): [object, string, unknown][] => [
      [{ [name]: 6 }, name, 'must be greater than or equal to 7'],
      [{ [name]: 3_651 }, name, 'must be less than or equal to 3650'],
    ]),
    [{ change_retention_days: 6 }, 'change_retention_days', 'must be greater than or equal to 7'],
    [{ change_retention_days: 31 }, 'change_retention_days', 'must be less than or equal to 30'],
    [{ person_retention_months: 0 }, 'person_retention_months', 'must be greater than or equal to 1'],
    [{ person_retention_months: 121 }, 'person_retention_months', 'must be less than or equal to 120'],
    [{ max_active_per_person: -1 }, 'max_active_per_person', 'must be greater than or equal to 0'],
    [{ max_daily_per_person: 10_001 }, 'max_daily_per_person', 'must be less than or equal to 10000'],
    [{ max_weekly_per_person: 10_001 }, 'max_weekly_per_person', 'must be less than or equal to 10000'],
    [{ template: -1 }, 'template', 'must be greater than or equal to 0'],
    [{ mail_notification_recipient: 'boss' }, 'mail_notification_recipient', 'is invalid'],
    [{ phone_number: '12' }, 'phone_number', 'is invalid'],
    [{ css_url: 'x'.repeat(2049) }, 'css_url', 'is too long (maximum is 2048 characters)'],
    [{ footer: 'x'.repeat(65_537) }, 'footer', 'is too long (maximum is 65536 characters)'],
    [{ settings: 'x' }, 'settings', 'is invalid'],
    [{ settings: [1] }, 'settings', 'is invalid'],
    [{ settings: { a: 'x'.repeat(70_000) } }, 'settings', 'is invalid'],
    [{ settings: deep }, 'settings', 'is invalid'],
    [{ settings: { a: '\u0000' } }, 'settings', 'is invalid'],
    [{ settings: { sms_reminder_time: 'noon' } }, 'settings', 'sms_reminder_time is invalid'],
    [{ settings: { sms_reminder_time: 12 } }, 'settings', 'sms_reminder_time is invalid'],
    ...['red', '#fff', '1f5fbf', '#1f5fbg', '#1f5fb;'].map((colour): [object, string, unknown] => [
      { accent_colour: colour },
      'accent_colour',
      ['is invalid', 'must be a colour such as #1f5fbf'],
    ]),
    [{ accent_colour: '#1f5fbf0' }, 'accent_colour', 'is too long (maximum is 7 characters)'],
    [{ accent_colour: {} }, 'accent_colour', 'is invalid'],
    ...['*', 'null', 'www.example.org', 'https://example.org/', 'https://*.example.org', `https://${long}.example`].map(
      (origin): [object, string, unknown] => [
        { embed_origins: ['https://example.org', origin] },
        'embed_origins',
        ['is invalid', 'must be origins such as https://app.example.org'],
      ],
    ),
    [{ embed_origins: Array(21).fill('https://example.org') }, 'embed_origins', 'is too long (maximum is 20 items)'],
    [{ embed_origins: [{}] }, 'embed_origins', 'is invalid'],
    [{ closed_days: Array(201).fill({ from: '2026-07-06' }) }, 'closed_days', 'is too long (maximum is 200 items)'],
    [{ closed_days: '2026-07-06' }, 'closed_days', 'is invalid'],
    ...(
      [
        [{ from: '2026-07-06', to: '2026-07-05' }, 'to must not be before from'],
        [{ from: '2026-07-06', to: '2027-07-08' }, 'to must be at most 366 days after from'],
        [{ from: '1899-12-31' }, 'dates must be in the years 1900 to 2200'],
        [
          { from: '2026-07-06', to: '2027-07-06', repeats_yearly: true },
          'dates that repeat yearly must last less than a year',
        ],
        [{ from: '2026-07-06', reason: long }, 'reason is too long (maximum is 255 characters)'],
        [{ from: '2026-07-06', reason: 'a\nb' }, 'reason must be one line of text'],
      ] as const
    ).map(([day, problem]): [object, string, unknown] => [
      // They are stored by date.
      { closed_days: [{ from: '2026-12-31' }, { from: '2026-12-30' }, day] },
      'closed_days',
      ['is invalid', problem, `in item 3 (${day.from})`],
    ]),
    [{ logo: 'https://example.org/logo.png' }, 'logo', 'is invalid'],
    [{ logo: 7 }, 'logo', 'is invalid'],
    [{ logo: 'data:image/png;base64,AAAA' }, 'logo', 'must be a PNG, JPEG, GIF or WebP image'],
    [{ remove_logo: 'perhaps' }, 'remove_logo', ['is invalid', accepted.boolean]],
  ] satisfies [object, string, unknown][])(
    '%j is reported for %s, and nothing is written',
    async (client, attribute, message) => {
      const of = attribute === 'subdomain' ? await server.account() : account;
      const before = [await show(of), await server.changes(of)];
      const { status, body } = await put(client, of);
      expect([status, body]).toEqual([400, { [attribute]: [message].flat() }]);
      expect([await show(of), await server.changes(of)]).toEqual(before);
    },
  );

  it('is reported for all attributes in one response', async () => {
    const { body } = await put({ name: '', email: 'x', currency: 'x', interval_rounding: 0, cancellation_period: 'x' });
    expect(Object.keys(body).toSorted()).toEqual([
      'cancellation_period',
      'currency',
      'email',
      'interval_rounding',
      'name',
    ]);
  });
});
