import { pauseAccount, resumeAccount } from '../../domain/account/pause.actions.js';
import type { Directory } from '../../platform/cells/directory.js';
import { listMovedTables, type MovedTable } from './account-tables.js';
import type { CellConnection } from './cell-connection.js';
import { compareCopies, deleteRows, listDrawnIds, raiseSequences } from './copies.js';
import { type MovingAccount, requireMovable } from './preconditions.js';
import { awaitCopies, awaitLatest, isReplicated, startReplication, stopReplication } from './replication.js';

/** In milliseconds. Longer than any transaction of a request or a job. */
const drainPatience = 15_000;
/** In milliseconds, for the last changes before the account is paused. */
const catchUpPatience = 15_000;

/** Times are in milliseconds. */
export interface MoveReport {
  id: number;
  from: string;
  to: string;
  /** The number of rows that were compared. */
  rows: number;
  /** The time for which the account was paused. */
  paused: number;
  /** The parts of it: until the last writer had ended, until the target had all rows, and until they were compared. */
  drained?: number;
  replicated?: number;
  compared?: number;
}

/**
 * The move of an account from its cell to another one.
 *
 * A row of `account_move` says that the account moves, and where to. How far it is follows from the databases themselves, so
 * that a move which was cut off at any step has only one state, and is resumed or aborted by the same steps:
 *
 * | source: `paused_at` | `moved_to` | target: `moved_to` | directory | the account | resume | abort |
 * |---|---|---|---|---|---|---|
 * | | | source | source | is served by the source while its rows are copied | copies | yes |
 * | set | | source | source | is paused until all rows are there and compared | as above, pauses again | yes |
 * | set | target | source | source | is served by no cell | activates the target | yes |
 * | set | target | | source | is served by the target, which routers do not know | changes the directory | no |
 * | set | target | | target | is served by the target | ends the replication | no |
 *
 * The target has a row of the account from the beginning, which reserves its id and subdomain. It names the source in
 * `moved_to`, so the target answers 421, writes nothing and does no work of the account until it is activated. An abort that
 * finds the source left deletes that row first: so either it is activated or the move is aborted, even if a process goes on
 * that has lost its lock.
 */
export class Move {
  constructor(
    private readonly account: MovingAccount,
    private readonly source: CellConnection,
    private readonly target: CellConnection,
    private readonly directory: Directory,
  ) {}

  /** Begins and completes the move. @throws Error if it cannot begin, or a step fails */
  begin(): Promise<MoveReport> {
    const { account, source, target } = this;
    return this.#exclusively(async () => {
      const [begun] = await source.execute<{ target: string }>(
        'select target from account_move where account_id = $1',
        [account.id],
      );
      if (begun) throw new Error(`account ${account.id} is being moved to ${begun.target}: use --resume or --abort`);
      const movedTo = await this.#movedTo(source);
      if (movedTo !== null) throw new Error(`account ${account.id} is in ${movedTo}`);
      await requireMovable(source, target, account);
      const cell = await this.directory.find({ id: account.id });
      if (cell !== source.name) throw new Error(`the directory has account ${account.id} in ${cell ?? 'no cell'}`);
      await source.execute('insert into account_move (account_id, target) values ($1, $2)', [account.id, target.name]);
      return this.#complete();
    });
  }

  /** Completes a move that was cut off. */
  resume(): Promise<MoveReport> {
    return this.#exclusively(() => this.#complete());
  }

  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const { account, source, target } = this;
    return source.exclusively(account.id, () => target.exclusively(account.id, work));
  }

  async #complete(): Promise<MoveReport> {
    const { account, source, target, directory } = this;
    const report: MoveReport = { id: account.id, from: source.name, to: target.name, rows: 0, paused: 0 };
    let pausedAt = performance.now();
    if ((await this.#movedTo(source)) === null) {
      const tables = await listMovedTables(source);
      await this.#reserve();
      await startReplication(source, target, account.id, tables);
      await awaitCopies(source, target, account.id);
      pausedAt = performance.now();
      try {
        Object.assign(report, await this.#pause(tables));
        await leaveCell(source, account.id, target.name);
      } catch (error) {
        // The account stays paused until the move is resumed or aborted, if the source is away.
        if ((await this.#movedTo(source)) === null) await resumeAccount(source, account.id);
        throw error;
      }
    }
    await this.#activate();
    await directory.moveAccount(account.id, source.name, target.name);
    report.paused = Math.round(performance.now() - pausedAt);
    const cell = await directory.find({ id: account.id });
    if (cell !== target.name) throw new Error(`the directory has account ${account.id} in ${cell ?? 'no cell'}`);
    await stopReplication(source, target, account.id);
    await source.execute('delete from account_move where account_id = $1', [account.id]);
    return report;
  }

  /** Writes the row of the account in the target, unless it is there. */
  async #reserve(): Promise<void> {
    const { account, source, target } = this;
    const { row } = await this.#readRow();
    await target.transaction(
      [`select set_config('booking.moved_account', $1, true)`, String(account.id)],
      [
        `insert into account select * from jsonb_populate_record(null::account,
           $1::jsonb || jsonb_build_object('moved_to', $2::text, 'paused_at', now()))
         on conflict (id) do nothing`,
        row,
        source.name,
      ],
    );
  }

  /** Returns the row of the source as JSON, and its columns without the id. */
  async #readRow(): Promise<{ row: string; columns: string[] }> {
    const [found] = await this.source.execute<{ row: string; columns: string[] }>(
      `select to_jsonb(account)::text as row, array(select jsonb_object_keys(to_jsonb(account) - 'id')) as columns
       from account where id = $1`,
      [this.account.id],
    );
    if (!found) throw new Error(`${this.source.name} does not have account ${this.account.id}`);
    return found;
  }

  /** Pauses the account, and waits until the target has all its rows. */
  async #pause(tables: readonly MovedTable[]): Promise<Partial<MoveReport>> {
    const { account, source, target } = this;
    let startedAt = performance.now();
    const lap = (): number => {
      const elapsed = performance.now() - startedAt;
      startedAt += elapsed;
      return Math.round(elapsed);
    };
    if (!(await pauseAccount(source, account.id, drainPatience))) {
      throw new Error(`transactions of account ${account.id} are open for too long: resume the move later`);
    }
    const drained = lap();
    if (!(await awaitLatest(source, account.id, catchUpPatience))) {
      throw new Error(`${target.name} does not get the last changes in time: resume the move later`);
    }
    const replicated = lap();
    await raiseSequences(target, await listDrawnIds(source, tables));
    const rows = await compareCopies(source, target, account.id, tables);
    return { rows, drained, replicated, compared: lap() };
  }

  async #movedTo(cell: CellConnection): Promise<string | null> {
    const [row] = await cell.execute<{ movedTo: string | null }>(
      'select moved_to as "movedTo" from account where id = $1',
      [this.account.id],
    );
    if (!row) throw new Error(`${cell.name} does not have account ${this.account.id}`);
    return row.movedTo;
  }

  /** Gives the row of the target the last settings of the account, and lets it be served there, unless it is. */
  async #activate(): Promise<void> {
    const { account, target } = this;
    const { row, columns } = await this.#readRow();
    const names = columns.map((name) => `"${name}"`).join(', ');
    await target.transaction(writeToPaused(account.id), [
      `update account set (${names}) = (select ${names} from jsonb_populate_record(null::account,
         $2::jsonb || '{"moved_to": null, "paused_at": null}'))
       where id = $1 and moved_to is not null`,
      account.id,
      row,
    ]);
    if ((await this.#movedTo(target)) !== null) throw new Error(`account ${account.id} was not activated`);
  }

  /** Gives up a move: the source serves the account, and the target loses its copy. @throws Error if the target serves it */
  async abort(): Promise<void> {
    const { account, source, target } = this;
    await source.exclusively(account.id, async () => {
      // Without the target: its process may be what does not work.
      if ((await this.#movedTo(source)) === null) await resumeAccount(source, account.id);
      await target.exclusively(account.id, async () => {
        const [row] = await target.execute<{ movedTo: string | null }>(
          'select moved_to as "movedTo" from account where id = $1',
          [account.id],
        );
        if (row?.movedTo === null) {
          throw new Error(`account ${account.id} is served by ${target.name} already: resume the move instead`);
        }
        await target.transaction(
          ['set local session_replication_role = replica'],
          ['delete from account where id = $1 and moved_to is not null', account.id],
        );
        await source.transaction(writeToPaused(account.id), [
          'update account set moved_to = null, paused_at = null where id = $1',
          account.id,
        ]);
        await stopReplication(source, target, account.id);
        await deleteRows(target, account.id);
        await source.execute('delete from account_move where account_id = $1', [account.id]);
      });
    });
  }
}

/**
 * Lets the cell refuse a paused account, until it is activated in the target or the move is aborted.
 *
 * @throws Error if the account is no longer paused
 */
export async function leaveCell(
  source: Pick<CellConnection, 'transaction'>,
  accountId: number,
  target: string,
): Promise<void> {
  const changed = await source.transaction(writeToPaused(accountId), [
    'update account set moved_to = $2 where id = $1 and paused_at is not null and moved_to is null',
    accountId,
    target,
  ]);
  if (changed === 0) throw new Error(`the move of account ${accountId} was aborted`);
}

/** The statement that lets a transaction change the row of a paused account: see `require_writable_settings`. */
const writeToPaused = (accountId: number) =>
  [`select set_config('booking.writes_to', $1, true)`, String(accountId)] as const;

/** Deletes the rows that a move has left in its source. @returns their number @throws Error if the account is not moved */
export function cleanUp(cell: CellConnection, accountId: number): Promise<number> {
  return cell.exclusively(accountId, async () => {
    const [row] = await cell.execute<{ movedTo: string | null; isMoving: boolean }>(
      `select moved_to as "movedTo", exists (select from account_move where account_id = id) as "isMoving"
       from account where id = $1`,
      [accountId],
    );
    if (!row || row.movedTo === null) throw new Error(`account ${accountId} was not moved from ${cell.name}`);
    if (row.isMoving || (await isReplicated(cell, accountId))) {
      throw new Error(`the move of account ${accountId} is not over: resume or abort it first`);
    }
    return deleteRows(cell, accountId);
  });
}
