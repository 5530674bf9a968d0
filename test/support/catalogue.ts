/** Returns the texts of a catalogue by path. Those with values are left out. */
export function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => textsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A mark such as `⟦name⟧` for each value. */
const marks = new Proxy({}, { has: () => true, get: (_target, name) => `⟦${String(name)}⟧` });

/** Returns the texts with values of a catalogue, by path, with marks such as `⟦name⟧` in the place of the values. */
export function templatesOf(value: unknown, path = ''): [path: string, template: string][] {
  if (typeof value === 'function') return [[path, String(value(marks)).replaceAll('NaN', '⟦number⟧')]];
  if (typeof value !== 'object') return [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    templatesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}
