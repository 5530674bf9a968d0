import { Migration } from '@mikro-orm/migrations';

/**
 * Notes the card that the provider stored with a payment, by the provider's identifiers, and the charges of it, which are rows
 * like those of pages: a refund finds both. No number of a card is ever here.
 */
export class SavedCards extends Migration {
  static readonly backwardCompatible = true;
  override name = '0532-saved-cards';

  override up(): void {
    this.addSql(`alter table payment_checkout add saves_card boolean not null default false,
  add is_charge boolean not null default false, add saved_customer varchar(255), add saved_card varchar(255)`);
  }
}
