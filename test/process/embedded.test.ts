import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runAccountCommand } from '../../src/process/account-command.js';
import { choose, send } from '../support/sign-in.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { account, killAll, type ServerProcess, startAsNpm } from './server-process.js';

/** The data folder of all tests, which run in order: from its creation to the second start. */
describe('the server on the embedded database', () => {
  let dataDir = '';
  let settings: Record<string, string> = {};
  let server: ServerProcess;
  let key = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'booking-process-'));
    settings = { DATA_DIR: dataDir };
  });
  afterAll(async () => {
    killAll();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  async function processes(): Promise<string[]> {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'args']);
    return stdout.split('\n').filter((line) => line.includes(`-D ${dataDir}`));
  }

  const signInLink = () => server.printedAs('Demo dashboard')?.split(' ')[0] ?? '';
  const client = (apiKey: string) =>
    new TestAccount(server.origin, { id: 0, subdomain: '', api_key: apiKey, secret: '' });
  /** The notice of a change by another process may reach the server after the next request. */
  const untilAnswered = (apiKey: string, status: number) =>
    until(async () => (await client(apiKey).get('/client')).status === status);
  const runProcess = (...args: string[]) => account(settings, ...args);
  const run = async (...args: string[]) => {
    const { status, lines, error = '' } = await runAccountCommand(args, { PORT: '0', ...settings });
    return { status, out: lines.join('\n'), errors: error };
  };

  it('prints each address and the key of the demo account when it is ready', async () => {
    server = await startAsNpm(settings).ready('Demo API key');
    const origin = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.origin).toEqual(origin);
    key = server.printedAs('Demo API key') ?? '';
    expect(server.printed).toEqual([
      `Home           ${server.origin}/`,
      `Dashboard      ${server.origin}/dashboard`,
      `REST           ${server.origin}/api/v1`,
      `GraphQL        ${server.origin}/graphql`,
      `Subscriptions  ${server.origin.replace('http', 'ws')}/graphql`,
      `Booking pages  ${server.origin}/sites/{subdomain}/`,
      `Docs           ${server.origin}/docs`,
      `Health         ${server.origin}/healthz and ${server.origin}/readyz`,
      `Metrics        ${server.origin}/metrics`,
      'Worker         running',
      `Demo booking   ${server.origin}/sites/demo/`,
      `Demo dashboard ${signInLink()} (signs in once, within an hour)`,
      expect.stringMatching(/^Demo sign-in {3}subdomain demo, email demo@example\.org, password \w{12}$/),
      `Demo API key   ${key}`,
    ]);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  });

  it('signs in to the demo account by the printed link, and at / by another', async () => {
    const home = await (await fetch(server.origin)).text();
    const [, shown = ''] = /href="(dashboard\/demo\/[\w-]+)"/.exec(home) ?? [];
    for (const link of [signInLink(), `${server.origin}/${shown}`]) {
      const { status, headers } = await fetch(link, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([303, '../../dashboard']);
      const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
      const session = await (await fetch(`${server.origin}/dashboard/session`, { headers: { cookie } })).json();
      expect(session).toMatchObject({ account: { subdomain: 'demo' }, role: 'admin' });
    }
  });

  (process.platform === 'linux' ? it : it.skip)('lets glibc return memory, but not that of PostgreSQL', async () => {
    const pidFile = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    const [postmaster = ''] = pidFile.split('\n');
    const settingsOf = async (pid: number | string) => (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
    const setting = 'MALLOC_MMAP_THRESHOLD_=32768';
    expect(await settingsOf(server.pid)).toContain(setting);
    expect(await settingsOf(postmaster)).not.toContain(setting);
  });

  it('has a demo account with data', async () => {
    const { data, errors } = await client(key).graphql(`{
      account { timeZone countryCode }
      resources { totalCount } providers { totalCount } people { totalCount } events { totalCount }
      services { edges { node { bookingType } } }
      bookings(filter: { scope: ALL }, order: BOOKED_FROM_DESC, perPage: 750) { edges { node { state bookedFrom } } }
    }`);
    expect(errors).toBeUndefined();
    expect(data.account).toEqual({ timeZone: 'Europe/Oslo', countryCode: 'NO' });
    const { resources, providers, people, events } = data;
    const counts = [resources, providers, people, events].map(({ totalCount }) => totalCount);
    expect(counts).toEqual([6, 14, 222, expect.any(Number)]);
    const types = data.services.edges.map(({ node }: { node: { bookingType: string } }) => node.bookingType);
    expect(types.sort()).toEqual([...Array(6).fill('APPOINTMENT'), 'ATTENDANCE', 'ATTENDANCE', 'GIFT_CARD', 'PRODUCT']);
    const bookings: { node: { state: string; bookedFrom: string } }[] = data.bookings.edges;
    expect(new Set(bookings.map(({ node }) => node.state)).size).toBeGreaterThanOrEqual(4);
    const days = bookings.map(({ node }) => Date.parse(node.bookedFrom) / 86_400_000).sort((a, b) => a - b);
    expect((days.at(-1) ?? 0) - (days[0] ?? 0)).toBeGreaterThan(10);
  });

  it('runs account commands while the server runs', async () => {
    const acme = ['--subdomain', 'acme', '--name', 'Acme', '--email', 'a@example.org', '--time-zone', 'Europe/Oslo'];
    const created = await runProcess('create', ...acme, '--country', 'NO');
    expect(created).toMatchObject({ status: 0, errors: '' });
    const credentials = JSON.parse(created.out);
    expect(Object.keys(credentials)).toEqual(['id', 'subdomain', 'api_key', 'secret']);
    expect((await client(credentials.api_key).get('/client')).body.client.subdomain).toBe('acme');

    const rotated = JSON.parse((await run('rotate-key', '--subdomain', 'acme')).out);
    expect(rotated).toEqual({ ...credentials, api_key: expect.not.stringMatching(credentials.api_key) });
    await untilAnswered(credentials.api_key, 401);
    await untilAnswered(rotated.api_key, 200);

    const summary = {
      id: credentials.id,
      subdomain: 'acme',
      name: 'Acme',
      suspended: true,
      api_enabled: true,
      sandbox: false,
    };
    expect(JSON.parse((await run('suspend', '--subdomain', 'acme')).out)).toEqual(summary);
    await untilAnswered(rotated.api_key, 402);
    const resumed = { ...summary, suspended: false };
    expect(JSON.parse((await run('resume', '--subdomain', 'acme')).out)).toEqual(resumed);
    await untilAnswered(rotated.api_key, 200);

    const disabled = JSON.parse((await run('disable-api', '--subdomain', 'acme')).out);
    expect(disabled).toEqual({ ...resumed, api_enabled: false });
    await untilAnswered(rotated.api_key, 401);
    expect(JSON.parse((await run('enable-api', '--subdomain', 'acme')).out)).toEqual(resumed);
    await untilAnswered(rotated.api_key, 200);
  });

  it('invites a user by an account command without a mail server', async () => {
    const invite = (role: string, ...more: string[]) =>
      run('invite', '--subdomain', 'acme', '--email', 'Kari@example.org', '--role', role, ...more);
    const first = await invite('admin');
    expect(first).toMatchObject({ status: 0, errors: '' });
    const invited = JSON.parse(first.out);
    const link = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/password\/\d+-[\w-]{43}$/);
    expect(invited).toEqual({ id: expect.any(Number), name: 'Kari', email: 'Kari@example.org', role: 'admin', link });
    const again = JSON.parse((await invite('admin', '--name', 'Kari Nordmann')).out);
    expect(again).toEqual({ ...invited, link });
    const other = await invite('staff');
    expect(other).toEqual({ status: 1, out: '', errors: '--role is admin for this user' });

    const at = (address: string) => address.replace(/^http:\/\/[^/]+/, server.origin);
    expect((await choose(at(invited.link), 'a-password-of-hers')).status).toBe(404);
    expect((await choose(at(again.link), 'a-password-of-hers')).status).toBe(200);
    const credentials = { subdomain: 'acme', email: 'kari@example.org', password: 'a-password-of-hers' };
    const session = await send(`${server.origin}/session`, credentials);
    expect(session).toMatchObject({ status: 200, body: { role: 'admin' } });
  });

  it('stops after Ctrl-C, including its PostgreSQL', async () => {
    expect((await processes()).length).toBeGreaterThan(0);
    expect(await server.interrupt()).toBe(0);
    expect(server.errors).toEqual([]);
    expect(await processes()).toEqual([]);
  });

  it('runs account commands after the server has stopped', async () => {
    const { status, out } = await runProcess('list');
    expect(status).toBe(0);
    expect(out.split('\n').map((line) => JSON.parse(line))).toEqual([
      { id: 1, subdomain: 'demo', name: 'Fjord Studio', suspended: false, api_enabled: true, sandbox: true },
      { id: 2, subdomain: 'acme', name: 'Acme', suspended: false, api_enabled: true, sandbox: false },
    ]);
    expect(await processes()).toEqual([]);
  });

  it('keeps all data until the next start, including the key of the demo account', async () => {
    server = await startAsNpm(settings).ready('Demo API key');
    expect(server.printedAs('Demo API key')).toBe(key);
    // The data may be those of a business by now: the terminal has a link, and `/` has none.
    expect(signInLink()).toContain('/dashboard/demo/');
    expect(await (await fetch(server.origin)).text()).not.toContain('dashboard/demo/');
    expect((await client(key).get('/services')).body).toHaveLength(10);
    expect(await server.end()).toBe(0);
    expect(await processes()).toEqual([]);
  });
});
