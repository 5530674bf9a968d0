import { snakeCase } from '../../../platform/text.js';
import type { Route } from '../route.js';

/** Converts `FindBookingByExternalId` to `find booking by external id`, and `find_by` to `find by`. */
export const inWords = (name: string): string => snakeCase(name).replaceAll('_', ' ');

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts `gift_card` to `GiftCard`. */
export const pascalCase = (name: string): string => name.split('_').map(capitalised).join('');

/** Replaces the attribute names in a description of the schema by those of REST. */
export const inRestNames = (text: string): string => text.replaceAll(/\b[a-z]+[A-Z]\w*/g, snakeCase);

/** Returns the description of a field, with the reason if it is deprecated. */
export function notesOf({ description, deprecationReason }: Described): { description?: string; deprecated?: true } {
  const text = [description, deprecationReason].filter(Boolean).join(' ');
  return { ...(text && { description: inRestNames(text) }), ...(deprecationReason != null && { deprecated: true }) };
}

interface Described {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}

/** The names of an operation in the document. */
export interface OperationNames {
  operationId: string;
  summary: string;
  /** The resource: the first segment of the path, in words. */
  tag: string;
}

/** Names each route after its GraphQL operation and, if several routes share it, after the additional path segments. */
export function nameRoutes(routes: readonly Route[]): ReadonlyMap<Route, OperationNames> {
  const names = new Map<Route, OperationNames>();
  const taken = new Set<string>();
  for (const [operation, sharing] of Map.groupBy(routes, (route) => route.operation)) {
    const [shortest = []] = sharing.map(({ path }) => literals(path)).sort((one, other) => one.length - other.length);
    for (const [index, route] of sharing.entries()) {
      const [tag = ''] = literals(route.path);
      const added = literals(route.path).filter((segment) => !shortest.includes(segment));
      const id = operation.charAt(0).toLowerCase() + operation.slice(1) + added.map(pascalCase).join('');
      const byMethod = `${id}By${capitalised(route.method.toLowerCase())}`;
      const operationId = [id, byMethod].find((name) => !taken.has(name)) ?? `${byMethod}${index + 1}`;
      taken.add(operationId);
      const summary = [inWords(operation), ...added.map(inWords)].join(', ');
      names.set(route, { operationId, summary: capitalised(summary), tag: capitalised(inWords(tag)) });
    }
  }
  return names;
}

const literals = (path: string): string[] =>
  path.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'));
