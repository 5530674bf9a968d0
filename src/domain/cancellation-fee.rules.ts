import type { FieldErrors } from '../platform/errors.js';
import {
  type Amount,
  decimalsError,
  partOfPrice,
  percentageDecimals,
  toAmount,
  toDecimal,
  tooManyDecimals,
  unit,
} from './money.rules.js';

/** The fees for cancelling late of an account, or of a service that has its own. */
export interface FeeTerms {
  /**
   * The fees by the hours before the start, and for not coming, such as `24: 50 %, 0: 100 %, no-show: 100 %`. Null: those of the
   * account, of an account none.
   */
  cancellationFees: string | null;
  /** The account's own words about them. Null for none. */
  cancellationPolicy: string | null;
}

/** A percentage of the price, or an amount. */
export interface FeeValue {
  value: string;
  isPercentage: boolean;
}

/** A fee for cancelling later than these hours before the start. */
export interface FeeStep extends FeeValue {
  hours: number;
}

/** The fees of a rule, the earliest step first. */
export interface FeeRule {
  steps: FeeStep[];
  /** The fee for not coming; null for none. */
  noShow: FeeValue | null;
}

/** The rule of a service that charges no fees although its account does. */
const none = 'none';
const noShowName = 'no-show';
const maxSteps = 6;
/** A year. */
const maxHours = 8_760;
const millisecondsPerHour = 3_600_000;
/** The days after a late cancellation, or a missed start, within which a fee may be charged. */
const chargeableDays = 14;

const example = 'must be such as 24: 50 %, 0: 100 %, no-show: 100 %';

/** Reads a rule. Null if the text has not its form, or says a thing twice. */
export function parseFees(text: string): FeeRule | null {
  const rule: FeeRule = { steps: [], noShow: null };
  if (text.trim().toLowerCase() === none) return rule;
  for (const part of text.split(',')) {
    const [name = '', fee = '', ...more] = part.split(':').map((word) => word.trim());
    const value = parseValue(fee);
    if (value === null || more.length > 0) return null;
    if (name.toLowerCase() === noShowName && rule.noShow === null) rule.noShow = value;
    else if (!isHours(name) || rule.steps.some(({ hours }) => hours === Number(name))) return null;
    else rule.steps.push({ hours: Number(name), ...value });
  }
  rule.steps.sort((one, other) => other.hours - one.hours);
  return rule.steps.length > maxSteps ? null : rule;
}

function isHours(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) <= maxHours;
}

function parseValue(text: string): FeeValue | null {
  const isPercentage = text.endsWith('%');
  const value = isPercentage ? text.slice(0, -1).trim() : text;
  return /^\d{1,9}(?:\.\d{1,4})?$/.test(value) ? { value, isPercentage } : null;
}

/** Formats a rule as it is stored. */
export function formatFees({ steps, noShow }: FeeRule): string {
  const fees = [
    ...steps.map((step) => `${step.hours}: ${formatValue(step)}`),
    ...(noShow ? [`${noShowName}: ${formatValue(noShow)}`] : []),
  ];
  return fees.length === 0 ? none : fees.join(', ');
}

function formatValue({ value, isPercentage }: FeeValue): string {
  return isPercentage ? `${value} %` : value;
}

/** Writes a given rule as it is stored. One that is invalid stays for `validateFees`. */
export function normaliseFees(terms: FeeTerms): void {
  const rule = terms.cancellationFees === null ? null : parseFees(terms.cancellationFees);
  if (rule) terms.cancellationFees = formatFees(rule);
}

/** Validates fees. @param stored the rule before, which passes with decimals of another currency */
export function validateFees(
  { cancellationFees }: Pick<FeeTerms, 'cancellationFees'>,
  stored: string | null,
  currency: string | null,
): FieldErrors {
  if (cancellationFees === null || cancellationFees === stored) return {};
  const rule = parseFees(cancellationFees);
  if (!rule) return { cancellationFees: ['is invalid', example] };
  for (const fee of [...rule.steps, ...(rule.noShow ? [rule.noShow] : [])]) {
    const errors = valueErrors(fee, currency);
    if (errors) return { cancellationFees: errors };
  }
  return {};
}

function valueErrors({ value, isPercentage }: FeeValue, currency: string | null): string[] | undefined {
  const amount = toAmount(value);
  if (amount <= 0n) return ['must be greater than 0'];
  if (!isPercentage) return decimalsError(value, currency);
  if (amount > 100n * unit) return ['must be less than or equal to 100'];
  return tooManyDecimals(value, percentageDecimals);
}

/** Returns the fees of a service: its own, else those of the account. Null if there are none. */
export function feeTermsOf(service: FeeTerms | null, account: FeeTerms): { fees: string; text: string | null } | null {
  if (!service) return null;
  const { cancellationFees: fees, cancellationPolicy } = service.cancellationFees === null ? account : service;
  if (fees === null || fees === none) return null;
  return { fees, text: cancellationPolicy ?? account.cancellationPolicy };
}

/** The fee in whole minor units. It is never above the price of a booking that has one. */
export function feeOn(price: Amount, { value, isPercentage }: FeeValue, currency: string | null): Amount {
  const fee = partOfPrice(price, toAmount(value), isPercentage, currency);
  return price > 0n && fee > price ? price : fee;
}

/** The fees of a booking as they were agreed when it was made. */
export interface AgreedFees {
  /** The rule of that time. */
  rule: string;
  /** By the hours before the start, the earliest first. */
  steps: readonly { hours: number; amount: string }[];
  /** The fee for not coming; null for none. */
  noShow: string | null;
  /** The account's own words that were shown. */
  text: string | null;
  agreedAt: string;
  /** The IP address from which it was agreed; null outside a request. */
  address: string | null;
  /** The start from which the hours count since the booking was moved within them; null for its own. */
  countedFrom: string | null;
  /** Present if the booking is held until its person stores a card, because nothing is due when it is made. */
  needsCard?: true;
}

/** Whether a fee was agreed that costs something. */
export function hasFee({ steps, noShow }: Pick<AgreedFees, 'steps' | 'noShow'>): boolean {
  return [...steps.map(({ amount }) => amount), noShow ?? '0'].some((amount) => toAmount(amount) > 0n);
}

/** Freezes the fees of a booking. @param price of the whole booking, after its discount */
export function agreeFees(
  { fees, text }: { fees: string; text: string | null },
  price: Amount,
  currency: string | null,
  agreedAt: Date,
  address: string,
): AgreedFees | null {
  const rule = parseFees(fees);
  if (!rule) return null;
  const terms = { text, agreedAt: agreedAt.toISOString(), address: address || null, countedFrom: null };
  return { rule: formatFees(rule), ...amountsOf(rule, price, currency), ...terms };
}

/** Returns the agreed fees of a booking at another price. */
export function feesAtPrice(agreed: AgreedFees, price: Amount, currency: string | null): AgreedFees {
  const rule = parseFees(agreed.rule);
  return rule ? { ...agreed, ...amountsOf(rule, price, currency) } : agreed;
}

/** Returns the agreed fees of a booking whose price falls: they fall with it, and never rise above what was agreed. */
export function feesAtMost(agreed: AgreedFees, price: Amount, currency: string | null): AgreedFees {
  const { steps, noShow } = feesAtPrice(agreed, price, currency);
  const lower = (was: string, is: string): string => (toAmount(is) < toAmount(was) ? is : was);
  return {
    ...agreed,
    steps: agreed.steps.map((step, index) => ({ ...step, amount: lower(step.amount, steps[index]?.amount ?? '0') })),
    noShow: agreed.noShow && lower(agreed.noShow, noShow ?? '0'),
  };
}

function amountsOf(
  { steps, noShow }: FeeRule,
  price: Amount,
  currency: string | null,
): Pick<AgreedFees, 'steps' | 'noShow'> {
  const amountOf = (fee: FeeValue): string => toDecimal(feeOn(price, fee, currency));
  return {
    steps: steps.map((step) => ({ hours: step.hours, amount: amountOf(step) })),
    noShow: noShow && amountOf(noShow),
  };
}

type CountedFees = Pick<AgreedFees, 'steps' | 'countedFrom'>;

/** The start from which the hours count. A booking that was moved to an earlier time counts from that. */
function countedStart({ countedFrom }: CountedFees, bookedFrom: Date): number {
  const start = bookedFrom.getTime();
  return countedFrom === null ? start : Math.min(start, Date.parse(countedFrom));
}

/** Returns what cancelling costs the person at that time. Exactly at a limit, it still costs what it did before. */
export function cancellationFee(agreed: CountedFees, bookedFrom: Date, now: Date): Amount {
  const start = countedStart(agreed, bookedFrom);
  const passed = agreed.steps.filter(({ hours }) => now.getTime() > start - hours * millisecondsPerHour);
  return toAmount(passed.at(-1)?.amount ?? '0');
}

/**
 * Returns the agreed fees after a move. Within the hours of a fee, they count from the time before, so that a move does not
 * escape it. Otherwise they count from the time after.
 */
export function feesAfterMove(agreed: AgreedFees, before: Date, now: Date): AgreedFees {
  const start = countedStart(agreed, before);
  const isWithin = agreed.steps.some(({ hours }) => now.getTime() > start - hours * millisecondsPerHour);
  return { ...agreed, countedFrom: isWithin ? new Date(start).toISOString() : null };
}

/** The reason for a fee. */
export type FeeCause = 'cancellation' | 'no_show';

/** A fee that may be charged, or that was charged or waived. */
export interface BookingFee {
  cause: FeeCause;
  state: 'due' | 'charged' | 'waived';
  /** The most that may be charged, as it was agreed. */
  amount: string;
  /** The latest time at which it may be charged. */
  until: string;
  /** The amount that was charged; null if none was, or if it was waived since. */
  charged: string | null;
  /** The reason why it was waived; null if it was not. */
  reason: string | null;
}

/** The latest time at which a fee may be charged. @param from the late cancellation, or the start that was missed */
export function chargeableUntil(from: Date): Date {
  return new Date(from.getTime() + chargeableDays * 24 * millisecondsPerHour);
}

/** Returns a fee that may be charged. @param from the late cancellation, or the start that was missed */
export function feeDue(cause: FeeCause, amount: string, from: Date): BookingFee {
  return {
    ...{ cause, state: 'due', amount, until: chargeableUntil(from).toISOString() },
    ...{ charged: null, reason: null },
  };
}

/** Whether a fee can still be charged. */
export function isChargeable({ state, amount, until }: BookingFee, now: Date): boolean {
  return state === 'due' && toAmount(amount) > 0n && now.getTime() <= Date.parse(until);
}
