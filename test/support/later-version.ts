import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { ServerProcess } from '../process/server-process.js';

/** A statement, or an index that is built outside of a transaction. */
type LaterMigration = { statement: string; reason?: string } | { index: string; definition: string };

/** The migrations of a later version, by their names. */
type LaterMigrations = Readonly<Record<string, LaterMigration>>;

export interface LaterVersion extends AsyncDisposable {
  /** Starts the server, or the account command with arguments. */
  start(settings: Record<string, string>, ...command: string[]): ServerProcess;
}

/** Copies this program, without its tests, into a folder, and adds migrations. One with a reason is not compatible. */
export async function createLaterVersion(version: string, migrations: LaterMigrations): Promise<LaterVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-later-'));
  const parts = ['schema', 'dist/src', 'dist/schema', 'dist/pages', 'src/http/guides'];
  for (const part of parts) await cp(join(projectRoot, part), join(folder, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const description = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...description, version }));
  await mkdir(join(folder, 'dist', 'schema', 'migrations'), { recursive: true });
  for (const [name, migration] of Object.entries(migrations)) {
    // Migrations are found by their sources.
    await writeFile(join(folder, 'schema', 'migrations', `${name}.ts`), '');
    await writeFile(join(folder, 'dist', 'schema', 'migrations', `${name}.js`), textOf(name, migration));
  }
  return {
    start: (settings, ...command) =>
      new ServerProcess(
        process.execPath,
        ['--no-opt', '--no-maglev', `dist/src/process/${command.length > 0 ? 'cli' : 'main'}.js`, ...command],
        { MALLOC_MMAP_THRESHOLD_: '1000000', DEMO: 'off', ...settings },
        folder,
      ),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

function textOf(name: string, migration: LaterMigration): string {
  if ('index' in migration) {
    const call = [migration.index, migration.definition].map((text) => JSON.stringify(text)).join();
    return `import { ConcurrentMigration } from './concurrent-migration.js';
      export class Later extends ConcurrentMigration {
        name = ${JSON.stringify(name)};
        async up() { await this.buildIndex(${call}); }
      }`;
  }
  const { statement, reason } = migration;
  return `import { Migration } from '@mikro-orm/migrations';
    export class Later extends Migration {
      static backwardCompatible = ${reason === undefined};
      static reason = ${JSON.stringify(reason)};
      name = ${JSON.stringify(name)};
      up() { this.addSql(${JSON.stringify(statement)}); }
    }`;
}
