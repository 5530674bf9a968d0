import { type RecordedChange, recordChange } from '../../changes/change-log.js';
import { cursorOf } from '../../changes/position.js';
import { invalid } from '../../errors.js';
import type { AccountTransaction } from '../../platform/database/account-database.js';
import type { Row } from '../../platform/database/rows.js';
import { OutboundError, post } from '../../platform/outbound/post.js';
import { findRecord } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { WebHook } from './web-hook.entity.js';
import { subscriptionsTo } from './web-hook.rules.js';
import { type DeliveryAttempt, DeliveryState, WebHookDelivery } from './web-hook-delivery.entity.js';
import { isTaken, nextTryAt, payloadOf, type ShownChange, signedHeaders } from './web-hook-delivery.rules.js';

/**
 * Notes what the webhooks of an account are to be told of a change. Safe to repeat.
 *
 * @returns deliveries that are to be sent
 */
export async function planDeliveries(
  { db, clock }: Pick<RequestContext, 'db' | 'clock'>,
  change: RecordedChange,
): Promise<Row<WebHookDelivery>[]> {
  const subscriptions = subscriptionsTo(change.name);
  if (subscriptions.length === 0) return [];
  const webHooks = await db.rows(WebHook, { active: true, event: { $in: subscriptions } });
  if (webHooks.length === 0) return [];
  const changeCursor = cursorOf(change);
  return db.transaction(async (tx) => {
    const now = clock.now();
    await tx.query(
      `insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, next_try_at)
       select ?, ?, ?, id::integer, ?, ?, ? from jsonb_array_elements_text(?::jsonb) as id
       on conflict (account_id, web_hook_id, change_cursor) do nothing`,
      [tx.accountId, now, now, changeCursor, change.name, now, JSON.stringify(webHooks.map(({ id }) => id))],
    );
    return tx.rows(
      WebHookDelivery,
      { changeCursor, state: DeliveryState.PENDING, webHookId: { $in: webHooks.map(({ id }) => id) } },
      { orderBy: { id: 'asc' } },
    );
  });
}

export interface DeliveryMeans {
  /** The change at a cursor as REST shows it; undefined when it is not kept any more. */
  show(context: RequestContext, cursor: string): Promise<ShownChange | undefined>;
  /** Milliseconds of the first pause between two tries. */
  retryBase: number;
  /** Whether receivers may have private addresses. */
  allowPrivate: boolean;
  /** Told how each try ended, and after how many seconds. */
  reportTry(outcome: TryOutcome, seconds: number): void;
}

export type TryOutcome = 'delivered' | 'retried' | 'failed';

const timeout = 10_000;
/** After so long a try is taken for lost with its worker, in milliseconds. */
const claimLasts = 30_000;

/** Tries to deliver, when it is time to. @returns when to try again, if ever */
export async function deliver(context: RequestContext, id: number, means: DeliveryMeans): Promise<Date | undefined> {
  const begun = await beginTry(context, id, await payloadFor(context, id, means));
  if (begun === undefined || begun instanceof Date) return begun;
  const { targetUrl, idempotencyId, payload } = begun;
  const at = context.clock.now();
  const begunAt = performance.now();
  const headers = signedHeaders(context.account.secret, idempotencyId, at, payload);
  const outcome = await post(targetUrl, { headers, body: payload, timeout, allowPrivate: means.allowPrivate }).catch(
    (error: unknown) => {
      if (error instanceof OutboundError) return error;
      throw error;
    },
  );
  const attempt: DeliveryAttempt =
    outcome instanceof OutboundError
      ? { at: at.toISOString(), status: null, answer: null, failure: outcome.message }
      : { at: at.toISOString(), status: outcome.status, answer: outcome.body, failure: null };
  const retryAfter = outcome instanceof OutboundError ? undefined : outcome.retryAfter;
  const seconds = (performance.now() - begunAt) / 1_000;
  const again = await endTry(context, id, attempt, retryAfter, means);
  means.reportTry(isTaken(attempt.status ?? 0) ? 'delivered' : again ? 'retried' : 'failed', seconds);
  return again;
}

interface BegunTry {
  targetUrl: string;
  idempotencyId: string;
  payload: string;
}

/** Claims the delivery for this try: of two workers one sends, and one that dies is followed by another. */
function beginTry(
  context: RequestContext,
  id: number,
  shown: string | null | undefined,
): Promise<BegunTry | Date | undefined> {
  return context.db.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, id);
    if (delivery?.state !== DeliveryState.PENDING) return undefined;
    const now = context.clock.now();
    if (delivery.nextTryAt && delivery.nextTryAt > now) return delivery.nextTryAt;
    const webHook = await findRecord(tx, WebHook, delivery.webHookId);
    delivery.payload ??= shown ?? null;
    delivery.nextTryAt = new Date(now.getTime() + claimLasts);
    delivery.updatedAt = now;
    if (delivery.payload === null) delivery.state = DeliveryState.FAILED;
    await tx.em.flush();
    const { idempotencyId, payload } = delivery;
    return payload === null ? undefined : { targetUrl: webHook.targetUrl, idempotencyId, payload };
  });
}

/** What a delivery that has not been tried yet is to say. Read before its transaction, which holds a connection of its own. */
async function payloadFor(
  context: RequestContext,
  id: number,
  { show }: DeliveryMeans,
): Promise<string | null | undefined> {
  const delivery = await context.db.load(WebHookDelivery, id);
  if (delivery?.state !== DeliveryState.PENDING || delivery.payload !== null) return undefined;
  const change = await show(context, delivery.changeCursor);
  return change ? payloadOf(change, delivery.idempotencyId) : null;
}

function endTry(
  context: RequestContext,
  id: number,
  attempt: DeliveryAttempt,
  retryAfter: string | undefined,
  { retryBase }: DeliveryMeans,
): Promise<Date | undefined> {
  return context.db.transaction(async (tx) => {
    const delivery = await lockDelivery(tx, id);
    if (delivery?.state !== DeliveryState.PENDING) return undefined;
    const now = context.clock.now();
    delivery.tries += 1;
    delivery.attempts = [...delivery.attempts, attempt];
    delivery.updatedAt = now;
    const failure = { tries: delivery.tries, retryAfter };
    const taken = isTaken(attempt.status ?? 0);
    const again = taken ? undefined : nextTryAt(failure, now, retryBase, Math.random());
    delivery.nextTryAt = again ?? null;
    if (!again) delivery.state = taken ? DeliveryState.DELIVERED : DeliveryState.FAILED;
    await tx.em.flush();
    return again;
  });
}

async function lockDelivery(tx: AccountTransaction, id: number): Promise<WebHookDelivery | null> {
  await tx.lock(['web_hook_delivery', id]);
  return tx.find(WebHookDelivery, id);
}

/**
 * Sends a delivery again that was given up or taken: from the first try on, with the same idempotency id.
 *
 * @throws DomainError NOT_FOUND, INVALID on `state` when it is still being tried
 */
export function resendDelivery(context: RequestContext, id: number): Promise<WebHookDelivery> {
  return context.db.transaction(async (tx) => {
    await tx.lock(['web_hook_delivery', id]);
    const delivery = await findRecord(tx, WebHookDelivery, id);
    if (delivery.state === DeliveryState.PENDING) throw invalid({ state: ['is pending'] });
    Object.assign(delivery, { state: DeliveryState.PENDING, tries: 0, nextTryAt: context.clock.now() });
    delivery.updatedAt = context.clock.now();
    await recordChange(tx, 'web_hook_delivery.requested', delivery, by(context));
    return delivery;
  });
}
