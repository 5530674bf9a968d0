import type { AccountTransaction } from '../../src/platform/database/account-transaction.js';
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

describe('a statement whose result nobody awaits', () => {
  const turn = (): Promise<void> => new Promise(setImmediate);
  const failed = ['select $1::integer / $2::integer as quotient', [0]] as const;
  let id: number;
  beforeAll(async () => {
    ({ id } = (await server.account()).credentials);
  });

  it.each<[string, (tx: AccountTransaction) => Promise<unknown>]>([
    ['in the message of the commit', async (tx) => tx.send(...failed)],
    [
      'before the commit is sent',
      async (tx) => {
        tx.send(...failed);
        await turn();
      },
    ],
    [
      'before a statement that PostgreSQL refuses therefore',
      async (tx) => {
        tx.send(...failed);
        await turn();
        await tx.query('select $1::integer as one');
      },
    ],
    [
      'before an error of the action',
      async (tx) => {
        tx.send(...failed);
        throw new Error('a later error');
      },
    ],
  ])('fails the transaction by its own error: %s', async (_, work) => {
    const written = server.database.account(id).transaction(async (tx) => {
      tx.send('update account set name = $2 where id = $1', ['written']);
      await work(tx);
    });
    await expect(written).rejects.toThrow('division by zero');
    expect(await server.sql('select name from account where id = ?', id)).not.toEqual([{ name: 'written' }]);
  });

  it('fails only the savepoint that has sent it', async () => {
    await server.database.account(id).atomically(async (db, tx) => {
      const failing = db.transaction(async (inner) => inner.send(...failed));
      await expect(failing).rejects.toThrow('division by zero');
      tx.send('update account set name = $2 where id = $1', ['after']);
    });
    expect(await server.sql('select name from account where id = ?', id)).toEqual([{ name: 'after' }]);
  });
});

it('a connection serves the next transaction after one that failed', async () => {
  const { session } = server.database;
  await expect(session.transaction(failing)).rejects.toThrow('division by zero');
  const ids = await Promise.all(Array.from({ length: 20 }, () => session.transaction(transactionOf)));
  expect(new Set(ids).size).toBe(20);
});
