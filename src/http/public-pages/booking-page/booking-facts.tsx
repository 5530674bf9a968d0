import type { JSX } from 'preact';
import type { Booking } from './api-answers.js';
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
        ...priceFacts(frame, service?.price ?? null),
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

export function priceFacts({ texts, formats }: Frame, price: string | null): Fact[] {
  return price === null ? [] : [[texts.price, formats.price(price)]];
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
