import { recordChange } from '../../outbox/change-log.js';
import { formatCursor } from '../../outbox/cursor.js';
import type { RecordedChange } from '../../outbox/recorded-change.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import { invalid } from '../../platform/errors.js';
import { OutboundError } from '../../platform/outbound/guarded-request.js';
import { post } from '../../platform/outbound/post.js';
import { continueTrace, currentTraceParent, traceHeaders, tracerOfProcess } from '../../platform/tracing/tracer.js';
import { changedBy, type RequestContext } from '../context.js';
import { sqlMayHappen, stateAfter } from '../records/transitions.rules.js';
import { WebHook } from './web-hook.entity.js';
import { subscriptionsTo } from './web-hook.rules.js';
import { type DeliveryAttempt, DeliveryState, WebHookDelivery } from './web-hook-delivery.entity.js';
import {
  deliveryTransitions,
  isSuccess,
  nextAttemptAt,
  payloadOf,
  type ShownChange,
  type SigningSecrets,
  signedHeaders,
} from './web-hook-delivery.rules.js';
import { selectSendable } from './web-hook-delivery-wait.js';
import { clearFailures, countFailure } from './web-hook-pause.actions.js';
import { openSigningSecrets } from './web-hook-secret.actions.js';

/** Deliveries are made in real time, also those of a sandbox: their receiver is real. */
type Background = Pick<RequestContext, 'db' | 'serverClock'>;

/**
 * Whether a webhook subscribed to a change when that was committed, as the log before that change shows it. A webhook
 * without an entry before it was created later, if the log has its creation, and otherwise so long ago that its entries were
 * deleted. Expects the subscriptions as `$6` and the change's position in the log as `$7`, `$8` and `$9`.
 */
const hadSubscribed = `coalesce((
  select (change.snapshot ->> 'active')::boolean and change.snapshot ->> 'event' = any ($6::text[]) from change
  where change.account_id = web_hook.account_id and object_type = 'web_hook' and object_id = web_hook.id
    and (era, transaction_id, change.id) < ($7::integer, $8::xid8, $9::bigint)
  order by era desc, transaction_id desc, change.id desc limit 1), not exists (
  select from change
  where change.account_id = web_hook.account_id and object_type = 'web_hook' and object_id = web_hook.id
    and name = 'web_hook.created'))`;

/**
 * Plans the deliveries of a change to the webhooks of its account. Idempotent. Called in the log's order for the
 * changes of one object, so that the ids of their deliveries have that order, too.
 *
 * @returns ids of the webhooks that the change is still to be delivered to
 */
export async function planDeliveries({ db, serverClock }: Background, change: RecordedChange): Promise<number[]> {
  const subscriptions = subscriptionsTo(change.name);
  if (subscriptions.length === 0) return [];
  const now = serverClock.now();
  const planned = await db.query<{ webHookId: number }>(
    `insert into web_hook_delivery
       (account_id, created_at, updated_at, web_hook_id, change_cursor, event, object_id, next_attempt_at, trace_parent)
     select account_id, $2, $2, id, $3, $4, $5, $2, $10 from web_hook
     where account_id = $1 and active and event = any ($6::text[]) and ${hadSubscribed}
     order by id
     on conflict (account_id, web_hook_id, change_cursor)
       do update set updated_at = excluded.updated_at where web_hook_delivery.state = 'pending'
     returning web_hook_id as "webHookId"`,
    [
      ...[now, formatCursor(change), change.name, change.objectId],
      ...[subscriptions, change.era, change.transactionId, change.id, currentTraceParent() ?? null],
    ],
  );
  return planned.map(({ webHookId }) => webHookId);
}

/** Returns when the next sendable delivery of a webhook is due, or when its claim expires. None of a paused account is. */
export async function findNextAttempt(db: AccountDatabase, webHookId: number): Promise<Date | undefined> {
  const statement = selectSendable('delivery.next_attempt_at as at', `'infinity'`);
  const [next] = await db.query<{ at: Date }>(statement, [webHookId]);
  return next?.at;
}

export interface DeliveryDependencies {
  /** Returns the change at a cursor as REST shows it; undefined if it was trimmed from the log. */
  show(context: RequestContext, cursor: string): Promise<ShownChange | undefined>;
  /** The delay before the first retry, in milliseconds. */
  retryBase: number;
  /** Whether receivers may have private addresses. */
  allowPrivate: boolean;
  /** Called after each attempt. */
  reportAttempt(report: AttemptReport): void;
}

interface AttemptReport {
  account: number;
  webHook: number;
  delivery: number;
  outcome: 'delivered' | 'retried' | 'failed';
  /** The status of the response, or null and the reason why there was none. */
  status: number | null;
  failure: string | null;
  seconds: number;
}

const timeout = 10_000;
/** In milliseconds. Longer than any attempt, so that only the claim of a dead worker expires. */
const claimDuration = timeout + 5_000;

/**
 * SQL: whether all erasures of people of the account are finished. Until then, a payload may have been stored by an attempt that
 * an erasure did not see, so that it is created again.
 */
const areErasuresFinished =
  'not exists (select from person_erasure where person_erasure.account_id = $1 and person_erasure.finished_at is null)';

/** SQL: the id of the last erasure of a person of the account. */
const selectLastErasure = 'select coalesce(max(person_erasure.id), 0) from person_erasure where account_id = $1';

/** A delivery that only this process may attempt until the claim expires. */
interface ClaimedDelivery {
  id: number;
  webHookId: number;
  targetUrl: string;
  idempotencyId: string;
  event: string;
  changeCursor: string;
  /** The body of all attempts; null before the first one, and while the data of a person is being erased. */
  payload: string | null;
  hasPayload: boolean;
  attemptCount: number;
  traceParent: string | null;
  lastErasure: number;
  secret: string | null;
  formerSecret: string | null;
  formerSecretUntil: Date | null;
  accountSecret: string;
  formerAccountSecret: string | null;
  formerAccountSecretUntil: Date | null;
}

/**
 * Claims the next due delivery of a webhook. Each delivery is claimed by one worker; another takes over if it dies. Reads the
 * secrets, too, so that each attempt is signed with those that are valid then.
 */
export async function claimDelivery(
  { db, serverClock }: Background,
  webHookId: number,
): Promise<ClaimedDelivery | undefined> {
  const now = serverClock.now();
  const [claimed] = await db.query<ClaimedDelivery>(
    `update web_hook_delivery delivery set next_attempt_at = $3, updated_at = $4
     from web_hook hook join account on account.id = hook.account_id
     where hook.account_id = $1 and hook.id = $2 and delivery.account_id = hook.account_id and delivery.id = (
       ${selectSendable('delivery.id', '$4')} for update of delivery skip locked)
     returning delivery.id, hook.id as "webHookId", hook.target_url as "targetUrl", delivery.idempotency_id as "idempotencyId",
       delivery.event,
       delivery.change_cursor as "changeCursor", case when ${areErasuresFinished} then delivery.payload end as payload,
       delivery.payload is not null as "hasPayload", delivery.attempt_count as "attemptCount",
       delivery.trace_parent as "traceParent", (${selectLastErasure}) as "lastErasure",
       hook.secret, hook.former_secret as "formerSecret", hook.former_secret_until as "formerSecretUntil",
       account.secret as "accountSecret", account.former_secret as "formerAccountSecret",
       account.former_secret_until as "formerAccountSecretUntil"`,
    [webHookId, new Date(now.getTime() + claimDuration), now],
  );
  return claimed;
}

/** Makes one attempt at a claimed delivery, in the trace of its change. @returns when to retry; undefined if there is no retry */
export function deliver(
  context: RequestContext,
  delivery: ClaimedDelivery,
  dependencies: DeliveryDependencies,
): Promise<Date | undefined> {
  const describe = () => ({
    name: `deliver ${delivery.event}`,
    kind: 'client' as const,
    attributes: {
      'messaging.system': 'webhook',
      'messaging.operation.type': 'send',
      'messaging.destination.name': delivery.event,
      'messaging.message.id': delivery.idempotencyId,
      'server.address': new URL(delivery.targetUrl).hostname,
      'booking.account.id': context.account.id,
      'booking.webhook.id': delivery.webHookId,
      'booking.attempt': delivery.attemptCount + 1,
    },
  });
  return continueTrace(delivery.traceParent, describe, () => makeAttempt(context, delivery, dependencies));
}

async function makeAttempt(
  context: RequestContext,
  delivery: ClaimedDelivery,
  dependencies: DeliveryDependencies,
): Promise<Date | undefined> {
  const at = context.serverClock.now().toISOString();
  const payload = delivery.payload ?? (await firstPayload(context, delivery, at, dependencies));
  if (payload === undefined) return undefined;
  const secrets = await secretsOf(context, delivery, at, dependencies);
  const startedAt = performance.now();
  const { attempt, retryAfter } = await send(context, delivery, { body: payload, secrets }, dependencies);
  const retryAt = await endAttempt(context, delivery, { at, ...attempt }, dependencies, retryAfter);
  const outcome = isSuccess(attempt.status ?? 0) ? 'delivered' : retryAt ? 'retried' : 'failed';
  const seconds = (performance.now() - startedAt) / 1_000;
  const { status, failure } = attempt;
  const ids = { account: context.account.id, webHook: delivery.webHookId, delivery: delivery.id };
  const span = tracerOfProcess()?.current();
  span?.update({ 'http.response.status_code': status ?? undefined });
  if (outcome !== 'delivered') span?.fail(status === null ? 'no_response' : String(status));
  dependencies.reportAttempt({ ...ids, outcome, status, failure, seconds });
  return retryAt;
}

/** The failures that are not the receiver's. */
const ownFailures = {
  payload: 'the payload could not be created',
  secret: 'the secret could not be decrypted',
} as const;

const isOwnFailure = (failure: string | null): boolean => Object.values<string | null>(ownFailures).includes(failure);

/**
 * Creates and stores the payload, which all attempts send; undefined if the change was trimmed from the log. That gives up the
 * delivery, unless it has a payload, which is sent when all erasures are finished. Creates it again if a person was erased
 * since the delivery was claimed, because the change may have been read before.
 */
async function firstPayload(
  context: RequestContext,
  delivery: ClaimedDelivery,
  at: string,
  dependencies: DeliveryDependencies,
): Promise<string | undefined> {
  const { db } = context;
  let change: ShownChange | undefined;
  try {
    change = await dependencies.show(context, delivery.changeCursor);
  } catch (error) {
    await endAttempt(context, delivery, { at, status: null, answer: null, failure: ownFailures.payload }, dependencies);
    throw error;
  }
  if (!change && delivery.hasPayload) return undefined;
  if (!change) {
    await db.query(
      `update web_hook_delivery set state = $3, next_attempt_at = null
       where account_id = $1 and id = $2 and ${sqlMayHappen(deliveryTransitions, 'giveUp', 'state')}`,
      [delivery.id, stateAfter(deliveryTransitions, 'giveUp', DeliveryState.PENDING)],
    );
    return undefined;
  }
  const payload = payloadOf(change, delivery.idempotencyId);
  const [stored] = await db.query<{ isCurrent: boolean; lastErasure: number }>(
    `update web_hook_delivery set payload = case when last.id = $4 then $2 end
     from (${selectLastErasure}) as last (id)
     where account_id = $1 and web_hook_delivery.id = $3
     returning last.id = $4 as "isCurrent", last.id as "lastErasure"`,
    [payload, delivery.id, delivery.lastErasure],
  );
  if (!stored || stored.isCurrent) return payload;
  return firstPayload(context, { ...delivery, lastErasure: stored.lastErasure }, at, dependencies);
}

/** Returns the secrets that sign an attempt at its time. @throws EncryptionError after the attempt has ended */
async function secretsOf(
  context: RequestContext,
  delivery: ClaimedDelivery,
  at: string,
  dependencies: DeliveryDependencies,
): Promise<SigningSecrets> {
  const { accountSecret: secret, formerAccountSecret, formerAccountSecretUntil } = delivery;
  const ofAccount = { secret, formerSecret: formerAccountSecret, formerSecretUntil: formerAccountSecretUntil };
  try {
    return openSigningSecrets(context.db, { own: delivery, ofAccount }, new Date(at));
  } catch (error) {
    await endAttempt(context, delivery, { at, status: null, answer: null, failure: ownFailures.secret }, dependencies);
    throw error;
  }
}

async function send(
  { serverClock }: RequestContext,
  { targetUrl, idempotencyId }: ClaimedDelivery,
  { body, secrets }: { body: string; secrets: SigningSecrets },
  { allowPrivate }: DeliveryDependencies,
): Promise<{ attempt: Omit<DeliveryAttempt, 'at'>; retryAfter?: string | undefined }> {
  const headers = { ...signedHeaders(secrets, idempotencyId, serverClock.now(), body), ...traceHeaders() };
  try {
    const { status, body: answer, retryAfter } = await post(targetUrl, { headers, body, timeout, allowPrivate });
    return { attempt: { status, answer, failure: null }, retryAfter };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { attempt: { status: null, answer: null, failure: error.message } };
  }
}

async function endAttempt(
  context: RequestContext,
  delivery: ClaimedDelivery,
  attempt: DeliveryAttempt,
  { retryBase }: DeliveryDependencies,
  retryAfter?: string,
): Promise<Date | undefined> {
  const { db, serverClock } = context;
  const { id, webHookId } = delivery;
  const now = serverClock.now();
  const isDelivered = isSuccess(attempt.status ?? 0);
  const failure = { attemptCount: delivery.attemptCount + 1, retryAfter };
  const retryAt = isDelivered ? undefined : nextAttemptAt(failure, now, retryBase, Math.random());
  const event = isDelivered ? 'accepted' : 'giveUp';
  const state = retryAt ? DeliveryState.PENDING : stateAfter(deliveryTransitions, event, DeliveryState.PENDING);
  const write = async ({ query }: { query: AccountDatabase['query'] }): Promise<{ isFailing: boolean } | undefined> => {
    const [written] = await query<{ isFailing: boolean }>(
      `update web_hook_delivery delivery
       set attempt_count = attempt_count + 1, attempts = attempts || $2::jsonb, state = $3, next_attempt_at = $4, updated_at = $5
       from web_hook hook
       where delivery.account_id = $1 and delivery.id = $6 and ${sqlMayHappen(deliveryTransitions, event, 'delivery.state')}
         and hook.account_id = delivery.account_id and hook.id = delivery.web_hook_id
       returning hook.failure_count > 0 as "isFailing"`,
      [JSON.stringify([attempt]), state, retryAt ?? null, now, id],
    );
    return written;
  };
  if (state === DeliveryState.FAILED && !isOwnFailure(attempt.failure)) {
    await db.transaction(async (tx) => {
      await tx.lock([WebHook, webHookId]);
      const written = await write({ query: (sql, parameters) => tx.query(sql, parameters) });
      if (written) await countFailure(context, tx, webHookId, attempt);
    });
  } else {
    const written = await write({ query: (sql, parameters) => db.query(sql, parameters) });
    if (isDelivered && written?.isFailing) await clearFailures(db, webHookId);
  }
  return retryAt;
}

/**
 * Resends a delivery that has failed or succeeded, with all attempts and the same idempotency id.
 *
 * @throws DomainError NOT_FOUND, INVALID on `state` if it is pending, its body was deleted or its webhook is inactive
 */
export function resendDelivery(context: RequestContext, id: number): Promise<WebHookDelivery> {
  return context.db.transaction(async (tx) => {
    const delivery = await tx.getLocked(WebHookDelivery, id);
    if (delivery.state === DeliveryState.PENDING) throw invalid({ state: ['is pending'] });
    if (delivery.bodyTrimmed) throw invalid({ state: ['is too old, its body was deleted'] });
    const { active } = await tx.get(WebHook, delivery.webHookId);
    if (!active) throw invalid({ state: ['is of a webhook that is switched off'] });
    Object.assign(delivery, {
      state: stateAfter(deliveryTransitions, 'resend', delivery.state),
      attemptCount: 0,
      nextAttemptAt: context.serverClock.now(),
    });
    await recordChange(tx, 'web_hook_delivery.requested', delivery, changedBy(context));
    return delivery;
  });
}
