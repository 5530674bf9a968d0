import { Migration } from '@mikro-orm/migrations';

/** Stores where a booking's verification code was sent, and the details that a visitor entered for an existing person. */
export class VerificationRecipients extends Migration {
  override name = '0024-verification-recipients';

  override up(): void {
    this.addSql(
      'alter table booking add column verification_recipient varchar(255), add column unverified_attributes jsonb',
    );
  }
}
