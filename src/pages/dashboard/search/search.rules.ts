import type { SearchEverythingQuery } from './search.operations.js';

/** Something that was found, with the place of the dashboard that shows it. */
export interface Found {
  kind: 'booking' | 'person' | 'service' | 'resource';
  id: number;
  title: string;
  detail: string;
  path: string;
  search?: Readonly<Record<string, string>>;
}

/** The schema takes no shorter search, so that none lists everybody. */
export const minLength = 2;

/** Ids of the database are 32-bit integers. */
const maxId = 2 ** 31 - 1;

const maxOfCatalog = 5;

/** Returns the id that a text may be, such as `12` or `#12`. Undefined for any other text. */
export function idOf(text: string): number | undefined {
  const [, digits] = /^#?([1-9]\d{0,9})$/.exec(text.trim()) ?? [];
  const id = Number(digits);
  return digits !== undefined && id <= maxId ? id : undefined;
}

/** Whether a text is long enough to search for, or an id. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= minLength || idOf(text) !== undefined;
}

type Answer = Pick<SearchEverythingQuery, 'people'> & Partial<Pick<SearchEverythingQuery, 'bookings'>>;

/** Services and resources, which are read once and searched here. */
export type SearchedCatalog = Pick<SearchEverythingQuery, 'services' | 'resources'>;

interface Wording {
  booking: (id: number) => string;
  /** Formats a date and time on the wall clock of the account. */
  at: (time: string) => string;
}

/** Returns what was found: a booking first, because its id was meant; then people, services and resources. */
export function toFound(
  text: string,
  { bookings, people }: Answer,
  { services, resources }: SearchedCatalog,
  { booking, at }: Wording,
): Found[] {
  const wanted = text.trim().toLowerCase();
  const ofCatalog = (kind: 'service' | 'resource', records: readonly { id: number; title: string }[] = []): Found[] =>
    records
      .filter(({ title }) => title.toLowerCase().includes(wanted))
      .slice(0, maxOfCatalog)
      .map(({ id, title }) => ({ kind, id, title, detail: '', path: `setup/${kind}s/${id}` }));
  return [
    ...(bookings?.nodes ?? []).map(
      ({ id, bookedFrom, title, service, person }): Found => ({
        ...{ kind: 'booking', id, title: booking(id), path: 'calendar' },
        detail: [at(bookedFrom), title ?? service?.title, person?.name].filter(Boolean).join(' · '),
        search: { date: bookedFrom.slice(0, 10), booking: String(id) },
      }),
    ),
    ...people.nodes.map(
      ({ id, name, email, phoneNumberFormatted }): Found => ({
        ...{ kind: 'person', id, title: name ?? `${id}`, path: `people/${id}` },
        detail: [email, phoneNumberFormatted].filter(Boolean).join(' · '),
      }),
    ),
    ...ofCatalog('service', services?.nodes),
    ...ofCatalog('resource', resources?.nodes),
  ];
}
