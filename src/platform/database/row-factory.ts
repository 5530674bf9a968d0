/** Makes an object of the values of one row. */
export type RowFactory = (values: readonly unknown[]) => object;

const maxFactories = 1_000;
const factories = new Map<string, RowFactory>();

/**
 * The function that makes objects of rows with these columns. It is compiled once for the same columns; only the newest
 * 1,000 are kept, because clients of GraphQL choose what they select.
 *
 * Columns `person.id`, `person.name`, … become one object `person`, which is null if its id is null.
 *
 * @param columns their names; with a dot in them, the first of the same prefix must be the id
 */
export function rowFactoryOf(columns: readonly string[]): RowFactory {
  const key = columns.join('\0');
  const known = factories.get(key);
  if (known) return known;
  if (factories.size >= maxFactories) factories.clear();
  const factory = createRowFactory(columns);
  factories.set(key, factory);
  return factory;
}

/**
 * The driver's own objects have so many properties, added one by one, that V8 keeps them as hash tables: 750 rows of 85
 * columns took twice as long to make and to read. So the object is a literal, in code that is compiled for it.
 */
function createRowFactory(columns: readonly string[]): RowFactory {
  const own: string[] = [];
  const nested = new Map<string, { first: number; properties: string[] }>();
  for (const [index, column] of columns.entries()) {
    const dot = column.indexOf('.');
    if (dot < 0) {
      own.push(`${propertyName(column)}: values[${index}]`);
      continue;
    }
    const name = column.slice(0, dot);
    const group = nested.get(name) ?? { first: index, properties: [] };
    group.properties.push(`${propertyName(column.slice(dot + 1))}: values[${index}]`);
    nested.set(name, group);
  }
  for (const [name, { first, properties }] of nested) {
    own.push(`${propertyName(name)}: values[${first}] === null ? null : { ${properties.join(', ')} }`);
  }
  return new Function('values', `return { ${own.join(', ')} };`) as RowFactory;
}

/** A plain `"__proto__": …` in a literal would set the prototype. */
function propertyName(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}
