import { setTimeout as pass } from 'node:timers/promises';
import type { Directory } from '../../platform/cells/directory.js';
import { temporaryErrors } from '../../platform/database/unavailable.js';
import type { Config } from '../config.js';
import { AccountIsMovingError, type CellConnection, LostConnectionError } from '../move/cell-connection.js';
import { Move, type MoveReport } from '../move/move.js';
import { withCell } from '../move/open-cell.js';
import type { MovingAccount } from '../move/preconditions.js';
import { readProgress } from './progress.js';
import {
  decide,
  isFurther,
  type MoveDecision,
  type MoveProgress,
  type Situation,
  type Trouble,
} from './supervision.rules.js';

/** In milliseconds. */
export interface Patience {
  /** For a move without progress. */
  patience: number;
  /** Between two looks at it, and before a step is repeated. */
  interval: number;
}

/** The connections from which moves are watched, and the directory. */
export interface Fleet {
  config: Config;
  directory: Directory;
  cellOf(name: string): CellConnection;
}

/** The end of a supervised move. */
export type MoveOutcome =
  | ({ isMoved: true } & Pick<MoveReport, 'rows' | 'paused'>)
  /** It is in its cell, unless the problem says otherwise. */
  | { isMoved: false; problem: string };

/** A move makes no progress. */
class StalledError extends Error {
  constructor({ patience }: Patience) {
    super(`no progress for ${Number((patience / 60_000).toFixed(3))} minutes`);
  }
}

const nothing: MoveProgress = { stage: 0, copied: 0, rows: 0, lag: 0 };

/** The state of an account in the cell that it leaves. */
interface State {
  account: MovingAccount;
  /** The cell to which it is being moved; null if it is not. */
  target: string | null;
  movedTo: string | null;
}

/**
 * Moves one account from a cell to another one, or completes its move, which may lead to a third cell. A move that was cut off
 * is resumed; one that makes no progress is aborted and begun anew once, then given up.
 */
export class SupervisedMove {
  #failures = 0;
  #isSecond = false;
  #best: MoveProgress = nothing;
  /** The time when it got as far as `#best`, or began. */
  #bestAt = performance.now();

  constructor(
    private readonly fleet: Fleet,
    private readonly accountId: number,
    private readonly from: string,
    private readonly to: string,
    private readonly patience: Patience,
  ) {}

  async run(): Promise<MoveOutcome> {
    for (;;) {
      try {
        return await this.#attempt();
      } catch (error) {
        const decision = await this.#decide(error);
        const problem = error instanceof Error ? error.message : String(error);
        if (decision === 'leave') return { isMoved: false, problem };
        if (decision === 'give up') return { isMoved: false, problem: await this.#giveUp(problem) };
        if (decision === 'restart') {
          this.#isSecond = true;
          this.#failures = 0;
          // One that cannot be aborted is resumed.
          await this.#abort().catch(() => undefined);
          this.#best = nothing;
          this.#bestAt = performance.now();
        }
        await pass(this.patience.interval);
      }
    }
  }

  /** Begins the move, or resumes it. */
  async #attempt(): Promise<MoveOutcome> {
    const state = await this.#read();
    // Somebody else has moved it, or deleted it.
    if (!state || (state.target === null && state.movedTo !== null)) return { isMoved: true, rows: 0, paused: 0 };
    const { target, account } = state;
    return this.#withMove(account, target ?? this.to, async (move, ...cells) => {
      const isOver = new AbortController();
      const moving = (target === null ? move.begin() : move.resume()).finally(() => isOver.abort());
      moving.catch(() => undefined);
      try {
        await this.#watch(target ?? this.to, isOver.signal);
      } catch (error) {
        for (const cell of cells) cell.abandon(new Error(String(error)));
        await this.#endSessions(target ?? this.to);
        await moving.catch(() => undefined);
        throw error;
      }
      const { rows, paused } = await moving;
      return { isMoved: true, rows, paused };
    });
  }

  /** Returns when the move has ended. @throws StalledError if it makes no progress */
  async #watch(to: string, isOver: AbortSignal): Promise<void> {
    const { interval } = this.patience;
    while (!isOver.aborted) {
      await pass(interval, undefined, { signal: isOver }).catch(() => undefined);
      if (!isOver.aborted) await this.#look(to);
      if (!isOver.aborted && this.#isPatienceOver) throw new StalledError(this.patience);
    }
  }

  /** Notes how far the move is, unless a database does not answer. */
  async #look(to: string): Promise<void> {
    const { fleet, from, accountId, patience } = this;
    const progress = await inTime(readProgress(fleet.cellOf(from), fleet.cellOf(to), accountId), patience).catch(
      () => nothing,
    );
    if (!isFurther(progress, this.#best)) return;
    this.#best = progress;
    this.#bestAt = performance.now();
  }

  get #isPatienceOver(): boolean {
    return performance.now() - this.#bestAt >= this.patience.patience;
  }

  /** Returns the state of the account. Undefined if the cell does not have it. */
  async #read(): Promise<State | undefined> {
    const [row] = await this.fleet
      .cellOf(this.from)
      .execute<{ subdomain: string; target: string | null; movedTo: string | null }>(
        `select subdomain, target, moved_to as "movedTo" from account left join account_move on account_id = id where id = $1`,
        [this.accountId],
      );
    return (
      row && { account: { id: this.accountId, subdomain: row.subdomain }, target: row.target, movedTo: row.movedTo }
    );
  }

  async #decide(error: unknown): Promise<MoveDecision> {
    const state = await this.#read().catch((): 'unknown' => 'unknown');
    const target = state === 'unknown' ? null : (state?.target ?? null);
    await this.#look(target ?? this.to);
    const trouble = state === 'unknown' ? 'lost' : troubleOf(error);
    if (trouble === 'failed') this.#failures += 1;
    const situation: Situation = {
      ...{ trouble, failures: this.#failures, isSecond: this.#isSecond, isPatienceOver: this.#isPatienceOver },
      // A database that does not answer may have noted it.
      isOpen: state === 'unknown' || target !== null,
    };
    return decide(situation);
  }

  /** Aborts the move. @returns the problem for the operator */
  async #giveUp(problem: string): Promise<string> {
    try {
      await this.#abort();
      return problem;
    } catch (error) {
      return `${problem}; the move is open: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #abort(): Promise<void> {
    const state = await this.#read();
    if (!state || state.target === null) return;
    await this.#withMove(state.account, state.target, async (move, ...cells) => {
      const aborting = move.abort();
      await inTime(aborting, this.patience).catch(async (error: unknown) => {
        for (const cell of cells) cell.abandon(new Error(String(error)));
        await aborting.catch(() => undefined);
        throw error;
      });
    });
  }

  #withMove<Result>(
    account: MovingAccount,
    to: string,
    work: (move: Move, source: CellConnection, target: CellConnection) => Promise<Result>,
  ): Promise<Result> {
    const { config, directory } = this.fleet;
    const move = (source: CellConnection) =>
      withCell(
        config,
        to,
        (target) => work(new Move(account, source, target, directory), source, target),
        this.#application,
      );
    return withCell(config, this.from, move, this.#application);
  }

  get #application(): string {
    return `move of account ${this.accountId}`;
  }

  /** Ends what the sessions of the move still execute in both databases. */
  async #endSessions(to: string): Promise<void> {
    for (const name of [this.from, to]) {
      const ended = this.fleet
        .cellOf(name)
        .execute(
          'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
          [this.#application],
        );
      await inTime(ended, this.patience).catch(() => undefined);
    }
  }
}

/** @throws StalledError if it takes longer than a move may stand still */
async function inTime<Result>(work: Promise<Result>, patience: Patience): Promise<Result> {
  const isOver = new AbortController();
  const late = pass(patience.patience, undefined, { signal: isOver.signal }).then(() => {
    throw new StalledError(patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    isOver.abort();
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof StalledError) return 'stalled';
  if (error instanceof AccountIsMovingError) return 'elsewhere';
  return isLoss(error) ? 'lost' : 'failed';
}

/** Whether a connection was lost or could not be opened. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof LostConnectionError) return true;
  if (error instanceof AggregateError) return error.errors.some(isLoss);
  if ('code' in error && error.code === 'DATABASE_UNAVAILABLE') return true;
  if ('code' in error && typeof error.code === 'string') return temporaryErrors[error.code] === 'connection';
  // The driver's errors have no code.
  return /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has enc))/.test(
    error.message,
  );
}
