import { setTimeout as pass } from 'node:timers/promises';
import { databaseModel } from '../../src/domain/entities.js';
import { LiveFeed } from '../../src/outbox/live-feed.js';
import { InterruptedError, type LiveSubscription } from '../../src/outbox/live-subscription.js';
import type { RecordedChange } from '../../src/outbox/recorded-change.js';
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

/** Starts a feed with its own connections, as in another process. */
async function startFeed({ pollInterval = never, notifies = true } = {}) {
  const database = await Database.connect(test.url, databaseModel, 5);
  const signal = new ChangeSignal(test.url, silent);
  const feed = new LiveFeed({ database, signal, logger: silent, pollInterval });
  await signal.start();
  if (notifies) database.onCommit((account) => signal.notify(account));
  return {
    database,
    signal,
    feed,
    [Symbol.asyncDispose]: async () => {
      await feed.stop();
      await signal.stop();
      await database.close();
    },
  };
}

async function take(subscription: LiveSubscription, count: number): Promise<RecordedChange[]> {
  const changes: RecordedChange[] = [];
  while (changes.length < count) {
    const { value, done } = await subscription.next();
    if (done) break;
    changes.push(value);
  }
  return changes;
}

describe('live feed', () => {
  it('sends the changes that are committed from now on, in order, and none of another account', async () => {
    await using writer = await startFeed();
    await using reader = await startFeed();
    const account = await createAccount(test.database);
    const other = await createAccount(test.database);
    await writeChange(writer.database, account, 1);
    await untilSettled(test.database);
    const subscription = await reader.feed.subscribe(account);
    for (const id of numbers(2, 30)) {
      await writeChange(writer.database, other, id);
      await writeChange(writer.database, account, id);
    }
    const changes = await take(subscription, 29);
    expect(objectIds(changes)).toEqual(numbers(2, 30));
    expect(new Set(changes.map(({ accountId }) => accountId))).toEqual(new Set([account]));
    expect(changes[0]).toMatchObject({ name: 'booking.created', objectType: 'booking', snapshot: {}, previous: null });
  });

  it('sends every change that is committed after the subscription has started', async () => {
    await using reader = await startFeed();
    const account = await createAccount(test.database);
    for (const id of numbers(1, 30)) {
      const subscription = await reader.feed.subscribe(account);
      await writeChange(reader.database, account, id);
      let change: RecordedChange | undefined;
      do [change] = await take(subscription, 1);
      while (change?.objectId !== id);
      await subscription.return?.();
    }
  });

  it('waits for an earlier transaction, and then skips and repeats nothing', async () => {
    await using reader = await startFeed();
    const account = await createAccount(test.database);
    const subscription = await reader.feed.subscribe(account);
    await using slow = await openTransaction(test.url);
    await slow.write(account, 1);
    for (const id of numbers(2, 10)) await writeChange(reader.database, account, id);
    await untilReadTwice();
    await slow.commit();
    expect(objectIds(await take(subscription, 10))).toEqual(numbers(1, 10));
  });

  it('sends two processes the same log while many write', async () => {
    await using here = await startFeed();
    await using there = await startFeed();
    const account = await createAccount(test.database);
    const subscriptions = await Promise.all([here, there, there].map(({ feed }) => feed.subscribe(account)));
    const random = seeded(1);
    const writers = numbers(0, 7).map(async (writer) => {
      await using session = await openTransactionSession(test.url);
      for (const round of numbers(1, 8)) {
        await session.begin();
        await session.write(account, writer * 100 + round);
        await pass(random(20));
        await session.commit();
        here.signal.notify(account);
      }
    });
    await Promise.all(writers);
    const [first, ...others] = await Promise.all(subscriptions.map((subscription) => take(subscription, 64)));
    if (!first) throw new Error('nothing was read');
    expect(new Set(objectIds(first)).size).toBe(64);
    const places = first.map(({ transactionId, id }) => [BigInt(transactionId), BigInt(id)] as const);
    expect(places).toEqual(places.toSorted(([a, aId], [b, bId]) => ((a - b || aId - bId) < 0n ? -1 : 1)));
    for (const other of others) expect(objectIds(other)).toEqual(objectIds(first));
  });

  it('finds changes without a notice by polling', async () => {
    await using reader = await startFeed({ pollInterval: 50, notifies: false });
    const account = await createAccount(test.database);
    const subscription = await reader.feed.subscribe(account);
    await writeChange(reader.database, account, 1);
    expect(objectIds(await take(subscription, 1))).toEqual([1]);
  });

  it('ends only the subscription that is too slow', async () => {
    await using reader = await startFeed();
    const account = await createAccount(test.database);
    const slow = await reader.feed.subscribe(account, { bufferLimit: 5 });
    const quick = await reader.feed.subscribe(account);
    for (const id of numbers(1, 8)) await writeChange(reader.database, account, id);
    expect(objectIds(await take(quick, 8))).toEqual(numbers(1, 8));
    await expect(slow.next()).rejects.toThrow(InterruptedError);
    expect(await slow.next()).toEqual({ value: undefined, done: true });
    await writeChange(reader.database, account, 9);
    expect(objectIds(await take(quick, 1))).toEqual([9]);
  });

  it('ends a subscription when its reader leaves, even while it waits', async () => {
    await using reader = await startFeed();
    const account = await createAccount(test.database);
    const subscription = await reader.feed.subscribe(account);
    const waiting = subscription.next();
    await subscription.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
    const again = await reader.feed.subscribe(account);
    await writeChange(reader.database, account, 1);
    expect(objectIds(await take(again, 1))).toEqual([1]);
  });

  it('ends every subscription when it stops', async () => {
    await using reader = await startFeed();
    const subscription = await reader.feed.subscribe(await createAccount(test.database));
    const waiting = subscription.next();
    await reader.feed.stop();
    expect(await waiting).toEqual({ value: undefined, done: true });
  });

  it('loses nothing when the database is unavailable for a moment', async () => {
    await using reader = await startFeed();
    await using writer = await startFeed();
    const account = await createAccount(test.database);
    const subscription = await reader.feed.subscribe(account);
    await writeChange(writer.database, account, 1);
    expect(objectIds(await take(subscription, 1))).toEqual([1]);
    for (const id of numbers(2, 6)) {
      await cutConnections(test.url);
      await until(() =>
        writeChange(writer.database, account, id).then(
          () => true,
          () => false,
        ),
      );
    }
    expect(objectIds(await take(subscription, 5))).toEqual(numbers(2, 6));
  });
});
