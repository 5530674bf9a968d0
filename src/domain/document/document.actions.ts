import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { hasErrors, invalid, notFound } from '../../platform/errors.js';
import { languageOf } from '../../platform/language.js';
import { addDays } from '../../platform/time/plain-date.js';
import { documentCountryOf } from '../account/organisation-number.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { type Amount, toAmount, toDecimal, validateExchangeRate } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { amountError, isFreeOrder, priceAfterDiscount } from '../order/order.rules.js';
import { Person } from '../person/person.entity.js';
import { Document, DocumentKind, type NewDocumentInput } from './document.entity.js';
import {
  type BilledLine,
  creditTaxes,
  type DocumentContent,
  type DocumentTax,
  isDepositPaid,
  subtractTaxes,
  sumTaxes,
  taxesOf,
  taxInNok,
} from './document.rules.js';
import { mailDocument } from './document-mail.actions.js';
import { tipTitle } from './document-page.rules.js';
import { readStatedTips } from './stated-tips.queries.js';

/**
 * Issues a receipt of an order that is paid or whose deposit is, or an invoice. An order has one of each, unless the earlier one
 * was credited as a whole. The receipt of a paid order replaces that of its deposit, which it credits. A tip that was given after the
 * receipt gets one of its own.
 * It locks neither the order nor its booking: nothing that books waits for a number.
 *
 * @throws DomainError INVALID on `kind` if it is issued already, on `state` if the order has no such document; NOT_FOUND
 */
export function issueDocument(
  context: RequestContext,
  orderId: number,
  { kind, sendsEmail, exchangeRate = null }: NewDocumentInput,
): Promise<Document> {
  if (kind === DocumentKind.CREDIT_NOTE) throw invalid({ kind: ['must be receipt or invoice'] });
  const rateErrors = validateExchangeRate('exchangeRate', exchangeRate);
  if (hasErrors(rateErrors)) throw invalid(rateErrors);
  return context.db.transaction(async (tx) => {
    await lockCounter(tx, kind);
    if (kind === DocumentKind.RECEIPT) await lockCounter(tx, DocumentKind.CREDIT_NOTE);
    const order = await tx.find(Order, orderId);
    const isPaid = order?.state === OrderState.CONFIRMED;
    const open = await findOpen(tx, orderId, kind);
    const isIssued = open !== undefined && !(isPaid && open.isOfDeposit);
    if (order && kind === DocumentKind.RECEIPT && (isIssued || isFreeOrder(order))) {
      const { missing } = await readStatedTips(tx, order);
      if (missing > 0n) {
        const ofTip = await issueTipReceipt(context, tx, order, missing);
        if (sendsEmail !== false) await mailDocument(context, tx, order, ofTip);
        return ofTip;
      }
    }
    if (isIssued) throw invalid({ kind: ['is issued already'] });
    if (!order) throw notFound();
    if (kind === DocumentKind.RECEIPT && !isPaid && !isDepositPaid(order)) {
      throw invalid({ state: ['must be confirmed'] });
    }
    const issued = open ? [await creditIn(context, tx, open.id)] : [];
    if (order.state === OrderState.CANCELLED) throw invalid({ state: ["can't be cancelled"] });
    const document = await issueIn(context, tx, order, kind, { exchangeRate });
    if (sendsEmail !== false) for (const each of [...issued, document]) await mailDocument(context, tx, order, each);
    return document;
  });
}

interface IssueOptions {
  /** The payment that caused it, if it is issued by itself. */
  paymentId?: number | null;
  /** By default that of the account. */
  exchangeRate?: string | null;
}

/**
 * Writes a document of an order. Call it under the lock of its series.
 *
 * @throws DomainError INVALID on `exchangeRate` if its tax is to be stated in NOK, and there is no rate
 */
export async function issueIn(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  kind: DocumentKind,
  { paymentId = null, exchangeRate = null }: IssueOptions = {},
): Promise<Document> {
  const lines = await readLines(tx, order.id);
  const payable = priceAfterDiscount(order);
  const whole = taxesOf(lines, payable);
  const isOfDeposit = kind === DocumentKind.RECEIPT && isDepositPaid(order);
  const taxes = isOfDeposit ? creditTaxes(whole, toAmount(order.paidAmount), context.account.currency) : whole;
  const content = await contentOf(context, tx, order, lines, taxes);
  const { missing: tip } = kind === DocumentKind.RECEIPT ? await readStatedTips(tx, order) : { missing: 0n };
  return write(context, tx, {
    ...{ orderId: order.id, kind, paymentId, amount: content.total },
    content: {
      ...content,
      ...(isOfDeposit && { deposit_of: toDecimal(payable) }),
      ...(tip > 0n && { tip: toDecimal(tip) }),
      ...(kind === DocumentKind.INVOICE && dueDate(context)),
      ...inNok(context, content.tax, exchangeRate),
    },
  });
}

/** Writes the receipt of a tip, which has no VAT. Call it under the lock of the series of receipts. */
export async function issueTipReceipt(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  tip: Amount,
): Promise<Document> {
  const title = tipTitle(languageOf(context.account.locale));
  const untaxed = { taxName: null, taxPercentage: null, taxAmount: null, payableAmount: null };
  const line: BilledLine = { title, quantity: 1, amount: toDecimal(tip), ...untaxed, deliveredAt: null };
  const content = await contentOf(context, tx, order, [line], taxesOf([line], tip));
  return write(context, tx, {
    ...{ orderId: order.id, kind: DocumentKind.RECEIPT, paymentId: null, amount: content.total },
    content: { ...content, discount: toDecimal(0n), is_of_tip: true },
  });
}

interface NewCreditNote {
  /** With the tax; by default what is left. */
  amount?: string | null | undefined;
  /** True by default. */
  sendsEmail?: boolean | null | undefined;
}

/**
 * Issues a credit note about a part or all of a document.
 *
 * @throws DomainError INVALID on `amount` if less is left, on `kind` if it is a credit note; NOT_FOUND
 */
export function creditDocument(
  context: RequestContext,
  id: number,
  { amount, sendsEmail }: NewCreditNote,
): Promise<Document> {
  return context.db.transaction(async (tx) => {
    // The lock of the counter makes credit notes of a document wait for each other.
    await lockCounter(tx, DocumentKind.CREDIT_NOTE);
    const note = await creditIn(context, tx, id, amount);
    const order = sendsEmail === false ? null : await tx.find(Order, note.orderId);
    if (order) await mailDocument(context, tx, order, note);
    return note;
  });
}

/**
 * Writes a credit note. Call it under the lock of the series of credit notes.
 *
 * @param paymentId the refund that caused it, if it is issued by itself
 * @throws DomainError like `creditDocument`
 */
export async function creditIn(
  context: RequestContext,
  tx: AccountTransaction,
  id: number,
  amount?: string | null,
  paymentId: number | null = null,
): Promise<Document> {
  const document = await tx.get(Document, id);
  const { orderId, content } = document;
  if (document.kind === DocumentKind.CREDIT_NOTE) throw invalid({ kind: ["can't be a credit note"] });
  const credited = await tx.rows(Document, { creditedId: id });
  const left = subtractTaxes(
    content.taxes,
    credited.map((note) => note.content.taxes),
  );
  const most = sumTaxes(left, 'gross');
  if (most <= 0n && credited.length > 0) throw invalid({ amount: ['is credited already'] });
  const given = amount ?? toDecimal(most);
  const errors = amountError(given, most, content.currency);
  if (errors) throw invalid({ amount: errors });
  const taxes = creditTaxes(left, toAmount(given), content.currency);
  const { seller, buyer, currency, exchange_rate: rate } = content;
  const sums = { discount: toDecimal(0n), total: given, tax: toDecimal(sumTaxes(taxes, 'tax')) };
  const corrected: DocumentContent['corrects'] = {
    kind: `${document.kind}`,
    series: document.series,
    number: document.number,
  };
  return write(context, tx, {
    ...{ orderId, kind: DocumentKind.CREDIT_NOTE, paymentId, amount: given, creditedId: id },
    content: {
      ...{ seller, buyer, currency, lines: [], taxes, ...sums, corrects: corrected, ...printedIn(context) },
      ...(rate !== undefined && { tax_nok: taxInNok(sums.tax, rate), exchange_rate: rate }),
    },
  });
}

/** Locks the counter of a series until the transaction ends. Lock that of receipts before that of credit notes. */
export async function lockCounter(tx: AccountTransaction, kind: DocumentKind): Promise<void> {
  await tx.query(
    `insert into document_series (account_id, series, last_number) values ($1, $2, 0)
     on conflict (account_id, series) do update set last_number = document_series.last_number`,
    [kind],
  );
}

/**
 * Draws the next number of a series. The row of the counter stays locked until the transaction ends: one that is rolled back
 * gives its number to the next, which a sequence would not.
 */
async function drawNumber(tx: AccountTransaction, kind: DocumentKind): Promise<number> {
  const [drawn] = await tx.query<{ number: number }>(
    `insert into document_series (account_id, series, last_number) values ($1, $2, 1)
     on conflict (account_id, series) do update set last_number = document_series.last_number + 1
     returning last_number as number`,
    [kind],
  );
  if (!drawn) throw new Error('the series has returned no number');
  return drawn.number;
}

/** A document that is not credited as a whole. */
interface OpenDocument {
  id: number;
  /** The amount without what was credited. */
  left: string;
  isOfDeposit: boolean;
}

/**
 * Returns the document of a kind that an order has, if it is not credited as a whole. Receipts of tips do not count. Call it under the lock of the counter,
 * so that no other is being issued.
 */
export async function findOpen(
  tx: AccountTransaction,
  orderId: number,
  kind: DocumentKind,
): Promise<OpenDocument | undefined> {
  const [open] = await tx.query<OpenDocument>(
    `select issued.id, (issued.amount - credited.amount)::text as left, issued.content ? 'deposit_of' as "isOfDeposit"
     from document issued
     cross join lateral (select coalesce(sum(note.amount), 0) as amount from document note
       where note.account_id = issued.account_id and note.credited_id = issued.id) credited
     where issued.account_id = $1 and issued.order_id = $2 and issued.kind = $3 and issued.amount > credited.amount
       and issued.content -> 'is_of_tip' is null`,
    [orderId, kind],
  );
  return open;
}

function readLines(tx: AccountTransaction, orderId: number): Promise<BilledLine[]> {
  return tx.query<BilledLine>(
    `select coalesce(item.title, service.title) as title, item.quantity, item.amount::text as amount, item.tax_name as "taxName",
       item.tax_percentage::text as "taxPercentage", item.tax_amount::text as "taxAmount",
       item.payable_amount::text as "payableAmount", booking.booked_from as "deliveredAt"
     from order_line_item item
     left join booking on booking.account_id = item.account_id and booking.id = item.booking_id
     left join service on service.account_id = item.account_id and service.id = item.service_id
     where item.account_id = $1 and item.order_id = $2 order by item.id`,
    [orderId],
  );
}

/** Returns the part of a document that keeps its files the same, whatever the account changes later. */
function printedIn({ account, zone, clock }: RequestContext): Pick<DocumentContent, 'issued_on' | 'language'> {
  return { issued_on: zone.dateAt(clock.now().getTime()), language: languageOf(account.locale) };
}

/** Returns when an invoice that is issued now is due. */
function dueDate({ account, zone, clock }: RequestContext): Pick<DocumentContent, 'due_on'> {
  const { invoiceDueDays } = account;
  return invoiceDueDays === null ? {} : { due_on: addDays(zone.dateAt(clock.now().getTime()), invoiceDueDays) };
}

/** Returns the tax in NOK, which the law of Norway asks for beside that in another currency. @throws DomainError INVALID */
function inNok(
  { account }: RequestContext,
  tax: string,
  given: string | null,
): Pick<DocumentContent, 'tax_nok' | 'exchange_rate'> {
  const { currency } = account;
  if (documentCountryOf(account) !== 'NO' || currency === null || currency === 'NOK' || toAmount(tax) === 0n) return {};
  const rate = given ?? account.vatExchangeRate;
  if (rate === null) throw invalid({ exchangeRate: ["can't be blank"] });
  return { tax_nok: taxInNok(tax, rate), exchange_rate: rate };
}

async function contentOf(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  lines: readonly BilledLine[],
  taxes: readonly DocumentTax[],
): Promise<DocumentContent> {
  const { account, zone } = context;
  const person = order.personId === null ? null : await tx.find(Person, order.personId);
  return {
    seller: {
      ...{ name: account.legalName ?? account.name, address: account.address, email: account.email },
      ...{ organisation_number: account.organisationNumber, vat_number: account.vatNumber },
      country: documentCountryOf(account),
    },
    buyer: {
      ...{ name: person?.name ?? null, email: person?.email ?? order.recipient, street: person?.street ?? null },
      ...{ postal_code: person?.postalCode ?? null, city: person?.city ?? null },
      country: person?.countryCode ?? account.countryCode,
    },
    currency: account.currency,
    lines: lines.map(({ title, quantity, amount, taxName, taxPercentage, deliveredAt }) => ({
      ...{ title, quantity, unit_price: amount, tax_name: taxName, tax_percentage: taxPercentage },
      delivered_on: deliveredAt && zone.dateAt(deliveredAt.getTime()),
    })),
    taxes,
    discount: order.discountAmount,
    total: toDecimal(sumTaxes(taxes, 'gross')),
    tax: toDecimal(sumTaxes(taxes, 'tax')),
    ...printedIn(context),
  };
}

type NewDocument = Pick<Document, 'orderId' | 'kind' | 'paymentId' | 'amount' | 'content'> &
  Partial<Pick<Document, 'creditedId'>>;

async function write(context: RequestContext, tx: AccountTransaction, attributes: NewDocument): Promise<Document> {
  const now = context.clock.now();
  const number = await drawNumber(tx, attributes.kind);
  const stated = { number, series: attributes.kind, issuedAt: now };
  const document = Object.assign(tx.create(Document, now), attributes, stated);
  await recordChange(tx, 'document.created', document, changedBy(context));
  return document;
}
