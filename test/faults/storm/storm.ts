import { setTimeout as pass } from 'node:timers/promises';
import { createAccount, type NewAccount } from '../../../src/domain/account/account.actions.js';
import { findStuckWork } from '../../../src/domain/work.queries.js';
import { systemClock } from '../../../src/platform/time/clock.js';
import { between, pick, type Random, seeded } from '../../support/random.js';
import { acme, TestAccount } from '../../support/test-server.js';
import { until } from '../../support/until.js';
import type { Cluster, Processes } from './cluster.js';
import { poll, type Reader, subscribe } from './readers.js';
import { startReceiver } from './receiver.js';
import { gaps, longest, readyTime, spans } from './spans.js';
import { type Hook, medianDelay, problemsOf, query, readLog, visibleCursors } from './verdict.js';
import { type Acknowledged, acknowledgedWrites, dailyLimits, nothingYet, Writer } from './writers.js';

export interface StormOptions {
  /** The number of processes to kill. With 0, the writers stop after `calmWrites` acknowledged writes. */
  kills: number;
  seed: number;
  calmWrites?: number;
  /** The number of clients that write. */
  writers?: number;
  /** Whether it kills in quicker succession, and does not wait at the end until the locks of killed workers expire. */
  hurry?: boolean;
  /** Disturbs the servers, in place of the kills. @returns figures about it */
  disturb?: (done: Acknowledged) => Promise<Record<string, number>>;
}

export interface StormReport {
  figures: Record<string, number>;
  /** Violated guarantees, in words. */
  problems: string[];
}

/**
 * Lets clients write, read and receive changes while processes are killed, then compares what each of them saw. Each seed
 * has an account of its own.
 */
export async function runStorm(cluster: Cluster, options: StormOptions): Promise<StormReport> {
  const { kills, seed, calmWrites = 80, writers: count = 4, hurry } = options;
  const random = seeded(seed);
  await using receiver = await startReceiver();
  const { database } = cluster;
  await cluster.whenReady();
  const { accounts, accountId, place, hooks } = await openAccount(cluster, `storm-${seed}`, receiver.address);
  const subscriber = subscribe(accounts);
  const follower = poll(accounts);
  const done = nothingYet();
  let isOver = false;
  const writers = Array.from({ length: count }, (_, index) =>
    new Writer(`w${index + 1}`, accounts, place, seeded(seed + index + 1), done).writeUntil(() => isOver),
  );
  const begun = performance.now();
  const killed = options.disturb
    ? await options.disturb(done)
    : await killProcesses(cluster, kills, random, subscriber, hurry ? [100, 1_000] : [300, 2_500]);
  if (kills === 0) await until(() => acknowledgedWrites(done) >= calmWrites);
  isOver = true;
  await Promise.all(writers);
  if (hurry) await releaseLocks(cluster);
  await cluster.whenReady();
  const backAt = performance.now();
  const unsettled = await settle(cluster, accountId, [subscriber, follower]);
  const settledAfter = performance.now() - backAt;
  const seconds = Math.round((performance.now() - begun) / 1_000);
  await subscriber.stop();
  await follower.stop();

  const log = await readLog(database, accountId);
  const visible = visibleCursors(log);
  const ids = new Set(receiver.deliveries.map(({ idempotencyId }) => idempotencyId));
  const served = spans(cluster.members.filter(({ role }) => role === 'web').flatMap(({ service }) => service));
  const crashes = cluster.members.reduce((sum, member) => sum + member.crashes, 0);
  const [{ failed = 0 } = {}] = await query<{ failed: number }>(
    database,
    'select count(*)::integer as failed from failed_job where account_id = ?',
    accountId,
  );
  return {
    figures: {
      seconds,
      ...killed,
      'bookings acknowledged': [...done.bookings.values()].reduce((sum, count) => sum + count, 0),
      'bookings refused': [...done.bookings.values()].filter((count) => count === 0).length,
      cancellations: done.cancelled.size,
      people: done.people.size,
      changes: log.length,
      'visible changes': visible.length,
      deliveries: receiver.deliveries.length,
      'deliveries repeated': receiver.deliveries.length - ids.size,
      'median delay of a delivery, ms': await medianDelay(database, accountId),
      'until all was delivered once all was back, ms': Math.round(settledAfter),
      'subscriber resumed': subscriber.resumes,
      'follower resumed': follower.resumes,
      'longest wait for an acknowledgement, ms': longest(done.waits.map(({ from, to }) => to - from)),
      'of it while a web process was ready, ms': longest(done.waits.map((wait) => readyTime(wait, served))),
      'longest time without a web process, ms': longest(gaps(served)),
      'jobs given up': failed,
    },
    problems: [
      ...unsettled,
      ...(failed > 0 ? [`${failed} jobs were given up`] : []),
      ...(crashes > 0 ? [`${crashes} processes ended by themselves`] : []),
      ...(await problemsOf(database, accountId, {
        done,
        hooks,
        log,
        subscriber,
        follower,
        received: receiver.deliveries,
      })),
    ],
  };
}

/** Creates an account with webhooks, for the clients of a storm. */
export async function openAccount(
  cluster: Pick<Cluster, 'database' | 'createAccount'> & { origins: readonly string[] },
  subdomain: string,
  receiver: string,
) {
  const { database, origins } = cluster;
  const account: NewAccount = { ...acme, subdomain, verification: 'email' };
  const credentials = await (cluster.createAccount?.(account) ?? createAccount(database, systemClock, account));
  const accounts = origins.map((origin) => new TestAccount(origin, credentials));
  const [first] = accounts;
  if (!first) throw new Error('no web process');
  const { id: narrow } = await first.create('/resources', 'resource', { title: 'Narrow', capacity: 3 });
  const { id: wide } = await first.create('/resources', 'resource', { title: 'Wide', capacity: 100_000 });
  const service = { title: 'Limited', ...dailyLimits };
  const { id: limited } = await first.create('/services', 'service', service);
  await first.create('/providers', 'provider', { service_id: limited, resource_id: narrow });
  const hooks: Hook[] = [];
  for (const [path, event] of [
    ['/all', '*'],
    ['/bookings', 'booking.*'],
    ['/people', 'person.created'],
  ] as const) {
    const { id } = await first.create('/web_hooks', 'web_hook', { target_url: receiver + path, event });
    const since = (await readLog(database, credentials.id)).at(-1)?.cursor ?? '';
    hooks.push({ id, event, path, since });
  }
  return { accounts, accountId: credentials.id, place: { narrow, wide, limited }, hooks };
}

type Kind = 'web' | 'worker' | 'PostgreSQL' | 'MongoDB';

/**
 * Kills each kind of process equally often, in random order. The first web process is that of the subscriber, so that it
 * must resume.
 *
 * @param pauses the shortest and the longest pause before a kill, in milliseconds
 * @returns the number of kills of each kind
 */
async function killProcesses(
  cluster: Cluster,
  kills: number,
  random: Random,
  subscriber: Reader,
  [least, most]: [number, number],
): Promise<Record<string, number>> {
  const kinds: Kind[] = ['web', 'worker', 'PostgreSQL', ...(cluster.mongo ? (['MongoDB'] as const) : [])];
  const killed = new Map(kinds.map((kind) => [kind, 0]));
  let left: Kind[] = [];
  for (let count = 0; count < kills; count += 1) {
    await pass(between(random, least, most));
    if (left.length === 0) left = [...kinds];
    const kind = pick(random, left);
    left.splice(left.indexOf(kind), 1);
    const isFirst = killed.get(kind) === 0;
    await kill(cluster, kind, random, isFirst ? subscriber.origin : undefined);
    killed.set(kind, (killed.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...killed].map(([kind, count]) => [`${kind} killed`, count]));
}

/** @param origin the web process to kill, if it is ready; otherwise a random one is killed */
async function kill(cluster: Cluster, kind: Kind, random: Random, origin?: string): Promise<void> {
  const { members, mongo, killPostgres } = cluster;
  if (kind === 'PostgreSQL') return killPostgres();
  if (kind === 'MongoDB') return mongo?.kill();
  const ready = () => members.filter(({ role, isReady }) => role === kind && isReady);
  await until(() => ready().length > 0);
  const chosen = ready().find((member) => member.origin === origin);
  (chosen ?? pick(random, ready())).kill();
}

/**
 * Expires the locks and claims that killed workers have left. All workers are killed first, so that none is in use, and then
 * their statements, which could otherwise claim a message for minutes after this.
 */
export async function releaseLocks({
  members,
  database,
  expireLocks,
}: Pick<Processes, 'members' | 'database' | 'expireLocks'>): Promise<void> {
  for (const member of members) if (member.role === 'worker') member.kill();
  const running = `datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await query(database, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${running}`);
  await expireLocks();
  await query(database, `update web_hook_delivery set next_attempt_at = now() where state = 'pending'`);
  await query(database, `update message set next_attempt_at = now() where state in ('queued', 'sending')`);
}

const hourMs = 3_600_000;

/**
 * Waits until all effects of the writes have happened: two looks in a row find nothing open and the same log. Between the
 * statements of one look, a change could become work, or work a change.
 *
 * @returns the effects that are missing
 */
export async function settle(
  { database }: Pick<Cluster, 'database'>,
  accountId: number,
  readers: readonly Reader[],
): Promise<string[]> {
  /** The length of the log at the last look that found nothing open. */
  let quietAt: number | undefined;
  const open = async (): Promise<string[]> => {
    const log = await readLog(database, accountId);
    const visible = visibleCursors(log);
    // Each kind of work adds changes to the log, also those that are due in a moment.
    const work = await findStuckWork(database, { now: () => new Date(Date.now() + hourMs) });
    const counts = new Map<string, number>();
    for (const { kind } of work) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const [row] = await query<{ behind: boolean }>(
      database,
      `select exists (select from change join relay_position using (account_id)
         where (change.era, change.transaction_id, change.id)
           > (relay_position.era, relay_position.transaction_id, relay_position.change_id)) as behind`,
    );
    const found = [
      ...[...counts].map(([kind, count]) => `${count} of the work ${kind} is not done`),
      ...(row?.behind ? ['not every change was relayed'] : []),
      ...readers.filter(({ cursors }) => cursors.length < visible.length).map(() => 'a reader has not read all'),
    ];
    const before = quietAt;
    quietAt = found.length === 0 ? log.length : undefined;
    return found.length > 0 || before === quietAt ? found : ['nothing is open, at the first look'];
  };
  let last: string[] = [];
  const isSettled = async (): Promise<boolean> => {
    last = await open().catch((error: unknown) => [String(error)]);
    if (last.length > 0) await pass(200);
    return last.length === 0;
  };
  return until(isSettled).then(
    () => [],
    () => last,
  );
}
