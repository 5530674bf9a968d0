import { Migration } from '@mikro-orm/migrations';

/**
 * Notes in the cell that has an account that the account is being moved, and where to. The row is deleted when the move is
 * over. How far the move is, follows from what it has made: see `src/process/move/move.ts`.
 */
export class AccountMoves extends Migration {
  static readonly backwardCompatible = true;
  override name = '0121-account-moves';

  override up(): void {
    this.addSql(`create table account_move (
  account_id integer primary key references account,
  target text not null,
  begun_at timestamptz(3) not null default now()
)`);
  }
}
