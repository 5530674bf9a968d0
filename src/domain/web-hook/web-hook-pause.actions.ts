import { recordChange } from '../../outbox/change-log.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type Language, languageOf } from '../../platform/language.js';
import { formatLocalized, localeOf } from '../../platform/time/localized.js';
import { messageInLanguage, textsIn } from '../../texts/texts.js';
import { changedBy, type RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { accountAddress, queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import { sqlMayHappen, stateAfter } from '../records/transitions.rules.js';
import { WebHook } from './web-hook.entity.js';
import { type DeliveryAttempt, DeliveryState } from './web-hook-delivery.entity.js';
import { deliveryTransitions } from './web-hook-delivery.rules.js';

/**
 * Counts a delivery that failed at its last attempt, and pauses the webhook after too many. Call it in the transaction that
 * ends the attempt, which has locked the webhook: of several workers, the one with the last failure pauses it.
 */
export async function countFailure(
  context: RequestContext,
  tx: AccountTransaction,
  webHookId: number,
  attempt: DeliveryAttempt,
): Promise<void> {
  const now = context.serverClock.now();
  // One statement, because a success clears the failures without the lock.
  const [counted] = await tx.query<{ count: number; since: Date }>(
    `update web_hook set failure_count = failure_count + 1, failing_since = coalesce(failing_since, $2)
     where account_id = $1 and id = $3 and active
     returning failure_count as count, failing_since as since`,
    [now, webHookId],
  );
  if (!counted) return;
  const failures = { count: counted.count, since: counted.since, last: attempt };
  if (isToBePaused(failures, now)) await pauseWebHook(context, tx, webHookId, failures);
}

/** Called after each success of a webhook that has failures. */
export async function clearFailures(db: AccountDatabase, webHookId: number): Promise<void> {
  await db.query('update web_hook set failure_count = 0, failing_since = null where account_id = $1 and id = $2', [
    webHookId,
  ]);
}

/** Marks the pending deliveries of a webhook as failed. */
export async function dropPendingDeliveries(tx: AccountTransaction, webHookId: number, at: Date): Promise<void> {
  await tx.query(
    `update web_hook_delivery set state = $4, next_attempt_at = null, updated_at = $2
     where account_id = $1 and web_hook_id = $3 and ${sqlMayHappen(deliveryTransitions, 'giveUp', 'state')}`,
    [at, webHookId, stateAfter(deliveryTransitions, 'giveUp', DeliveryState.PENDING)],
  );
}

/** Switches a webhook off and sends the account an email, whatever notifications of bookings it has chosen. */
async function pauseWebHook(
  context: RequestContext,
  tx: AccountTransaction,
  webHookId: number,
  failures: Failures,
): Promise<void> {
  const { account, zone, serverClock } = context;
  const webHook = await tx.getLocked(WebHook, webHookId);
  Object.assign(webHook, { active: false, pausedReason: pausedReason(failures) });
  await recordChange(tx, 'web_hook.modified', webHook, changedBy(context));
  await dropPendingDeliveries(tx, webHookId, serverClock.now());
  const recipient = accountAddress(context, MessageChannel.EMAIL);
  if (recipient === undefined) return;
  const language = languageOf(account.locale);
  const since = formatLocalized(failures.since.getTime(), localeOf(language, account.countryCode), zone);
  const text = pausedText(language, webHook, failures, since);
  await queueBuiltInMessage(context, tx, {
    kind: 'web_hook_paused',
    channel: MessageChannel.EMAIL,
    recipient,
    ...text,
  });
}

/** Deliveries that fail in a row, and the days without a success, after which a webhook is paused. Both must be reached. */
const maxFailures = 20;
const maxFailingDays = 5;

/** The deliveries of a webhook that failed at their last attempt, without a success between them. */
interface Failures {
  count: number;
  /** When the first one failed. */
  since: Date;
  /** The last attempt of all. */
  last: Pick<DeliveryAttempt, 'status' | 'failure'>;
}

/** Whether a webhook with these failures is to be switched off. */
function isToBePaused({ count, since }: Pick<Failures, 'count' | 'since'>, now: Date): boolean {
  return count >= maxFailures && now.getTime() - since.getTime() >= maxFailingDays * 24 * 60 * 60 * 1_000;
}

/** Returns why a webhook is paused. Without its address, which is secret. */
export function pausedReason({ count, since, last }: Failures): string {
  return `${count} deliveries in a row have failed since ${since.toISOString()}, the last because ${causeOf(last)}`;
}

function causeOf({ status, failure }: Failures['last']): string {
  return failure ?? `the status was ${status}`;
}

interface PausedText {
  subject: string;
  body: string;
}

/**
 * The email to the account whose webhook was paused.
 *
 * @param since as people read it
 */
function pausedText(
  language: Language,
  { id, targetUrl, event }: { id: number; targetUrl: string; event: string },
  { count, last }: Failures,
  since: string,
): PausedText {
  // The path and the query of an address may be its secret.
  const { origin } = new URL(targetUrl);
  const cause = messageInLanguage(causeOf(last), language);
  const { subject, body } = textsIn(language).messages.pausedWebHook;
  return { subject: subject({ origin }), body: body({ id, origin, event, count, since, cause }) };
}
