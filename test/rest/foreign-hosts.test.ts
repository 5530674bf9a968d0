import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBookableService } from '../support/catalog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { deliverMessages, startReceivers } from '../support/messages.js';
import { rawRequest } from '../support/raw-request.js';
import { secretKey, startStripeDouble, webhookSecret } from '../support/stripe-double.js';
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { WaitlistJobs } from '../support/waitlist.js';

const foreign = 'attacker.example';
const day = { from: '2026-03-04', to: '2026-03-04' };

const receivers = await disposeAfterAll(startReceivers());
const stripe = await disposeAfterAll(startStripeDouble());

/** Sends requests whose headers name a foreign host, and keeps the bodies of the answers. */
class Forger {
  readonly answers: string[] = [];
  readonly #server: TestServer;
  readonly #headers: Record<string, string>;

  constructor(server: TestServer, account: TestAccount) {
    this.#server = server;
    this.#headers = {
      host: foreign,
      'x-forwarded-host': foreign,
      forwarded: `host=${foreign};proto=https`,
      'x-forwarded-for': '203.0.113.7',
      origin: `http://${foreign}`,
      'user-agent': 'tests',
      authorization: `Bearer ${account.credentials.api_key}`,
    };
  }

  async send(method: string, path: string, json?: object, headers: Record<string, string> = {}) {
    const {
      status,
      text,
      headers: sent,
    } = await rawRequest(this.#server.origin + path, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json', ...headers },
      ...(json && { body: JSON.stringify(json) }),
    });
    this.answers.push(`${method} ${path} ${status} ${JSON.stringify(sent)} ${text}`);
    return { status, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  async graphql(query: string, variables: object = {}) {
    return (await this.send('POST', '/graphql', { query, variables })).body;
  }
}

/** Returns the rows of the whole database that contain a text. */
async function storedWith(server: TestServer, text: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await server.sql<{ row: string }>(
      `select t::text as row from ${name} t where t::text like ?`,
      `%${text}%`,
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

const mailed = () => receivers.mail.mails.map(({ text }) => text.replaceAll('=\r\n', '')).join('\n');
const everythingSent = () =>
  [mailed(), JSON.stringify(receivers.gateway.requests), JSON.stringify(stripe.requests)].join('\n');

/** Does everything that sends or stores an address, and returns the answers. */
async function useEverything(server: TestServer, account: TestAccount, settings: object): Promise<Forger> {
  const forger = new Forger(server, account);
  const site = `/sites/${account.credentials.subdomain}`;
  await account.graphql(
    'mutation ($input: PaymentSettingsInput!) { setPaymentProvider(input: $input) { provider active } }',
    { input: { provider: 'stripe', secretKey, webhookSecret } },
  );
  const { serviceId, resourceId } = await createBookableService(account);
  await account.create('/web_hooks', 'web_hook', { event: 'booking.created', target_url: 'https://example.com/hook' });
  const gift = await account.create('/services', 'service', { title: 'Gift', booking_type: 'gift_card' });
  await server.configure(account, { logo: 'a'.repeat(64), currency: 'NOK' });

  // Passwords and invitations.
  await forger.send('POST', '/api/v1/client/users', { user: { name: 'Ola', email: 'ola@example.org', role: 'admin' } });
  const fetched = { 'sec-fetch-site': 'same-origin' };
  const reset = { subdomain: account.credentials.subdomain, email: 'ola@example.org' };
  await forger.send('POST', '/dashboard/password', reset, fetched);
  const { data } = await forger.graphql('{ clientUsers { nodes { id } } }');
  for (const { id } of data.clientUsers.nodes) {
    await forger.graphql('mutation ($id: Int!) { inviteClientUser(id: $id) { id } }', { id });
  }
  await forger.send(
    'POST',
    '/partner/clients',
    {
      client: { subdomain: 'partner', email: 'p@example.org', name: 'P', time_zone: 'Europe/Oslo', country_code: 'NO' },
      user: { name: 'P', email: 'p@example.org', password: 'correct horse battery', phone_number: '+4722334455' },
    },
    { authorization: `Bearer ${'t'.repeat(20)}` },
  );
  // Bookings, by the account and by visitors, with their messages, pages and links.
  const person_attributes = { name: 'Kari', email: 'kari@example.org', phone_number: '+4799887766' };
  const at = (hour: number) => ({
    ...{ service_id: serviceId, resource_id: resourceId, person_attributes },
    ...{ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour + 1}:00` },
  });
  const sending = { confirmation_send_email: true, confirmation_send_sms: true };
  const booked = await forger.send('POST', '/api/v1/bookings', { booking: at(10), ...sending });
  const { id } = booked.body.booking;
  await forger.send('PUT', `/api/v1/bookings/${id}`, { booking: { title: 'x' }, modification_send_email: true });
  const link = await forger.send('GET', `/api/v1/bookings/${id}/link`);
  const path = /\/bookings\/[\w-]+$/.exec(link.body.booking.link ?? '')?.[0];
  if (path) {
    await forger.send('GET', site + path, undefined, { accept: 'text/html' });
    await forger.send('GET', `${site + path}/booking.ics`, undefined, { accept: 'text/html' });
  }
  const hour = { ...at(12), ...{ person_attributes: { name: 'Per', email: 'per@example.org' } } };
  await forger.send('POST', `${site}/bookings`, { booking: hour }, { 'idempotency-key': 'public' });
  await forger.send('GET', `${site}`, undefined, { accept: 'text/html' });
  await forger.send('GET', `${site}/shop`, undefined, { accept: 'text/html' });
  // Orders, whose page is where the payment returns to.
  const placed = await forger.send('POST', `${site}/orders`, {
    person_attributes: { name: 'Ida', email: 'ida@example.org' },
    order_line_items: [{ service_id: gift.id, amount: 100 }],
  });
  await forger.send('POST', `${site}/orders/${placed.body.order.token}/checkout`, {});
  // Calendars and the account, whose answer is stored with its Idempotency-Key.
  const feed = await forger.graphql(
    'mutation ($id: Int!) { createCalendarFeed(resourceId: $id) { address calendarFeed { id } } }',
    { id: resourceId },
  );
  const calendar = feed.data?.createCalendarFeed?.address;
  if (calendar) await forger.send('GET', new URL(calendar).pathname);
  await forger.send('GET', '/api/v1/client');
  await forger.send('PUT', '/api/v1/client', { client: { name: 'Acme' } }, { 'idempotency-key': 'client' });
  await forger.send('GET', '/', undefined, { accept: 'text/html' });
  await forger.send('GET', '/docs/guides', undefined, { accept: 'text/html' });
  for (const list of ['/api/v1/bookings', '/api/v1/people?search=k', `${site}/events`]) await forger.send('GET', list);
  for (const file of ['/api/v1/openapi.json', '/api/v1/asyncapi.json', '/llms.txt', '/.well-known/api-catalog']) {
    await forger.send('GET', file);
  }
  // A waitlist, whose offer is sent when the time becomes free.
  const jobs = new WaitlistJobs(server, account, undefined, server.clock, { publicUrl: undefined, ...settings });
  const whole = await forger.send('POST', '/api/v1/bookings', {
    booking: { ...at(9), booked_from: '2026-03-04 09:00', booked_to: '2026-03-04 17:00' },
  });
  await jobs.openings();
  await forger.send('POST', `${site}/waitlist`, {
    waitlist_entry: { service_id: serviceId, ...day, name: 'Liv', email: 'liv@example.org' },
  });
  await forger.send('PUT', `/api/v1/bookings/${whole.body.booking.id}/cancel`, {});
  await jobs.run();
  await deliverMessages(server, {
    ...{ publicUrl: undefined, smtpUrl: receivers.mail.url, smsGatewayUrl: receivers.gateway.url },
    ...settings,
  });
  return forger;
}

const statesOf = async (server: TestServer, { credentials: { id } }: TestAccount) =>
  (await server.sql<{ state: string }>('select state from waitlist_entry where account_id = ?', id)).map(
    ({ state }) => state,
  );

describe.each([0, 1])('with TRUST_PROXY %p', (trustedHops) => {
  const config = { trustedHops, paymentProviderUrls: { stripe: '' }, partnerToken: 't'.repeat(20) };
  beforeEach(() => {
    receivers.clear();
    stripe.requests.length = 0;
    config.paymentProviderUrls.stripe = stripe.url;
  });

  it.each<[string, object, string]>([
    ['PUBLIC_URL', { host: '0.0.0.0', publicUrl: 'https://book.example.org' }, 'https://book.example.org'],
    ['the loopback address', { host: '127.0.0.1', port: 3210 }, 'http://127.0.0.1:3210'],
    ['the loopback name', { host: 'localhost', port: 3210 }, 'http://localhost:3210'],
  ])('every address that is sent or stored is that of %s', async (_name, settings, address) => {
    await using server = await startTestServer({ config: { ...config, ...settings } });
    const account = await server.account({ publicAccess: true, verification: 'email' });
    const { answers } = await useEverything(server, account, settings);
    await until(async () => (await storedWith(server, 'Choose a new password')).length > 0);
    await deliverMessages(server, { smtpUrl: receivers.mail.url, ...settings });
    expect(answers.filter((answer) => answer.includes(foreign))).toEqual([]);
    expect(await storedWith(server, foreign)).toEqual([]);
    expect(everythingSent()).not.toContain(foreign);
    const site = `${address}/sites/${account.credentials.subdomain}`;
    for (const link of [`${address}/password/`, `${address}/verify/`, `${site}/bookings/`, `${site}/waitlist/`]) {
      expect(mailed()).toContain(link);
    }
    expect(mailed()).toContain(`${site}/shop/orders/`);
    expect(JSON.stringify(stripe.requests)).toContain(`${site}/shop/orders/`);
    expect(answers.join('\n')).toContain(`${address}/calendars/`);
    expect(answers.join('\n')).toContain(`${address}/logos/`);
    expect(await statesOf(server, account)).toEqual(['offered']);
  });

  it('nothing that needs an address is sent without one, and the answer says so', async () => {
    const settings = { host: '0.0.0.0' };
    await using server = await startTestServer({ config: { ...config, ...settings } });
    const account = await server.account({ publicAccess: true, verification: 'email' });
    const { answers } = await useEverything(server, account, settings);
    expect(answers.filter((answer) => answer.includes(foreign))).toEqual([]);
    expect(await storedWith(server, foreign)).toEqual([]);
    expect(everythingSent()).not.toMatch(new RegExp(`${foreign}|/password/|/waitlist/|/bookings/|/orders/[\\w-]+\\?`));
    const refused = answers.filter((answer) => answer.includes('must set PUBLIC_URL'));
    const paths = refused.map((answer) => answer.split(' ').slice(0, 3).join(' '));
    expect(paths).toEqual([
      'POST /dashboard/password 400',
      expect.stringMatching(/^POST .*\/checkout 400$/),
      'POST /graphql 200',
    ]);
    // Nothing is held that nobody can take.
    expect(await statesOf(server, account)).toEqual(['waiting']);
    const failed = await server.sql<{ kind: string; failure: string }>(
      `select distinct kind, failure from message where state = 'failed' and failure like '%PUBLIC_URL%'`,
    );
    expect(failed).toEqual([{ kind: 'user_invitation', failure: expect.stringContaining('must set PUBLIC_URL') }]);
  });
});

describe('the address that a request names', () => {
  const root = join(import.meta.dirname, '../../../src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const users = (pattern: RegExp): string[] =>
    files.filter((file) => !file.startsWith('pages') && pattern.test(readFileSync(join(root, file), 'utf8'))).sort();

  it.each<[string, RegExp, string[]]>([
    [
      'headers',
      /headers\.host|'(x-)?forwarded(-host|-proto)?'|get\('host'\)/i,
      [
        'http/dashboard/demo-links.ts', // only whether there are any
        'http/request-scope.ts',
      ],
    ],
    [
      'the address of a scope',
      /namedAddress/,
      [
        'http/documentation/documentation.router.ts', // only for a visitor of this machine
        'http/request-authentication.ts',
        'http/request-scope.ts',
        'http/request-source.ts',
      ],
    ],
    [
      'PUBLIC_URL itself',
      /publicUrl/,
      [
        'http/request-scope.ts',
        'platform/addresses.ts',
        'process/app.ts',
        'process/config.ts',
        'process/server.ts',
        'process/setting-values.ts',
      ],
    ],
  ])('is read only by these files: %s', (_name, pattern, expected) => {
    expect(users(pattern)).toEqual(expected);
  });
});
