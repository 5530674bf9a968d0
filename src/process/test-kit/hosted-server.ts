import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../domain/account/account.actions.js';
import { createBackgroundContext } from '../../domain/account/create-context.js';
import { databaseModel } from '../../domain/entities.js';
import { findDueWork } from '../../domain/work.queries.js';
import { bookingOperations } from '../../graphql/operations.js';
import { createLogger } from '../../observability/logger.js';
import { readAccountBacklog } from '../../outbox/backlog.js';
import { Database } from '../../platform/database/database.js';
import { migrate } from '../../platform/database/migrate.js';
import { systemClock } from '../../platform/time/clock.js';
import { readConfig } from '../config.js';
import { startServer } from '../server.js';
import type { StartedServer } from './host.types.js';
import type { TestCluster } from './test-cluster.js';
import type { TestDelivery, TestServerOptions } from './test-kit.types.js';

/** A server with its database, and a receiver of its webhooks. */
export interface HostedServer {
  readonly started: StartedServer;
  /** Waits until all that the changes so far cause is done. @throws Error if that takes longer than `settleTimeout` */
  settle(): Promise<TestDelivery[]>;
  close(): Promise<void>;
}

/** In milliseconds. */
const settleTimeout = 30_000;
const settlePause = 10;

/** Migrates an empty database. */
export async function migrateEmpty(url: string): Promise<void> {
  const database = await Database.connect(url, databaseModel);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/** Starts a server. What has started is stopped if the rest fails. */
export async function startHostedServer(
  cluster: TestCluster,
  number: number,
  { account = {}, settings = {} }: TestServerOptions,
): Promise<HostedServer> {
  const ends: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const creating = cluster.createDatabase();
    // Needs no database: a third of the CPU time of a start, spent while PostgreSQL copies the database.
    bookingOperations();
    const { name, url } = await creating;
    ends.push(() => cluster.dropDatabase(name));
    const config = readConfig({ ...defaults, ...settings, DATABASE_URL: url });
    const receiver = await startReceiver();
    ends.push(receiver.stop);
    const logger = await createLogger(config.logLevel, process.stderr);
    const { database, lines, stop } = await startServer(config, logger, new AbortController().signal);
    ends.push(stop);
    const credentials = await createAccount(database, systemClock, {
      subdomain: account.subdomain ?? 'test',
      name: account.name ?? 'Test',
      email: 'test@example.org',
      timeZone: account.timeZone ?? 'Europe/Oslo',
      countryCode: account.countryCode ?? 'NO',
      verification: account.verification ?? 'none',
      publicAccess: account.publicAccess ?? true,
      sandbox: true,
    });
    const origin = lines.find((line) => line.startsWith('REST'))?.replace(/^REST\s+|\/api\/v1$/g, '') ?? '';
    await subscribe(origin, credentials.api_key, receiver.url);
    const { subdomain, api_key: key, secret, id } = credentials;
    return {
      started: { server: number, url: origin, key, subdomain, secret },
      settle: async () => {
        await untilDone(database, id);
        return receiver.deliveries;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const defaults = {
  PORT: '0',
  DEMO: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'fatal',
  WEBHOOK_PRIVATE_TARGETS: 'allow',
} as const;

async function subscribe(origin: string, key: string, url: string): Promise<void> {
  const response = await fetch(`${origin}/api/v1/web_hooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ web_hook: { target_url: url, event: '*' } }),
  });
  if (!response.ok) throw new Error(`the webhook was refused: ${await response.text()}`);
}

async function untilDone(database: Database, accountId: number): Promise<void> {
  const deadline = performance.now() + settleTimeout;
  while (!(await isDone(database, accountId))) {
    if (performance.now() > deadline) throw new Error('what the changes cause is not done within 30 seconds');
    await sleep(settlePause);
  }
}

/** Whether the relay has handled all changes, and no message, delivery or other work is due. */
async function isDone(database: Database, accountId: number): Promise<boolean> {
  const context = await createBackgroundContext(database, systemClock, accountId);
  const { changes } = await readAccountBacklog(context.db, systemClock.now());
  if (changes > 0 || (await findDueWork(context, 1)).length > 0) return false;
  const pending = await context.db.query(
    `select from web_hook_delivery where account_id = $1 and state = 'pending' limit 1`,
    [],
  );
  return pending.length === 0;
}

/** Starts a receiver of webhooks, which accepts and keeps all. */
async function startReceiver(): Promise<{ url: string; deliveries: TestDelivery[]; stop(): Promise<void> }> {
  const deliveries: TestDelivery[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await textOf(request);
    const payload: TestDelivery['payload'] = JSON.parse(body);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    deliveries.push({ event: payload.event, headers, body, payload });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, deliveries, stop };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
