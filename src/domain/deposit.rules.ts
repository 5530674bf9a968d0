import { validateRanges } from '../platform/accepted.js';
import { describeEnum } from '../platform/described-enum.js';
import type { FieldErrors } from '../platform/errors.js';
import {
  type Amount,
  partOfPrice,
  percentageDecimals,
  toAmount,
  tooManyDecimals,
  validateDecimals,
} from './money.rules.js';

export enum DepositType {
  NONE = 'none',
  PERCENTAGE = 'percentage',
  AMOUNT = 'amount',
}
describeEnum(DepositType, 'DepositType', 'The part of the price of a booking that is paid in advance.', {
  NONE: 'Nothing.',
  PERCENTAGE: 'A percentage of the price.',
  AMOUNT: 'An amount for each booking.',
});

export enum DepositFor {
  ALWAYS = 'always',
  NEW_PEOPLE = 'new_people',
  NO_SHOWS = 'no_shows',
}
describeEnum(DepositFor, 'DepositFor', 'The people whose bookings need a deposit.', {
  ALWAYS: 'Everybody.',
  NEW_PEOPLE:
    'People who have not been there yet: none of their confirmed bookings has begun, except those that they missed.',
  NO_SHOWS: 'People who have missed a booking: it has the status `NO_SHOW`.',
});

/** The deposit of an account, or of a service that has its own. */
export interface DepositTerms {
  /** Null: that of the account, of an account none. The other attributes then have no effect. */
  depositType: DepositType | null;
  depositValue: string | null;
  /** The lowest price of a booking with a deposit. Null means any. */
  depositFrom: string | null;
  /** Null means always. */
  depositFor: DepositFor | null;
}

/** A deposit that is asked for. */
export interface AskedDeposit extends DepositTerms {
  depositType: DepositType.PERCENTAGE | DepositType.AMOUNT;
  depositValue: string;
}

/** Validates the terms of a deposit. @param stored the values before, which pass with decimals of another currency */
export function validateDeposit(
  { depositType, depositValue, depositFrom }: DepositTerms,
  stored: Pick<DepositTerms, 'depositValue' | 'depositFrom'>,
  currency: string | null,
): FieldErrors {
  const isPercentage = depositType === DepositType.PERCENTAGE;
  const isMissing = depositValue === null && (isPercentage || depositType === DepositType.AMOUNT);
  const decimals = isPercentage ? tooManyDecimals(depositValue ?? '0', percentageDecimals) : undefined;
  return {
    ...validateDecimals(currency, { depositFrom, ...(!isPercentage && { depositValue }) }, stored),
    ...(decimals && { depositValue: decimals }),
    ...validateRanges(
      { depositValue, depositFrom },
      { depositValue: { above: 0, ...(isPercentage && { upTo: 100 }) }, depositFrom: { from: 0 } },
    ),
    ...(isMissing && { depositValue: ["can't be blank"] }),
  };
}

/** Services that are paid in full before they are confirmed ask for no deposit. */
interface ServiceTerms extends DepositTerms {
  paymentRequired: boolean;
}

export interface PricedTerms extends ServiceTerms {
  /** Of one person. Null for none. */
  price: string | null;
}

/** Returns the deposit of a service: its own, else that of the account. Null if it asks for none. */
export function depositTermsOf(service: ServiceTerms | null, account: DepositTerms): AskedDeposit | null {
  if (service?.paymentRequired) return null;
  const { depositType, depositValue, depositFrom, depositFor } =
    service && service.depositType !== null ? service : account;
  if (depositType === null || depositType === DepositType.NONE || depositValue === null) return null;
  return { depositType, depositValue, depositFrom, depositFor };
}

/**
 * Returns the deposit on what a booking costs after its discount, in whole minor units: half a unit is rounded up. It is never
 * above the price.
 *
 * @returns 0 below the price from which a deposit is asked for
 */
export function depositOn(
  price: Amount,
  { depositType, depositValue, depositFrom }: Omit<AskedDeposit, 'depositFor'>,
  currency: string | null,
): Amount {
  if (price <= 0n || price < toAmount(depositFrom ?? '0')) return 0n;
  const isPercentage = depositType === DepositType.PERCENTAGE;
  const deposit = partOfPrice(price, toAmount(depositValue), isPercentage, currency);
  return deposit < price ? deposit : price;
}

/** Whether everybody pays for a booking of a service before it is confirmed: its price, or a deposit. */
export function alwaysPaysFirst(service: PricedTerms, account: DepositTerms & { currency: string | null }): boolean {
  const price = toAmount(service.price ?? '0');
  if (service.paymentRequired || price <= 0n) return price > 0n;
  const terms = depositTermsOf(service, account);
  const isForAll = terms?.depositFor === null || terms?.depositFor === DepositFor.ALWAYS;
  return terms !== null && isForAll && depositOn(price, terms, account.currency) > 0n;
}

/** The amounts that are left to pay, now and later. */
export interface DueAmounts {
  now: Amount;
  later: Amount;
}

/**
 * Divides what is left to pay of a price with a deposit. All payments count, such as those of gift cards. The deposit stays as
 * it was agreed, but is never above a price that has fallen.
 */
export function splitDue(price: Amount, deposit: Amount, paid: Amount): DueAmounts {
  const balance = price > paid ? price - paid : 0n;
  const agreed = deposit < price ? deposit : price;
  const now = agreed > paid ? agreed - paid : 0n;
  return { now, later: balance - now };
}
