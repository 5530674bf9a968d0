import { Migration } from '@mikro-orm/migrations';

/** Counts the failures of each webhook, and stores why the server has switched it off. */
export class PausedWebHooks extends Migration {
  static readonly backwardCompatible = false;
  static readonly reason = 'they cannot switch on a webhook that was paused';
  override name = '0096-paused-web-hooks';

  override up(): void {
    this.addSql(`alter table web_hook add column failure_count integer not null default 0,
  add column failing_since timestamptz(3),
  add column paused_reason varchar(255),
  add constraint web_hook_failing check ((failing_since is null) = (failure_count = 0)),
  add constraint web_hook_paused check (paused_reason is null or not active)`);
  }
}
