import { Migration } from '@mikro-orm/migrations';

const tables = [
  'account',
  'category',
  'client_user_link',
  'coupon',
  'gift_card',
  'message_template',
  'person',
  'provider',
  'resource',
  'resource_exception_date',
  'service',
  'web_hook',
];

/**
 * Counts the changes of the records that staff edit, so that a change can name the version that the client read. Only the
 * catalogue changes: a constant default rewrites no row. A process of the version before does not count its changes.
 */
export class RevisionsOfRecords extends Migration {
  static readonly backwardCompatible = true;
  override name = '0098-revisions-of-records';

  override up(): void {
    for (const table of tables) this.addSql(`alter table ${table} add revision_count integer not null default 0`);
  }
}
