/** Returns the texts of a catalogue by path. Those of functions are left out. */
export function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => textsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** Returns the texts that the functions of a catalogue write, by path, with marks such as `⟦0⟧` in the place of their arguments. */
export function templatesOf(value: unknown, path = ''): [path: string, template: string][] {
  if (typeof value === 'function') {
    const names = Array.from({ length: value.length }, (_, index) => `⟦${index}⟧`);
    const marks = names.map((name) => new Proxy(() => name, { get: (_target, key) => markOf(name, key) }));
    return textsOf(value(...marks), path);
  }
  if (typeof value !== 'object') return [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    templatesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The argument itself in a text, or one of its properties. */
function markOf(name: string, key: string | symbol): unknown {
  if (key === Symbol.toPrimitive || key === 'toString') return () => name;
  return `${name.slice(0, -1)}.${String(key)}⟧`;
}
