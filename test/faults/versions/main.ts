import { rm } from 'node:fs/promises';
import { setTimeout as pass } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseModel } from '../../../src/domain/entities.js';
import { Database } from '../../../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.js';
import { freePort } from '../../../src/platform/embedded-postgres/postmaster.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { killAll, startMain } from '../../process/server-process.js';
import { describeAnswersBy } from '../../support/described-answers.js';
import { fillTable } from '../../support/fill-tables.js';
import { makeDiskFolder } from '../../support/scratch.js';
import { seedOfRun } from '../../support/seed.js';
import { acme } from '../../support/test-server.js';
import { until } from '../../support/until.js';
import { type Cluster, Member, type StartProcess, settingsOfMembers } from '../storm/cluster.js';
import { runStorm } from '../storm/storm.js';
import { isShallow, NoFormerVersion } from './former-commits.js';
import { buildOtherVersion, type OtherVersion } from './other-version.js';

/**
 * Runs the last released version, replaces its processes one by one by those of this version, and these by the former again,
 * while the clients of the storm write and follow. Fails if the judge of the storm finds a problem.
 *
 *   npm run versions [-- --short] [--bookings COUNT] [--seed SEED] [COMMIT]
 */
const {
  values: { short, bookings, seed: givenSeed },
  positionals: [ref],
} = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    bookings: { type: 'string', default: '0' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const seed = seedOfRun(givenSeed);
const bookingCount = Number(bookings);
if (!Number.isSafeInteger(bookingCount) || bookingCount < 0) throw new Error('--bookings must be a number');

interface Scale {
  webs: number;
  workers: number;
  /** The time for which processes of both versions run before the next is replaced, in milliseconds. */
  pause: number;
  /** The number of clients that write, and how many writes they send at least. */
  writers: number;
  calmWrites: number;
}

const scale: Scale = short
  ? { webs: 2, workers: 1, pause: 200, writers: 2, calmWrites: 20 }
  : { webs: 4, workers: 2, pause: 2_000, writers: 4, calmWrites: 80 };

try {
  console.log(`FAULT_SEED=${seed}`);
  console.log('building the other version');
  await using other = await buildOtherVersion(ref);
  const reach = (await isShallow(projectRoot)) ? ', of this shallow clone' : '';
  console.log(`beside ${other.description}${reach}`);
  await compareWith(other);
} catch (error) {
  if (!(error instanceof NoFormerVersion)) throw error;
  console.log(`${error.name}: ${error.message}`);
  process.exitCode = short ? 0 : 1;
}

/** Prints what the judge of the storm finds, and sets the exit code by it. */
async function compareWith(other: OtherVersion): Promise<void> {
  const dataDir = await makeDiskFolder('booking-versions-');
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
  try {
    // Clients that know the other version must understand both.
    describeAnswersBy(other.openApi);
    await using cluster = await startCluster(postgres.url, other);
    if (bookingCount > 0) await addBookings(cluster, postgres.url);
    const disturb = async () => {
      await replaceAll(cluster, startMain, 'this version');
      await replaceAll(cluster, other.start, 'the other version');
      return { 'processes replaced': 2 * cluster.members.length };
    };
    const { figures, problems, notes } = await runStorm(cluster, { ...scale, kills: 0, seed, disturb });
    console.table(figures);
    for (const problem of problems) console.log(`WRONG: ${problem}`);
    console.log(`what the clients noted is in ${notes}`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } finally {
    killAll();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Adds bookings and people of an account that no client uses, so that a migration meets large tables. */
async function addBookings({ createAccount }: Cluster, url: string): Promise<void> {
  const begun = performance.now();
  const account = await createAccount?.({ ...acme, subdomain: 'filled' });
  if (!account) throw new Error('the other version creates no account');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fillTable(client, 'person', account.id, Math.ceil(bookingCount / 10));
  await fillTable(client, 'booking', account.id, bookingCount);
  await client.query('vacuum analyze booking, person');
  await client.end();
  console.log(`${bookingCount} bookings were added in ${Math.round((performance.now() - begun) / 1_000)} s`);
}

/** Workers first: they know the changes and jobs of both versions. */
async function replaceAll({ members }: Cluster, start: StartProcess, name: string): Promise<void> {
  for (const role of ['worker', 'web'] as const) {
    for (const member of members.filter((one) => one.role === role)) {
      await pass(scale.pause);
      await member.replace(start);
      await until(() => member.isReady);
      console.log(`a ${role} of ${name} is ready`);
    }
  }
  await pass(scale.pause);
}

/** Starts processes of the other version on an empty database, which they migrate. */
async function startCluster(url: string, other: OtherVersion): Promise<Cluster> {
  const settings = { DATABASE_URL: url, ...settingsOfMembers };
  const members: Member[] = [];
  for (let count = 0; count < scale.webs; count += 1) {
    const port = await freePort();
    members.push(new Member('web', { ...settings, PORT: String(port) }, `http://127.0.0.1:${port}`, other.start));
    // One of them migrates; the others wait.
    await until(() => members.every(({ isReady }) => isReady));
  }
  for (let count = 0; count < scale.workers; count += 1)
    members.push(new Member('worker', settings, undefined, other.start));
  const database = await Database.connect(url, databaseModel, 5);
  return {
    origins: members.flatMap(({ origin }) => origin ?? []),
    members,
    ...{ database, url },
    mongo: undefined,
    killPostgres: async () => {},
    whenReady: () => until(() => members.every(({ isReady }) => isReady)),
    createAccount: async ({ subdomain, name, email, timeZone, countryCode, verification = 'none' }) => {
      const command = other.start(
        settings,
        ...['create', '--subdomain', subdomain, '--name', name, '--email', email],
        ...['--time-zone', timeZone, '--country', countryCode, '--verification', verification],
      );
      await command.exited;
      return JSON.parse(command.lines.join('\n'));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(members.map((member) => member.end()));
      await database.close();
    },
  };
}
