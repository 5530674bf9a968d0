import { Migration } from '@mikro-orm/migrations';

/** Stores whether bookings that their people move stay confirmed. */
export class TrustedMoves extends Migration {
  static readonly backwardCompatible = true;
  override name = '0305-trusted-moves';

  override up(): void {
    this.addSql('alter table account add trust_moves boolean not null default false');
  }
}
