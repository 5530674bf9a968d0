import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { ConcurrentMigration } from './concurrent-migration.js';

/**
 * Makes the parents of people their first guardians. The trigger comes first, so that a parent that is written meanwhile is
 * not missed. Outside of a transaction, nobody waits for it.
 */
export class ParentsAsGuardians extends ConcurrentMigration {
  override name = '0421-parents-as-guardians';

  override up(): void {
    this.addSql(readFileSync(join(projectRoot, 'schema', 'functions', 'follow_parent.sql'), 'utf8'));
    this.addSql(`insert into guardian
  (account_id, created_at, updated_at, dependant_id, person_id, position, may_book, pays, gets_messages)
  select account_id, updated_at, updated_at, id, parent_id, 1, false, false, false
  from person where parent_id is not null and parent_id <> id
  on conflict do nothing`);
  }
}
