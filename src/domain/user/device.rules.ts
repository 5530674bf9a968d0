/** Programs by their mark in a `User-Agent` header. The first that matches counts: many name those that they resemble. */
const programs: readonly (readonly [mark: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const systems: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
];

/** Returns a name such as `Firefox on Windows` for a `User-Agent` header, or the name of a program that is no browser. */
export function deviceOf(userAgent: string): string {
  const nameIn = (list: typeof programs) => list.find(([mark]) => userAgent.includes(mark))?.[1];
  const [program, system] = [nameIn(programs), nameIn(systems)];
  if (program === undefined) return userAgent.split(/[\s/]/, 1)[0] || userAgent;
  return system === undefined ? program : `${program} on ${system}`;
}
