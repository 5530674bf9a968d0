import type { Session } from '../../src/platform/database/session.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();

/** Returns the PostgreSQL transaction of a session's next statement. */
async function transactionOf(session: Session): Promise<string | undefined> {
  const [row] = await session.execute<{ id: string }>('select pg_current_xact_id()::text as id', []);
  return row?.id;
}

const failing = (session: Session): Promise<object[]> => session.execute('select 1 / $1::integer as quotient', [0]);

describe.each([
  ['a transaction', (work: (session: Session) => Promise<unknown>) => server.database.session.transaction(work)],
  [
    'a savepoint',
    (work: (session: Session) => Promise<unknown>) =>
      server.database.session.transaction((outer) => outer.transaction(work)),
  ],
])('%s', (_, run) => {
  it('sends no statement after its commit', async () => {
    let ended: Session | undefined;
    await run(async (session) => {
      ended = session;
      await transactionOf(session);
    });
    await expect(ended?.execute('select 1 as one')).rejects.toThrow('the transaction has ended by');
    await expect(ended?.transaction(transactionOf)).rejects.toThrow('the transaction has ended by');
  });

  // The result of the first statement arrives with the error of the second, and its reader sends a third.
  it('sends no statement after its rollback, if a statement of the same message has failed', async () => {
    let late: Promise<unknown> | undefined;
    const ended = run(async (session) => {
      late = transactionOf(session)
        .then(() => new Promise(setImmediate))
        .then(() => session.execute('select 1 as one'));
      late.catch(() => {});
      await Promise.all([late, failing(session)]);
    });
    await expect(ended).rejects.toThrow('division by zero');
    await expect(late).rejects.toThrow(/the transaction has ended by|current transaction is aborted/);
  });

  it('rolls everything back if the last of its statements fails', async () => {
    const { id } = (await server.account()).credentials;
    const written = run(async (session) => {
      await Promise.all([
        session.execute('update account set name = $2 where id = $1', [id, 'written']),
        transactionOf(session),
        failing(session),
      ]);
    });
    await expect(written).rejects.toThrow('division by zero');
    expect(await server.sql('select name from account where id = ?', id)).not.toEqual([{ name: 'written' }]);
  });
});

it('a connection serves the next transaction after one that failed', async () => {
  const { session } = server.database;
  await expect(session.transaction(failing)).rejects.toThrow('division by zero');
  const ids = await Promise.all(Array.from({ length: 20 }, () => session.transaction(transactionOf)));
  expect(new Set(ids).size).toBe(20);
});
