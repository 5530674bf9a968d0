import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { type AccountCredentials, createAccount, type NewAccount } from '../../src/domain/account/account.actions.js';
import { accessTypes } from '../../src/domain/account/account-cache.js';
import { apiKeyOf, hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { Metrics } from '../../src/observability/metrics.js';
import type { Role } from '../../src/outbox/actor.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import type { Database } from '../../src/platform/database/database.js';
import { createApp } from '../../src/process/app.js';
import type { Config } from '../../src/process/config.js';
import { checkAnswer } from './described-answers.js';
import { ManualClock } from './manual-clock.js';
import { recordExercise } from './route-coverage.js';
import { atPort, type ConnectOptions, createTestDatabase } from './test-database.js';

export interface RestAnswer {
  status: number;
  // The tests compare whole bodies; what is inside is for them to know.
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

/** One account, spoken to over HTTP. */
export class TestAccount {
  constructor(
    readonly origin: string,
    readonly credentials: AccountCredentials,
  ) {}

  /** The same account, spoken to through another web process. */
  at(origin: string): TestAccount {
    return new TestAccount(origin, this.credentials);
  }

  get = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('GET', path, sending);
  post = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('POST', path, sending);
  put = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('PUT', path, sending);
  del = (path: string, sending?: Sending): Promise<RestAnswer> => this.send('DELETE', path, sending);

  /** @throws Error when the answer is not as `schema/openapi.json` has it */
  async send(method: string, path: string, { json, form, raw, headers = {} }: Sending = {}): Promise<RestAnswer> {
    const type = form !== undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const body = form ?? raw ?? (json === undefined ? undefined : JSON.stringify(json));
    const response = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.credentials.api_key}`,
        'content-type': type,
        'user-agent': 'tests',
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    recordExercise(method, path, response.status);
    const text = await response.text();
    const answer = {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      text,
      headers: response.headers,
    };
    checkAnswer(method, path, answer);
    return answer;
  }

  /** Creates by REST and gives the object inside its wrapper. */
  async create(path: string, wrapper: string, attributes: object, parameters: object = {}) {
    const { status, body } = await this.post(path, { json: { [wrapper]: attributes, ...parameters } });
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body[wrapper];
  }

  // biome-ignore lint/suspicious/noExplicitAny: data of every shape
  async graphql(query: string, variables: object = {}): Promise<{ data?: any; errors?: any[] }> {
    const response = await fetch(`${this.origin}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.credentials.api_key}`,
        'content-type': 'application/json',
        'user-agent': 'tests',
      },
      body: JSON.stringify({ query, variables }),
    });
    return response.json() as Promise<{ data?: unknown; errors?: unknown[] }>;
  }
}

/** An account as the tests make it, unless they say otherwise. */
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
  /** Another account of the same server. */
  account(attributes?: Partial<NewAccount>): Promise<TestAccount>;
  /** The same account, spoken to with another key, of that role. */
  withRole(account: TestAccount, role: Role): Promise<TestAccount>;
  /**
   * Another web process on the same database, with connections of its own. Stopped with the server, or before.
   *
   * @param signalPort of a proxy before PostgreSQL for its connection that listens for changes
   */
  another(config?: Partial<AppConfig>, connection?: ConnectOptions, signalPort?: number): Promise<Web>;
  /** SQL beside the server. */
  sql<Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]>;
  /** Lets each web process read the account at its next request. */
  forgetAccounts(): void;
  /** Gives an account settings, by column. */
  configure(account: TestAccount, settings: Record<string, unknown>): Promise<void>;
  /** Names of the changes of an account, in their order; all that was written has one. */
  changes(account: TestAccount): Promise<string[]>;
}

interface Web extends AsyncDisposable {
  origin: string;
  database: Database;
  signal: ChangeSignal;
}

type AppConfig = Pick<
  Config,
  | 'host'
  | 'publicUrl'
  | 'siteDomain'
  | 'trustedHops'
  | 'webhookPrivateTargets'
  | 'rateLimit'
  | 'partnerToken'
  | 'metricsPort'
  | 'allowedOrigins'
>;

const defaults: AppConfig = {
  host: '127.0.0.1',
  publicUrl: undefined,
  siteDomain: undefined,
  trustedHops: 0,
  rateLimit: 'off',
  partnerToken: undefined,
  allowedOrigins: [],
  metricsPort: undefined,
  webhookPrivateTargets: false,
};

/** A web server on a database of its own, at a time of the test's choice: a Monday morning in Oslo unless said. */
export async function startTestServer({
  config = {},
  now = '2026-03-02T07:00:00Z',
}: {
  config?: Partial<AppConfig>;
  now?: string;
} = {}): Promise<TestServer> {
  const testDatabase = await createTestDatabase();
  const clock = new ManualClock(now);
  const logger = pino({ level: process.env.TEST_LOG ?? 'fatal' });
  const processes: Web[] = [];
  const databases: Database[] = [];
  const start = async (database: Database, own?: Partial<AppConfig>, signalPort?: number): Promise<Web> => {
    databases.push(database);
    const signal = new ChangeSignal(atPort(database.url, signalPort), logger);
    const web = await listen(database, signal, clock, logger, { ...defaults, ...config, ...own });
    processes.push(web);
    return web;
  };
  const { origin } = await start(testDatabase.database);
  let accounts = 0;
  const ids: number[] = [];
  const forgetAccounts = (): void => {
    for (const id of ids) for (const database of databases) database.reportCommit(id, new Set(accessTypes));
  };
  const sql = async <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> => {
    const rows = await testDatabase.database.orm.em.fork().execute<Row[]>(statement, parameters);
    // The database sends notices of changed accounts, too, but a test does not wait for them.
    forgetAccounts();
    return rows;
  };
  return {
    origin,
    database: testDatabase.database,
    databaseUrl: testDatabase.url,
    clock,
    logger,
    account: async (attributes) => {
      accounts += 1;
      const credentials = await createAccount(testDatabase.database, clock, {
        ...acme,
        subdomain: `account-${accounts}`,
        ...attributes,
      });
      ids.push(credentials.id);
      return new TestAccount(origin, credentials);
    },
    withRole: async ({ credentials }, role) => {
      const api_key = apiKeyOf(credentials.id);
      await sql(
        'insert into api_key (account_id, key_hash, role, created_at, updated_at) values (?, ?, ?, now(), now())',
        credentials.id,
        hashApiKey(api_key),
        role,
      );
      return new TestAccount(origin, { ...credentials, api_key });
    },
    another: async (own, connection, signalPort) => start(await testDatabase.connect(connection), own, signalPort),
    sql,
    forgetAccounts,
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
      for (const web of processes) await web[Symbol.asyncDispose]();
      await testDatabase[Symbol.asyncDispose]();
    },
  };
}

async function listen(
  database: Database,
  signal: ChangeSignal,
  clock: ManualClock,
  logger: Logger,
  config: AppConfig,
): Promise<Web> {
  await signal.start();
  database.onCommit((accountId) => signal.announce(accountId));
  const app = await createApp({ config, database, signal, clock, logger, metrics: new Metrics(database) });
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  const { port } = app.server.address() as AddressInfo;
  let isStopped = false;
  return {
    origin: `http://127.0.0.1:${port}`,
    database,
    signal,
    [Symbol.asyncDispose]: async () => {
      if (isStopped) return;
      isStopped = true;
      await app.stop();
      await signal.stop();
    },
  };
}
