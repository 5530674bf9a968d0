import { type DayHours, wholeDays } from '../../bookings/opening-hours.rules.js';
import { addDays, mondayOf } from '../../dates.js';

export const modes = ['day', 'week', 'timeline'] as const;
export type Mode = (typeof modes)[number];

export function isMode(text: string | null): text is Mode {
  return modes.some((mode) => mode === text);
}

/** The dates that a mode shows: the day itself, or the week from Monday. The end is excluded. */
export function shownDates(mode: Mode, date: string): { from: string; to: string } {
  if (mode === 'day') return { from: date, to: addDays(date, 1) };
  const monday = mondayOf(date);
  return { from: monday, to: addDays(monday, 7) };
}

/** Shown if nothing is open, in hours. */
const usualDay = { min: 8, max: 18 };

/**
 * The hours of the day from the first opening to the last closing, with an hour around them; the whole day if hours pass
 * midnight. The hours of the day before the first one count only for that. The grid is scrolled to `first`.
 */
export function shownHours(hours: readonly DayHours[]): { min: string; max: string; first: string } {
  const isPast = (time: string) => time > '24:00';
  const isNight = hours.some(({ openingHours }) => openingHours?.some(isPast));
  const times = wholeDays(hours)
    .flatMap(({ openingHours }) => openingHours ?? [])
    .map((time) => time.slice(0, 5))
    .toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) {
    const [min, max] = [clock(usualDay.min), clock(usualDay.max)];
    return isNight ? { min: '00:00', max: '24:00', first: min } : { min, max, first: min };
  }
  const begin = clock(Math.max(0, Number(first.slice(0, 2)) - 1));
  if (isNight) return { min: '00:00', max: '24:00', first: begin };
  const lastHour = Number(last.slice(0, 2)) + (last.endsWith(':00') ? 0 : 1);
  return { min: begin, max: clock(Math.min(24, lastHour + 1)), first: begin };
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Adds minutes to a wall-clock time. */
export function addMinutes(wallTime: string, minutes: number): string {
  return new Date(Date.parse(`${wallTime}Z`) + minutes * 60_000).toISOString().slice(0, 19);
}

/** The wall-clock time in a date whose local parts are those of the wall clock, as the calendar gives it. */
export function wallTimeOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
