import { setTimeout as pass } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type MigrationState, NewerDatabaseError, readMigrationState } from './migration-state.js';
import type { PoolSession } from './session.js';
import type { DatabaseRefusal } from './unavailable.js';

const readinessPatience = 2_000;

function unreadinessOf({ missing, isReadOnly }: MigrationState): string | undefined {
  if (missing.length > 0) return `the database lacks migrations: ${missing.join(', ')}`;
  return isReadOnly ? 'the database is read-only' : undefined;
}

/** Keeps this process from sending statements while its version must not use the database. */
export class VersionRefusal {
  readonly #orm: MikroORM;
  readonly #session: PoolSession;
  /** The reason why this process stops its work, although it could use the database. */
  #leaving: DatabaseRefusal | undefined;
  readonly #listeners = new Set<(isRefused: boolean) => void>();

  constructor(orm: MikroORM, session: PoolSession) {
    this.#orm = orm;
    this.#session = session;
  }

  /**
   * Compares the database with this program. Sends no statements of requests and jobs from then on, if a newer version has
   * migrated it in a way that this one cannot run beside.
   */
  async check(): Promise<MigrationState> {
    const state = await readMigrationState(this.#orm.em.fork());
    const reason = state.unknown.length > 0 ? new NewerDatabaseError(state.unknown) : undefined;
    this.#refuse(reason && { reason, isOfRequestsOnly: false });
    return state;
  }

  /** Sends no statements of requests, even if the database could be used, until it is called without a reason. */
  leave(reason: Error | undefined): void {
    this.#leaving = reason && { reason, isOfRequestsOnly: true };
    if (reason) this.#refuse(undefined);
  }

  /** Whether no statements of requests and jobs are sent. */
  get isActive(): boolean {
    return this.#session.refusal !== undefined;
  }

  /**
   * Calls `listener` when statements are refused, and when they are sent again, until the returned function is called. It must
   * not throw: the listeners after it would not be called.
   */
  onChange(listener: (isRefused: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #refuse(refusal: DatabaseRefusal | undefined): void {
    const wasActive = this.isActive;
    this.#session.refusal = refusal ?? this.#leaving;
    if (this.isActive !== wasActive) for (const listener of this.#listeners) listener(this.isActive);
  }

  /** Returns why requests cannot be served, or undefined if they can. Waits at most 2 seconds for the database. */
  async findUnreadiness(): Promise<string | undefined> {
    const noAnswer = 'the database does not answer';
    try {
      const state = await Promise.race([this.check(), pass(readinessPatience, undefined, { ref: false })]);
      return state ? (this.#session.refusal?.reason.message ?? unreadinessOf(state)) : noAnswer;
    } catch {
      return noAnswer;
    }
  }
}
