import { type DayHours, wholeDays } from '../../bookings/opening-hours.rules.js';
import { addDays, mondayOf } from '../../dates.js';

export const modes = ['agenda', 'day', 'days', 'week', 'month', 'timeline'] as const;
export type Mode = (typeof modes)[number];

export function isMode(text: string | null): text is Mode {
  return modes.some((mode) => mode === text);
}

/** The dates that a mode shows. A week begins on Monday, and a month has whole weeks. The end is excluded. */
export function shownDates(mode: Mode, date: string): { from: string; to: string } {
  switch (mode) {
    case 'day':
      return { from: date, to: addDays(date, 1) };
    case 'days':
      return { from: date, to: addDays(date, 3) };
    case 'agenda':
      return { from: date, to: addDays(date, 7) };
    case 'week':
    case 'timeline':
      return { from: mondayOf(date), to: addDays(mondayOf(date), 7) };
    case 'month': {
      const last = addDays(monthsLater(`${date.slice(0, 8)}01`, 1), -1);
      return { from: mondayOf(`${date.slice(0, 8)}01`), to: addDays(mondayOf(last), 7) };
    }
  }
}

/** The date to which "Earlier" and "Later" go. @param direction -1 or 1 */
export function nextDate(mode: Mode, date: string, direction: -1 | 1): string {
  switch (mode) {
    case 'day':
      return addDays(date, direction);
    case 'days':
      return addDays(date, 3 * direction);
    case 'agenda':
    case 'week':
    case 'timeline':
      return addDays(date, 7 * direction);
    case 'month':
      return monthsLater(date, direction);
  }
}

/** The same day of another month, or the last one of a month that is shorter. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}

/** The times that two lines of a grid with hours can be apart. */
export const rowMinutes = [15, 30, 60] as const;
export type RowMinutes = (typeof rowMinutes)[number];

export function isRowMinutes(value: unknown): value is RowMinutes {
  return rowMinutes.some((minutes) => minutes === value);
}

/** Lower ones would not show a line of text, in pixels. */
const minRowHeight = 28;

/** The height of the rows with which the shown hours fill the page. In pixels. @param available in pixels */
export function rowHeightOf(
  { min, max }: { min: string; max: string },
  available: number,
  minutes: RowMinutes,
): number {
  const rows = (60 / minutes) * (Number(max.slice(0, 2)) - Number(min.slice(0, 2)));
  return Math.max(minRowHeight, Math.floor(available / rows));
}

/** The hours of a day, without a fold. */
export const wholeDay = { min: '00:00', max: '24:00' };

/** Shown if nothing is open, in hours. */
const usualDay = { min: 8, max: 18 };

/**
 * The hours of the day from the first opening to the last closing, with an hour around them; the whole day if hours pass
 * midnight. The hours of the day before the first one count only for that. The grid is scrolled to `first`.
 */
export function gridHoursOf(hours: readonly DayHours[]): { min: string; max: string; first: string } {
  const isPast = (time: string) => time > '24:00';
  const isNight = hours.some(({ openingHours }) => openingHours?.some(isPast));
  const times = wholeDays(hours)
    .flatMap(({ openingHours }) => openingHours ?? [])
    .map((time) => time.slice(0, 5))
    .toSorted();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) {
    const [min, max] = [clock(usualDay.min), clock(usualDay.max)];
    return isNight ? { ...wholeDay, first: min } : { min, max, first: min };
  }
  const begin = clock(Math.max(0, Number(first.slice(0, 2)) - 1));
  if (isNight) return { ...wholeDay, first: begin };
  const lastHour = Number(last.slice(0, 2)) + (last.endsWith(':00') ? 0 : 1);
  return { min: begin, max: clock(Math.min(24, lastHour + 1)), first: begin };
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The wall-clock time in a date whose local parts are those of the wall clock, as the calendar gives it. */
export function wallTimeOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
