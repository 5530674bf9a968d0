import type { About } from './about.js';
import type { Event, Service } from './api-answers.js';
import { onlyPrice, type Priced } from './booking-facts.js';
import type { Frame } from './frame.js';

/** An item of schema.org in JSON-LD, from which search engines make their entries. Undefined properties are left out. */
export interface StructuredData extends Readonly<Record<string, unknown>> {
  '@type': string;
}

/** The markup of a `script` element: no text of an account can end the element or begin a comment in it. */
export function toScript(data: StructuredData): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
}

/** The URL of a picture that others can load: the API returns a path if the address of the server is unknown. */
export const toSharedImage = (image: string | null): string | undefined =>
  image !== null && URL.canParse(image) ? image : undefined;

/** Describes the business with the opening hours of the next days. */
export function businessData(frame: Frame, hours: About['hours']): StructuredData {
  return { ...business(frame), openingHoursSpecification: hoursOfDates(hours) };
}

function business({ site, absoluteUrl }: Frame): StructuredData {
  return {
    '@type': 'LocalBusiness',
    name: site.name,
    url: absoluteUrl('/'),
    image: toSharedImage(site.picture),
    telephone: site.phone ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: site.address
        ?.split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(', '),
      addressCountry: site.countryCode,
    },
  };
}

/** The hours of dates that follow each other with the same ones: those of other weeks may differ. */
function hoursOfDates(hours: About['hours']): StructuredData[] {
  const spans: { from: string; to: string; parts: About['hours'][number][1] }[] = [];
  for (const [date, parts] of hours) {
    const last = spans.at(-1);
    if (last && JSON.stringify(last.parts) === JSON.stringify(parts)) last.to = date;
    else spans.push({ from: date, to: date, parts });
  }
  return spans.flatMap(({ from: validFrom, to: validThrough, parts }) =>
    (parts.length > 0 ? parts : closed).map(({ from, to }) => ({
      '@type': 'OpeningHoursSpecification',
      opens: from,
      closes: to === '24:00' ? '23:59' : to,
      validFrom,
      validThrough,
    })),
  );
}

/** A closed date opens and closes at midnight. */
const closed = [{ from: '00:00', to: '00:00' }];

/** Describes a service. @param isFree whether it has a free time */
export function serviceData(frame: Frame, service: Service, isFree: boolean): StructuredData {
  const { id, title, description, image } = service;
  return {
    '@type': 'Service',
    name: title,
    description: description ?? undefined,
    image: toSharedImage(image),
    url: frame.absoluteUrl(`/services/${id}`),
    provider: business(frame),
    offers: offer(frame, service, `/services/${id}`, isFree),
  };
}

/** Describes an event. @param priced undefined if it has no service */
export function eventData(
  frame: Frame,
  event: Event,
  priced: Priced | undefined,
  image: string | null,
): StructuredData {
  const { id, title, description, starts_at: start, ends_at: end, availability, capacity } = event;
  const { name, address } = business(frame);
  return {
    '@type': 'Event',
    name: title,
    description: description ?? undefined,
    image: toSharedImage(image ?? frame.site.picture),
    url: frame.absoluteUrl(`/events/${id}`),
    startDate: start,
    endDate: end,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    maximumAttendeeCapacity: capacity ?? undefined,
    remainingAttendeeCapacity: availability === null ? undefined : Math.max(0, availability),
    location: { '@type': 'Place', name, address },
    organizer: business(frame),
    offers: offer(frame, priced, `/events/${id}`, availability === null || availability > 0),
  };
}

/** The offer of what a page books. Without a currency it has no price. */
function offer(frame: Frame, priced: Priced | undefined, path: string, isFree: boolean): StructuredData {
  const common = {
    url: frame.absoluteUrl(path),
    availability: `https://schema.org/${isFree ? 'InStock' : 'SoldOut'}`,
  };
  const price = priced && onlyPrice(priced);
  const currency = frame.site.currency ?? undefined;
  if (currency === undefined || !priced) return { '@type': 'Offer', ...common };
  if (price !== undefined) return { '@type': 'Offer', price, priceCurrency: currency, ...common };
  const { price_from: lowPrice, price_to: highPrice } = priced;
  if (lowPrice === null) return { '@type': 'Offer', ...common };
  return { '@type': 'AggregateOffer', lowPrice, highPrice, priceCurrency: currency, ...common };
}
