import type { FieldErrors } from '../platform/errors.js';
import { type Amount, roundQuotient } from './money.rules.js';

/** The tips that an account offers to customers who pay online. */
export interface TipTerms {
  /** Percentages of the price, such as `10, 15, 20`. Null: none are offered. */
  tipPercentages: string | null;
}

const maxPercentages = 4;

/** Reads percentages: whole numbers from 1 to 100. Null if the text has not their form, or names one twice. */
export function parseTipPercentages(text: string): number[] | null {
  const words = text.split(',').map((word) => withoutPercent(word.trim()));
  const percentages = words.map(Number).sort((one, other) => one - other);
  const isValid =
    words.every((word) => /^\d{1,3}$/.test(word)) && percentages.every((each) => each >= 1 && each <= 100);
  return isValid && new Set(percentages).size === words.length && words.length <= maxPercentages ? percentages : null;
}

function withoutPercent(word: string): string {
  return word.endsWith('%') ? word.slice(0, -1).trim() : word;
}

/** Writes percentages as they are stored. Those that are invalid stay for `validateTipPercentages`. */
export function normaliseTipPercentages(terms: TipTerms): void {
  const percentages = terms.tipPercentages === null ? null : parseTipPercentages(terms.tipPercentages);
  if (percentages) terms.tipPercentages = percentages.join(', ');
}

export function validateTipPercentages({ tipPercentages }: TipTerms): FieldErrors {
  if (tipPercentages === null || parseTipPercentages(tipPercentages)) return {};
  return { tipPercentages: ['is invalid', 'must be such as 10, 15, 20'] };
}

/** A tip that a customer can choose. */
export interface OfferedTip {
  percentage: number;
  amount: Amount;
}

/** Returns the tips that are offered on a price, in whole minor units. Leaves out those that are nothing, such as on a free booking. */
export function offeredTips({ tipPercentages }: TipTerms, price: Amount, currency: string | null): OfferedTip[] {
  const percentages = (tipPercentages !== null && parseTipPercentages(tipPercentages)) || [];
  return percentages
    .map((percentage) => ({ percentage, amount: roundQuotient(price * BigInt(percentage), 100n, currency) }))
    .filter(({ amount }) => amount > 0n);
}
