import type { RecordedChange } from '../../outbox/recorded-change.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Database } from '../../platform/database/database.js';
import type { Clock } from '../../platform/time/clock.js';
import type { RequestContext } from '../context.js';
import { toAmount, toDecimal } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { isFreeOrder } from '../order/order.rules.js';
import { creditIn, findOpen, issueIn, issueTipReceipt, lockCounter } from './document.actions.js';
import { type Document, DocumentKind } from './document.entity.js';
import { documentsDue } from './document.rules.js';
import { mailDocument } from './document-mail.actions.js';
import { readStatedTips } from './stated-tips.queries.js';

/**
 * Stores that an order may need documents, if its account issues them by itself. The relay calls it in the order of commits, and
 * may repeat it. Requests of an order that wait are one: what it needs follows from what was paid, not from the change.
 *
 * @returns whether there is a request
 */
export async function requestDocuments(
  { database, clock }: { database: Database; clock: Clock },
  { accountId, name, objectType, objectId, snapshot }: RecordedChange,
): Promise<boolean> {
  if (objectType !== 'order') return false;
  const isUnpaid = snapshot['state'] === OrderState.PENDING && toAmount(String(snapshot['paidAmount'])) === 0n;
  if (name === 'order.created' && isUnpaid) return false;
  const stored = await database.account(accountId).query(
    `insert into document_request (account_id, created_at, order_id)
     select $1, $2::timestamptz + make_interval(secs => account.clock_offset), $3 from account
     where account.id = $1 and account.documents is not null
     on conflict (account_id, order_id) do update set order_id = excluded.order_id returning id`,
    [clock.now(), objectId],
  );
  return stored.length > 0;
}

/** Whether requests of the account wait. */
export async function hasDocumentRequests({ db }: Pick<RequestContext, 'db'>): Promise<boolean> {
  return (await db.query('select 1 from document_request where account_id = $1 limit 1')).length > 0;
}

/** After so many failed requests, a run ends: their reason is hardly one of the orders. */
const mostFailures = 20;

/**
 * Issues the documents that are requested, in the order of the requests, and queues the emails with them. Each request is one
 * transaction with its documents, so a process that is killed leaves neither a gap nor half of them. A request that fails
 * stays, and those after it do not wait for it.
 *
 * @param onIssue called after each request, to renew the lock of the job
 * @throws AggregateError after the last request, if some failed
 */
export async function issueRequested(context: RequestContext, onIssue: () => Promise<void>): Promise<void> {
  const failed = new Map<number, unknown>();
  for (;;) {
    let orderId: number | undefined;
    try {
      await context.db.transaction(async (tx) => {
        orderId = await takeNext(tx, [...failed.keys()]);
        if (orderId !== undefined && context.account.documents !== null) await issueDue(context, tx, orderId);
      });
    } catch (error) {
      if (orderId === undefined || failed.size === mostFailures) throw error;
      failed.set(orderId, error);
    }
    if (orderId === undefined) break;
    await onIssue();
  }
  if (failed.size === 0) return;
  throw new AggregateError(
    [...failed.values()],
    `no documents were issued for the orders ${[...failed.keys()].join(', ')}`,
  );
}

/**
 * Removes the next request.
 *
 * @param left the orders whose requests stay
 * @returns its order; undefined if no request waits, or another process has the next one
 */
async function takeNext(tx: AccountTransaction, left: readonly number[]): Promise<number | undefined> {
  const [request] = await tx.query<{ orderId: number }>(
    `delete from document_request where account_id = $1 and id = (
       select id from document_request where account_id = $1 and order_id <> all ($2::integer[]) order by id limit 1)
     returning order_id as "orderId"`,
    [left],
  );
  return request?.orderId;
}

/** Under the locks of the counters, so that no other process decides about the same order. */
async function issueDue(context: RequestContext, tx: AccountTransaction, orderId: number): Promise<void> {
  await lockCounter(tx, DocumentKind.RECEIPT);
  await lockCounter(tx, DocumentKind.CREDIT_NOTE);
  const order = await tx.find(Order, orderId);
  if (!order) return;
  const receipt = await findOpen(tx, orderId, DocumentKind.RECEIPT);
  const { credited, isIssued } = documentsDue(order, toAmount(receipt?.left ?? '0'));
  const issued: Document[] = [];
  if (receipt && credited > 0n) {
    const paymentId = await findCause(tx, orderId, DocumentKind.CREDIT_NOTE);
    issued.push(await creditIn(context, tx, receipt.id, toDecimal(credited), paymentId));
  }
  if (isIssued) {
    const paymentId = await findCause(tx, orderId, DocumentKind.RECEIPT);
    issued.push(await issueIn(context, tx, order, DocumentKind.RECEIPT, { paymentId }));
  }
  const isReceipted = receipt !== undefined && credited < toAmount(receipt.left);
  issued.push(...(await followTips(context, tx, order, isReceipted || isFreeOrder(order))));
  for (const document of issued) await mailDocument(context, tx, order, document);
}

/**
 * Issues a receipt of the tips that were given after the receipt of the order, and credits receipts of tips that were given
 * back, the last first. What a receipt states beside its total stays as it was then.
 */
async function followTips(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  isReceipted: boolean,
): Promise<Document[]> {
  const { missing, receipts } = await readStatedTips(tx, order);
  if (missing > 0n) return isReceipted ? [await issueTipReceipt(context, tx, order, missing)] : [];
  const notes: Document[] = [];
  let left = -missing;
  for (const { id, amount, isOfTip } of receipts.toReversed()) {
    if (!isOfTip || left === 0n) continue;
    const part = toAmount(amount) < left ? toAmount(amount) : left;
    left -= part;
    notes.push(await creditIn(context, tx, id, toDecimal(part)));
  }
  return notes;
}

/**
 * Returns the last payment of an order, or for a credit note the last refund. Null if it has caused a document of that kind
 * already, such as after another price. The database refuses a second one, whoever issues it.
 */
async function findCause(tx: AccountTransaction, orderId: number, kind: DocumentKind): Promise<number | null> {
  const [cause] = await tx.query<{ id: number }>(
    `select payment.id from order_payment payment
     where payment.account_id = $1 and payment.order_id = $2 and (payment.amount < 0) = $3
       and not exists (select from document where document.account_id = $1 and document.payment_id = payment.id
         and document.kind = $4)
     order by payment.id desc limit 1`,
    [orderId, kind === DocumentKind.CREDIT_NOTE, kind],
  );
  return cause?.id ?? null;
}
