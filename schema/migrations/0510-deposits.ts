import { Migration } from '@mikro-orm/migrations';

const terms = `add deposit_type varchar(10) check (deposit_type in ('none', 'percentage', 'amount')),
  add deposit_value numeric check (deposit_value > 0),
  add deposit_from numeric check (deposit_from >= 0),
  add deposit_for varchar(10) check (deposit_for in ('always', 'new_people', 'no_shows'))`;

/** Adds the deposits of accounts and services. An order keeps the one that it was made with. */
export class Deposits extends Migration {
  static readonly backwardCompatible = true;
  override name = '0510-deposits';

  override up(): void {
    this.addSql(`alter table account ${terms}`);
    this.addSql(`alter table service ${terms}`);
    // Without a check, which would read all orders under a lock.
    this.addSql('alter table booking_order add deposit numeric');
  }
}
