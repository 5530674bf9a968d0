import type { Route } from '../route.js';
import { capitalised, inWords, pascalCase } from './wording.js';

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
