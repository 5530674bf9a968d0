import { Migration } from '@mikro-orm/migrations';

/**
 * Names the cell of a database in which a part of a server's accounts is. `cell` has one row, or none if the server has no
 * cells. `moved_to` is the cell that has an account now: its rows here stay until they are deleted, and requests for it are
 * refused. `check_account_of_cell` keeps the ids of new accounts in the range of the cell.
 */
export class Cells extends Migration {
  static readonly backwardCompatible = true;
  override name = '0115-cells';

  override up(): void {
    this.addSql(`create table cell (
  is_only boolean primary key default true check (is_only),
  name text not null check (name ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  first_account_id integer not null check (first_account_id > 0),
  last_account_id integer not null check (last_account_id <= 999999999),
  check (first_account_id <= last_account_id)
)`);
    this.addSql('alter table account add moved_to text');
  }
}
