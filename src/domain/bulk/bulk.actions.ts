import { hash } from 'node:crypto';
import { clientNetwork } from '../../platform/addresses.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import {
  lockStoredResponse,
  parseIdempotencyKey,
  senderOf,
  storeResponse,
} from '../../platform/database/idempotency-store.js';
import { DomainError, type Outcome, resultsOf } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { BulkMode } from './bulk.input.js';
import { type BulkAnswer, type BulkItem, toItemError } from './bulk.type.js';

/** Items per transaction in the mode EACH. */
const batchSize = 50;

/** A bulk mutation. */
export interface BulkCall<Item, Decision, Result> {
  /** The name of the mutation. */
  operation: string;
  items: readonly Item[];
  /** The other arguments. A repeated call with the same key must have the same. */
  options: object;
  mode: BulkMode;
  idempotencyKey?: string | null | undefined;
  /** Whether both modes write everything in one transaction, because `decide` determines the work itself. */
  isAtomic?: boolean;
  /** Decides on the items in their order, without writing them. Takes all locks. */
  decide(context: RequestContext, tx: AccountTransaction, items: readonly Item[]): Promise<Outcome<Decision>[]>;
  /** Writes decided items. Returns a result for each, in the same order. */
  save(context: RequestContext, tx: AccountTransaction, decisions: readonly Decision[]): Promise<Result[]>;
  /** Returns what is stored of a result as JSON, for a repeated call: it has no secrets. */
  store(result: Result): Result;
  /** Returns a result that was stored as JSON. */
  restore(stored: Result): Result;
  /** Whether a transaction that failed with this error may succeed when it is repeated. */
  isRetryable: (error: unknown) => boolean;
}

/** Rolls a transaction back and carries the answer of its items. */
class RolledBack<Result> extends Error {
  constructor(readonly items: BulkItem<Result>[]) {
    super('rolled back');
  }
}

/**
 * Executes a bulk mutation: in one transaction, or in batches that are committed one after the other. If the process is
 * killed between two batches, a repeated call with the same idempotency key returns the answers of the first and executes
 * the others: the answer of each batch is stored in its transaction.
 *
 * @throws DomainError INVALID on `idempotencyKey`
 */
export async function executeBulk<Item, Decision, Result>(
  context: RequestContext,
  call: BulkCall<Item, Decision, Result>,
): Promise<BulkAnswer<Result>> {
  const key = typeof call.idempotencyKey === 'string' ? parseIdempotencyKey(call.idempotencyKey) : undefined;
  const refused = [...(context.refusedItems ?? [])].map(([index, { fields }]) => [index, fields]);
  const fingerprint =
    key && hash('sha256', JSON.stringify([call.operation, call.mode, call.options, call.items, refused]));
  const size = call.mode === BulkMode.ALL || call.isAtomic ? Math.max(1, call.items.length) : batchSize;
  const items: BulkItem<Result>[] = [];
  for (let first = 0; first < call.items.length; first += size) {
    const batch: Batch<Item, Decision, Result> = { call, first, items: call.items.slice(first, first + size) };
    items.push(
      ...(await (key && fingerprint ? executeOnce(context, batch, key, fingerprint) : execute(context, batch))),
    );
  }
  return toAnswer(items);
}

/** Items of a call that are written in one transaction. */
interface Batch<Item, Decision, Result> {
  call: BulkCall<Item, Decision, Result>;
  /** The index of the first item in the call. */
  first: number;
  items: readonly Item[];
}

/** Executes a batch, unless its answer is stored. Calls with the same key wait for each other. */
function executeOnce<Item, Decision, Result>(
  context: RequestContext,
  batch: Batch<Item, Decision, Result>,
  key: string,
  fingerprint: string,
): Promise<BulkItem<Result>[]> {
  const own = {
    sender: `${senderOf(context.actor, key, clientNetwork(context.clientAddress))}/bulk:${batch.first}`,
    key,
  };
  return context.db.atomically(async (db, tx) => {
    const now = context.clock.now();
    const stored = await lockStoredResponse(tx, own, fingerprint, now);
    if (stored) return restoreItems(batch.call, stored.body);
    const items = await execute({ ...context, db }, batch);
    await storeResponse(tx, own, { fingerprint, status: 200, headers: {}, body: storedItems(batch.call, items) }, now);
    return items;
  });
}

function storedItems<Result>({ store }: { store(result: Result): Result }, items: readonly BulkItem<Result>[]): string {
  return JSON.stringify(items.map((item) => ({ ...item, result: item.result && store(item.result) })));
}

function restoreItems<Result>({ restore }: { restore(stored: Result): Result }, body: string): BulkItem<Result>[] {
  const items: BulkItem<Result>[] = JSON.parse(body);
  return items.map((item) => ({ ...item, result: item.result && restore(item.result) }));
}

async function execute<Item, Decision, Result>(
  context: RequestContext,
  batch: Batch<Item, Decision, Result>,
): Promise<BulkItem<Result>[]> {
  const { call, items, first } = batch;
  try {
    return await context.db.transaction((tx) => write(context, tx, batch), { isRetryable: call.isRetryable });
  } catch (error) {
    if (error instanceof RolledBack) return error.items;
    if (!(error instanceof DomainError) || call.mode === BulkMode.ALL || call.isAtomic) throw error;
    // A constraint of the database refused the whole batch, without naming the item, so each is written alone.
    if (items.length === 1) return [{ index: first, result: null, error: toItemError(first, error) }];
    const alone: BulkItem<Result>[] = [];
    for (const [index, item] of items.entries()) {
      alone.push(...(await execute(context, { call, first: first + index, items: [item] })));
    }
    return alone;
  }
}

async function write<Item, Decision, Result>(
  context: RequestContext,
  tx: AccountTransaction,
  batch: Batch<Item, Decision, Result>,
): Promise<BulkItem<Result>[]> {
  const { call, first } = batch;
  const outcomes = await decideValid(context, tx, batch);
  if (isRefused(call.mode, outcomes)) throw new RolledBack(toItems(first, outcomes, []));
  return toItems(first, outcomes, await call.save(context, tx, resultsOf(outcomes)));
}

/** Decides on the items that were not refused when the arguments were read. */
async function decideValid<Item, Decision, Result>(
  context: RequestContext,
  tx: AccountTransaction,
  { call, first, items }: Batch<Item, Decision, Result>,
): Promise<Outcome<Decision>[]> {
  const refused = items.map((_, position) => context.refusedItems?.get(first + position));
  if (refused.every((error) => error === undefined)) return call.decide(context, tx, items);
  const valid = items.filter((_, position) => refused[position] === undefined);
  const decided = valid.length > 0 ? await call.decide(context, tx, valid) : [];
  const outcomes = [...decided];
  return refused.flatMap((error) => (error ? { error } : (outcomes.shift() ?? [])));
}

/** Whether one rejected item prevents the others from being written. */
function isRefused(mode: BulkMode, outcomes: readonly Outcome<unknown>[]): boolean {
  return mode === BulkMode.ALL && outcomes.some((outcome) => 'error' in outcome);
}

function toAnswer<Result>(items: BulkItem<Result>[]): BulkAnswer<Result> {
  return { written: items.filter(({ result }) => result !== null).length, items };
}

/** @param results those of the items that were written */
function toItems<Result>(
  first: number,
  outcomes: readonly Outcome<unknown>[],
  results: readonly Result[],
): BulkItem<Result>[] {
  const written = [...results];
  return outcomes.map((outcome, position) => {
    const index = first + position;
    if ('error' in outcome) return { index, result: null, error: toItemError(index, outcome.error) };
    return { index, result: written.shift() ?? null, error: null };
  });
}

/**
 * Decides on the items in a transaction that is rolled back.
 *
 * @param preview returns the object as it would be
 */
export async function rehearseBulk<Item, Decision, Result>(
  context: RequestContext,
  { items, mode, decide }: Pick<BulkCall<Item, Decision, Result>, 'mode' | 'decide'> & { items: readonly Item[] },
  preview: (decision: Decision) => Result,
): Promise<BulkAnswer<Result>> {
  try {
    return await context.db.transaction(async (tx) => {
      const outcomes = await decide(context, tx, items);
      const results = isRefused(mode, outcomes) ? [] : resultsOf(outcomes).map(preview);
      throw new RolledBack(toItems(0, outcomes, results));
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return toAnswer(error.items);
  }
}
