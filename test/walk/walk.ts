import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { databaseModel } from '../../src/domain/entities.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { ManualClock } from '../support/manual-clock.js';
import { makeDataFolder } from '../support/scratch.js';
import { acme, TestAccount } from '../support/test-server.js';
import { startWeb } from '../support/web.js';
import { listExecuted, type SourceFunction } from './executed-functions.js';
import { createWays, type Way } from './ways.js';

/** The functions and files of the compiled sources that one warm request runs. */
export interface Walk {
  way: Way;
  /** In the order in which the request enters them first. */
  functions: readonly SourceFunction[];
  /** Of the functions, in the same order. */
  files: readonly string[];
}

/** Requests before the measured one: compiled operations and caches are filled after the first. */
const warmUps = 5;

/** Starts a server in this process and follows one request of each way. */
export async function walkAll(): Promise<Walk[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await makeDataFolder('booking-walk-');
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir });
  stack.defer(() => postgres.stop());
  const database = await Database.connect(postgres.url, databaseModel);
  stack.defer(() => database.close());
  await migrate(database);
  const clock = new ManualClock('2026-03-02T07:00:00Z');
  const web = await startWeb({ database, clock, logger: pino({ level: 'fatal' }) });
  stack.use(web);
  const account = new TestAccount(web.origin, await createAccount(database, clock, acme));
  const ways = await createWays(account);
  const walks: Walk[] = [];
  for (const way of ways) {
    for (let sent = 0; sent < warmUps; sent += 1) await way.send();
    const functions = await follow(way);
    walks.push({ way, functions, files: [...new Set(functions.map(({ file }) => file))] });
  }
  return walks;
}

/** Background tasks run now and then: a function that did not run in each of some requests is left out. */
async function follow({ send }: Way): Promise<SourceFunction[]> {
  const [first, ...others] = [await listExecuted(send), await listExecuted(send), await listExecuted(send)];
  return first.filter((one) => others.every((ran) => ran.includes(one)));
}

/** Returns the files that every way enters. */
export function filesOfAll(walks: readonly Walk[]): string[] {
  const [first, ...others] = walks;
  return first?.files.filter((file) => others.every(({ files }) => files.includes(file))) ?? [];
}
