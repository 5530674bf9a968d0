import { setTimeout as pass } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { type Receiver, startReceiver } from '../faults/storm/receiver.js';
import { until } from '../support/until.js';
import type { BenchDatabase } from './bench-database.js';
import { createBookings } from './jobs.js';
import { answerOf } from './load.js';
import { startProcess, startServer } from './servers.js';
import { percentile, type Row, rounded, type Table } from './table.js';
import { type Target } from './target.js';
import { cpuTime } from './usage.js';
import { createWorld, type World } from './world.js';

const size = { bookings: 0, people: 1, resources: 50, services: 1 };
const event = 'booking.created';
/** In milliseconds. A change that takes longer counts as lost. */
const timeout = 60_000;

interface Writing {
  name: string;
  perSecond: number;
  seconds: number;
}

const atRest: Writing = { name: '4 writes/s', perSecond: 4, seconds: 10 };
const underLoad: Writing = { name: '50 writes/s', perSecond: 50, seconds: 10 };

/** Returns the CPU time so far, in milliseconds, of each kind of process. */
type ReadCpu = () => Promise<Record<'web ms' | 'worker ms' | 'pg ms', number>>;

/** The arrival times of an account's changes, in milliseconds of Unix time. */
interface Observers {
  /** By cursor. */
  subscriber: ReadonlyMap<string, number>;
  receiver: Receiver;
  readCpu: ReadCpu;
}

/**
 * Measures the milliseconds from the commit of a booking to the arrival of its change at a WebSocket subscriber and at a
 * webhook, and the CPU time that all processes take for it. The writes alternate between two web processes, one of which has
 * the subscriber; a worker delivers the webhooks. The account is not used for anything else.
 *
 * @returns an empty table if PostgreSQL does not record commit timestamps
 * @throws Error if a write fails, or a change does not arrive at both
 */
export async function measureLatencies(bench: BenchDatabase, ours: Target, short: boolean): Promise<Table> {
  const [setting] = await bench.writer.rows<{ value: string }>(
    `select current_setting('track_commit_timestamp') as value`,
  );
  if (setting?.value !== 'on') return {};
  const world = await createWorld(bench, size, 'latency');
  const first = { ...ours, apiKey: world.apiKey };
  const [second, worker] = await Promise.all([startServer(bench, world), startProcess(bench, { role: 'worker' })]);
  await using receiver = await startReceiver();
  await createWebHook(first, receiver.address);
  const subscriber = new Map<string, number>();
  await using _subscription = subscribe(first, (cursor) => subscriber.set(cursor, now()));

  const job = createBookings(world);
  const write = async (turn: number): Promise<void> => {
    const { status, text } = await answerOf(turn % 2 === 0 ? first : second, job);
    if (status !== 200) throw new Error(`${job.name}: ${status} ${text}`);
  };
  // The server does not confirm a subscription, so wait until it delivers a change.
  let turn = 0;
  await until(async () => {
    await write(turn++);
    await pass(100);
    return subscriber.size > 0 && receiver.deliveries.length > 0;
  }, timeout);
  const readCpu: ReadCpu = async () => {
    const web = await Promise.all([first, second].map(({ process }) => cpuTime(process.pid)));
    return {
      'web ms': web.reduce((sum, time) => sum + time, 0),
      'worker ms': await cpuTime(worker.pid),
      'pg ms': await cpuTime(bench.postmaster, true),
    };
  };
  const table: Table = {};
  for (const writing of short ? [{ ...underLoad, seconds: 4 }] : [atRest, underLoad]) {
    table[writing.name] = await latenciesOf(writing, write, bench, world, { subscriber, receiver, readCpu });
  }
  await Promise.all([worker.end(), second.process.end()]);
  return table;
}

async function latenciesOf(
  { perSecond, seconds }: Writing,
  write: (turn: number) => Promise<void>,
  { writer }: BenchDatabase,
  { accountId }: World,
  { subscriber, receiver, readCpu }: Observers,
): Promise<Row> {
  const before = await readCpu();
  const begun = now();
  // Each write starts at its scheduled time, even if earlier ones still await their response.
  const writes: Promise<void>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn += 1) {
    await pass(Math.max(0, begun + (turn * 1_000) / perSecond - now()));
    writes.push(write(turn));
  }
  await Promise.all(writes);
  const took = (now() - begun) / 1_000;

  let toSubscriber: number[] = [];
  let toWebHook: number[] = [];
  await until(async () => {
    const commits = await writer.rows<Commit>(commitsSince, accountId, begun);
    const delivered = new Map(receiver.deliveries.map(({ idempotencyId, at }) => [idempotencyId, at]));
    toSubscriber = commits.map(({ cursor, at }) => (subscriber.get(cursor) ?? Number.NaN) - at);
    toWebHook = commits.map(({ idempotencyId, at }) => (delivered.get(idempotencyId) ?? Number.NaN) - at);
    return commits.length === writes.length && ![...toSubscriber, ...toWebHook].some(Number.isNaN);
  }, timeout);
  const after = await readCpu();
  const perWrite = (kind: keyof typeof after): number => (after[kind] - before[kind]) / writes.length;
  return rounded({
    'writes/s': writes.length / took,
    'subscriber p50': percentile(toSubscriber),
    'subscriber p99': percentile(toSubscriber, 0.99),
    'webhook p50': percentile(toWebHook),
    'webhook p99': percentile(toWebHook, 0.99),
    'web ms': perWrite('web ms'),
    'worker ms': perWrite('worker ms'),
    'pg ms': perWrite('pg ms'),
  });
}

interface Commit {
  cursor: string;
  idempotencyId: string;
  /** In milliseconds of Unix time. */
  at: number;
}

/** A cursor ends with the id of its transaction and that of its change. */
const commitsSince = `with commits as (
    select change_cursor as cursor, idempotency_id as "idempotencyId",
      (extract(epoch from pg_xact_commit_timestamp(substring(change_cursor from '(\\d+)-')::xid8::xid)) * 1000)::float8 as at
    from web_hook_delivery where account_id = $1)
  select * from commits where at >= $2`;

async function createWebHook(target: Target, target_url: string): Promise<void> {
  const next = () => ({ path: '/api/v1/web_hooks', body: { web_hook: { target_url, event } } });
  const { status, text } = await answerOf(target, { method: 'POST', next });
  if (status !== 200) throw new Error(`POST /web_hooks: ${status} ${text}`);
}

/** Subscribes to the bookings of the account until disposed. */
function subscribe({ process, apiKey }: Target, onCreated: (cursor: string) => void): AsyncDisposable {
  const client = createClient({
    url: `${process.origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: apiKey },
    retryAttempts: 0,
  });
  const query = 'subscription { bookingChanged { name cursor booking { id state bookedFrom resource { title } } } }';
  client.subscribe<{ bookingChanged: { name: string; cursor: string } }>(
    { query },
    {
      next: ({ data }) => {
        if (data?.bookingChanged.name === event) onCreated(data.bookingChanged.cursor);
      },
      error: (error) => console.error('The subscription ended:', error),
      complete: () => {},
    },
  );
  return { [Symbol.asyncDispose]: async () => client.dispose() };
}

/** In milliseconds of Unix time, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
