import type { FieldErrors } from '../../platform/errors.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { isSupportedDate } from '../records/period.input.js';
import { normalizeOpeningHours, type OpeningHours } from './opening-hours.rules.js';

/** The dates of a leap year. */
const maxEntries = 366;

interface Keyed {
  exceptionDate: PlainDate;
  serviceId?: number | null;
}

interface Entry extends Keyed {
  openingHours?: OpeningHours;
}

/** The key of an entry within its resource, which has at most one for each date and service. */
export function exceptionKey({ exceptionDate, serviceId }: Keyed): string {
  return `${exceptionDate} ${serviceId ?? ''}`;
}

/** Validates exception dates that are saved together (spec, Resource exception date). */
export function validateExceptionDates(entries: readonly Entry[]): FieldErrors {
  if (entries.length === 0) return { resourceExceptionDates: ["can't be blank"] };
  if (entries.length > maxEntries) return { resourceExceptionDates: [`is too long (maximum is ${maxEntries} items)`] };
  const keys = entries.map(exceptionKey);
  return {
    ...firstEntryError(
      entries,
      'exceptionDate',
      'has already been taken',
      (_, index) => keys.indexOf(keys[index] ?? '') < index,
    ),
    ...firstEntryError(entries, 'exceptionDate', 'is invalid', ({ exceptionDate }) => !isSupportedDate(exceptionDate)),
    ...firstEntryError(entries, 'openingHours', 'is invalid', ({ openingHours }) =>
      Boolean(openingHours && !normalizeOpeningHours(openingHours)),
    ),
  };
}

/** Returns the error of the first invalid entry. If there are several entries, a second message names it. */
export function firstEntryError(
  entries: readonly Entry[],
  attribute: string,
  problem: string,
  isBad: (entry: Entry, index: number) => boolean,
): FieldErrors {
  const index = entries.findIndex(isBad);
  const entry = entries[index];
  if (!entry) return {};
  return { [attribute]: entries.length === 1 ? [problem] : [problem, `in item ${index + 1} (${entry.exceptionDate})`] };
}
