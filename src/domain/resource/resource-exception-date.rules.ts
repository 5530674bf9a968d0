import type { FieldErrors } from '../../errors.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { normalizeOpeningHours, type OpeningHours } from '../availability/opening-hours.rules.js';
import { isWithinReach } from '../date-range.rules.js';

/** A year of dates. */
const mostEntries = 366;

interface Keyed {
  exceptionDate: PlainDate;
  serviceId?: number | null;
}

interface Entry extends Keyed {
  openingHours?: OpeningHours;
}

/** Tells the entries of one resource apart: there is one for each date and service. */
export function exceptionKey({ exceptionDate, serviceId }: Keyed): string {
  return `${exceptionDate} ${serviceId ?? ''}`;
}

/** What is wrong with exception dates that are saved together (spec, Resource exception date). */
export function exceptionDateProblems(entries: readonly Entry[]): FieldErrors {
  if (entries.length === 0) return { resourceExceptionDates: ["can't be blank"] };
  if (entries.length > mostEntries) {
    return { resourceExceptionDates: [`is too long (maximum is ${mostEntries} items)`] };
  }
  const isRepeated = new Set(entries.map(exceptionKey)).size < entries.length;
  const isOutOfReach = !entries.every(({ exceptionDate }) => isWithinReach(exceptionDate));
  const areHoursBad = entries.some(({ openingHours }) => openingHours && !normalizeOpeningHours(openingHours));
  return {
    ...(isRepeated && { exceptionDate: ['has already been taken'] }),
    ...(isOutOfReach && { exceptionDate: ['is invalid'] }),
    ...(areHoursBad && { openingHours: ['is invalid'] }),
  };
}
