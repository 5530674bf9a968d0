import {
  type Amount,
  minorUnit,
  type RoundingOfTax,
  roundDown,
  roundQuotient,
  spreadAmount,
  toAmount,
  toDecimal,
} from '../money.rules.js';

/** A percentage in thousandths, such as 19000 for 19 %, and 100 % in the same unit. */
type Thousandths = bigint;
const whole: Thousandths = 100_000n;

/** Converts a percentage with up to three decimals, such as "19.0" or "7.725". */
function toThousandths(percentage: string): Thousandths {
  return toAmount(percentage) / 10n;
}

/** The tax in an amount that includes it. */
export function taxIn(gross: Amount, percentage: string, currency: string | null): Amount {
  const rate = toThousandths(percentage);
  return roundQuotient(gross * rate, whole + rate, currency);
}

/** The tax on an amount that does not include it. */
function taxOn(net: Amount, percentage: string, currency: string | null): Amount {
  return roundQuotient(net * toThousandths(percentage), whole, currency);
}

/** The attributes of a rate that decide about a price. */
export interface Rate {
  percentage: string;
  /** Whether prices include the tax. If not, it is added to them. */
  included: boolean;
}

/**
 * The price of a unit as it is sold: with the tax. The tax is added to each unit, so that a customer sees the price that a
 * line multiplies. Rounding by net gives back the exact net price: the rounded tax differs from it by less than half a unit.
 */
export function salesPriceOf<Price extends string | null>(
  price: Price,
  rate: Rate | null | undefined,
  currency: string | null,
): Price | string {
  if (price === null || !rate || rate.included) return price;
  const net = toAmount(price);
  return toDecimal(net + taxOn(net, rate.percentage, currency));
}

/** A line of an order before its discount. */
export interface TaxableLine {
  /** The price of one unit, with the tax. */
  amount: string;
  quantity: number;
  /** Null without a rate: nothing is known about its tax. */
  percentage: string | null;
  /** Whether the discount of the order applies to the line. */
  isDiscounted: boolean;
}

/** The price of a line after its share of the discount, and the tax in it. */
export interface TaxedLine {
  payable: Amount;
  /** Null without a rate. */
  tax: Amount | null;
}

/**
 * Spreads the discount over the lines, and determines the tax of each.
 *
 * - `line` rounds the tax of each unit, as a receipt does that lists each.
 * - `net` rounds the net price of each unit, and the tax of the sum of those of a rate. The lines of the rate cost net plus
 *   tax, which may differ by some minor units from the sum of the prices.
 * - `gross` keeps what the lines cost, and rounds the tax in the sum of a rate.
 *
 * The two latter spread the tax of a rate over its lines by largest remainder.
 */
export function taxLines(
  lines: readonly TaxableLine[],
  discount: Amount,
  rounding: RoundingOfTax,
  currency: string | null,
): TaxedLine[] {
  const totals = lines.map(lineTotal);
  const discounted = lines.map(({ isDiscounted }, index) => (isDiscounted ? (totals[index] ?? 0n) : 0n));
  const discounts = spreadAmount(discount, discounted, currency);
  const priced = lines.map(({ quantity, percentage }, index): PricedLine => {
    return { quantity, percentage, payable: (totals[index] ?? 0n) - (discounts[index] ?? 0n), tax: null };
  });
  for (const ofRate of Map.groupBy(priced, rateKey).values()) {
    const percentage = ofRate[0]?.percentage ?? null;
    if (percentage !== null) roundings[rounding](ofRate, percentage, currency);
  }
  return priced.map(({ payable, tax }) => ({ payable, tax }));
}

/** The price of a line before its discount. */
export function lineTotal({ amount, quantity }: Pick<TaxableLine, 'amount' | 'quantity'>): Amount {
  return toAmount(amount) * BigInt(quantity);
}

interface PricedLine extends TaxedLine, Pick<TaxableLine, 'quantity' | 'percentage'> {}

/** The same for percentages that are written differently. */
function rateKey({ percentage }: PricedLine): Thousandths | null {
  return percentage === null ? null : toThousandths(percentage);
}

/** Assigns the tax of the lines of one rate. */
type Rounding = (lines: readonly PricedLine[], percentage: string, currency: string | null) => void;

const roundings: Readonly<Record<RoundingOfTax, Rounding>> = {
  line: (lines, percentage, currency) => {
    for (const line of lines) line.tax = sumOfUnits(line, currency, (unit) => taxIn(unit, percentage, currency));
  },
  net: (lines, percentage, currency) => {
    const netOf = (unit: Amount): Amount => unit - taxIn(unit, percentage, currency);
    const nets = lines.map((line) => sumOfUnits(line, currency, netOf));
    const taxes = spreadAmount(taxOn(sum(nets), percentage, currency), nets, currency);
    for (const [index, line] of lines.entries()) {
      line.tax = taxes[index] ?? 0n;
      line.payable = (nets[index] ?? 0n) + line.tax;
    }
  },
  gross: (lines, percentage, currency) => {
    const amounts = lines.map(({ payable }) => payable);
    const taxes = spreadAmount(taxIn(sum(amounts), percentage, currency), amounts, currency);
    for (const [index, line] of lines.entries()) line.tax = taxes[index] ?? 0n;
  },
};

/** Sums a value over the units of a line. A discount makes some units cheaper by a minor unit than the others. */
function sumOfUnits(
  { payable, quantity }: PricedLine,
  currency: string | null,
  toValue: (unit: Amount) => Amount,
): Amount {
  const count = BigInt(quantity);
  if (count === 0n) return 0n;
  const lower = roundDown(payable / count, currency);
  const higher = lower + minorUnit(currency);
  const rest = payable - lower * count;
  const dearer = rest / minorUnit(currency);
  return toValue(lower) * (count - dearer) + toValue(higher) * dearer;
}

function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
