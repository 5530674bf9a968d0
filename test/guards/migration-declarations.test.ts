import { Migration } from '@mikro-orm/migrations';
import { ConcurrentMigration } from '../../schema/migrations/concurrent-migration.js';
import { compatibleMigrations, incompatibilities, migrationOf, migrations } from '../../schema/migrations/index.js';

abstract class Empty extends Migration {
  override up(): void {}
}
class Undeclared extends Empty {}
class Compatible extends Empty {
  static readonly backwardCompatible = true;
}
class Unexplained extends Empty {
  static readonly backwardCompatible = false;
}
class Explained extends Empty {
  static readonly backwardCompatible = false;
  static readonly reason = 'it renames a column';
}
class Outside extends ConcurrentMigration {
  override up(): void {}
}
class OutsideAlone extends Explained {
  override isTransactional(): boolean {
    return false;
  }
}

describe('a migration', () => {
  it.each([{ Undeclared }, { Unexplained }])('is refused if it does not declare its compatibility: %j', (exported) => {
    expect(() => migrationOf('9999-later', exported)).toThrow(
      'schema/migrations/9999-later must declare whether processes of the version before can run beside it',
    );
  });

  it.each([{ Compatible }, { Explained }])('is accepted with a declaration: %j', (exported) => {
    expect(migrationOf('9999-later', exported)).toBe(Object.values(exported)[0]);
  });

  it('is accepted without one if it was released before', () => {
    expect(migrationOf('0042-buffers', { Undeclared })).toBe(Undeclared);
  });

  it('runs outside of a transaction only beside processes of the version before', () => {
    expect(migrationOf('9999-later', { Outside })).toBe(Outside);
    expect(() => migrationOf('9999-later', { OutsideAlone })).toThrow(
      'outside of a transaction, so it must be compatible',
    );
  });

  it('is the only export of its file', () => {
    expect(() => migrationOf('9999-later', {})).toThrow('must export a migration');
    expect(() => migrationOf('9999-later', { Compatible, Explained })).toThrow('must export a migration');
  });

  it('is compatible or not', () => {
    const declared = migrations.map(({ name }) => name).filter((name) => name > '0065');
    const both = [...compatibleMigrations, ...incompatibilities.keys()];
    expect(both.filter((name) => name > '0065').toSorted()).toEqual(declared);
  });
});
