import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openStudio } from '../socket/studio.js';
import { connect } from '../socket/subscriber.js';
import { startMailServer } from '../support/mail-server.js';
import { choose, send, signIn } from '../support/sign-in.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { killAll, type ServerProcess, startMain } from './server-process.js';

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

async function start(settings: Record<string, string>): Promise<{ server: ServerProcess; account: TestAccount }> {
  const server = await startMain({ DATABASE_URL: test.url, DEMO: 'off', ...settings }).ready(
    settings['ROLE'] === 'web' ? 'Metrics' : 'Worker',
  );
  const credentials = await createAccount(test.database, systemClock, {
    ...acme,
    verification: 'email',
    publicAccess: true,
  });
  return { server, account: new TestAccount(server.origin, credentials) };
}

const sql = <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement, parameters);

/** Returns the lines of a log with this message, without the values that differ in each run. */
const linesOf = ({ lines }: ServerProcess, message: string): object[] =>
  lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message)
    .map(({ time: _time, pid: _pid, hostname: _hostname, msg: _msg, ms, ...line }) =>
      typeof ms === 'number' ? line : { ...line, ms },
    );

describe('the log', () => {
  it('has a line with the id, client, route and outcome of each request', async () => {
    const { server, account } = await start({ ROLE: 'web', LOG_LEVEL: 'info' });
    const headers = { 'x-request-id': 'the-id' };
    const { id } = account.credentials;
    await account.get('/people?search=Ola', { headers });
    await fetch(`${server.origin}/api/v1/people`, { headers: { ...headers, 'user-agent': 'tests' } });
    await account.get('/nothing', { headers });
    await account.graphql('query Names { people { totalCount } }');
    await sql('alter table coupon rename to voucher');
    await account.get('/coupons', { headers });
    await fetch(`${server.origin}/healthz`);
    await until(() => linesOf(server, 'request').length >= 5);
    await account.post('/people', { json: { person: { email: 'a value', name: 'x'.repeat(300) } }, headers });
    await until(() => linesOf(server, 'request').length >= 6);
    const [{ id: key } = { id: 0 }] = await sql<{ id: number }>('select id from api_key where account_id = ?', id);
    await account.graphql(`mutation { createPerson(input: { email: "a value" }) { id } }`);
    await until(() => linesOf(server, 'operation').length >= 2 && linesOf(server, 'request').length >= 7);
    const line = { requestId: 'the-id', client: '127.0.0.1', method: 'GET' };
    const people = { path: '/api/v1/people', route: '/api/v1/people', operation: 'ListPeople' };
    const coupons = { path: '/api/v1/coupons', route: '/api/v1/coupons', operation: 'ListCoupons' };
    expect(linesOf(server, 'request')).toEqual([
      { level: 30, ...line, ...people, account: id, key, status: 200 },
      { level: 30, ...line, ...people, status: 401 },
      { level: 30, ...line, path: '/api/v1/nothing', route: '/api/v1', account: id, key, status: 404 },
      expect.objectContaining({
        ...{ level: 30, method: 'POST', path: '/graphql', route: '/graphql' },
        key,
        operation: 'Names',
      }),
      { level: 50, ...line, ...coupons, account: id, key, status: 500 },
      {
        ...{ level: 30, ...line, ...people, method: 'POST', operation: 'CreatePerson', account: id, key, status: 400 },
        refusedFor: expect.arrayContaining(['email', 'name']),
      },
      expect.objectContaining({ path: '/graphql', status: 200 }),
    ]);
    expect(linesOf(server, 'operation')).toEqual([
      expect.objectContaining({ level: 30, account: id, kind: 'query', name: 'Names', outcome: 'done' }),
      expect.objectContaining({ kind: 'mutation', outcome: 'refused', refusedFor: ['INVALID', 'email'] }),
    ]);
    expect(server.lines.join()).not.toContain('a value');
    expect(linesOf(server, 'request failed')).toEqual([
      { level: 50, requestId: 'the-id', err: expect.objectContaining({ code: '42P01' }) },
    ]);
  });

  it('has no error for the pause of an account, which is planned', async () => {
    const { server, account } = await start({});
    const { id } = account.credentials;
    await sql('update account set paused_at = now() where id = ?', id);
    expect((await account.post('/people', { json: { person: { name: 'Ola' } } })).status).toBe(503);
    await until(() => linesOf(server, 'request failed').length >= 1 && linesOf(server, 'request').length >= 1);
    const lines = server.lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    expect(lines.filter(({ level, account }) => level >= 50 && account === id)).toEqual([]);
    expect(linesOf(server, 'request failed')).toEqual([
      expect.objectContaining({
        level: 30,
        err: expect.objectContaining({ message: expect.stringContaining('is paused') }),
      }),
    ]);
  });

  it('has a line with the name, account and outcome of each job', async () => {
    const { server, account } = await start({ LOG_LEVEL: 'debug' });
    const { id } = account.credentials;
    await sql('alter table message rename to letter');
    await account.create('/people', 'person', { name: 'Ola' });
    const studio = await openStudio(account);
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const when = { booked_from: '2099-03-04 10:00', booked_to: '2099-03-04 11:00' };
    const of = { resource_id: studio.resource, service_id: studio.service, person_attributes };
    await account.create('/bookings', 'booking', { ...of, ...when }, { confirmation_send_email: true });
    const failed = () => linesOf(server, 'job').filter((line) => 'account' in line && 'err' in line);
    await until(() => failed().length > 0);
    expect(failed()[0]).toEqual({
      level: 40,
      job: 'compose-messages',
      key: expect.stringContaining(`compose-messages:${id}:`),
      account: id,
      outcome: 'failed',
      failures: 1,
      unfinished: 0,
      err: expect.objectContaining({ code: '42P01' }),
    });
  });

  it('has a line for each refused sign-in, which the filter of the guide finds', async () => {
    const { server, account } = await start({ ROLE: 'web', LOG_LEVEL: 'warn', TRUST_PROXY: '1' });
    const { id, subdomain } = account.credentials;
    const from = (address: string) => ({ 'x-forwarded-for': address, 'x-request-id': 'the-id' });
    const attempt = { subdomain, email: 'kari@example.org', password: 'wrong' };
    await send(`${server.origin}/session`, attempt, from('203.0.113.7'));
    await send(`${server.origin}/session`, { ...attempt, subdomain: 'nowhere' }, from('2001:db8::7'));
    await until(() => linesOf(server, 'access refused').length >= 2);
    const common = { level: 40, event: 'sign_in.failed', requestId: 'the-id' };
    expect(linesOf(server, 'access refused')).toEqual([
      { ...common, account: id, address: '203.0.113.7' },
      { ...common, account: null, address: '2001:db8::7' },
    ]);
    const guide = readFileSync(join(projectRoot, 'src/http/guides/19-operate.md'), 'utf8');
    const [, filter = ''] = /^failregex = (.+)$/m.exec(guide) ?? [];
    // fail2ban replaces <HOST> by a pattern like this one, which also matches names of hosts.
    const pattern = new RegExp(filter.replace('<HOST>', '(?<host>[0-9A-Fa-f:.]+)'));
    const lines = server.lines.filter((line) => line.includes('access refused'));
    // fail2ban cuts out what the pattern of the date matches.
    for (const shown of [lines, lines.map((line) => line.replace(/"time":\d{13}/, ''))]) {
      const hosts = shown.map((line) => pattern.exec(line)?.groups?.['host']);
      expect(hosts).toEqual(['203.0.113.7', '2001:db8::7']);
    }
    expect(server.lines.filter((line) => !line.includes('access refused') && pattern.test(line))).toEqual([]);
    const [example = ''] = /^\{"level":40.+access refused"\}$/m.exec(guide) ?? [];
    expect(Object.keys(JSON.parse(example))).toEqual(Object.keys(JSON.parse(lines[0] ?? '{}')));
  });

  it('contains at the lowest level no key, password, code, address with credentials, message or data of a person', async () => {
    await using mail = await startMailServer();
    const smtp = mail.url.replace('//', '//u:secret@');
    const partner = 'partner-token-38127';
    const { server, account } = await start({ LOG_LEVEL: 'trace', SMTP_URL: smtp, PARTNER_TOKEN: partner });
    const { api_key, secret } = account.credentials;
    const secrets: string[] = [api_key, api_key.replace(/^bk_\d+_/, ''), secret, partner];
    const kept = <Text extends string>(text: Text): Text => {
      secrets.push(text);
      return text;
    };
    const bearer = { authorization: `Bearer ${kept('bk_1_wrongwrongwrongwrong')}`, 'user-agent': 'tests' };
    await fetch(`${server.origin}/api/v1/people`, { headers: bearer });
    await fetch(`${server.origin}/api/v1/people?api_key=${api_key}`, { headers: bearer });

    const { resource, service } = await openStudio(account);
    const hook = `http://hookuser:${kept('hookpass7713')}@127.0.0.1:1/${kept('hook-path-secret')}`;
    await account.create('/web_hooks', 'web_hook', { target_url: hook, event: '*' });
    const booking = await account.create(
      '/bookings',
      'booking',
      {
        resource_id: resource,
        service_id: service,
        booked_from: '2099-03-04 10:00',
        booked_to: '2099-03-04 11:00',
        notes: kept('a note of hers 5521'),
        person_attributes: {
          name: kept('Kari Nordmann-Undset'),
          email: kept('kari-5512@example.org'),
          password: kept('her-password-99'),
        },
      },
      { confirm: false },
    );
    kept(String(booking.verification_code));
    const verify = (code: string) => account.put(`/bookings/${booking.id}/verify_code?verification_code=${code}`);
    await verify(kept('000017'));
    await account.put(`/bookings/${booking.id}/verify_code`, {
      json: { verification_code: booking.verification_code },
      headers: { 'idempotency-key': kept('idempotency-4417'), 'if-none-match': kept('"tag-1"') },
    });
    await account.post('/people/authenticate', { form: `email=kari-5512@example.org&password=${kept('guess-13')}` });
    await account.post('/gift_cards', { json: { gift_card: { code: kept('GIFT-88123'), value: 'x' } } });
    await account.post('/coupons', { raw: `{"coupon": {"code": "${kept('COUPON-77120')}", ` }); // cannot be read

    const user = { name: 'Ola', email: 'ola@example.org', role: 'staff' };
    await account.post('/client/users', { json: { user } });
    await until(() => mail.mails.length >= 1);
    const [invitation] = await sql<{ body: string }>(`select body from message where kind like '%invitation%'`);
    const link = /\S+\/password\/(\S+)/.exec(invitation?.body ?? '');
    await choose(link?.[0] ?? '', kept('chosen-password-1'));
    kept(link?.[1] ?? '');
    await signIn(account, user.email, kept('wrong-password-1'));
    const { body: session } = await signIn(account, user.email, 'chosen-password-1');
    kept(session.api_key);
    await send(`${server.origin}/partner/clients`, { client: {} }, { authorization: `Bearer ${partner}` });

    const { data } = await account.graphql(`mutation { createCalendarFeed(resourceId: ${resource}) { address } }`);
    await fetch(kept(String(data.createCalendarFeed.address)));
    kept(String(data.createCalendarFeed.address).split('/').at(-1) ?? '');
    const linked = await account.graphql('query ($id: Int!) { booking(id: $id) { link } }', { id: booking.id });
    const bookingLink = kept(String(linked.data.booking.link));
    kept(bookingLink.split('/').at(-1) ?? '');
    await fetch(bookingLink);
    await fetch(bookingLink.replace('/bookings/', '//bookings//'));
    await fetch(`${bookingLink}/cancel`, { method: 'POST' });

    await account.graphql(`query Find($search: String) { people(filter: { search: $search }) { totalCount } }`, {
      search: kept('searched for 12'),
    });
    const subscriber = connect(server.origin, { parameter: api_key });
    await subscriber.ask('{ people { totalCount } }');
    await subscriber.end();
    const refused = connect(server.origin, { parameter: kept('bk_1_nothingnothing') });
    await refused.closed;

    await sql('alter table order_line_item rename to line');
    await account.create('/people', 'person', { name: kept('Per Hansen-Vik') });
    await sql(`alter table person add constraint no_more check (name <> 'Liv Ullmann-Berg')`);
    await account.post('/people', {
      json: { person: { name: kept('Liv Ullmann-Berg'), email: kept('liv-2@example.org') } },
    });
    await until(() => linesOf(server, 'request failed').length > 0);
    await until(() => linesOf(server, 'job').length > 10);
    expect(await server.end()).toBe(0);

    const output = [...server.lines, ...server.errors].join('\n');
    expect(secrets.filter((text) => text.length < 5)).toEqual([]);
    // A code is not part of a longer number, such as a time.
    const isLogged = (text: string) =>
      /^\d+$/.test(text) ? new RegExp(`(?<!\\d)${text}(?!\\d)`).test(output) : output.includes(text);
    expect(secrets.filter(isLogged)).toEqual([]);
    expect(output).toContain(`"route":"/api/v1/bookings/:booking_id/verify_code"`);
  });
});
