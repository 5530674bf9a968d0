/**
 * Prices, discounts, VAT and documents of sales, in whole minor units, as the guide of the shop describes them. It imports
 * nothing of the server.
 */
export type Rounding = 'line' | 'net' | 'gross';

export interface Rate {
  name: string;
  /** In thousandths of a per cent: 25,000 is 25 %. */
  percentage: number;
  /** Whether prices have the VAT in them. */
  isIncluded: boolean;
}

export interface SoldLine {
  /** Of one unit, as the owner states it. */
  price: number;
  quantity: number;
  rate: Rate | null;
  /** Whether the coupon of the sale is for it. */
  isDiscounted: boolean;
}

/** A percentage in whole per cent, or an amount. */
export interface PlainCoupon {
  type: 'percentage' | 'amount';
  value: number;
}

export interface Sale {
  lines: readonly SoldLine[];
  coupon: PlainCoupon | null;
  rounding: Rounding;
}

/** A line as it is sold. The VAT is null without a rate. */
export interface PricedLine {
  /** The price of one unit, with the VAT. */
  unit: number;
  quantity: number;
  rate: Rate | null;
  /** The amount to pay after its share of the discount. */
  payable: number;
  vat: number | null;
}

export interface PricedSale {
  total: number;
  discount: number;
  payable: number;
  lines: PricedLine[];
}

/** The sums of a document for one rate. */
export interface RateSum {
  name: string | null;
  percentage: number | null;
  gross: number;
  vat: number;
}

const hundredPerCent = 100_000;

const wholeQuotient = (dividend: number, divisor: number): number => (dividend - (dividend % divisor)) / divisor;
/** Half a minor unit is rounded up. */
export const rounded = (dividend: number, divisor: number): number =>
  wholeQuotient(2 * dividend + divisor, 2 * divisor);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Whole minor units in proportion to the weights: those that lose most by rounding down get one more, the first of equals. */
export function share(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => wholeQuotient(amount * weight, whole));
  const lost = weights.map((weight) => (amount * weight) % whole);
  const missing = amount - sum(parts);
  const winners = [...weights.keys()].sort((one, other) => (lost[other] ?? 0) - (lost[one] ?? 0)).slice(0, missing);
  return parts.map((part, index) => part + (winners.includes(index) ? 1 : 0));
}

const vatIn = (gross: number, percentage: number): number => rounded(gross * percentage, hundredPerCent + percentage);
const vatOn = (net: number, percentage: number): number => rounded(net * percentage, hundredPerCent);

/** The price of a unit that customers see. */
const unitPrice = ({ price, rate }: SoldLine): number =>
  rate === null || rate.isIncluded ? price : price + vatOn(price, rate.percentage);

function discountOf(coupon: PlainCoupon | null, price: number): number {
  if (coupon === null) return 0;
  return coupon.type === 'percentage' ? rounded(price * coupon.value, 100) : Math.min(coupon.value, price);
}

/** The units of a line: a discount that they cannot share makes some of them cheaper by a minor unit. */
const unitsOf = ({ payable, quantity }: PricedLine): number[] =>
  share(
    payable,
    Array.from({ length: quantity }, () => 1),
  );

export function priceSale({ lines, coupon, rounding }: Sale): PricedSale {
  const prices = lines.map((line) => unitPrice(line) * line.quantity);
  const discountable = prices.map((price, index) => (lines[index]?.isDiscounted ? price : 0));
  const discount = discountOf(coupon, sum(discountable));
  const discounts = share(discount, discountable);
  const priced = lines.map((line, index): PricedLine => {
    const payable = (prices[index] ?? 0) - (discounts[index] ?? 0);
    return { unit: unitPrice(line), quantity: line.quantity, rate: line.rate, payable, vat: null };
  });
  for (const [percentage, ofRate] of Map.groupBy(priced, ({ rate }) => rate?.percentage)) {
    if (percentage !== undefined) roundVat[rounding](ofRate, percentage);
  }
  const payable = sum(priced.map((line) => line.payable));
  return { total: payable + discount, discount, payable, lines: priced };
}

const roundVat: Record<Rounding, (lines: PricedLine[], percentage: number) => void> = {
  line: (lines, percentage) => {
    for (const line of lines) line.vat = sum(unitsOf(line).map((unit) => vatIn(unit, percentage)));
  },
  net: (lines, percentage) => {
    const nets = lines.map((line) => sum(unitsOf(line).map((unit) => unit - vatIn(unit, percentage))));
    const vats = share(vatOn(sum(nets), percentage), nets);
    for (const [index, line] of lines.entries()) {
      line.vat = vats[index] ?? 0;
      line.payable = (nets[index] ?? 0) + line.vat;
    }
  },
  gross: (lines, percentage) => {
    const payables = lines.map(({ payable }) => payable);
    const vats = share(vatIn(sum(payables), percentage), payables);
    for (const [index, line] of lines.entries()) line.vat = vats[index] ?? 0;
  },
};

/** The sums of an invoice, or of the receipt of an order that is paid, by rate. One without a name if no line has a rate. */
export function sumByRate({ lines, payable }: PricedSale): RateSum[] {
  if (lines.every(({ rate }) => rate === null)) return [{ name: null, percentage: null, gross: payable, vat: 0 }];
  return [...Map.groupBy(lines, ({ rate }) => rate?.name ?? null)].map(([name, ofRate]) => ({
    ...{ name, percentage: ofRate[0]?.rate?.percentage ?? null },
    ...{ gross: sum(ofRate.map((line) => line.payable)), vat: sum(ofRate.map(({ vat }) => vat ?? 0)) },
  }));
}

/**
 * The part of a document that a credit note takes, or a deposit pays: of each rate in proportion to what is left of it. Whoever
 * takes all of a rate takes all of its VAT.
 */
export function partOf(left: readonly RateSum[], amount: number): RateSum[] {
  const parts = share(
    amount,
    left.map(({ gross }) => gross),
  );
  return left.map(({ name, percentage, gross, vat }, index) => {
    const part = parts[index] ?? 0;
    const vatOfPart = part === gross ? vat : Math.min(vat, vatIn(part, percentage ?? 0));
    return { name, percentage, gross: part, vat: vatOfPart };
  });
}

export const without = (from: readonly RateSum[], taken: readonly RateSum[]): RateSum[] =>
  from.map((one, index) => ({
    ...one,
    gross: one.gross - (taken[index]?.gross ?? 0),
    vat: one.vat - (taken[index]?.vat ?? 0),
  }));

/** The parts of each rate in all payments of an order together. */
export function paidByRate(sale: PricedSale, paid: number): RateSum[] {
  const whole = sumByRate(sale);
  const parts = share(
    paid,
    whole.map(({ gross }) => gross),
  );
  return whole.map((one, index) => {
    const gross = parts[index] ?? 0;
    return { ...one, gross, vat: one.gross === 0 ? 0 : rounded(gross * one.vat, one.gross) };
  });
}

/** A deposit of a percentage of the price, in whole per cent. */
export const depositOf = (payable: number, percentage: number): number => rounded(payable * percentage, 100);
