import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { rejectIfAny } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import { unitPriceOf } from '../../order/order.rules.js';
import { Service } from '../../service/service.entity.js';
import { readOfferedOptions } from '../../service/service-option.queries.js';
import { type ChosenOption, isLengthened, unitsOf, validateChoice } from '../../service/service-option.rules.js';
import { TaxRate } from '../../tax-rate/tax-rate.entity.js';
import type { BookedOption, Booking } from '../booking.entity.js';
import type { BookingInput } from '../booking.input.js';
import { optionMinutesOf } from './place.rules.js';

/** The attributes of a service on which its options depend. */
type OptionalService = Pick<Service, 'id' | 'bookingType' | 'hasDayBooking'>;

/**
 * Returns the options that a booking chooses, with what is agreed of them now. Those that it has already keep what was agreed,
 * also if they are no longer offered.
 *
 * @returns null without any
 * @throws DomainError INVALID on `options`
 */
export async function chooseOptions(
  { account: { currency } }: RequestContext,
  tx: AccountTransaction,
  service: OptionalService | null,
  chosen: readonly ChosenOption[],
  agreed: readonly BookedOption[] = [],
): Promise<BookedOption[] | null> {
  if (chosen.length > 0 && isSameChoice(chosen, agreed)) return [...agreed];
  const offered = service && (await readOfferedOptions(tx, [service.id])).get(service.id);
  const options = new Map((offered?.options ?? []).map((option) => [option.id, option]));
  const known = new Map(agreed.map((option) => [option.optionId, option]));
  const kept = agreed
    .filter(({ optionId }) => !options.has(optionId))
    .map(({ optionId, quantity }) => ({ id: optionId, groupId: null, maximum: quantity }));
  rejectIfAny(validateChoice(chosen, [...options.values(), ...kept], offered?.groups ?? []));
  if (chosen.length === 0) return null;
  const added = chosen.flatMap(({ optionId }) => (known.has(optionId) ? [] : (options.get(optionId) ?? [])));
  const rateIds = [...new Set(added.flatMap(({ taxRateId }) => taxRateId ?? []))];
  const rates = new Map((await tx.listByIds(TaxRate, rateIds)).map((rate) => [rate.id, rate]));
  const lasts = service !== null && isLengthened(service);
  const terms = new Map(
    added.map(({ id: optionId, title, minutes, price, taxRateId }) => {
      const rate = rates.get(taxRateId ?? 0) ?? null;
      const tax = { taxName: rate?.name ?? null, taxPercentage: rate?.percentage ?? null };
      const sold = unitPriceOf(price, currency, rate);
      return [optionId, { optionId, title, minutes: lasts ? minutes : 0, price: sold, ...tax }];
    }),
  );
  return chosen.flatMap((one) => {
    const option = known.get(one.optionId) ?? terms.get(one.optionId);
    return option ? [{ ...option, quantity: unitsOf(one) }] : [];
  });
}

/**
 * Changes the options of a booking, and with them its end, unless the request names one. Another service takes those of the
 * former one away. A request that names the same options changes nothing.
 *
 * @throws DomainError INVALID on `options`
 */
export async function changeOptions(
  context: RequestContext,
  tx: AccountTransaction,
  before: Booking,
  booking: Booking,
  { options: chosen, bookedTo }: Pick<BookingInput, 'options' | 'bookedTo'>,
): Promise<void> {
  const isOtherService = booking.serviceId !== before.serviceId;
  if (chosen === undefined && !isOtherService) return;
  const agreed = isOtherService ? null : before.options;
  if (!isOtherService && isSameChoice(chosen ?? [], agreed ?? [])) return;
  const service = booking.serviceId === null ? null : await tx.load(Service, booking.serviceId);
  // One that is unknown is refused with the place.
  if (service === undefined || (!chosen?.length && !before.options && !service?.hasOptions)) return;
  booking.options = await chooseOptions(context, tx, service, chosen ?? [], agreed ?? []);
  if (bookedTo !== undefined || booking.eventId !== null) return;
  const added = optionMinutesOf(booking) - optionMinutesOf(before);
  if (added !== 0) booking.bookedTo = new Date(booking.bookedTo.getTime() + added * 60_000);
}

function isSameChoice(chosen: readonly ChosenOption[], agreed: readonly BookedOption[]): boolean {
  const units = new Map(agreed.map(({ optionId, quantity }) => [optionId, quantity]));
  return chosen.length === agreed.length && chosen.every((one) => units.get(one.optionId) === unitsOf(one));
}
