import type { JSX } from 'preact';
import type { Booking, PricedService, Service } from './api-answers.js';
import { dueFacts } from './deposit.js';
import { type Fact, Facts, type Frame, Outside } from './frame.js';
import { optionFacts } from './options.js';
import { Period } from './own-zone.js';

/** The title of the event or service. */
export const titleOf = ({ event, service }: Pick<Booking, 'event' | 'service'>): string =>
  event?.title ?? service?.title ?? '';

interface BookingFactsProps {
  frame: Frame;
  booking: Booking;
  /** Others about its price. */
  more?: readonly Fact[];
}

/** Lists what is booked, when and how long, with whom, where and for how much. */
export function BookingFacts({ frame, booking, more = [] }: BookingFactsProps): JSX.Element {
  const { texts } = frame;
  const { booked_from: from, booked_to: to, resource, service, price } = booking;
  return (
    <Facts
      facts={[
        [texts.summary, titleOf(booking)],
        ...(booking.booked_for_name ? [[texts.forWhom, booking.booked_for_name] as const] : []),
        [texts.time, <Period key="time" frame={frame} from={from} to={to} />],
        ...lengthFacts(frame, from, to),
        ...(resource === null ? [] : [[texts.who, resource.title] as const]),
        ...priceFacts(frame, service && { ...service, price: price ?? service.price ?? null }),
        ...optionFacts(frame, booking.options),
        ...dueFacts(frame, booking),
        ...more,
        ...placeFacts(frame),
      ]}
    />
  );
}

const minute = 60_000;

/** The length of a time, unless it is of whole days, which its period names. */
export function lengthFacts({ texts, formats }: Frame, from: string, to: string): Fact[] {
  if (formats.period(from, to) === formats.zonedPeriod(from, to)) return [];
  return [[texts.duration, formats.minutes((Date.parse(to) - Date.parse(from)) / minute)]];
}

export function priceFacts(frame: Frame, priced: Partial<Priced> | null | undefined): Fact[] {
  const price = priced && priceText(frame, priced);
  return price ? [[frame.texts.price, price]] : [];
}

/** A price with the tax in it, or those of several resources. */
export type Priced = PricedService & Pick<Service, 'price_from' | 'price_to'>;

/** The price of a service, with `from` if resources have different ones, and the name of the tax in it; undefined without one. */
export function priceText(
  { texts, formats }: Frame,
  { price = null, price_from = null, price_to = null, tax_name: tax = null }: Partial<Priced>,
): string | undefined {
  const lowest = price_from ?? price;
  if (lowest === null) return undefined;
  const amount = formats.price(lowest);
  const text = price_to === null || price_to === lowest ? amount : texts.fromPrice({ price: amount });
  return tax === null ? text : `${text} ${texts.includingTax({ tax })}`;
}

/** Returns the price of a service if all resources have the same; undefined without one. */
export function onlyPrice({ price, price_from, price_to }: Omit<Priced, 'tax_name'>): string | undefined {
  const lowest = price_from ?? price;
  return lowest !== null && (price_to ?? lowest) === lowest ? lowest : undefined;
}

/** The length of a service and its price. */
export function ServiceFacts({ frame, service, hasLength }: ServiceFactsProps): JSX.Element {
  const { formats } = frame;
  const { interval, interval_from, interval_to } = service;
  const lengths = [...new Set([interval_from ?? interval, interval_to ?? interval])];
  const price = priceText(frame, service);
  return (
    <p class="facts">
      {hasLength && <span>{lengths.map(formats.minutes).join(' – ')}</span>}
      {price !== undefined && <strong>{price}</strong>}
    </p>
  );
}

interface ServiceFactsProps {
  frame: Frame;
  service: Service;
  /** Whether its bookings have a length that it fixes. */
  hasLength: boolean;
}

/** The address of the account, with a link to a map of it. */
export function placeFacts({ texts, site: { address } }: Frame): Fact[] {
  if (address === null) return [];
  const map = `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address.replaceAll(/\s+/g, ' ') })}`;
  return [
    [
      texts.where,
      <>
        {address} <Outside href={map}>{texts.map}</Outside>
      </>,
    ],
  ];
}

/** Lengths to choose from; more would be hard to read. */
const maxLengths = 48;

/** Returns the lengths that a booking of the service can have, in minutes by number of intervals. Empty if there is one. */
export function lengthsOf({ booking_type, has_day_booking, interval, max_slots }: Service): Map<number, number> {
  const isTimed = booking_type === 'appointment' && !has_day_booking;
  const count = isTimed && max_slots > 1 ? Math.min(max_slots, maxLengths) : 0;
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, (index + 1) * interval]));
}
