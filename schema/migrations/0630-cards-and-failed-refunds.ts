import { Migration } from '@mikro-orm/migrations';

const refundStates = "state in ('claimed', 'unanswered', 'done', 'refused', 'failed')";

/** Lets accounts ask for cards without a payment, by a page of the amount 0, and notes refunds that failed after the provider took them. */
export class CardsAndFailedRefunds extends Migration {
  static readonly backwardCompatible = true;
  override name = '0630-cards-and-failed-refunds';

  override up(): void {
    this.addSql('alter table payment_settings add asks_for_cards boolean not null default false');
    this.addSql(`alter table payment_checkout drop constraint payment_checkout_amount_check,
  add constraint payment_checkout_amount check (amount >= 0) not valid`);
    this.addSql(`alter table payment_refund drop constraint payment_refund_state_check,
  add constraint payment_refund_state check (${refundStates}) not valid`);
  }
}
