import { Migration } from '@mikro-orm/migrations';

/**
 * Stores the request that made a change, and what continues its trace in the process that does the work it causes. Trace ids
 * derived from the id of the request were rejected: clients choose that id, and could put all their requests into one trace.
 */
export class OriginsOfChanges extends Migration {
  static readonly backwardCompatible = true;
  override name = '0165-origins-of-changes';

  override up(): void {
    this.addSql('alter table change add column request_id varchar(100), add column trace_parent varchar(55)');
    this.addSql('alter table web_hook_delivery add column trace_parent varchar(55)');
  }
}
