import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

const texts = [
  ...[
    'address',
    'css_url',
    'currency',
    'footer',
    'policies',
    'logo',
    'phone_number',
    'settings',
    'mail_notification_recipient',
  ],
  ...['mail_from', 'mail_from_name', 'reply_to'],
  ...['google_analytics', 'google_merchant_id', 'google_merchant_key', 'service_template', 'payment_provider'],
  ...['verification_methods', 'future_bookable_period', 'first_bookable_period', 'cancellation_period'],
  ...['new_user_text', 'new_booking_text', 'booking_form', 'person_form', 'resource_form', 'service_form'],
  ...['event_form', 'appointment_form', 'category_form', 'accent_colour'],
  ...[
    'sms_verification',
    'sms_confirmation',
    'sms_modification',
    'sms_cancellation',
    'sms_reminder',
    'sms_waitlist_offer',
  ],
  ...['mail_verification', 'mail_confirmation', 'mail_modification', 'mail_cancellation', 'mail_waitlist_offer'],
  ...[
    'mail_verification_subject',
    'mail_confirmation_subject',
    'mail_modification_subject',
    'mail_cancellation_subject',
    'mail_waitlist_offer_subject',
  ],
];

it('is returned with all attributes except secrets', async () => {
  const account = await server.account({ locale: 'nb', verification: 'sms', publicAccess: true });
  await server.configure(account, { settings: JSON.stringify({ sms_reminder_time: '18:00' }), currency: 'NOK' });
  const { status, body } = await account.get('/client');
  expect(status).toBe(200);
  expect(body).toEqual({
    client: {
      ...Object.fromEntries(texts.map((name) => [name, null])),
      embed_origins: [],
      dashboard_networks: [],
      id: account.credentials.id,
      created_at: '2026-03-02T08:00:00+01:00',
      updated_at: '2026-03-02T08:00:00+01:00',
      subdomain: account.credentials.subdomain,
      name: 'Acme',
      email: 'acme@example.org',
      time_zone: 'Europe/Oslo',
      trust_moves: false,
      informal_german: false,
      country_code: 'NO',
      locale: 'nb',
      template: 1,
      currency: 'NOK',
      verification_method: 2,
      email_notification: false,
      sms_notification: false,
      confirm_manually: false,
      public_access: true,
      my_bookings: true,
      remember_visitors: false,
      reminder_sms: false,
      sandbox: false,
      closed_for_holidays: false,
      closed_days: [],
      max_active_per_person: null,
      max_daily_per_person: null,
      max_weekly_per_person: null,
      person_overlaps: 'off',
      trade: null,
      tax_rounding: null,
      deposit_type: null,
      deposit_value: null,
      deposit_from: null,
      deposit_for: null,
      legal_name: null,
      organisation_number: null,
      vat_number: null,
      document_country: null,
      documents: null,
      document_retention_years: null,
      invoice_due_days: null,
      vat_exchange_rate: null,
      allow_cancellation: false,
      interval_rounding: 15,
      waitlist_hold_minutes: 60,
      message_retention_days: null,
      delivery_retention_days: null,
      change_retention_days: null,
      person_retention_months: null,
      second_factor_required: false,
      session_idle_minutes: null,
      calendar_attachment: 'invitation',
      slot_generation_type: 2,
      settings: { sms_reminder_time: '18:00' },
    },
  });
});

it('is that of the key, with times in its zone', async () => {
  const far = await server.account({ timeZone: 'Asia/Kathmandu' });
  const { body } = await far.get('/client');
  expect([body.client.subdomain, body.client.created_at]).toEqual([
    far.credentials.subdomain,
    '2026-03-02T12:45:00+05:45',
  ]);
});
