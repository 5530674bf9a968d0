import { type FieldNode, Kind, type SelectionNode } from 'graphql';
import type { LockKind, Operation } from '../../graphql/operations.js';
import { responseKey } from '../../platform/selections.js';
import { deprecatedAttributes } from './deprecations.js';
import { type FileFormat, isFileFormat } from './export/formats.js';
import type { ResponseShape, Route } from './route.js';
import { parameterNames, Router } from './router.js';
import { type Binding, bindVariables, inDeclaredOrder, renamedFields } from './variables.js';

/** The lock of the object that a route changes. */
interface ObjectLock {
  kind: LockKind;
  /** The path parameter that holds its id. Undefined for the account itself. */
  parameter: string | undefined;
  /** Whether the id is that of a booking whose visit it is. */
  isVisit?: boolean;
  /** Set for an occurrence of a series: the variables that hold its id and that of its collection. */
  occurrence?: { id: string; collection: string };
}

/** A route that was checked against its operation. */
export interface PreparedRoute extends Omit<Route, 'operation' | 'files'> {
  operation: Operation;
  bindings: readonly Binding[];
  /** Names in errors that differ from the snake case of the field, by field. */
  renamed: ReadonlyMap<string, string>;
  /** Deprecated attributes that its requests may contain. */
  deprecated: readonly string[];
  /** Reads the list for a file. */
  exports?: Operation;
  /** Read the object for a file, by format. */
  files: Readonly<Partial<Record<FileFormat, Operation>>>;
  /** The object that it changes, and the route that reads it, for `If-Match`. */
  object?: ObjectLock & { reader: PreparedRoute };
}

/**
 * Checks every route against its operation and the schema, so that an invalid route stops the start.
 *
 * @throws Error that lists every invalid route
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
      const prepared = prepareRoute(route, operations);
      if (route.method === 'GET') readers.push(prepared);
      else prepared.object = objectOf(prepared, readers);
      router.add(route.method, route.path, prepared);
    } catch (error) {
      problems.push(`${route.method} ${route.path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (problems.length > 0) throw new Error(`Routes do not fit the schema:\n${problems.join('\n')}`);
  return router;
}

/** Checks one route against its operation. @throws Error that says what does not fit */
export function prepareRoute(route: Route, operations: ReadonlyMap<string, Operation>): PreparedRoute {
  const operation = operations.get(route.operation);
  if (!operation) throw new Error(`no operation ${route.operation}`);
  const bindings = bindVariables(route, operation);
  checkPath(route.path, bindings);
  checkResponse(route.response, operation);
  const ordered = inDeclaredOrder(bindings, operation);
  const exports = route.exportedBy === undefined ? undefined : exportOf(route.exportedBy, bindings, operations);
  const names = { renamed: renamedFields(bindings), deprecated: deprecatedAttributes(bindings) };
  const files = filesOf(route, bindings, operations);
  return { ...route, operation, bindings: ordered, ...names, files, ...(exports && { exports }) };
}

/** The variables of lists that exports do not have: they read all pages, and their own columns. */
const withoutExport = ['page', 'perPage', 'extended'];

function exportOf(name: string, bindings: readonly Binding[], operations: ReadonlyMap<string, Operation>): Operation {
  const operation = operations.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  for (const { target } of bindings) {
    const [variable = ''] = target;
    if (!withoutExport.includes(variable) && !operation.variables.has(variable)) {
      throw new Error(`${name} has no $${variable}`);
    }
  }
  return operation;
}

function filesOf(
  { files = {} }: Route,
  bindings: readonly Binding[],
  operations: ReadonlyMap<string, Operation>,
): PreparedRoute['files'] {
  const named = Object.entries(files).map(([format, name]) => {
    if (!isFileFormat(format)) throw new Error(`no files are ${format}`);
    return [format, exportOf(name, bindings, operations)] as const;
  });
  return Object.fromEntries(named);
}

const readersFirst = (a: Route, b: Route): number => Number(b.method === 'GET') - Number(a.method === 'GET');

/**
 * The object that a route changes, and its reader: the GET route of the same path, or of the longest beginning of it.
 *
 * @throws Error if there is a reader and the route does not name the object, or the other way round
 */
function objectOf(route: PreparedRoute, readers: readonly PreparedRoute[]): PreparedRoute['object'] {
  const { changes, bindings } = route;
  if (!changes && isByToken(route)) return undefined;
  const reader = changes?.series
    ? readers.find(({ path }) => path === changes.series?.reader)
    : readerOf(route, readers);
  if (!reader && !changes) return undefined;
  if (!changes) throw new Error('does not name the object that it changes');
  if (!reader) throw new Error(`no route reads the ${changes.kind} that it changes`);
  const { kind, variable, series, isVisit = false } = changes;
  if (variable === undefined) return { reader, kind, parameter: undefined };
  if (series) return { reader, kind, ...occurrenceOf(reader, variable, series.variable, bindings) };
  const source = bindings.find(({ target }) => target.join('.') === variable)?.source;
  if (source?.from !== 'path') throw new Error(`$${variable} is not from the path`);
  return { reader, kind, parameter: source.name, isVisit };
}

/** @throws Error if the reader does not have one parameter, or the route does not have both variables */
function occurrenceOf(
  reader: PreparedRoute,
  id: string,
  collection: string,
  bindings: readonly Binding[],
): Pick<ObjectLock, 'parameter' | 'occurrence'> {
  const [parameter, ...others] = parameterNames(reader.path);
  if (parameter === undefined || others.length > 0) throw new Error(`${reader.path} does not have one parameter`);
  for (const variable of [id, collection]) {
    if (!bindings.some(({ target }) => target.join('.') === variable)) throw new Error(`$${variable} is not read`);
  }
  return { parameter, occurrence: { id, collection } };
}

/** Whether a request names its object by a token that does not contain the id. `If-Match` locks and compares an object by its id. */
const isByToken = ({ path }: Pick<Route, 'path'>): boolean =>
  path.includes('/:waitlist_token') || path === '/me/session';

function readerOf({ response, path }: PreparedRoute, readers: readonly PreparedRoute[]): PreparedRoute | undefined {
  if (response.kind !== 'object') return undefined;
  const [reader] = readers
    .filter((route) => route.response.kind === 'object' && route.response.wrapper === response.wrapper)
    .filter((route) => path === route.path || path.startsWith(`${route.path}/`))
    .sort((a, b) => b.path.length - a.path.length);
  return reader;
}

/** Checks that the variables use every parameter of the path, and no other. */
function checkPath(path: string, bindings: readonly Binding[]): void {
  const given = parameterNames(path);
  const read = bindings.flatMap(({ source }) => (source.from === 'path' ? [source.name] : []));
  for (const name of read) if (!given.includes(name)) throw new Error(`no :${name} in the path`);
  for (const name of given) if (!read.includes(name)) throw new Error(`:${name} is not read`);
}

/** Checks the aliases of the document: `{ person }` for an object, `{ page { total items { person } } }` for a list. */
function checkResponse(response: ResponseShape, operation: Operation): void {
  const [root, ...others] = fieldsOf(operation.definition.selectionSet.selections);
  if (!root || others.length > 0) throw new Error(`${operation.name} must have one root field`);
  if (response.kind === 'object') {
    if (responseKey(root) !== response.wrapper) throw new Error(`${operation.name} has no ${response.wrapper}`);
    return;
  }
  const fields = fieldsOf(root.selectionSet?.selections ?? []);
  const items = fields.find((field) => responseKey(field) === 'items');
  const wraps = fieldsOf(items?.selectionSet?.selections ?? []).some(
    (field) => responseKey(field) === response.wrapper,
  );
  if (responseKey(root) !== 'page' || !wraps) {
    throw new Error(`${operation.name} has no page { items { ${response.wrapper} } }`);
  }
  if (response.pageSize !== undefined && !fields.some((field) => responseKey(field) === 'total')) {
    throw new Error(`${operation.name} has no page { total }`);
  }
}

function fieldsOf(selections: readonly SelectionNode[]): FieldNode[] {
  return selections.filter((selection) => selection.kind === Kind.FIELD);
}
