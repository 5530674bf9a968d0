import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
server.clock.set('2026-03-02T07:00:00Z');
const account = await server.account({ name: 'Fjord & Co', locale: 'nb' });

const preview = async (input: object, locale?: string) =>
  account.graphql(
    `query ($input: TemplatePreviewInput!, $locale: String) {
      messageTemplatePreview(input: $input, locale: $locale) { locale subject body html failure }
    }`,
    { input, locale },
  );
const nothing = { subject: null, body: null, html: null, failure: null };
const dateOf = { deliveryType: 'SMS', template: '{{ booking.booked_from | i18n_date }}' };

describe('messageTemplatePreview', () => {
  it.each([
    [dateOf, undefined, { locale: 'nb', body: 'tirsdag 3. mars 2026 kl. 08:00' }],
    [dateOf, 'sv', { locale: 'sv', body: 'tisdag 3 mars 2026 kl. 08:00' }],
    [dateOf, 'en', { locale: 'en', body: 'Tuesday, March 3, 2026 at 8:00 AM' }],
    [dateOf, 'de', { locale: 'nb', body: 'tirsdag 3. mars 2026 kl. 08:00' }],
    [{ messageType: 'REMINDER', template: 'x' }, 'en', { locale: 'en', subject: 'Reminder: Haircut', body: 'x' }],
    [{ messageType: 'FOLLOW_UP', template: 'x' }, 'en', { locale: 'en', subject: 'Fjord & Co', body: 'x' }],
    [
      { subject: 'For {{ booking.person.name }}', template: '<p>{{ booking.client.name }}</p>' },
      'sv',
      { locale: 'sv', subject: 'For Anna Svensson', body: 'Fjord & Co\n', html: '<p>Fjord &amp; Co</p>' },
    ],
    [
      { template: '{% for i in (1..9000000) %}{{ i }}{% endfor %}' },
      'en',
      { locale: 'en', failure: expect.stringMatching(/^body: step limit/) },
    ],
    [
      { subject: '{% for i in (1..9000000) %}{% endfor %}', template: 'x' },
      'en',
      { locale: 'en', failure: expect.stringMatching(/^subject: step limit/) },
    ],
    [
      { deliveryType: 'SMS', template: '{% for i in (1..9000000) %}{% endfor %}' },
      'en',
      { locale: 'en', failure: expect.stringMatching(/^body: step limit/) },
    ],
    [
      { template: '<b>{% for i in (1..9000000) %}{% endfor %}</b>' },
      'en',
      { locale: 'en', failure: expect.stringMatching(/^HTML body: step limit/) },
    ],
  ])('renders %j in the language %s', async (input, locale, expected) => {
    expect(await preview(input, locale)).toEqual({ data: { messageTemplatePreview: { ...nothing, ...expected } } });
  });

  it.each([
    [{}, { template: ["can't be blank"] }],
    [{ template: '' }, { template: ["can't be blank"] }],
    [{ template: '{{ x' }, { template: ['is invalid', expect.any(String)] }],
    [{ template: 'x', subject: '{% if %}' }, { subject: ['is invalid', expect.any(String)] }],
    [{ template: 'x'.repeat(70_000) }, { template: ['is too long (maximum is 65536 characters)'] }],
  ])('rejects %j with the attributes of errors', async (input, fields) => {
    const { errors } = await preview(input);
    expect(errors?.[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  it('is for roles that may write templates', async () => {
    const staff = await server.withRole(account, 'staff');
    const { errors } = await staff.graphql('{ messageTemplatePreview(input: {template: "x"}) { body } }');
    expect(errors?.[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('messageTextPreview', () => {
  const previewText = async (input: object, locale?: string) =>
    account.graphql(
      `query ($input: MessageTextInput!, $locale: String) {
        messageTextPreview(input: $input, locale: $locale) { locale subject body html failure }
      }`,
      { input, locale },
    );
  const offer = { kind: 'WAITLIST_OFFER' };

  it.each([
    ['en', 'A time has become free: Haircut', 'Monday, March 2, 2026 at 9:00 AM Central European Standard Time.'],
    ['sv', 'En tid har blivit ledig: Klippning', 'måndag 2 mars 2026 kl. 09:00 centraleuropeisk normaltid.'],
    ['nb', 'En time er blitt ledig: Klipp', 'mandag 2. mars 2026 kl. 09:00 sentraleuropeisk normaltid.'],
  ])('shows the built-in offer of the waitlist in the language %s', async (locale, subject, until) => {
    const { data } = await previewText(offer, locale);
    expect(data.messageTextPreview).toEqual({ ...nothing, locale, subject, body: expect.stringContaining(until) });
  });

  it('shows the text of the account, and the given one instead', async () => {
    const own = await server.account({ publicAccess: true });
    const texts = {
      sms_waitlist_offer: 'Free until {{ booking.expires_at | i18n_date }}: {{ booking.waitlist_link }}',
    };
    expect((await own.put('/client', { json: texts })).status).toBe(200);
    const show = async (input: object) => {
      const { data } = await own.graphql(
        'query ($input: MessageTextInput!) { messageTextPreview(input: $input) { body } }',
        { input: { ...offer, channel: 'SMS', ...input } },
      );
      return data.messageTextPreview.body;
    };
    expect(await show({})).toMatch(/^Free until Monday, March 2, 2026 at 9:00 AM: .*\/waitlist\/sample$/);
    expect(await show({ body: '{% if locale == "en" %}Now{% endif %}' })).toBe('Now');
  });

  it('rejects a text that cannot be parsed', async () => {
    const { errors } = await previewText({ ...offer, body: '{{ x' });
    expect(errors?.[0].extensions.fields).toEqual({ body: ['is invalid', expect.any(String)] });
  });
});

it('an operation renders at most three previews, as the dashboard does', async () => {
  const ask = (count: number) => {
    const field = 'messageTemplatePreview(input: {template: "x"}) { body }';
    return account.graphql(`{ ${Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')} }`);
  };
  expect(Object.keys((await ask(3)).data)).toHaveLength(3);
  expect((await ask(4)).errors?.[0].message).toMatch(/^Cost limit of 100000 exceeded/);
});
