import { Agent, get } from 'node:http';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { openTransaction, type TransactionSession } from '../jobs/change-writer.js';
import { book, openStudio, type Studio } from '../socket/studio.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { startExpiry } from '../support/expiring-hold.js';
import { createTestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { killAll, ServerProcess, startMain } from './server-process.js';

let server: ServerProcess;
let account: TestAccount;
let studio: Studio;

const test = await disposeAfterAll(createTestDatabase());
afterEach(killAll);

async function start(settings: Record<string, string> = {}): Promise<void> {
  server = await startMain({ DATABASE_URL: test.url, DEMO: 'off', ...settings }).ready();
  const credentials = await createAccount(test.database, systemClock, {
    ...acme,
    subdomain: `account-${server.pid}`,
    verification: 'email',
  });
  account = new TestAccount(server.origin, credentials);
  studio = await openStudio(account);
}

const sql = async <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement, parameters);

async function stateOf(id: number): Promise<string | undefined> {
  const [row] = await sql<{ state: string }>('select state from booking where id = ?', id);
  return row?.state;
}

/** Locks the row of a booking, so that a request that changes it waits until this ends. */
async function hold(id: number): Promise<TransactionSession> {
  const transaction = await openTransaction(test.url);
  await transaction.client.query('select from booking where id = $1 for update', [id]);
  return transaction;
}

describe('SIGTERM', () => {
  it('lets the current request and the running job finish, and accepts no others', async () => {
    await start();
    const { id } = await book(account, studio);
    const person = { name: 'Ola', email: 'ola@example.org' };
    const expiring = await book(
      account,
      studio,
      { expires_at: '2199-01-01', person_attributes: person },
      { confirm: false, verification_send_email: false, notification_send_email: false }, // a message would wait, too
    );
    await using first = await hold(id);
    await using second = await startExpiry(test.url, expiring.id);
    const cancelling = account.put(`/bookings/${id}/cancel`);
    await until(async () => {
      const waiting = await sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length === 2;
    });
    const ended = server.end();
    await until(() =>
      account.get('/client').then(
        () => false,
        () => true,
      ),
    );
    await Promise.all([first.commit(), second.commit()]);
    expect(await cancelling).toMatchObject({ status: 200, body: { booking: { state: 'cancelled' } } });
    expect(await ended).toBe(0);
    expect(await stateOf(expiring.id)).toBe('verification_expired');
    expect(server.errors).toEqual([]);
  });

  it('answers every request on kept connections, and closes them with the last answer', async () => {
    await start();
    const clients = Array.from({ length: 16 }, () => useConnection(`${server.origin}/api/v1/services`));
    await until(() => clients.every(({ answers }) => answers.length > 2));
    const ended = server.end();
    await Promise.all(clients.map(({ closed }) => closed));
    for (const { answers } of clients) {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers.map(({ connection }) => connection).indexOf('close')).toBe(answers.length - 1);
    }
    expect(await ended).toBe(0);
  });

  it('closes kept connections that are not used', async () => {
    await start();
    const agent = new Agent({ keepAlive: true });
    await sendOn(agent, `${server.origin}/api/v1/services`);
    expect(await server.end()).toBe(0);
    agent.destroy();
  });
});

interface Answer {
  status: number | undefined;
  connection: string | undefined;
}

function sendOn(agent: Agent, url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'tests' };
    get(url, { agent, headers }, (response) => {
      const { statusCode: status, headers: answered } = response;
      response.on('error', reject).on('end', () => resolve({ status, connection: answered.connection }));
      response.resume();
    }).on('error', reject);
  });
}

/** Sends one request after the other on one connection until the server closes it. `closed` fails if it is reset. */
function useConnection(url: string): { answers: Answer[]; closed: Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  const use = async (): Promise<void> => {
    do answers.push(await sendOn(agent, url));
    while (answers.at(-1)?.connection !== 'close');
    agent.destroy();
  };
  return { answers, closed: use() };
}

describe('npm', () => {
  it('stops the server when its shell ends, which does not forward the signal', async () => {
    const command = `'${process.execPath}' dist/src/process/main.js; true`;
    const settings = { DATABASE_URL: test.url, DEMO: 'off', npm_lifecycle_event: 'start' };
    const shell = await new ServerProcess('sh', ['-c', command], settings).ready();
    process.kill(shell.pid, 'SIGTERM');
    await shell.exited; // with all that held its output
    await expect(fetch(`${shell.origin}/healthz`)).rejects.toThrow();
  });
});

describe('the log', () => {
  it('contains no address of a calendar feed, whatever the outcome of the request', async () => {
    await start({ LOG_LEVEL: 'trace' });
    const { data } = await account.graphql(
      'mutation ($resourceId: Int!) { createCalendarFeed(resourceId: $resourceId) { address calendarFeed { id } } }',
      { resourceId: studio.resource },
    );
    const { address, calendarFeed } = data.createCalendarFeed;
    const ask = async (variant: string, method = 'GET') => (await fetch(variant, { method })).status;
    const variants = [`${address}?a=${address}`, address.replace('/calendars', '//CALENDARS/'), `${address}/x`];
    for (const variant of variants) await ask(variant);
    expect([await ask(address), await ask(address, 'HEAD'), await ask(address, 'POST')]).toEqual([200, 200, 405]);
    await sql('alter table calendar_feed rename to calendar_feed_away');
    expect(await ask(address)).toBe(500);
    await sql('alter table calendar_feed_away rename to calendar_feed');
    await account.graphql(`mutation { revokeCalendarFeed(id: ${calendarFeed.id}) { id } }`);
    expect(await ask(address)).toBe(404);
    expect(await server.end()).toBe(0);
    const output = [...server.lines, ...server.errors].join('\n');
    const [, secret] = /\/\d+-([\w-]{43})\.ics$/.exec(address) ?? [];
    expect(output).toContain('/calendars/…');
    expect(output).toContain('request failed');
    expect(output).not.toContain(secret);
  });

  /** The source of a module that causes unexpected errors on SIGUSR2. */
  const faults = `process.once('SIGUSR2', () => {
    process.on('SIGUSR2', () => { throw new Error('uncaught') });
    Promise.reject(new Error('unawaited'));
  })`;

  it('contains unexpected errors, but no keys, secrets, codes or people', async () => {
    await start({ LOG_LEVEL: 'debug', NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}` });
    const person = { name: 'Ola Nordmann', email: 'ola.nordmann@example.org' };
    const booking = await book(account, studio, { person_attributes: person }, { confirm: false });
    const code: string = booking.verification_code;
    await account.put(`/bookings/${booking.id}/verify_code?verification_code=${code}`);
    await account.graphql('{ bookings { edges { node { verificationCode } } } }');
    await account.post('/bookings', { raw: `{"booking": {"notes": "${person.email}"` });
    await sql(`alter table booking add constraint no_bang check (title <> 'bang') not valid`);
    const bang = await account.put(`/bookings/${booking.id}`, {
      json: { booking: { title: 'bang', notes: 'a note' } },
    });
    expect(bang).toMatchObject({ status: 500, body: { error: 'system error' } });
    await sql('alter table booking drop constraint no_bang');

    const logged = (message: string) => server.lines.some((line) => line.startsWith('{') && line.includes(message));
    process.kill(server.pid, 'SIGUSR2');
    await until(() => logged('unawaited'));
    expect((await account.get('/client')).status).toBe(200);
    expect(await server.end('SIGUSR2')).toBe(1);
    expect(logged('uncaught')).toBe(true);

    const entries = server.lines.filter((line) => line.startsWith('{')).map((line): object => JSON.parse(line));
    expect(entries.filter((entry) => 'status' in entry).length).toBeGreaterThan(5);
    expect(entries.find((entry) => 'err' in entry)).toMatchObject({
      requestId: expect.any(String),
      err: { type: 'CheckConstraintViolationException', table: 'booking', constraint: 'no_bang' },
    });
    const { api_key: key, secret } = account.credentials;
    const { password } = new URL(test.url);
    const output = [...server.lines, ...server.errors].join('\n');
    for (const hidden of [key, secret, password, person.name, person.email, 'a note']) {
      expect(output).not.toContain(hidden);
    }
    expect(output).not.toMatch(new RegExp(`\\b${code}\\b`));
  });
});
