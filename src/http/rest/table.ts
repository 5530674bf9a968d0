import { type FieldNode, Kind, type SelectionNode } from 'graphql';
import type { Operation } from '../../graphql/operations.js';
import type { ObjectLock } from './precondition.js';
import type { Answer, Route } from './route.js';
import { parameterNames, Router } from './router.js';
import { type Binding, bindVariables, renamedFields } from './variables.js';

/** A route that is known to fit its operation. */
export interface PreparedRoute {
  route: Route;
  operation: Operation;
  bindings: readonly Binding[];
  renamed: ReadonlyMap<string, string>;
  /** The object that it changes, and the route that reads it, for `If-Match`. */
  object?: ObjectLock & { reader: PreparedRoute };
}

/**
 * Checks every row against the operations and the schema, so that a row that could not answer stops the start.
 *
 * @throws Error that lists every row that does not fit
 */
export function prepareRoutes(
  routes: readonly Route[],
  operations: ReadonlyMap<string, Operation>,
): Router<PreparedRoute> {
  const router = new Router<PreparedRoute>();
  const problems: string[] = [];
  const readers: PreparedRoute[] = [];
  for (const route of [...routes].sort(readersFirst)) {
    try {
      const row = prepare(route, operations);
      if (route.method === 'GET') readers.push(row);
      else row.object = objectOf(row, readers);
      router.add(route.method, route.path, row);
    } catch (error) {
      problems.push(`${route.method} ${route.path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new Error(`Routes do not fit the schema:\n${problems.join('\n')}`);
  return router;
}

function prepare(route: Route, operations: ReadonlyMap<string, Operation>): PreparedRoute {
  const operation = operations.get(route.operation);
  if (!operation) throw new Error(`no operation ${route.operation}`);
  const bindings = bindVariables(route, operation);
  checkPath(route.path, bindings);
  checkAnswer(route.answer, operation);
  return { route, operation, bindings, renamed: renamedFields(bindings) };
}

const readersFirst = (a: Route, b: Route): number => Number(b.method === 'GET') - Number(a.method === 'GET');

/**
 * The object that a route changes, and its reader: the GET route of the same path, or of the longest beginning of it.
 *
 * @throws Error if there is a reader and the route does not name the object, or the other way round
 */
function objectOf({ route, bindings }: PreparedRoute, readers: readonly PreparedRoute[]): PreparedRoute['object'] {
  const { changes } = route;
  const reader = readerOf(route, readers);
  if (!reader && !changes) return undefined;
  if (!changes) throw new Error('does not name the object that it changes');
  if (!reader) throw new Error(`no route reads the ${changes.kind} that it changes`);
  const { kind, variable } = changes;
  if (variable === undefined) return { reader, kind, parameter: undefined };
  const source = bindings.find(({ target }) => target.join('.') === variable)?.source;
  if (source?.from !== 'path') throw new Error(`$${variable} is not from the path`);
  return { reader, kind, parameter: source.name };
}

function readerOf({ answer, path }: Route, readers: readonly PreparedRoute[]): PreparedRoute | undefined {
  if (answer.kind !== 'object') return undefined;
  const [reader] = readers
    .filter((row) => row.route.answer.kind === 'object' && row.route.answer.wrapper === answer.wrapper)
    .filter((row) => path === row.route.path || path.startsWith(`${row.route.path}/`))
    .sort((a, b) => b.route.path.length - a.route.path.length);
  return reader;
}

/** Every parameter of the path is read, and none that it does not have. */
function checkPath(path: string, bindings: readonly Binding[]): void {
  const given = parameterNames(path);
  const read = bindings.flatMap(({ source }) => (source.from === 'path' ? [source.name] : []));
  for (const name of read) if (!given.includes(name)) throw new Error(`no :${name} in the path`);
  for (const name of given) if (!read.includes(name)) throw new Error(`:${name} is not read`);
}

/** The document must alias what the row says it answers: `{ person }`, or `{ page { total items { person } } }`. */
function checkAnswer(answer: Answer, operation: Operation): void {
  const [root, ...others] = fieldsOf(operation.definition.selectionSet.selections);
  if (!root || others.length > 0) throw new Error(`${operation.name} must have one root field`);
  if (answer.kind === 'object') {
    if (keyOf(root) !== answer.wrapper) throw new Error(`${operation.name} has no ${answer.wrapper}`);
    return;
  }
  const fields = fieldsOf(root.selectionSet?.selections ?? []);
  const items = fields.find((field) => keyOf(field) === 'items');
  const wraps = fieldsOf(items?.selectionSet?.selections ?? []).some((field) => keyOf(field) === answer.wrapper);
  if (keyOf(root) !== 'page' || !wraps)
    throw new Error(`${operation.name} has no page { items { ${answer.wrapper} } }`);
  if (answer.pageSize !== undefined && !fields.some((field) => keyOf(field) === 'total')) {
    throw new Error(`${operation.name} has no page { total }`);
  }
}

function fieldsOf(selections: readonly SelectionNode[]): FieldNode[] {
  return selections.filter((selection) => selection.kind === Kind.FIELD);
}

const keyOf = (field: FieldNode): string => field.alias?.value ?? field.name.value;
