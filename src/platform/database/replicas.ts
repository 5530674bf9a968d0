import { setTimeout as pass } from 'node:timers/promises';
import type { Session } from './session.js';
import { conflicts, isOutage, isTooCostly } from './unavailable.js';

/** The connections of a pool that are in use and idle, and the callers that wait for one. */
export interface PoolCounts {
  used: number;
  idle: number;
  waiting: number;
}

/** The pool of connections to one replica. It opens a connection when it is first used. */
export interface ReplicaPool {
  readonly session: Session;
  /** Returns a session that takes its turns among accounts as that account. */
  ofAccount(accountId: number): Session;
  connections(): PoolCounts;
  close(): Promise<void>;
}

/**
 * The source of the answer to a read: the replica, or the primary for one of the other reasons.
 *
 * `left_alone`: each replica has failed a moment ago. `unreachable`: no answer in time, or the connection was lost.
 * `foreign`: it is no standby of this primary, such as one that was promoted. `behind`: it has not replayed in time what
 * the primary has written. `lagging`: it is further behind than the bound. `conflict`: PostgreSQL cancelled the statement
 * to replay a change. `failed`: any other error.
 */
export type ReplicaOutcome =
  | 'replica'
  | 'left_alone'
  | 'unreachable'
  | 'foreign'
  | 'behind'
  | 'lagging'
  | 'conflict'
  | 'failed';

export interface ReplicaOptions {
  /** Seconds. */
  maxLag: number;
  /** In milliseconds: how long a read waits for a replica, at most. 100 by default. */
  patience?: number;
  /**
   * Called when a replica goes away, with the reason, and when it is back. Must not throw: the read that noticed the change
   * would fail.
   */
  onChange(replica: string, away: string | undefined): void;
}

/** In milliseconds. */
const defaultPatience = 100;

/** In milliseconds: how long the measurement of a lag waits for a replica. */
const lagPatience = 1_000;

/** In milliseconds: the first pause before a replica is asked again whether it has replayed. It doubles each time. */
const firstPause = 1;

/** In milliseconds: how long a replica is left alone. The outcomes that are absent concern one statement alone. */
const restAfter: Partial<Record<ReplicaOutcome, number>> = {
  unreachable: 5_000,
  foreign: 5_000,
  lagging: 5_000,
  behind: 1_000,
};

/** The outcomes that are logged. A replica that is `behind` for a moment is not away. */
const awayFor: Partial<Record<ReplicaOutcome, string>> = {
  unreachable: 'it does not answer',
  foreign: 'it is no standby of this primary',
  lagging: 'it lags behind by more than REPLICA_MAX_LAG',
};

/** The identity of a server's write-ahead log. A promotion begins another timeline. */
interface LogIdentity {
  system: string;
  timeline: number | null;
}

interface Position extends LogIdentity {
  /** Null if the server is not a primary at the moment. */
  lsn: string | null;
}

/**
 * The end of what the primary has committed. A commit is confirmed, and visible to others, after it was flushed; with
 * `synchronous_commit = off` it is confirmed before. The position to insert at is not used otherwise: the end of a read's
 * own housekeeping may stay in memory until the next commit, for which a replica would wait in vain.
 */
const readPosition = `select pg_control_system.system_identifier::text as system, position.lsn::text as lsn,
    ('x' || left(pg_walfile_name(position.lsn), 8))::bit(32)::integer as timeline
  from pg_control_system(), lateral (select case when pg_is_in_recovery() then null
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn) as position`;

interface Progress extends LogIdentity {
  isStandby: boolean;
  hasReplayed: boolean;
  /** Whether it has replayed the position that it lacked before, if there is one. */
  hasReplayedMissed: boolean;
  /** In seconds: the age of the last commit that was replayed. Null if there was none. */
  age: number | null;
}

/**
 * The place to which a replica has replayed the log of its primary. The timeline is that of the stream, which only roles with
 * `pg_read_all_stats` may see, else that of the last restart point, which follows a switch within minutes.
 */
const readProgress = `select pg_is_in_recovery() as "isStandby",
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasReplayed",
    coalesce(pg_last_wal_replay_lsn() >= $2::pg_lsn, true) as "hasReplayedMissed",
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age,
    (select system_identifier::text from pg_control_system()) as system,
    greatest((select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery()),
      (select received_tli from pg_stat_get_wal_receiver())) as timeline`;

/** A number of requests whose reads had an outcome. */
interface OutcomeCount {
  replica: string;
  outcome: ReplicaOutcome;
  count: number;
}

/** A replica of the database. */
class Replica {
  /** Of the requests that it was chosen for. One that fails after its first read has two outcomes. */
  readonly outcomes = new Map<ReplicaOutcome, number>();
  #isAway = false;
  #restsUntil = 0;
  /**
   * The oldest known position that the replica lacks, and when the primary had reached it. It is behind by this time or
   * longer. The age of its last replayed commit does not say so: nobody may have written for an hour before the change
   * that it lacks.
   */
  #missed: { lsn: string | null; at: number } | undefined;

  /** @param name host and port: the address may have a password */
  constructor(
    readonly name: string,
    readonly pool: ReplicaPool,
    private readonly options: ReplicaOptions,
  ) {}

  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  get load(): number {
    const { used, waiting } = this.pool.connections();
    return used + waiting;
  }

  note(outcome: ReplicaOutcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    const rest = restAfter[outcome];
    if (rest !== undefined) this.#restsUntil = performance.now() + rest;
    const away = awayFor[outcome];
    if (outcome !== 'replica' && away === undefined) return;
    const isAway = away !== undefined;
    if (isAway !== this.#isAway) this.options.onChange(this.name, away);
    this.#isAway = isAway;
  }

  /** Waits until the replica has replayed the log of the primary up to a position. */
  async catchUp(position: Position): Promise<ReplicaOutcome> {
    const abort = new AbortController();
    const timeout = pass(this.options.patience ?? defaultPatience, undefined, { signal: abort.signal }).catch(
      () => undefined,
    );
    try {
      return await this.#follow(position, timeout);
    } catch {
      return 'unreachable';
    } finally {
      abort.abort();
    }
  }

  async #follow(position: Position, timeout: Promise<undefined>): Promise<ReplicaOutcome> {
    const readAt = performance.now();
    let isOver = false;
    void timeout.then(() => {
      isOver = true;
    });
    for (let pause = firstPause; ; pause *= 2) {
      const progress = await Promise.race([this.progress(position), timeout]);
      if (!progress) return 'unreachable';
      if (!isStandbyOf(position, progress)) return 'foreign';
      if (progress.hasReplayedMissed) this.#missed = undefined;
      if (progress.hasReplayed) return 'replica';
      this.#missed ??= { lsn: position.lsn, at: readAt };
      await Promise.race([pass(pause), timeout]);
      if (isOver) return performance.now() - this.#missed.at > this.options.maxLag * 1_000 ? 'lagging' : 'behind';
    }
  }

  async progress({ lsn }: Position): Promise<Progress | undefined> {
    const [progress] = await this.pool.session.execute<Progress>(readProgress, [lsn, this.#missed?.lsn ?? null]);
    return progress;
  }
}

/** Whether a server replays the log of a primary. The log of a promoted replica, and of its replicas, is another one. */
function isStandbyOf(primary: LogIdentity, { isStandby, system, timeline }: Progress): boolean {
  return isStandby && system === primary.system && timeline === primary.timeline;
}

/** The replicas of a database, for reads that may be a little later than those of the primary. */
export class Replicas {
  readonly #replicas: readonly Replica[];
  #leftAlone = 0;

  /** @param pools the pool of each replica, by its name */
  constructor(pools: ReadonlyMap<string, ReplicaPool>, options: ReplicaOptions) {
    this.#replicas = [...pools].map(([name, pool]) => new Replica(name, pool, options));
  }

  /**
   * Returns the session for the reads of one request. Before the first read, it chooses the least busy replica and waits
   * until that has replayed everything that the primary has committed by then, so that a request never reads less than
   * an earlier one. No state of earlier requests is needed for that, so it holds over several processes. The time of the
   * account's last change would allow to read from a replica that is behind with other accounts only. It was rejected: a
   * transaction may commit later than one with a later time, and not every write has an entry in the log of changes.
   */
  session(primary: Session, accountId: number): Session {
    return new ReplicaSession(primary, accountId, () => this.#choose(primary));
  }

  async #choose(primary: Session): Promise<Replica | undefined> {
    const [replica] = this.#replicas.filter(({ isResting }) => !isResting).sort((a, b) => a.load - b.load);
    if (!replica) {
      this.#leftAlone += 1;
      return undefined;
    }
    const [position] = await primary.execute<Position>(readPosition);
    // Nothing can be compared while the address of the primary leads to a standby.
    const outcome = position?.lsn == null ? 'foreign' : await replica.catchUp(position);
    replica.note(outcome);
    return outcome === 'replica' ? replica : undefined;
  }

  /** Counts the requests that might be read from a replica by their outcome. */
  outcomes(): OutcomeCount[] {
    const counts = this.#replicas.flatMap(({ name: replica, outcomes }) =>
      [...outcomes].map(([outcome, count]) => ({ replica, outcome, count })),
    );
    return [...counts, { replica: 'any', outcome: 'left_alone', count: this.#leftAlone }];
  }

  /** The connections of each replica, by its name. */
  connections(): [name: string, PoolCounts][] {
    return this.#replicas.map(({ name, pool }) => [name, pool.connections()]);
  }

  /** The lag of each replica in seconds, by its name. NaN if it does not answer or is no standby of the primary. */
  async lags(primary: Session): Promise<[name: string, seconds: number][]> {
    const [position] = await primary.execute<Position>(readPosition).catch(() => []);
    return Promise.all(
      this.#replicas.map(async (replica): Promise<[string, number]> => {
        const reading = position ? replica.progress(position).catch(() => undefined) : undefined;
        const progress = await Promise.race([reading, pass(lagPatience)]);
        if (!position || !progress || !isStandbyOf(position, progress)) return [replica.name, Number.NaN];
        return [replica.name, progress.hasReplayed ? 0 : (progress.age ?? Number.NaN)];
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.close()));
  }
}

/**
 * Sends the reads of one request to a replica, or to the primary from the first one on that fails. Both only go forward,
 * so no read is older than an earlier one of the request.
 */
class ReplicaSession implements Session {
  #choice: Promise<Replica | undefined> | undefined;

  constructor(
    private readonly primary: Session,
    private readonly accountId: number,
    private readonly choose: () => Promise<Replica | undefined>,
  ) {}

  execute: Session['execute'] = (...statement) => this.#read((session) => session.execute(...statement));

  transaction: Session['transaction'] = (work) => this.#read((session) => session.transaction(work));

  async #read<Result>(read: (session: Session) => Promise<Result>): Promise<Result> {
    this.#choice ??= this.choose();
    const replica = await this.#choice;
    if (!replica) return read(this.primary);
    try {
      return await read(replica.pool.ofAccount(this.accountId));
    } catch (error) {
      // The primary would need as long.
      if (isTooCostly(error)) throw error;
      this.#choice = Promise.resolve(undefined);
      replica.note(outcomeOf(error));
      return read(this.primary);
    }
  }
}

function outcomeOf(error: unknown): ReplicaOutcome {
  if (isOutage(error)) return 'unreachable';
  return error instanceof Error && 'code' in error && conflicts.has(error.code) ? 'conflict' : 'failed';
}
