const dayLength = 86_400_000;

/** Adds days to a plain date such as `2026-03-03`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);
}

/** The number of days from a plain date to another one, with both. */
export function daysFrom(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayLength + 1;
}

/** The Monday of the week of a plain date. */
export function mondayOf(date: string): string {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(date, -weekday);
}

/** The midnight at which a plain date begins, on the wall clock of the account: the server reads it in its zone. */
export function midnightOf(date: string): string {
  return `${date}T00:00:00`;
}

/** Whether a text is a date of the calendar, such as `2026-02-28` but not `2026-02-30`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** Adds minutes to a wall-clock time. */
export function addMinutes(wallTime: string, minutes: number): string {
  return new Date(Date.parse(`${wallTime}Z`) + minutes * 60_000).toISOString().slice(0, 19);
}

/** The minutes from one wall-clock time to another. */
export function minutesBetween(from: string, to: string): number {
  return (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;
}
