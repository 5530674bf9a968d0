import { Migration } from '@mikro-orm/migrations';

/** Where the code of a booking went, and what a visitor gave of a person who was known. */
export class VerificationRecipients extends Migration {
  override name = '0024-verification-recipients';

  override up(): void {
    this.addSql(
      'alter table booking add column verification_recipient varchar(255), add column unverified_attributes jsonb',
    );
  }
}
