import { randomInt } from 'node:crypto';
import type { FieldErrors } from '../../platform/errors.js';
import { type Range, rangeProblems } from '../../platform/range.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { type Cents, cents } from '../money.rules.js';
import type { GiftCard } from './gift-card.entity.js';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

const four = (characters: string): string =>
  Array.from({ length: 4 }, () => characters.charAt(randomInt(characters.length))).join('');

/** `XXXX-9999-XXXX`: letters and digits that nobody can guess. */
export function newGiftCardCode(): string {
  return [four(letters), four(digits), four(letters)].join('-');
}

/** The whole units of what remains. */
export function wholeUnits({ remaining }: Pick<GiftCard, 'remaining'>): number {
  return Number(cents(remaining) / 100n);
}

const mostUnits = 10_000;
/** The most that a card can hold. */
export const mostOnCard: Cents = BigInt(mostUnits) * 100n;

const bounds: Range = { above: 0, upTo: mostUnits };

/** What is wrong with values that are given: a card comes to nothing by being redeemed alone. */
export function valueProblems(given: { value?: number | null; initialValue?: number | null }): FieldErrors {
  return rangeProblems(given, { value: bounds, initialValue: bounds });
}

/** Whether a card is active: switched on, neither spent nor expired. */
export function isRedeemable(card: Redeemable, today: PlainDate): boolean {
  return redemptionProblem(card, today) === undefined;
}

type Redeemable = Pick<GiftCard, 'active' | 'validUntil' | 'remaining'>;

/** Why the card can't be redeemed on that date, if so. */
export function redemptionProblem({ active, validUntil, remaining }: Redeemable, today: PlainDate): string | undefined {
  if (!active) return 'is not active';
  if (validUntil !== null && today > validUntil) return 'has expired';
  return cents(remaining) === 0n ? 'is used up' : undefined;
}
