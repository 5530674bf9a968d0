import { addDays, isDate, midnightOf } from '../../dates.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';

/** Dates are plain dates such as `2026-03-01`, on the calendar of the account. Both ends of a period are included. */
interface Period {
  from: string;
  to: string;
}

export const comparisons = ['none', 'previous-period', 'previous-year'] as const;
export type Comparison = (typeof comparisons)[number];

export const presets = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-year',
  'next-30-days',
] as const;
export type Preset = (typeof presets)[number];

export interface PeriodChoice {
  preset: Preset | 'custom';
  period: Period;
  comparison: Comparison;
  /** The reason why the dates of the address cannot be used. The period is the default one then. */
  problem: string | undefined;
}

/** In days. The server reads at most a leap year at once. */
export const maxDays = 366;
const defaultPreset: Preset = 'last-30-days';
const defaultComparison: Comparison = 'previous-period';
const dayLength = 86_400_000;

/** Reads the choice from the query of an address. Unknown values give the defaults: 30 days, compared with those before. */
export function readChoice(search: URLSearchParams, today: string): PeriodChoice {
  const comparison = comparisons.find((name) => name === search.get('compare')) ?? defaultComparison;
  const given = search.get('period');
  if (given === 'custom') {
    const period = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
    const problem = problemOf(period);
    if (problem === undefined) return { preset: 'custom', period, comparison, problem };
    return { preset: 'custom', period: presetPeriodOf(defaultPreset, today), comparison, problem };
  }
  const preset = presets.find((name) => name === given) ?? defaultPreset;
  return { preset, period: presetPeriodOf(preset, today), comparison, problem: undefined };
}

/** Returns the query of an address that `readChoice` reads back. It contains dates only if the user entered them. */
export function toQuery({ preset, period, comparison }: Omit<PeriodChoice, 'problem'>): Record<string, string> {
  return {
    period: preset,
    ...(preset === 'custom' && period),
    ...(comparison !== defaultComparison && { compare: comparison }),
  };
}

/** Returns why a period cannot be used, as a sentence. */
export function problemOf({ from, to }: Period): string | undefined {
  if (!isDate(from) || !isDate(to)) return t.figures.enterDates;
  const days = daysOf({ from, to });
  if (days < 1) return t.figures.wrongOrder;
  if (days > maxDays) return t.figures.tooLong({ maximum: maxDays, days });
  return undefined;
}

export function daysOf({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength + 1;
}

export function presetPeriodOf(preset: Preset, today: string): Period {
  const year = today.slice(0, 4);
  const monthStart = `${today.slice(0, 7)}-01`;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last-7-days':
      return { from: addDays(today, -6), to: today };
    case 'last-30-days':
      return { from: addDays(today, -29), to: today };
    case 'last-90-days':
      return { from: addDays(today, -89), to: today };
    case 'next-30-days':
      return { from: today, to: addDays(today, 29) };
    case 'this-month':
      return { from: monthStart, to: addDays(`${addDays(monthStart, 31).slice(0, 7)}-01`, -1) };
    case 'last-month': {
      const to = addDays(monthStart, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'this-year':
      return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
}

/** The length of a group in plots over time, so that at most about 100 bars are drawn. */
export function stepOf(period: Period): 'DAY' | 'WEEK' {
  return daysOf(period) <= 92 ? 'DAY' : 'WEEK';
}

/** Converts a period to the local times that the server takes. It excludes the second one. */
export function toDuring({ from, to }: Period): { from: string; to: string } {
  return { from: midnightOf(from), to: midnightOf(addDays(to, 1)) };
}

/** Returns the period with which the server compares one. Undefined for no comparison. */
export function earlierOf({ from, to }: Period, comparison: Comparison): Period | undefined {
  switch (comparison) {
    case 'none':
      return undefined;
    case 'previous-period':
      return { from: addDays(from, -daysOf({ from, to })), to: addDays(from, -1) };
    case 'previous-year':
      return { from: yearBefore(from), to: yearBefore(to) };
  }
}

/** 29 February becomes the 28th. */
function yearBefore(date: string): string {
  const earlier = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return isDate(earlier) ? earlier : addDays(date, -366);
}

/** Names a period in a sentence: `October 2026` if it is that month, otherwise its dates. */
export function nameOfPeriod({ from, to }: Period): string {
  const { date, month, shortDate } = formats();
  const isMonth = from.endsWith('-01') && addDays(to, 1).endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);
  if (isMonth) return month(from);
  return from === to ? date(from) : `${shortDate(from)} – ${date(to)}`;
}

/** The comparison as the server takes it. */
export function toCompare(comparison: Comparison): 'PREVIOUS_PERIOD' | 'PREVIOUS_YEAR' | null {
  switch (comparison) {
    case 'none':
      return null;
    case 'previous-period':
      return 'PREVIOUS_PERIOD';
    case 'previous-year':
      return 'PREVIOUS_YEAR';
  }
}
