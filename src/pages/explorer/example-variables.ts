/**
 * Returns values for the variables of an example by name: times without an offset, which the server reads in the time zone
 * of the account. Every other variable is left out.
 *
 * @param zone the account's time zone, which decides what "today" and "this month" are
 */
export function exampleVariables(query: string, now: Date, zone: string): Record<string, string> {
  // The Swedish format is `2026-11-25 08:30:00`.
  const local = now.toLocaleString('sv-SE', { timeZone: zone });
  const [year = 0, month = 0, day = 0] = local.slice(0, 10).split('-').map(Number);
  const midnight = (...date: [year: number, month: number, day: number]): string =>
    `${new Date(Date.UTC(...date)).toISOString().slice(0, 10)} 00:00`;
  const values: Record<string, string> = {
    now: local,
    endOfDay: midnight(year, month - 1, day + 1),
    inOneDay: midnight(year, month - 1, day + 1),
    inTwoWeeks: midnight(year, month - 1, day + 14),
    monthFrom: midnight(year, month - 1, 1),
    monthTo: midnight(year, month, 1),
    yearFrom: midnight(year, 0, 1),
    yearTo: midnight(year + 1, 0, 1),
  };
  const names = [...query.matchAll(/\$(\w+):/g)].map(([, name = '']) => name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
