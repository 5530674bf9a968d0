import { registerEnumType } from 'type-graphql';

/** Registers an enumeration for GraphQL, with the description of each of its values. */
export function describeEnum<Enum extends object>(
  values: Enum,
  name: string,
  description: string,
  descriptions: Readonly<Record<keyof Enum, string>>,
): void {
  const entries = Object.entries<string>(descriptions).map(([value, text]) => [value, { description: text }]);
  registerEnumType(values, { name, description, valuesConfig: Object.fromEntries(entries) });
}
