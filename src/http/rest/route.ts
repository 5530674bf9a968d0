import type { LockKind } from '../../graphql/operations.js';

/** The source of the value of a variable. */
export type Source =
  /** A segment of the path. An invalid value is 404. */
  | { from: 'path'; name: string }
  /** A parameter in the URL, or in the body beside the object. `otherName` is an alias. */
  | { from: 'parameter'; name: string; otherName?: string }
  /**
   * The object in the body, under `wrapper` or `otherWrapper`, or in JSON unwrapped. `deprecated`: aliases of its keys.
   */
  | { from: 'object'; wrapper: string; deprecated: Readonly<Record<string, string>>; otherWrapper?: string }
  | { from: 'fixed'; value: string | number | boolean };

/** The form of a response: an object under its name, or an array of such objects, paginated if it has a page size. */
export type ResponseShape = { kind: 'object'; wrapper: string } | { kind: 'list'; wrapper: string; pageSize?: number };

/**
 * A method and path of the REST API, with the GraphQL operation that it executes and the sources of its variables. The
 * name of a variable inside an input object is its path, such as `filter.serviceId`.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments that begin with a colon are parameters. */
  path: string;
  operation: string;
  response: ResponseShape;
  variables: Readonly<Record<string, Source>>;
  /** Set if an account may lack the object although the path has no id. The response is then 404. */
  mayBeMissing?: boolean;
  /** Set if the request may name the price that it expects. The response is 409 if the price is another. */
  hasExpectedPrice?: boolean;
  /** Set if a request needs the session of a visitor, as its Bearer token. The response without one is 401. */
  requiresSession?: boolean;
  /** Set if a request may have such a session, for its attribute that needs one. */
  acceptsSession?: boolean;
  /** The operation that reads the list for a file, by cursors, with the variables of the list apart from its page. */
  exportedBy?: string;
  /** The operations that read the object for a file, by the format of the file, with the variables of the route. */
  files?: Readonly<Record<string, string>>;
  /** The object that a change with `If-Match` locks and compares. */
  changes?: ChangedObject | undefined;
}

/** Names the object that a route changes. */
export interface ChangedObject {
  kind: LockKind;
  /** The variable that holds its id, from the path. Without one, the object is the account itself. */
  variable?: string;
  /** Whether it is the visit of the booking with that id, which has the locks of all its bookings. */
  isVisit?: boolean;
  /** Set if the object is an occurrence of a series. `variable` is then a parameter. */
  series?: {
    /** The variable that holds the id of its collection. */
    variable: string;
    /** The path of the GET route that returns the occurrence. */
    reader: string;
  };
}

type Define = (
  path: string,
  operation: string,
  response: ResponseShape,
  variables?: Route['variables'],
  changes?: ChangedObject,
) => Route;

const define =
  (method: Route['method']): Define =>
  (path, operation, response, variables = {}, changes = undefined) => ({
    method,
    path,
    operation,
    response,
    variables,
    changes,
  });

export const get = define('GET');
export const post = define('POST');
export const put = define('PUT');
export const del = define('DELETE');

export const object = (wrapper: string): ResponseShape => ({ kind: 'object', wrapper });
export const list = (wrapper: string): ResponseShape => ({ kind: 'list', wrapper });
export const page = (wrapper: string, pageSize: number): ResponseShape => ({ kind: 'list', wrapper, pageSize });

export const path = (name: string): Source => ({ from: 'path', name });
export const parameter = (name: string, otherName?: string): Source => ({
  from: 'parameter',
  name,
  ...(otherName !== undefined && { otherName }),
});
export const fixed = (value: string | number | boolean): Source => ({ from: 'fixed', value });
export const body = (wrapper: string, deprecated: Record<string, string> = {}, otherWrapper?: string): Source => ({
  from: 'object',
  wrapper,
  deprecated,
  ...(otherWrapper !== undefined && { otherWrapper }),
});

/** Lets the account turn a route of its public API off. */
export const optional = (route: Route): Route => ({ ...route, mayBeMissing: true });

/** Declares a route of the public API that needs the session of a visitor. */
export const ofSession = (route: Route): Route => ({ ...optional(route), requiresSession: true });

/** Declares a route of the public API that does more for a visitor with a session. */
export const withSession = (route: Route): Route => ({ ...optional(route), acceptsSession: true });

/** Lets clients get the whole list as a file. @param operation reads its rows */
export const exportable = (route: Route, operation: string): Route => ({ ...route, exportedBy: operation });

/** Lets clients get the object as a file. @param files operations by format, such as `pdf` */
export const withFiles = (route: Route, files: NonNullable<Route['files']>): Route => ({ ...route, files });

/** Maps fields of `filter` to parameters of the URL. */
export function filters(parameters: Record<string, string>): Record<string, Source> {
  return Object.fromEntries(Object.entries(parameters).map(([field, name]) => [`filter.${field}`, parameter(name)]));
}

/**
 * Names the object that a route changes, so that clients may send its ETag in `If-Match`. The route's path must begin
 * with the path of the GET route that returns the object.
 */
export const ifUnchanged = (kind: LockKind, variable?: string): ChangedObject => ({
  kind,
  ...(variable !== undefined && { variable }),
});

/** Names the visit that a route changes, by the id or the link of one of its bookings. Its own id is that of the first. */
export const ifVisitUnchanged = (variable: string): ChangedObject => ({ kind: 'booking', variable, isVisit: true });

/**
 * Names the occurrence `from` of the series that a route changes, so that clients may send its ETag in `If-Match`.
 *
 * @param reader the path of the GET route that returns the occurrence
 */
export const ifOccurrenceUnchanged = (kind: LockKind, reader: string): ChangedObject => ({
  kind,
  variable: 'from',
  series: { variable: 'collectionId', reader },
});
