import type { FieldErrors } from '../../platform/errors.js';
import { type WeekHours, weekdayAttributes } from './opening-hours.columns.js';
import { normalizeOpeningHours, type OpeningHours } from './opening-hours.rules.js';

/** First opening and last closing of a weekday, 0 = Monday: the deprecated way to give hours without breaks. */
export type SpanAttribute = `open${number}` | `close${number}`;
export type WeekdaySpans = { readonly [Attribute in SpanAttribute]?: string | null };

export const openAttribute = (weekday: number): SpanAttribute => `open${weekday}`;
export const closeAttribute = (weekday: number): SpanAttribute => `close${weekday}`;

export interface StoredHours {
  hours: Partial<WeekHours>;
  errors: FieldErrors;
}

/**
 * Opening hours in the form in which they are stored, of the weekdays that are given.
 *
 * @param current the record's hours so far
 * @param spans count for weekdays that are not in `given`; one end alone moves that end of the hours so far
 * @returns also an error for each attribute whose times are not valid (spec, Slots)
 */
export function storedHours(given: Partial<WeekHours>, current: WeekHours, spans: WeekdaySpans = {}): StoredHours {
  const hours: Partial<WeekHours> = {};
  const errors: FieldErrors = {};
  for (const [weekday, attribute] of weekdayAttributes.entries()) {
    const isSpan = given[attribute] === undefined;
    const times = isSpan ? hoursOfSpan(spans, weekday, current[attribute]) : given[attribute];
    if (times === undefined) continue;
    const stored = times && normalizeOpeningHours(times);
    if (stored === undefined) errors[isSpan ? givenEnd(spans, weekday) : attribute] = ['is invalid'];
    else hours[attribute] = stored;
  }
  return { hours, errors };
}

/** Breaks stay when one end moves, and go when both are given. An end that is nowhere to be had makes them invalid. */
function hoursOfSpan(spans: WeekdaySpans, weekday: number, current: OpeningHours): OpeningHours | undefined {
  const open = spans[openAttribute(weekday)];
  const close = spans[closeAttribute(weekday)];
  if (open === undefined && close === undefined) return undefined;
  const breaks = open === undefined || close === undefined ? (current ?? []).slice(1, -1) : [];
  const from = open === undefined ? current?.[0] : open;
  const to = close === undefined ? current?.at(-1) : close;
  return from || to ? [from ?? '', ...breaks, to ?? ''] : null;
}

const givenEnd = (spans: WeekdaySpans, weekday: number): SpanAttribute =>
  spans[closeAttribute(weekday)] === undefined ? openAttribute(weekday) : closeAttribute(weekday);
