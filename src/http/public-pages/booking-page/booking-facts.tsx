import type { JSX } from 'preact';
import type { Booking, PricedService } from './api-answers.js';
import { type Fact, Facts, type Frame, Outside } from './frame.js';
import { Period } from './own-zone.js';

/** The title of the event or service. */
export const titleOf = ({ event, service }: Pick<Booking, 'event' | 'service'>): string =>
  event?.title ?? service?.title ?? '';

/** Lists what is booked, when and how long, with whom, where and for how much. */
export function BookingFacts({ frame, booking }: { frame: Frame; booking: Booking }): JSX.Element {
  const { texts } = frame;
  const { booked_from: from, booked_to: to, resource, service } = booking;
  return (
    <Facts
      facts={[
        [texts.summary, titleOf(booking)],
        ...(booking.booked_for_name ? [[texts.forWhom, booking.booked_for_name] as const] : []),
        [texts.time, <Period key="time" frame={frame} from={from} to={to} />],
        ...lengthFacts(frame, from, to),
        ...(resource === null ? [] : [[texts.who, resource.title] as const]),
        ...priceFacts(frame, service),
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

export function priceFacts(frame: Frame, service: Partial<PricedService> | null | undefined): Fact[] {
  const price = service ? priceText(frame, service) : null;
  return price === null ? [] : [[frame.texts.price, price]];
}

/** The price of a service, with the name of the tax in it; null without a price. */
export function priceText(
  { texts, formats }: Frame,
  { price = null, tax_name: tax = null }: Partial<PricedService>,
): string | null {
  if (price === null) return null;
  return tax === null ? formats.price(price) : `${formats.price(price)} ${texts.includingTax({ tax })}`;
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
