import { Migration } from '@mikro-orm/migrations';

/**
 * Makes room for encrypted secrets, and stores which keys the database was used with: a process with another key under the
 * same name does not start. Widening a `varchar` rewrites no rows.
 */
export class SealedSecrets extends Migration {
  static readonly backwardCompatible = true;
  override name = '0150-sealed-secrets';

  override up(): void {
    this.addSql(
      'alter table payment_settings alter column secret_key type text, alter column webhook_secret type text',
    );
    this.addSql('alter table account alter column secret type text, alter column link_secret type text');
    this.addSql(`create table encryption_key (
  id varchar(32) primary key,
  fingerprint varchar(43) not null,
  created_at timestamptz(3) not null default now()
)`);
  }
}
