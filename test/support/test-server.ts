import { type Logger, pino } from 'pino';
import { type AccountCredentials, createAccount, type NewAccount } from '../../src/domain/account/account.actions.js';
import { createApiKeySecret, hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { accessTypes } from '../../src/domain/account/create-context.js';
import type { DemoEntry } from '../../src/http/dashboard/demo-links.js';
import type { Role } from '../../src/outbox/actor.js';
import type { Database } from '../../src/platform/database/database.js';
import { checkAnswer } from './described-answers.js';
import { disposeAfterAll, disposeAtExit } from './dispose-after-all.js';
import { ManualClock } from './manual-clock.js';
import { recordExercise } from './route-coverage.js';
import { sendRequest } from './send-request.js';
import { type ConnectOptions, createTestDatabase, type TestDatabase } from './test-database.js';
import { type AppConfig, startWeb, type Web } from './web.js';

export interface RestAnswer {
  status: number;
  // The tests compare whole bodies, whose shapes no type describes.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
  text: string;
  headers: Headers;
}

interface Sending {
  json?: unknown;
  form?: string;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** A client of an account's HTTP API. */
export class TestAccount {
  #credentials: AccountCredentials | undefined;

  /** @param credentials undefined before the first test, if each test has a new account */
  constructor(
    readonly origin: string,
    credentials: AccountCredentials | undefined,
  ) {
    this.#credentials = credentials;
  }

  get credentials(): AccountCredentials {
    if (!this.#credentials) throw new Error('this account is created before each test');
    return this.#credentials;
  }

  set credentials(created: AccountCredentials) {
    this.#credentials = created;
  }

  get subdomain(): string {
    return this.credentials.subdomain;
  }

  /** Returns a client of the same account at another web process. */
  at(origin: string): TestAccount {
    return new TestAccount(origin, this.credentials);
  }

  get = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('GET', path, sending);
  post = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('POST', path, sending);
  put = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('PUT', path, sending);
  del = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('DELETE', path, sending);

  /** @throws Error if the response does not match `schema/openapi.json` */
  async send(method: string, path: string, { json, form, raw, headers = {} }: Sending = {}): Promise<RestAnswer> {
    const type = form !== undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const body = form ?? raw ?? (json === undefined ? undefined : JSON.stringify(json));
    const {
      status,
      text,
      headers: answered,
    } = await sendRequest(`${this.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.credentials.api_key}`,
        'content-type': type,
        'user-agent': 'tests',
        ...headers,
      },
      body,
    });
    recordExercise(method, path, status);
    const answer = { status, body: text === '' ? undefined : JSON.parse(text), text, headers: answered };
    checkAnswer(method, path, answer);
    return answer;
  }

  /** Creates an object by REST and returns it without its wrapper. */
  async create(path: string, wrapper: string, attributes: object, parameters: object = {}) {
    const { status, body } = await this.post(path, { json: { [wrapper]: attributes, ...parameters } });
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body[wrapper];
  }

  // biome-ignore lint/suspicious/noExplicitAny: data of every shape
  async graphql(query: string, variables: object = {}): Promise<{ data?: any; errors?: any[] }> {
    const { text } = await sendRequest(`${this.origin}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.credentials.api_key}`,
        'content-type': 'application/json',
        'user-agent': 'tests',
      },
      body: JSON.stringify({ query, variables }),
    });
    return JSON.parse(text);
  }
}

/** The default attributes of the tests' accounts. */
export const acme = {
  subdomain: 'acme',
  name: 'Acme',
  email: 'acme@example.org',
  timeZone: 'Europe/Oslo',
  countryCode: 'NO',
} satisfies NewAccount;

export interface TestServer extends AsyncDisposable {
  origin: string;
  database: Database;
  databaseUrl: string;
  clock: ManualClock;
  logger: Logger;
  /** Creates an account, by default with a unique subdomain. */
  account(attributes?: Partial<NewAccount>): Promise<TestAccount>;
  /** Returns an account that is created anew before each test of a file, after the clock is set to its initial time. */
  accountPerTest(attributes?: Partial<NewAccount>): TestAccount;
  /** Returns a client of the same account with another API key of that role. */
  withRole(account: TestAccount, role: Role): Promise<TestAccount>;
  /**
   * Starts another web process on the same database, with connections of its own. It stops with the server, or before.
   *
   * @param signalPort the port of a proxy for its connection that listens for change notifications
   */
  another(
    config?: Partial<AppConfig>,
    connection?: ConnectOptions,
    signalPort?: number,
    demo?: DemoEntry,
  ): Promise<Web>;
  /** Executes SQL directly on the database. */
  sql<Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]>;
  /** Drops the cached accounts of all web processes. */
  forgetAccounts(): void;
  /** Changes settings of an account, by column. */
  configure(account: TestAccount, settings: Record<string, unknown>): Promise<void>;
  /** Returns the names of an account's changes, in order. Every write has one. */
  changes(account: TestAccount): Promise<string[]>;
}

interface ServerOptions {
  config?: Partial<AppConfig>;
  /** The initial time of the clock; by default a Monday morning in Oslo. */
  now?: string;
}

const mondayMorning = '2026-03-02T07:00:00Z';

/** Starts a web server on a database of its own. */
export async function startTestServer({ config = {}, now = mondayMorning }: ServerOptions = {}): Promise<TestServer> {
  const host = await startHost(config, now);
  return lend(host, now, async () => host[Symbol.asyncDispose]());
}

/**
 * Starts a server for the tests of a file that need settings, change tables, or count or process rows of all accounts. All
 * others share a server (`useTestServer`). Called at the top of a file.
 */
export function useOwnTestServer(options?: ServerOptions): Promise<TestServer> {
  return disposeAfterAll(startTestServer(options));
}

let shared: Promise<Host> | undefined;

/**
 * Returns the server that the test files of this worker process share, one after the other. Called at the top of a file. The
 * server's clock is set to `now`. The accounts of earlier files still exist, so select rows by account and take subdomains
 * from the account.
 */
export function useTestServer({ now = mondayMorning }: Pick<ServerOptions, 'now'> = {}): Promise<TestServer> {
  return disposeAfterAll(borrowSharedHost(now));
}

async function borrowSharedHost(now: string): Promise<TestServer> {
  shared ??= startSharedHost();
  const host = await shared;
  host.clock.set(now);
  return lend(host, now, async () => {});
}

/** No test file can find out that it is the last, so the end of the process stops the server. */
async function startSharedHost(): Promise<Host> {
  const host = await startHost({}, mondayMorning);
  disposeAtExit(host);
  return host;
}

/** A database with a web server on it. */
interface Host extends AsyncDisposable {
  testDatabase: TestDatabase;
  clock: ManualClock;
  logger: Logger;
  web: Web;
  config: Partial<AppConfig>;
  /** The number of created accounts, for unique subdomains. */
  accounts: number;
}

async function startHost(config: Partial<AppConfig>, now: string): Promise<Host> {
  const testDatabase = await createTestDatabase();
  const clock = new ManualClock(now);
  const logger = pino({ level: process.env.TEST_LOG ?? 'fatal' });
  const web = await startWeb({ database: testDatabase.database, clock, logger, config });
  return {
    ...{ testDatabase, clock, logger, web, config, accounts: 0 },
    [Symbol.asyncDispose]: async () => {
      await web[Symbol.asyncDispose]();
      await testDatabase[Symbol.asyncDispose]();
    },
  };
}

/** @param giveBack called once the further web processes have stopped */
function lend(host: Host, now: string, giveBack: () => Promise<void>): TestServer {
  const { testDatabase, clock, logger, web, config } = host;
  const { database } = testDatabase;
  const { origin } = web;
  const others: Web[] = [];
  const ids: number[] = [];
  const forgetAccounts = (): void => {
    for (const id of ids) for (const one of [web, ...others]) one.database.reportCommit(id, new Set(accessTypes));
  };
  const sql = async <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> => {
    const rows = await database.orm.em.fork().execute<Row[]>(statement, parameters);
    // The database sends notices of changed accounts, too, but a test does not wait for them.
    forgetAccounts();
    return rows;
  };
  const create = async (attributes: Partial<NewAccount> = {}): Promise<AccountCredentials> => {
    host.accounts += 1;
    const subdomain = `account-${host.accounts}`;
    const credentials = await createAccount(database, clock, { ...acme, subdomain, ...attributes });
    ids.push(credentials.id);
    return credentials;
  };
  return {
    ...{ origin, database, clock, logger, sql, forgetAccounts },
    databaseUrl: testDatabase.url,
    account: async (attributes) => new TestAccount(origin, await create(attributes)),
    accountPerTest: (attributes) => {
      const account = new TestAccount(origin, undefined);
      beforeEach(async () => {
        clock.set(now);
        account.credentials = await create(attributes);
      });
      return account;
    },
    withRole: async ({ credentials }, role) => {
      const api_key = createApiKeySecret(credentials.id);
      await sql(
        'insert into api_key (account_id, key_hash, role, created_at, updated_at) values (?, ?, ?, now(), now())',
        credentials.id,
        hashApiKey(api_key),
        role,
      );
      return new TestAccount(origin, { ...credentials, api_key });
    },
    another: async (own, connection, signalPort, demo) => {
      const another = await startWeb({
        ...{ clock, logger, signalPort, demo },
        database: await testDatabase.connect(connection),
        config: { ...config, ...own },
      });
      others.push(another);
      return another;
    },
    configure: async ({ credentials }, settings) => {
      const columns = Object.keys(settings).map((column) => `"${column}" = ?`);
      await sql(`update account set ${columns.join(', ')} where id = ?`, ...Object.values(settings), credentials.id);
    },
    changes: async ({ credentials }) => {
      const rows = await sql<{ name: string }>(
        'select name from change where account_id = ? order by transaction_id, id',
        credentials.id,
      );
      return rows.map(({ name }) => name);
    },
    [Symbol.asyncDispose]: async () => {
      for (const other of others) {
        await other[Symbol.asyncDispose]();
        await testDatabase.disconnect(other.database);
      }
      await giveBack();
    },
  };
}
