import { Migration } from '@mikro-orm/migrations';

/**
 * A migration that runs outside of a transaction, because its statements would lock a large table for long within one: it
 * builds and drops indexes while their table is written, and validates constraints. The migrations before it are committed,
 * and processes of the version before go on.
 *
 * A start that ends before it is complete leaves a part of it. The next start runs all of it again, so each statement must be
 * repeatable.
 */
export abstract class ConcurrentMigration extends Migration {
  static readonly backwardCompatible = true;

  override isTransactional(): boolean {
    return false;
  }

  /**
   * Adds the statements that build an index, unless it is there. A start that ended meanwhile has left it invalid: then it is
   * dropped first. An index with another definition needs another name.
   *
   * @param definition what follows the name, such as `on booking (account_id, created_at)`
   */
  protected async buildIndex(
    name: string,
    definition: string,
    kind: 'index' | 'unique index' = 'index',
  ): Promise<void> {
    const isValid = await this.execute(`select from pg_index where indexrelid = to_regclass(?) and indisvalid`, [name]);
    if (isValid.length > 0) return;
    this.dropIndex(name);
    this.addSql(`create ${kind} concurrently ${name} ${definition}`);
  }

  protected dropIndex(name: string): void {
    this.addSql(`drop index concurrently if exists ${name}`);
  }
}
