import { type Amount, type RoundingOfTax, toAmount, toDecimal } from '../money.rules.js';
import { type TaxableLine, taxLines } from '../tax-rate/tax.rules.js';
import type { TaxRate } from '../tax-rate/tax-rate.entity.js';
import type { Order, OrderLineItem } from './order.entity.js';

/** The tax rate that was agreed for a line of an order. */
export type AgreedRate = Pick<TaxRate, 'name' | 'percentage'>;

/** The attributes of a line that say which tax is in its price. */
export type TaxOfLine = Pick<OrderLineItem, 'taxName' | 'taxPercentage' | 'taxAmount' | 'payableAmount'>;

/** The tax of a line of an order without rates. */
export const untaxed: TaxOfLine = { taxName: null, taxPercentage: null, taxAmount: null, payableAmount: null };

/** A line of an order with its rate; null without one. */
export interface RatedLine extends Omit<TaxableLine, 'percentage'> {
  rate: AgreedRate | null;
}

/** The price of an order with the tax of its lines. */
export interface TaxedOrder extends Pick<Order, 'total' | 'taxRounding'> {
  lines: TaxOfLine[];
}

/**
 * Determines the tax of an order with a rate. The discount stays as it was agreed: what rounding by net changes is in the
 * total.
 */
export function taxOrder(
  lines: readonly RatedLine[],
  discount: Amount,
  rounding: RoundingOfTax,
  currency: string | null,
): TaxedOrder {
  const taxable = lines.map(({ rate, ...line }) => ({ ...line, percentage: rate?.percentage ?? null }));
  const taxed = taxLines(taxable, discount, rounding, currency);
  const total = taxed.reduce((sum, { payable }) => sum + payable, discount);
  return {
    total: toDecimal(total),
    taxRounding: rounding,
    lines: taxed.map(({ payable, tax }, index) => {
      const rate = lines[index]?.rate;
      const named = { taxName: rate?.name ?? null, taxPercentage: rate?.percentage ?? null };
      return { ...named, taxAmount: tax === null ? null : toDecimal(tax), payableAmount: toDecimal(payable) };
    }),
  };
}

/** The rate that a line has agreed; null without one. */
export function agreedRate({
  taxName,
  taxPercentage,
}: Pick<OrderLineItem, 'taxName' | 'taxPercentage'>): AgreedRate | null {
  return taxName === null || taxPercentage === null ? null : { name: taxName, percentage: taxPercentage };
}

/** The tax in an order; null if no line has a rate. */
export function taxAmountOf(lines: readonly Pick<OrderLineItem, 'taxAmount'>[]): string | null {
  const taxes = lines.flatMap(({ taxAmount }) => taxAmount ?? []);
  return taxes.length === 0 ? null : toDecimal(taxes.reduce((sum, tax) => sum + toAmount(tax), 0n));
}
