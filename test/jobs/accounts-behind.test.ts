import { AccountsBehind } from '../../src/outbox/backlog.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { createTestDatabase } from '../support/test-database.js';
import { createAccount, openTransaction, writeChange } from './change-writer.js';

const test = await disposeAfterAll(createTestDatabase());

/** Lets a relay pass all changes of an account. */
const relay = (consumer: string, account: number) =>
  test.database.account(account).query(
    `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
     select account_id, $2, era, transaction_id, id from change where account_id = $1
     order by era desc, transaction_id desc, id desc limit 1
     on conflict (account_id, consumer) do update
       set era = excluded.era, transaction_id = excluded.transaction_id, change_id = excluded.change_id`,
    [consumer],
  );

describe('the accounts behind', () => {
  let consumer = 0;
  const { session } = test.database;
  /** A consumer that has relayed everything, and looked. */
  const caughtUp = async () => {
    consumer += 1;
    const name = `consumer-${consumer}`;
    const accounts = [await createAccount(test.database), await createAccount(test.database)] as const;
    for (const account of accounts) await writeChange(test.database, account, 1);
    for (const { id } of await session.execute<{ id: number }>('select id from account')) await relay(name, id);
    const accountsBehind = new AccountsBehind(name);
    const find = async () => (await accountsBehind.find(session)).active;
    expect(await find()).toEqual([]);
    return { name, accounts, find, accountsBehind };
  };

  it('are those with changes since the last look, until they are relayed', async () => {
    const { name, accounts, find } = await caughtUp();
    const [one, other] = accounts;
    expect(await find()).toEqual([]);
    await writeChange(test.database, one, 2);
    for (let look = 0; look < 3; look += 1) expect(await find()).toEqual([one]);
    await writeChange(test.database, other, 2);
    expect((await find()).toSorted()).toEqual([one, other].toSorted());
    await relay(name, other);
    expect(await find()).toEqual([one]);
    await relay(name, one);
    expect(await find()).toEqual([]);
  });

  it('include those whose transaction was open at earlier looks, after later ones were relayed', async () => {
    const { name, accounts, find } = await caughtUp();
    const [one, other] = accounts;
    await using slow = await openTransaction(test.url);
    await slow.write(one, 2);
    await writeChange(test.database, other, 2);
    expect(await find()).toEqual([other]);
    await relay(name, other);
    for (let look = 0; look < 3; look += 1) expect(await find()).toEqual([]);
    await slow.commit();
    expect(await find()).toEqual([one]);
  });

  it('include those that were paused, once they no longer are', async () => {
    const { accounts, find } = await caughtUp();
    const [account] = accounts;
    const setPaused = (at: string) =>
      test.database.account(account).query(`update account set paused_at = ${at} where id = $1`);
    await writeChange(test.database, account, 2);
    await setPaused('now()');
    for (let look = 0; look < 3; look += 1) expect(await find()).toEqual([]);
    await setPaused('null');
    expect(await find()).toEqual([account]);
  });

  it('of other consumers have no effect', async () => {
    const { name, accounts, find } = await caughtUp();
    await writeChange(test.database, accounts[0], 2);
    await relay(`${name}-other`, accounts[0]);
    expect(await find()).toEqual([accounts[0]]);
  });

  it('include those with changes of earlier transactions, such as of another server, once the last look is forgotten', async () => {
    const { accounts, find, accountsBehind } = await caughtUp();
    await test.database.orm.em
      .fork()
      .execute(`update change set transaction_id = '5', era = 2 where account_id = ?`, [accounts[0]]);
    accountsBehind.forget();
    expect(await find()).toEqual([accounts[0]]);
    expect(await find()).toEqual([accounts[0]]);
  });

  it('are all looked at again if the last look is forgotten during a look', async () => {
    const { accounts, find, accountsBehind } = await caughtUp();
    const looking = find();
    accountsBehind.forget();
    await looking;
    await test.database.orm.em
      .fork()
      .execute(`update change set transaction_id = '5', era = 2 where account_id = ?`, [accounts[0]]);
    expect(await find()).toEqual([accounts[0]]);
  });
});
