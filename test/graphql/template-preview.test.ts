import { createUser, password } from '../support/dashboard.js';
import { signIn, withKey } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

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
    [dateOf, 'en', { locale: 'en', body: 'Tuesday, 3 March 2026 at 08:00' }],
    [dateOf, 'it', { locale: 'nb', body: 'tirsdag 3. mars 2026 kl. 08:00' }],
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
    ['en', 'A time has become free: Haircut', 'Monday, 2 March 2026 at 09:00 CET.'],
    ['sv', 'En tid har blivit ledig: Klippning', 'måndag 2 mars 2026 kl. 09:00 CET.'],
    ['nb', 'En time er blitt ledig: Klipp', 'mandag 2. mars 2026 kl. 09:00 CET.'],
  ])('shows the built-in offer of the waitlist in the language %s', async (locale, subject, until) => {
    const { data } = await previewText(offer, locale);
    const html = expect.stringContaining(`<html lang="${locale}">`);
    expect(data.messageTextPreview).toEqual({
      ...nothing,
      locale,
      subject,
      body: expect.stringContaining(until),
      html,
    });
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
    expect(await show({})).toMatch(/^Free until Monday, 2 March 2026 at 09:00: .*\/waitlist\/sample$/);
    expect(await show({ body: '{% if locale == "en" %}Now{% endif %}' })).toBe('Now');
    expect(await show({ isBuiltIn: true })).toContain('A time has become free');
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

describe('messageSource', () => {
  const sourceOf = async (of: TestAccount, input: object, locale?: string) => {
    const { data } = await of.graphql(
      `query ($input: MessageSourceInput!, $locale: String) {
        messageSource(input: $input, locale: $locale) {
          locale subject body builtInSubject builtInBody variables { name liquid example }
        }
      }`,
      { input, locale },
    );
    return data.messageSource;
  };

  it('has the Liquid that is sent instead of an empty text, which can be previewed', async () => {
    const source = await sourceOf(account, { kind: 'CONFIRMATION' }, 'en');
    expect(source).toMatchObject({ locale: 'en', subject: source.builtInSubject, body: source.builtInBody });
    expect(source.body).toContain('{{ booking.booked_from | i18n_date }}');
    const shown = async (body?: string) => {
      const { data } = await account.graphql(
        'query ($body: String) { messageTextPreview(input: { kind: CONFIRMATION, body: $body }, locale: "en") { body } }',
        { body },
      );
      return data.messageTextPreview.body;
    };
    expect(await shown(source.body)).toBe((await shown()).trim());
  });

  it('has the text of the account beside the built-in one', async () => {
    const own = await server.account();
    await own.put('/client', { json: { client: { sms_cancellation: 'Cancelled, alas' } } });
    const source = await sourceOf(own, { kind: 'CANCELLATION', channel: 'SMS' });
    expect(source.body).toBe('Cancelled, alas');
    expect(source.builtInBody).toContain('{{ booking.client.name }}');
  });

  it('lists the variables with what they write for a sample, and without secrets of the account', async () => {
    const { variables } = await sourceOf(account, { kind: 'WAITLIST_OFFER' }, 'en');
    expect(variables).toEqual(
      expect.arrayContaining([
        { name: 'booking.person.name', liquid: '{{ booking.person.name }}', example: 'Alex Smith' },
        {
          ...{ name: 'booking.booked_from', liquid: '{{ booking.booked_from | i18n_date }}' },
          example: 'Tuesday, 3 March 2026 at 08:00',
        },
        { name: 'booking.event.title', liquid: '{{ booking.event.title }}', example: 'Haircut' },
      ]),
    );
    expect(JSON.stringify(variables)).not.toMatch(/secret|custom_data/i);
  });
});

describe('sendTestMessage', () => {
  const mutation = `mutation ($text: MessageTextInput, $template: TemplatePreviewInput, $locale: String) {
    sendTestMessage(text: $text, template: $template, locale: $locale) { kind channel recipient subject state }
  }`;
  const confirmation = { kind: 'CONFIRMATION', subject: 'Till {{ booking.person.name }}', body: '<b>Hej</b>' };
  const userOf = async (of: TestAccount, role: string) => {
    const { email } = await createUser(server, of, { role });
    return { email, through: withKey(of, (await signIn(of, email, password)).body.api_key) };
  };

  it('sends a text to the user who makes the request, and to nobody else, at most ten times in an hour', async () => {
    const of = await server.account();
    const { email, through } = await userOf(of, 'manager');
    const send = (variables: object) => through.graphql(mutation, variables);
    expect((await send({ text: confirmation, locale: 'sv' })).data.sendTestMessage).toEqual({
      ...{ kind: 'test_message', channel: 'EMAIL', recipient: email, subject: 'Till Anna Svensson', state: 'QUEUED' },
    });
    const template = { messageType: 'REMINDER', template: 'Soon' };
    expect((await send({ template })).data.sendTestMessage).toMatchObject({ subject: 'Reminder: Haircut' });
    const rest = await Promise.all(Array.from({ length: 10 }, () => send({ text: confirmation })));
    const codes = rest.map(({ errors }) => errors?.[0].extensions.code ?? 'sent');
    expect(codes.toSorted()).toEqual(['RATE_LIMITED', 'RATE_LIMITED', ...Array(8).fill('sent')]);
    const stored = await server.sql<{ recipient: string }>(
      `select distinct recipient from message where account_id = ? and kind = 'test_message'`,
      of.credentials.id,
    );
    expect(stored).toEqual([{ recipient: email }]);
    server.clock.advance(60);
    expect((await send({ text: confirmation })).errors).toBeUndefined();
  });

  it.each([
    [{}, { text: ['must be given, or a template, but not both'] }],
    [{ text: confirmation, template: { template: 'x' } }, { text: [expect.stringMatching('not both')] }],
    [{ text: { kind: 'CONFIRMATION', body: '{{ x' } }, { body: ['is invalid', expect.any(String)] }],
    [
      { text: { kind: 'CONFIRMATION', body: '{% for i in (1..9000000) %}{% endfor %}' } },
      { body: [expect.stringMatching(/^body: step limit/)] },
    ],
    [
      { text: { kind: 'CONFIRMATION', channel: 'SMS', body: 'x' } },
      { phoneNumber: [expect.stringMatching(/^can't be blank/)] },
    ],
  ])('refuses %j', async (variables, fields) => {
    const { through } = await userOf(await server.account(), 'admin');
    const { errors } = await through.graphql(mutation, variables);
    expect(errors?.[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  it('is not for keys of the account, and not for staff', async () => {
    const { through } = await userOf(account, 'staff');
    for (const who of [account, through]) {
      const { errors } = await who.graphql(mutation, { text: confirmation });
      expect(errors?.[0].extensions.code).toBe('FORBIDDEN');
    }
  });
});
