/** The opening hours of a day as a form shows them. Without times and not closed, none are set. */
export interface EnteredHours {
  isClosed: boolean;
  /** Pairs of times such as `09:00`. A time that is not entered yet is empty. */
  intervals: readonly (readonly [open: string, close: string])[];
}

const time = /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * Reads opening hours such as `09:00–12:00, 13:00–17:00`, or `closed`. The end of the day is 00:00, because inputs of times
 * have no 24:00.
 *
 * @returns undefined for a text that inputs of times cannot show, such as one with a closing after 24:00
 */
export function dayHoursOf(text: string): EnteredHours | undefined {
  if (/^\s*closed\s*$/i.test(text)) return { isClosed: true, intervals: [] };
  const intervals: [string, string][] = [];
  for (const part of text.split(',')) {
    const [open = '', close = '', ...others] = part.split(/[–-]/).map((entered) => entered.trim());
    const shownClose = close === '24:00' ? '00:00' : close;
    if (others.length > 0 || !time.test(open) || !time.test(shownClose)) return undefined;
    intervals.push([open, shownClose]);
  }
  return { isClosed: false, intervals };
}

/** Writes opening hours as `dayHoursOf` reads them. */
export function dayHoursText({ isClosed, intervals }: EnteredHours): string {
  if (isClosed) return 'closed';
  const [[open, close] = ['', ''], ...others] = intervals;
  if (open === '' && close === '' && others.length === 0) return '';
  return intervals.map(([from, to]) => `${from}–${to === '00:00' ? '24:00' : to}`).join(', ');
}

const units = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
export type PeriodUnit = (typeof units)[number];

export interface EnteredPeriod {
  /** As it is entered. */
  count: string;
  unit: PeriodUnit;
}

/** The units of a period that the server reads as a text. */
export const periodUnits: readonly PeriodUnit[] = units;

/** The units of a period that the server keeps in minutes, with the minutes of each. */
export const minutesOf = { minutes: 1, hours: 60, days: 1_440 } as const satisfies Partial<Record<PeriodUnit, number>>;

/** Reads a period such as `24 hours`. @returns undefined for another text, such as `in the morning` */
export function periodOf(text: string): EnteredPeriod | undefined {
  if (text.trim() === '') return { count: '', unit: 'hours' };
  const [, count = '', name = ''] = /^\s*(\d{1,9}) (\w{1,10}?)s?\s*$/.exec(text) ?? [];
  const unit = units.find((known) => known === `${name.toLowerCase()}s`);
  return unit && { count, unit };
}

/** Writes a period as `periodOf` reads it. */
export function periodText({ count, unit }: EnteredPeriod): string {
  return count.trim() === '' ? '' : `${count.trim()} ${unit}`;
}

/** From this number of minutes on, a period is read in hours: up to it, people say 60 or 90 minutes. */
const leastInHours = 240;

/** Reads a number of minutes as a period of the largest unit in which it is a whole number. */
export function periodOfMinutes(text: string): EnteredPeriod | undefined {
  const entered = text.trim();
  if (entered === '') return { count: '', unit: 'minutes' };
  if (!/^\d{1,9}$/.test(entered)) return undefined;
  const minutes = Number(entered);
  for (const unit of ['days', 'hours'] as const) {
    const count = minutes / minutesOf[unit];
    if (minutes >= leastInHours && Number.isInteger(count)) return { count: String(count), unit };
  }
  return { count: entered, unit: 'minutes' };
}

export interface EnteredLength {
  /** As they are entered. */
  hours: string;
  minutes: string;
}

/** Reads a number of minutes as hours and minutes. Another text is shown as the minutes. */
export function lengthOf(text: string): EnteredLength {
  if (!/^\d{1,9}$/.test(text)) return { hours: '', minutes: text };
  return { hours: String(Math.floor(Number(text) / 60)), minutes: String(Number(text) % 60) };
}

/** Writes a length in minutes. If one of both is no number, the text is none either, so that it is refused. */
export function lengthText({ hours, minutes }: EnteredLength): string {
  const entered = [hours.trim(), minutes.trim()];
  if (entered.every((part) => part === '')) return '';
  if (entered.every((part) => /^\d{0,6}$/.test(part))) return String(Number(entered[0]) * 60 + Number(entered[1]));
  return entered.join(':');
}

/** Writes a period in minutes. What is not a number stays a text, so that the server returns its error. */
export function minutesText({ count, unit }: EnteredPeriod): string {
  const entered = count.trim();
  if (!/^\d{1,9}$/.test(entered)) return entered;
  const factor = Object.entries(minutesOf).find(([name]) => name === unit)?.[1] ?? 1;
  return String(Number(entered) * factor);
}
