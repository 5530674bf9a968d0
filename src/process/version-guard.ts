import { setTimeout as pass } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ChangeSignal } from '../outbox/signal.js';
import type { Database } from '../platform/database/database.js';
import { knownMigration } from '../platform/database/migration-state.js';
import type { Component } from './component.js';

/** In milliseconds. */
const checkInterval = 1_000;
const idleInterval = 50;
/** Longer than any statement or transaction may take. */
const leaveTimeout = 15_000;

/** A newer version is about to migrate the database in a way that this program cannot run beside. */
class LeavingError extends Error {
  constructor(migration: number) {
    super(
      `a newer version is about to apply migration ${migration}, beside which this version cannot run: start that one`,
    );
    this.name = 'LeavingError';
  }
}

/**
 * Stops the work of this process while its version must not use the database: its requests get 503, its worker stops, and it
 * is not ready. If the newer version ends without having migrated, or after a downgrade, it goes on.
 */
export class VersionGuard {
  readonly #logger: Logger;
  #database: Database | undefined;
  #stopListening = (): void => {};
  /** The worker, if this process has one. Its stops and starts follow each other. */
  #worker: Promise<Component | undefined> = Promise.resolve(undefined);
  #isLeaving = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Call it before the signal starts. */
  watch(database: Database, signal: ChangeSignal): void {
    this.#database = database;
    const check = () => this.#check(database);
    let timer: NodeJS.Timeout | undefined;
    const stops = [
      signal.on('migration', (notice) => {
        if (notice === 0) return void check();
        if (notice !== 'all') return void (notice > knownMigration && this.#leave(database, signal, notice));
        // This process has just registered, so no newer version is about to migrate.
        this.#isLeaving = false;
        database.refusal.leave(undefined);
        void check();
      }),
      database.refusal.onChange((isRefused) => {
        clearInterval(timer);
        if (isRefused) timer = setInterval(check, checkInterval).unref();
      }),
    ];
    this.#stopListening = () => {
      for (const stop of stops) stop();
      clearInterval(timer);
    };
  }

  stop(): void {
    this.#stopListening();
  }

  /** Starts the worker, then stops and starts it again with the use of the database. */
  async startWorker(start: () => Promise<Component>): Promise<Component> {
    const worker = await start();
    this.#worker = Promise.resolve(worker);
    const onError = (task: string) => (err: unknown) => {
      this.#logger.error({ err }, `the worker failed to ${task}`);
      return undefined;
    };
    const stopListening = this.#database?.refusal.onChange((isRefused) => {
      if (isRefused) void this.#stopWorker().catch(onError('stop'));
      else this.#worker = this.#worker.then(start).catch(onError('start'));
    });
    if (this.#database?.refusal.isActive) await this.#stopWorker();
    return {
      lines: worker.lines,
      stop: () => {
        stopListening?.();
        return this.#stopWorker();
      },
    };
  }

  #stopWorker(): Promise<void> {
    const stopping = this.#worker.then((worker) => worker?.stop());
    this.#worker = stopping.then(
      () => undefined,
      () => undefined,
    );
    return stopping;
  }

  async #check(database: Database): Promise<void> {
    await database.refusal.check().catch((err) => this.#logger.warn({ err }, 'cannot compare migrations'));
  }

  /**
   * Stops all work, then ends the registration of this process. It registers again when the newer version has migrated, or has
   * ended.
   */
  async #leave(database: Database, signal: ChangeSignal, migration: number): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    const reason = new LeavingError(migration);
    this.#logger.warn(reason.message);
    database.refusal.leave(reason);
    const endsAt = performance.now() + leaveTimeout;
    await this.#worker.catch(() => {});
    // A request that has written sends its last statements.
    for (let idle = 0; idle < 4 && performance.now() < endsAt; await pass(idleInterval)) {
      idle = database.connections().used === 0 ? idle + 1 : 0;
    }
    await signal.reconnect();
  }
}
