import type { FieldErrors } from '../../platform/errors.js';
import { type WeekHours, weekdayAttributes } from './opening-hours.columns.js';
import { normalizeOpeningHours, type OpeningHours } from './opening-hours.rules.js';

/** The first opening or last closing of a weekday, 0 for Monday. Deprecated, because it cannot express breaks. */
export type SpanAttribute = `open${number}` | `close${number}`;
export type WeekdaySpans = { readonly [Attribute in SpanAttribute]?: string | null };

export const openAttribute = (weekday: number): SpanAttribute => `open${weekday}`;
export const closeAttribute = (weekday: number): SpanAttribute => `close${weekday}`;

export interface StoredHours {
  hours: Partial<WeekHours>;
  errors: FieldErrors;
}

/**
 * Converts the given opening hours to the stored form, with an error for each invalid attribute (spec, Slots).
 *
 * @param current the record's current hours
 * @param spans used for weekdays without `given` hours; a single end moves that end of the current hours
 */
export function toStoredHours(given: Partial<WeekHours>, current: WeekHours, spans: WeekdaySpans = {}): StoredHours {
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

/** Keeps breaks if only one end is given, and drops them if both are. A missing end is empty, which is invalid. */
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
