import { Socket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { sessionTimeouts } from '../../src/platform/database/connection.js';
import type { Database } from '../../src/platform/database/database.js';

/** A race point at which a writer stops: `start`, `commit`, a lock such as `lock resource`, or one of `namedPoints`. */
type Point = string;

/** Statements by which transactions meet although they call no function that locks, by their beginning. */
const namedPoints: readonly (readonly [beginning: string, point: Point])[] = [
  ['insert into document_series (account_id, series, last_number) values ($1, $2, 0)', 'lock series'],
  ['update web_hook_delivery set payload', 'store payload'],
];

/** In milliseconds. */
const pollInterval = 2;

/** More schedules show that the writers have too many race points to run in a test. */
const maxSchedules = 200;

/**
 * Of three writers, the schedules with at most so many preemptions run, where another writer goes on although the one that
 * went on last could. All would be about a thousand.
 */
const preemptionsOfThree = 1;

/** One of the two or three transactions that meet. Its statements go through a pool of its own. */
export class Writer {
  /** `waiting`: PostgreSQL lets it wait for a lock that another has. */
  state: 'running' | 'stopped' | 'waiting' | 'ended' = 'ended';
  /** The point at which it stops, or which it has passed last. */
  point: Point = 'start';
  /** The session of its transaction, by its process id. */
  pid: number | undefined;
  #proceed = (): void => {};

  private constructor(readonly database: Database) {}

  /** Makes the transactions that go through the pool of a database stop at their race points, while a schedule runs. */
  static async of(database: Database): Promise<Writer> {
    const writer = new Writer(database);
    const connection = database.orm.em.getDriver().getConnection();
    const watched = new WeakSet<PoolClient>();
    (await connection.getNativeClient()).on('acquire', (client) => {
      if (!watched.has(client)) writer.#watch(client);
      watched.add(client);
    });
    return writer;
  }

  /** Sends the statements of a connection one after the other, each after the stop before it. */
  #watch(client: PoolClient): void {
    endTimeouts(client);
    const send: (query: unknown, values?: unknown) => Promise<unknown> = client.query.bind(client);
    let before: Promise<unknown> = Promise.resolve();
    let hasLocks = false;
    const query = async (text: unknown, values: unknown): Promise<unknown> => {
      const met = typeof text === 'string' ? pointOf(text, values) : undefined;
      if (text === 'begin') hasLocks = false;
      if (met !== undefined) hasLocks = true;
      const point = met ?? (text === 'commit' && hasLocks && 'commit');
      const previous = before;
      const sent = previous.then(async () => {
        if (point) await this.stop(point, 'processID' in client ? Number(client.processID) : undefined);
        // In an array, because the statement of the next call does not wait for the result of this one.
        return [values === undefined ? send(text) : send(text, values)];
      });
      before = sent;
      const [result] = await sent;
      return result;
    };
    Object.assign(client, { query });
  }

  /** Stops at a point until `proceed` is called. */
  async stop(point: Point, pid: number | undefined): Promise<void> {
    if (this.state === 'ended') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#proceed = resolve;
    Object.assign(this, { state: 'stopped', point, pid });
    await promise;
  }

  proceed(): void {
    this.state = 'running';
    this.#proceed();
  }

  async run(work: () => Promise<unknown>): Promise<unknown> {
    this.state = 'running';
    try {
      await this.stop('start', undefined);
      return await work();
    } finally {
      this.state = 'ended';
    }
  }
}

/** Lets a writer stop for as long as a busy machine takes. The limits of a session would end it with an error. */
function endTimeouts(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream instanceof Socket) stream.setTimeout(0);
  const limits = Object.keys(sessionTimeouts).map((name) => `set_config('${name}', '0', false)`);
  void client.query(`select ${limits.join(', ')}`);
}

/** Returns the point of a statement, such as `lock booking+resource` with the kinds of its locks; undefined if it has none. */
function pointOf(text: string, values: unknown): Point | undefined {
  if (text.includes('pg_advisory_xact_lock(hashtextextended($2, $1))')) return 'lock text';
  const named = namedPoints.find(([beginning]) => text.trimStart().startsWith(beginning));
  if (named) return named[1];
  if (!text.startsWith('select lock_record(kind')) return undefined;
  const kinds: unknown = Array.isArray(values) ? values[1] : undefined;
  return Array.isArray(kinds) ? `lock ${[...new Set(kinds)].join('+')}` : undefined;
}

type Work = () => Promise<unknown>;

/** Returns which of the sessions wait for a lock. */
export type FindWaiting = (pids: readonly number[]) => Promise<number[]>;

/** Finds the sessions that wait, by a connection that no writer has. */
export const waitingBy =
  (database: Database): FindWaiting =>
  async (pids) => {
    const rows = await database.session.execute<{ pid: number }>(
      'select pid from unnest($1::integer[]) as pid where cardinality(pg_blocking_pids(pid)) > 0',
      [pids],
    );
    return rows.map(({ pid }) => pid);
  };

/** The work of two or three writers, and what they leave. */
export interface Meeting {
  works: readonly Work[];
  /** Describes what all have left. */
  outcome(answers: readonly unknown[]): Promise<string>;
}

/** Writers in one order of their race points. */
export interface Schedule {
  /** The points in the order in which they were passed, such as `1 start`. */
  passed: string[];
  /** The points after which a writer waited for another. */
  waits: Set<Point>;
  outcome: string;
}

/** Whether each writer has passed all its points before the next one passed its first. */
export function isSerial({ passed }: Schedule): boolean {
  const turns = passed.map((point) => point[0]).filter((writer, index, all) => writer !== all[index - 1]);
  return new Set(turns).size === turns.length;
}

interface Choice {
  options: number;
  chosen: number;
}

/**
 * Runs the work of two writers in all orders of their race points, or of three in those with few preemptions, each with rows
 * of its own. A writer that waits for a lock of another goes on when that one has committed. The first order is that of the
 * writers one after the other.
 *
 * @param writers as many as work at a time, or more
 * @param prepare creates the rows
 */
export async function runSchedules(
  writers: readonly Writer[],
  prepare: () => Promise<Meeting>,
  findWaiting: FindWaiting,
): Promise<Schedule[]> {
  const schedules: Schedule[] = [];
  let choices: Choice[] | undefined = [];
  while (choices !== undefined) {
    if (schedules.length === maxSchedules) throw new Error(`more than ${maxSchedules} schedules`);
    const { works, outcome } = await prepare();
    const made: Choice[] = [];
    const wanted: readonly Choice[] = choices;
    const choose = (options: number): number => {
      const chosen = wanted[made.length]?.chosen ?? 0;
      made.push({ options, chosen });
      return chosen;
    };
    const mostPreemptions = works.length > 2 ? preemptionsOfThree : undefined;
    const { answers, ...order } = await runOrder(writers, works, choose, findWaiting, mostPreemptions);
    schedules.push({ ...order, outcome: await outcome(answers) });
    choices = nextChoices(made);
  }
  return schedules;
}

/** Returns the choices of the next schedule, whose others are the first that are possible; undefined after the last schedule. */
function nextChoices(made: readonly Choice[]): Choice[] | undefined {
  const last = made.findLastIndex(({ options, chosen }) => chosen + 1 < options);
  const choice = made[last];
  return choice && [...made.slice(0, last), { ...choice, chosen: choice.chosen + 1 }];
}

/** An order of race points in which writers have worked. */
interface Order extends Omit<Schedule, 'outcome'> {
  answers: unknown[];
}

/**
 * Runs the work of writers in one order of their race points.
 *
 * @param choose returns which of so many writers goes on
 */
export async function runOrder(
  pool: readonly Writer[],
  works: readonly Work[],
  choose: (options: number) => number,
  findWaiting: FindWaiting,
  mostPreemptions = Number.POSITIVE_INFINITY,
): Promise<Order> {
  const passed: string[] = [];
  const waits = new Set<Point>();
  const writers = pool.slice(0, works.length);
  const ends = Promise.allSettled(works.map((work, index) => pool[index]?.run(work)));
  let preemptions = mostPreemptions;
  let last: Writer | undefined;
  for (;;) {
    await untilSettled(writers, findWaiting);
    for (const { state, point } of writers) if (state === 'waiting') waits.add(point);
    const able = writers.filter(({ state }) => state === 'stopped');
    const stopped = preemptions === 0 && last?.state === 'stopped' ? [last] : able;
    if (stopped.length === 0) {
      if (writers.every(({ state }) => state === 'ended')) break;
      // PostgreSQL ends a deadlock after a second.
      await pass(pollInterval);
      continue;
    }
    const writer = stopped[choose(stopped.length)];
    if (!writer) throw new Error(`${stopped.length} writers have fewer choices`);
    if (last?.state === 'stopped' && writer !== last) preemptions -= 1;
    last = writer;
    passed.push(`${writers.indexOf(writer) + 1} ${writer.point}`);
    writer.proceed();
  }
  const answers = (await ends).map((end) => (end.status === 'fulfilled' ? end.value : end.reason));
  return { passed, waits, answers };
}

/** Waits until each writer has stopped, waits for another, or has ended. */
async function untilSettled(writers: readonly Writer[], findWaiting: FindWaiting): Promise<void> {
  for (;;) {
    const moving = writers.filter(({ state }) => state === 'running' || state === 'waiting');
    if (moving.length === 0) return;
    const waiting = await findWaiting(moving.flatMap(({ pid }) => pid ?? []));
    // It may have stopped during the look.
    const still = moving.filter(({ state }) => state === 'running' || state === 'waiting');
    for (const writer of still) {
      writer.state = writer.pid !== undefined && waiting.includes(writer.pid) ? 'waiting' : 'running';
    }
    if (still.every(({ state }) => state === 'waiting')) return;
    await pass(pollInterval);
  }
}
