import { runAccountCommand } from '../../src/process/account-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { LocalServer } from './local-server.js';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => test[Symbol.asyncDispose]());

const sql = (statement: string) => test.database.orm.em.fork().execute(statement);
const migrateTo = (name: string, isCompatible: boolean) =>
  sql(`insert into schema_migration (name, backward_compatible) values ('${name}', ${isCompatible})`);
const start = () => new LocalServer({ DATABASE_URL: test.url });

const refusal =
  'a newer version has migrated the database (9998-later): start that version or a later one, or restore a dump from before the upgrade';

describe('a database that a newer version has migrated', () => {
  it('is refused by a process that starts, and by commands', async () => {
    await migrateTo('9998-later', false);
    await migrateTo('9999-compatible', true);
    await expect(start().started).rejects.toThrow(new Error(refusal));
    expect(await runAccountCommand(['list'], { DATABASE_URL: test.url })).toEqual({
      status: 1,
      lines: [],
      error: refusal,
    });
    // It has written nothing.
    await expect(sql('select from account')).resolves.toEqual([]);
  });

  it('is refused before the first statement of a migration that is missing', async () => {
    await migrateTo('9998-later', false);
    await sql(`delete from schema_migration where name like '0088-%'`);
    await sql('alter table schema_migration drop column backward_compatible');
    await expect(start().started).rejects.toThrow(new Error(refusal));
  });

  it('makes a process that runs unready, and ready again after a downgrade', async () => {
    const server = await start().ready();
    const readiness = async () => {
      const response = await fetch(`${server.origin}/readyz`);
      return { status: response.status, body: await response.json() };
    };
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ok' } });
    await migrateTo('9998-later', false);
    await until(async () => (await readiness()).status === 503);
    expect((await readiness()).body).toEqual({ status: 'unavailable', reason: refusal });
    await sql(`update schema_migration set backward_compatible = true where name = '9998-later'`);
    await until(async () => (await readiness()).status === 200);
    await server.stop();
  });

  it('is used if all its newer migrations are marked as ones beside which older processes can run', async () => {
    await migrateTo('9999-compatible', true);
    const server = await start().ready();
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    await server.stop();
  });
});
