import { randomInt } from 'node:crypto';
import { type Range, validateRanges } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { type Amount, toAmount, unit } from '../money.rules.js';
import type { GiftCard } from './gift-card.entity.js';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

const randomCharacters = (characters: string): string =>
  Array.from({ length: 4 }, () => characters.charAt(randomInt(characters.length))).join('');

/** Generates a random code of the form `XXXX-9999-XXXX`. */
export function createGiftCardCode(): string {
  return [randomCharacters(letters), randomCharacters(digits), randomCharacters(letters)].join('-');
}

/** Masks all of a code but its last four characters, which people use to distinguish cards. Masks all of a short one. */
export function maskCode(code: string): string {
  const shown = code.length < 8 ? '' : code.slice(-4);
  return shown.padStart(code.length, '*');
}

/** The balance, rounded down to whole units of the currency. */
export function wholeUnits({ remaining }: Pick<GiftCard, 'remaining'>): number {
  return Number(toAmount(remaining) / unit);
}

const maxUnits = 10_000;
export const maxCardBalance: Amount = BigInt(maxUnits) * unit;

const bounds: Range = { above: 0, upTo: maxUnits };

/** Validates the values of a request. They must be positive: only redemption brings a balance to zero. */
export function validateValues(given: { value?: number | null; initialValue?: number | null }): FieldErrors {
  return validateRanges(given, { value: bounds, initialValue: bounds });
}

/** Whether a card is activated, not spent and not expired. */
export function isRedeemable(card: Redeemable, today: PlainDate): boolean {
  return redemptionError(card, today) === undefined;
}

type Redeemable = Pick<GiftCard, 'active' | 'validUntil' | 'remaining'>;

/** Returns why the card can't be redeemed on that date, or undefined if it can. */
export function redemptionError({ active, validUntil, remaining }: Redeemable, today: PlainDate): string | undefined {
  if (!active) return 'is not active';
  if (validUntil !== null && today > validUntil) return 'has expired';
  return toAmount(remaining) === 0n ? 'is used up' : undefined;
}
