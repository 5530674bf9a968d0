import { type Amount, roundQuotient, spreadAmount, toAmount, toDecimal } from '../money.rules.js';
import type { TaxOfLine } from './order-tax.rules.js';
import type { PaidTax } from './paid-tax.type.js';

/**
 * Splits a payment over the tax rates of its order. All payments of an order together have the part of each rate in its price,
 * so that one that is fully paid has paid the tax that its items state.
 *
 * @param earlier the parts of the earlier payments
 */
export function splitPayment(
  amount: Amount,
  lines: readonly TaxOfLine[],
  earlier: readonly PaidTax[],
  currency: string | null,
): PaidTax[] {
  const rates = ratesOf(lines, earlier);
  const weights = rates.map(({ payable }) => payable);
  // Nothing is left of a price that was fully discounted: its payments are those of its first rate.
  const isFree = weights.every((weight) => weight === 0n);
  const paid = earlier.reduce((sum, part) => sum + toAmount(part.amount), amount);
  const shares = spreadAmount(paid, isFree ? weights.map((_, index) => (index === 0 ? 1n : 0n)) : weights, currency);
  return rates.flatMap(({ name, percentage, payable, tax, before }, index) => {
    const share = shares[index] ?? 0n;
    const part = share - before.amount;
    const taxOfShare = payable === 0n ? 0n : roundQuotient(share * tax, payable, currency);
    const taxAmount = percentage === null ? null : toDecimal(taxOfShare - before.tax);
    return part === 0n && (taxAmount === null || toAmount(taxAmount) === 0n)
      ? []
      : [{ name, percentage, amount: toDecimal(part), taxAmount }];
  });
}

/** The price of the items of an order with one tax rate, and what was paid of it before. */
interface RateOfOrder extends Pick<PaidTax, 'name' | 'percentage'> {
  payable: Amount;
  tax: Amount;
  before: { amount: Amount; tax: Amount };
}

/** The rates of the items, and those of earlier payments that no item has any more. */
function ratesOf(lines: readonly TaxOfLine[], earlier: readonly PaidTax[]): RateOfOrder[] {
  const rates = new Map<string, RateOfOrder>();
  const rateOf = (name: string | null, percentage: string | null): RateOfOrder => {
    const key = JSON.stringify([name, percentage === null ? null : String(toAmount(percentage))]);
    const rate = rates.get(key) ?? { name, percentage, payable: 0n, tax: 0n, before: { amount: 0n, tax: 0n } };
    rates.set(key, rate);
    return rate;
  };
  for (const { taxName, taxPercentage, payableAmount, taxAmount } of lines) {
    const rate = rateOf(taxName, taxPercentage);
    rate.payable += toAmount(payableAmount ?? '0');
    rate.tax += toAmount(taxAmount ?? '0');
  }
  for (const { name, percentage, amount, taxAmount } of earlier) {
    const { before } = rateOf(name, percentage);
    before.amount += toAmount(amount);
    before.tax += toAmount(taxAmount ?? '0');
  }
  return [...rates.values()];
}
