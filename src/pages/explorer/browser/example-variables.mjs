/**
 * Returns values for the variables of an example: by name, instants in UTC relative to now. Every other variable is left
 * out.
 */
export function exampleVariables(query, now) {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const at = (...date) => new Date(Date.UTC(...date)).toISOString();
  const values = {
    now: now.toISOString(),
    endOfDay: at(year, month, day + 1),
    inOneDay: at(year, month, day + 1),
    inTwoWeeks: at(year, month, day + 14),
    monthFrom: at(year, month, 1),
    monthTo: at(year, month + 1, 1),
    yearFrom: at(year, 0, 1),
    yearTo: at(year + 1, 0, 1),
  };
  const names = [...query.matchAll(/\$(\w+):/g)].map(([, name]) => name);
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}
