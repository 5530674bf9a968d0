import type { Language } from '../../platform/language.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { type Amount, roundQuotient, spreadAmount, toAmount, toDecimal, unit } from '../money.rules.js';
import { OrderState } from '../order/order.entity.js';
import { type DepositOrder, isPaidEnough, priceAfterDiscount } from '../order/order.rules.js';
import { taxIn } from '../tax-rate/tax.rules.js';

/** A party of a document, as its record was when the document was issued. */
export interface DocumentParty {
  [attribute: string]: string | null;
}

/** A line of a document. */
export interface DocumentLine {
  title: string | null;
  quantity: number;
  /** The price of one unit, with the tax. */
  unit_price: string;
  tax_name: string | null;
  tax_percentage: string | null;
  /** The date of the booking. Null if it sells no booking; absent from documents from before it was stored. */
  delivered_on?: PlainDate | null;
}

/** The sum of one rate. */
export interface DocumentTax {
  /** Null for what has no rate. */
  name: string | null;
  percentage: string | null;
  net: string;
  tax: string;
  gross: string;
}

/** The content of a document, stored as it is sent. */
export interface DocumentContent {
  [attribute: string]: unknown;
  seller: DocumentParty;
  buyer: DocumentParty;
  currency: string | null;
  lines: readonly DocumentLine[];
  /** By rate, the sums after the discount. */
  taxes: readonly DocumentTax[];
  discount: string;
  /** On the receipt of a deposit it is what was paid, and `deposit_of` what the order costs. */
  total: string;
  tax: string;
  deposit_of?: string;
  /** On a receipt: the tips that were given with the order until then, beside the total. Absent without any. */
  tip?: string;
  /** On the receipt of a tip that was given after that of the order. Absent from others. */
  is_of_tip?: true;
  /** On a credit note: what it corrects. */
  corrects?: { kind: 'receipt' | 'invoice' | 'credit_note'; series: string; number: number };
  /** When an invoice is to be paid. Absent if the account names no days for it. */
  due_on?: PlainDate;
  /** The tax in NOK, and the NOK for one unit of the currency, of a business in Norway that has another currency. */
  tax_nok?: string;
  exchange_rate?: string;
  /** In the zone of the account. Absent from documents from before it was stored, like the language of its file. */
  issued_on?: PlainDate;
  language?: Language;
}

/** A line of an order, as a document reads it. */
export interface BilledLine {
  title: string | null;
  quantity: number;
  amount: string;
  taxName: string | null;
  taxPercentage: string | null;
  taxAmount: string | null;
  /** Null if no line of the order has a rate. */
  payableAmount: string | null;
  /** The start of its booking. Null if it sells none. */
  deliveredAt: Date | null;
}

/** Sums the lines of an order by rate. An order without rates has one sum. @param payable what the order costs */
export function taxesOf(lines: readonly BilledLine[], payable: Amount): DocumentTax[] {
  if (lines.every(({ payableAmount }) => payableAmount === null)) return [taxOf(null, null, payable, 0n)];
  const byRate = Map.groupBy(lines, ({ taxName, taxPercentage }) => JSON.stringify([taxName, taxPercentage]));
  return [...byRate.values()].map((ofRate) => {
    const [{ taxName, taxPercentage } = { taxName: null, taxPercentage: null }] = ofRate;
    const sum = (attribute: 'taxAmount' | 'payableAmount'): Amount =>
      ofRate.reduce((total, line) => total + toAmount(line[attribute] ?? '0'), 0n);
    return taxOf(taxName, taxPercentage, sum('payableAmount'), sum('taxAmount'));
  });
}

function taxOf(name: string | null, percentage: string | null, gross: Amount, tax: Amount): DocumentTax {
  return { name, percentage, net: toDecimal(gross - tax), tax: toDecimal(tax), gross: toDecimal(gross) };
}

/** The sums of documents by rate, less those of others. All have the rates of the first. */
export function subtractTaxes(
  taxes: readonly DocumentTax[],
  credited: readonly (readonly DocumentTax[])[],
): DocumentTax[] {
  return taxes.map(({ name, percentage, gross, tax }, index) => {
    const left = (sum: string, attribute: 'gross' | 'tax'): Amount =>
      credited.reduce((rest, others) => rest - toAmount(others[index]?.[attribute] ?? '0'), toAmount(sum));
    return taxOf(name, percentage, left(gross, 'gross'), left(tax, 'tax'));
  });
}

/**
 * Spreads the amount of a credit note, or of a deposit, over what is left of each rate. The whole of a rate takes the whole of its tax, so that
 * credit notes over everything add up to the document.
 */
export function creditTaxes(left: readonly DocumentTax[], amount: Amount, currency: string | null): DocumentTax[] {
  const amounts = left.map(({ gross }) => toAmount(gross));
  return spreadAmount(amount, amounts, currency).map((gross, index) => {
    const { name, percentage, tax } = left[index] ?? taxOf(null, null, 0n, 0n);
    const whole = toAmount(tax);
    const isWhole = gross === amounts[index] || percentage === null;
    const part = isWhole ? whole : taxIn(gross, percentage, currency);
    return taxOf(name, percentage, gross, part < whole ? part : whole);
  });
}

/** The sum of an attribute over the rates. */
export function sumTaxes(taxes: readonly DocumentTax[], attribute: 'gross' | 'net' | 'tax'): Amount {
  return taxes.reduce((sum, each) => sum + toAmount(each[attribute]), 0n);
}

/** Returns the tax of a document in NOK, in whole øre. */
export function taxInNok(tax: string, rate: string): string {
  return toDecimal(roundQuotient(toAmount(tax) * toAmount(rate), unit, 'NOK'));
}

/** Whether a receipt of an order is one of its deposit: that is paid, and the rest is not. */
export function isDepositPaid(order: DepositOrder): boolean {
  return order.state === OrderState.PENDING && isPaidEnough(order);
}

/** The documents that an order needs. */
export interface DueDocuments {
  /** The amount of a credit note about its receipt; 0 for none. */
  credited: Amount;
  /** Whether it needs a receipt. */
  isIssued: boolean;
}

/**
 * Returns what an order needs so that its receipt states what was paid. A receipt is issued when the deposit is paid, and when
 * the order is. What was paid back is credited, down to the price of an order that is still paid. If a paid order costs more
 * than its receipt, such as that of a deposit, the receipt is credited, and another one is issued.
 *
 * @param receipted the amount of its receipt without what was credited; 0 without one
 */
export function documentsDue(order: DepositOrder, receipted: Amount): DueDocuments {
  const paid = toAmount(order.paidAmount);
  const price = priceAfterDiscount(order);
  const isPaid = order.state === OrderState.CONFIRMED;
  if (isPaid && receipted < price) return { credited: receipted, isIssued: true };
  if (isDepositPaid(order) && receipted === 0n) return { credited: 0n, isIssued: true };
  const kept = isPaid && price > paid ? price : paid;
  return { credited: receipted > kept ? receipted - kept : 0n, isIssued: false };
}
