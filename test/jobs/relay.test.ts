import { setTimeout as pass } from 'node:timers/promises';
import { databaseModel } from '../../src/domain/entities.js';
import type { RecordedChange } from '../../src/outbox/recorded-change.js';
import { Relay, type RelayOptions } from '../../src/outbox/relay.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { Database } from '../../src/platform/database/database.js';
import { disposeAfterAll } from '../support/dispose-after-all.js';
import { seeded } from '../support/random.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import {
  createAccount,
  cutConnections,
  numbers,
  objectIds,
  openTransaction,
  openTransactionSession,
  silent,
  untilReadTwice,
  untilSettled,
  writeChange,
} from './change-writer.js';

const test = await disposeAfterAll(createTestDatabase());

const never = 1_000_000;

/** Starts a relay with its own connections, as in another process. */
async function startRelay(consumer: string, handle: RelayOptions['handle'], options: Partial<RelayOptions> = {}) {
  const database = await Database.connect(test.url, databaseModel, 8);
  const signal = new ChangeSignal(test.url, silent);
  const relay = new Relay({ database, signal, logger: silent, consumer, handle, pollInterval: never, ...options });
  await signal.start();
  database.onCommit((account) => signal.notify(account));
  relay.start();
  return {
    database,
    signal,
    relay,
    [Symbol.asyncDispose]: async () => {
      await relay.stop();
      await signal.stop();
      await database.close();
    },
  };
}

/** Collects the handled changes by account. */
class Taken {
  readonly byAccount = new Map<number, RecordedChange[]>();

  readonly handle = async (change: RecordedChange): Promise<void> => {
    this.byAccount.set(change.accountId, [...this.of(change.accountId), change]);
  };

  of(account: number): RecordedChange[] {
    return this.byAccount.get(account) ?? [];
  }

  ids(account: number): number[] {
    return objectIds(this.of(account));
  }
}

async function relayedUntil(consumer: string, account: number): Promise<number | undefined> {
  const [row] = await test.database.account(account).query<{ id: number }>(
    `select object_id as id from change join relay_position on relay_position.account_id = change.account_id
       and relay_position.era = change.era and relay_position.transaction_id = change.transaction_id and change_id = change.id
     where change.account_id = $1 and consumer = $2`,
    [consumer],
  );
  return row?.id;
}

describe('relay', () => {
  it('handles every change in order, including those before its start', async () => {
    const [account, other] = [await createAccount(test.database), await createAccount(test.database)];
    for (const id of numbers(1, 120)) await writeChange(test.database, account, id);
    const taken = new Taken();
    await using here = await startRelay('all', taken.handle, { pollInterval: 50 });
    for (const id of numbers(121, 130)) await writeChange(here.database, account, id);
    await writeChange(here.database, other, 1);
    await until(() => taken.of(account).length >= 130 && taken.of(other).length >= 1);
    expect(taken.ids(account)).toEqual(numbers(1, 130));
    expect(taken.ids(other)).toEqual([1]);
    await until(async () => (await relayedUntil('all', account)) === 130);
  });

  it('leaves a change that it does not know to a newer version, and passes it over if there is none', async () => {
    const account = await createAccount(test.database);
    await writeChange(test.database, account, 1);
    await writeChange(test.database, account, 2, { name: 'booking.foretold' });
    await writeChange(test.database, account, 3);
    const [old, newer, last] = [new Taken(), new Taken(), new Taken()];
    const isKnown = ({ name }: { name: string }) => name !== 'booking.foretold';
    await using _old = await startRelay('left', old.handle, { pollInterval: 20, isKnown, unknownPatience: never });
    await until(async () => (await relayedUntil('left', account)) === 1);
    await pass(200);
    expect(old.ids(account)).toEqual([1]);
    await using _newer = await startRelay('left', newer.handle, { pollInterval: 20 });
    await until(async () => (await relayedUntil('left', account)) === 3);
    expect([...old.ids(account), ...newer.ids(account)].toSorted()).toEqual([1, 2, 3]);
    expect(newer.ids(account)).toContain(2);
    await using _last = await startRelay('passed', last.handle, { pollInterval: 20, isKnown, unknownPatience: 100 });
    await until(async () => (await relayedUntil('passed', account)) === 3);
    expect(last.ids(account)).toEqual([1, 2, 3]);
  });

  it('leaves out an account that another cell has', async () => {
    const [moved, account] = [await createAccount(test.database), await createAccount(test.database)];
    const move = (to: string | null) =>
      test.database.session.execute('update account set moved_to = $2 where id = $1', [moved, to]);
    for (const id of [1, 2]) await writeChange(test.database, moved, id);
    await move('cell2');
    const taken = new Taken();
    await using here = await startRelay('moved', taken.handle, { pollInterval: 20 });
    await writeChange(here.database, account, 1);
    here.signal.notify(moved);
    await until(() => taken.of(account).length === 1);
    await pass(100);
    expect(taken.ids(moved)).toEqual([]);
    await move(null);
    here.signal.notify(moved);
    await until(() => taken.of(moved).length === 2);
  });

  it('shares accounts between two processes: one handles an account at a time, every change once', async () => {
    const accounts = await Promise.all(numbers(1, 3).map(() => createAccount(test.database)));
    const taken = new Taken();
    const busy = new Set<number>();
    let overlaps = 0;
    const handle = async (change: RecordedChange) => {
      if (busy.has(change.accountId)) overlaps += 1;
      busy.add(change.accountId);
      await pass(1);
      busy.delete(change.accountId);
      await taken.handle(change);
    };
    await using here = await startRelay('shared', handle);
    await using _there = await startRelay('shared', handle);
    const random = seeded(1);
    const writers = numbers(0, 5).map(async (writer) => {
      await using session = await openTransactionSession(test.url);
      for (const round of numbers(1, 6)) {
        for (const account of accounts) {
          await session.begin();
          await session.write(account, writer * 100 + round);
          await pass(random(15));
          await session.commit();
          here.signal.notify(account);
        }
      }
    });
    await Promise.all(writers);
    await until(() => accounts.every((account) => taken.of(account).length >= 36));
    expect(overlaps).toBe(0);
    for (const account of accounts) {
      const changes = taken.of(account);
      expect(new Set(objectIds(changes)).size).toBe(36);
      expect(changes).toHaveLength(36);
      const places = changes.map(({ transactionId, id }) => [BigInt(transactionId), BigInt(id)] as const);
      expect(places).toEqual(places.toSorted(([a, aId], [b, bId]) => ((a - b || aId - bId) < 0n ? -1 : 1)));
    }
  });

  it('waits for an earlier transaction, and then skips and repeats nothing', async () => {
    const account = await createAccount(test.database);
    const taken = new Taken();
    await using here = await startRelay('slow', taken.handle);
    await using slow = await openTransaction(test.url);
    await slow.write(account, 1);
    for (const id of numbers(2, 5)) await writeChange(here.database, account, id);
    await untilReadTwice();
    expect(taken.ids(account)).toEqual([]);
    await slow.commit();
    await until(() => taken.of(account).length >= 5);
    expect(taken.ids(account)).toEqual(numbers(1, 5));
  });

  it('continues for other accounts if one fails, and later continues for that one where it stopped', async () => {
    const [account, other] = [await createAccount(test.database), await createAccount(test.database)];
    const taken = new Taken();
    let broken = true;
    let attempts = 0;
    const handle = async (change: RecordedChange) => {
      if (change.accountId === account && change.objectId === 3 && broken) {
        attempts += 1;
        throw new Error('broken');
      }
      await taken.handle(change);
    };
    await using here = await startRelay('trouble', handle, { maxDelay: 100 });
    for (const id of numbers(1, 5)) await writeChange(here.database, account, id);
    await until(() => attempts >= 2);
    await writeChange(here.database, other, 1);
    await until(() => taken.of(other).length === 1);
    expect(await relayedUntil('trouble', account)).toBe(2);
    broken = false;
    await until(() => taken.of(account).length >= 5);
    expect(taken.ids(account)).toEqual(numbers(1, 5));
  });

  it('does not delay other accounts while a change is handled', async () => {
    const [account, other] = [await createAccount(test.database), await createAccount(test.database)];
    const taken = new Taken();
    const released = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const handle = async (change: RecordedChange) => {
      if (change.accountId === account) {
        started.resolve();
        await released.promise;
      }
      await taken.handle(change);
    };
    await using here = await startRelay('hanging', handle);
    await writeChange(here.database, account, 1);
    await started.promise;
    await writeChange(here.database, other, 1);
    await until(() => taken.of(other).length === 1);
    expect(taken.of(account)).toHaveLength(0);
    released.resolve();
    await until(() => taken.of(account).length === 1);
  });

  it('saves its cursor within a batch that takes longer than its limit, and continues', async () => {
    const account = await createAccount(test.database);
    for (const n of numbers(1, 5)) await writeChange(test.database, account, n);
    const handled: [objectId: number, saved: number | undefined][] = [];
    const handle = async ({ accountId, objectId }: RecordedChange): Promise<void> => {
      if (accountId === account) handled.push([objectId, await relayedUntil('long-batch', account)]);
    };
    await using _ = await startRelay('long-batch', handle, { maxBatchDuration: 0 });
    await until(async () => (await relayedUntil('long-batch', account)) === 5);
    expect(handled).toEqual(numbers(1, 5).map((id) => [id, id === 1 ? undefined : id - 1]));
  });

  it('handles several changes at once, and continues after a failure', async () => {
    const account = await createAccount(test.database);
    for (const n of numbers(1, 12)) await writeChange(test.database, account, n);
    // All in one batch, of which the concurrency decides the order.
    await untilSettled(test.database);
    const taken = new Taken();
    let running = 0;
    let most = 0;
    const four = Promise.withResolvers<void>();
    let isBroken = true;
    const handle = async (change: RecordedChange): Promise<void> => {
      if (change.accountId !== account) return;
      running += 1;
      most = Math.max(most, running);
      if (running === 4) four.resolve();
      await four.promise;
      running -= 1;
      if (change.objectId === 6 && isBroken) {
        isBroken = false;
        throw new Error('broken');
      }
      await taken.handle(change);
    };
    await using _ = await startRelay('several', handle, { accountConcurrency: 4 });
    await until(() => objectIds(taken.of(account)).includes(12));
    expect(most).toBe(4);
    // The changes that were handled together with the failed one are handled again.
    expect(objectIds(taken.of(account))).toEqual([1, 2, 3, 4, 5, 7, 8, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('finds changes without a notice by polling', async () => {
    const account = await createAccount(test.database);
    const taken = new Taken();
    await using _here = await startRelay('deaf', taken.handle, { pollInterval: 50 });
    await writeChange(test.database, account, 1);
    await until(() => taken.of(account).length === 1);
  });

  it('finishes the current change when it stops, and another relay continues after it', async () => {
    const account = await createAccount(test.database);
    const taken = new Taken();
    const started = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    const slowly = async (change: RecordedChange) => {
      if (change.accountId !== account) return;
      started.resolve();
      await stopping.promise;
      // A relay that did not wait would have stopped before these reads end.
      for (const _ of numbers(1, 20)) await relayedUntil('stopped', account);
      await taken.handle(change);
    };
    for (const id of numbers(1, 5)) await writeChange(test.database, account, id);
    const first = await startRelay('stopped', slowly, { concurrency: 8 });
    await started.promise;
    const stopped = first[Symbol.asyncDispose]();
    stopping.resolve();
    await stopped;
    expect(taken.ids(account)).toEqual([1]);
    await using _second = await startRelay('stopped', taken.handle);
    await until(() => taken.of(account).length >= 5);
    expect(taken.ids(account)).toEqual(numbers(1, 5));
  });

  it('throws if it is started twice, or stopped while it does not run', async () => {
    const signal = new ChangeSignal(test.url, silent);
    const relay = new Relay({
      database: test.database,
      signal,
      logger: silent,
      consumer: 'once',
      handle: async () => {},
    });
    await expect(relay.stop()).rejects.toThrow('the relay cannot become stopping: it is new');
    relay.start();
    expect(() => relay.start()).toThrow('the relay cannot become running: it is running');
    await relay.stop();
    await expect(relay.stop()).rejects.toThrow('the relay cannot become stopping: it is stopped');
    expect(() => relay.start()).toThrow('the relay cannot become running: it is stopped');
  });

  it('continues after the database was unavailable for a moment', async () => {
    const account = await createAccount(test.database);
    const taken = new Taken();
    await using _here = await startRelay('cut', taken.handle, { pollInterval: 100 });
    for (const id of numbers(1, 5)) {
      await cutConnections(test.url);
      await until(() =>
        writeChange(test.database, account, id).then(
          () => true,
          () => false,
        ),
      );
    }
    await until(() => new Set(taken.ids(account)).size === 5);
    expect([...new Set(taken.ids(account))]).toEqual(numbers(1, 5));
  });
});
