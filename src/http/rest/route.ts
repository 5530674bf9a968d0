import type { LockKind } from '../../graphql/operations.js';

/** Where the value of a variable comes from. */
export type Source =
  /** A segment of the path; one that is no such value is an unknown path. */
  | { from: 'path'; name: string }
  /** A parameter of the URL, or of the body beside the object; one other name may be taken for it. */
  | { from: 'parameter'; name: string; otherName?: string }
  /** The object in the body, wrapped in its name or, in JSON, not; `deprecated` names that are still taken;
   * `otherWrapper` may be sent instead of `wrapper`. */
  | { from: 'object'; wrapper: string; deprecated: Readonly<Record<string, string>>; otherWrapper?: string }
  | { from: 'fixed'; value: string | number | boolean };

/** What an answer looks like: the object under its name, or an array of such objects, paginated or not. */
export type Answer = { kind: 'object'; wrapper: string } | { kind: 'list'; wrapper: string; pageSize?: number };

/**
 * A row of the REST API: which operation answers a method and path, and where its variables come from. A variable
 * inside an input object is named by its path, such as `filter.serviceId`.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments that begin with a colon are parameters. */
  path: string;
  operation: string;
  answer: Answer;
  variables: Readonly<Record<string, Source>>;
  /** The object that a change with `If-Match` locks and compares. */
  changes?: ChangedObject | undefined;
}

/** What a route changes. */
export interface ChangedObject {
  kind: LockKind;
  /** The variable that holds its id, from the path. Without one, the object is the account itself. */
  variable?: string;
}

type Define = (
  path: string,
  operation: string,
  answer: Answer,
  variables?: Route['variables'],
  changes?: ChangedObject,
) => Route;

const define =
  (method: Route['method']): Define =>
  (path, operation, answer, variables = {}, changes = undefined) => ({
    method,
    path,
    operation,
    answer,
    variables,
    changes,
  });

export const get = define('GET');
export const post = define('POST');
export const put = define('PUT');
export const del = define('DELETE');

export const object = (wrapper: string): Answer => ({ kind: 'object', wrapper });
export const list = (wrapper: string): Answer => ({ kind: 'list', wrapper });
export const page = (wrapper: string, pageSize: number): Answer => ({ kind: 'list', wrapper, pageSize });

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

/** Parameters of the URL for the fields of `filter`, by field. */
export function filters(parameters: Record<string, string>): Record<string, Source> {
  return Object.fromEntries(Object.entries(parameters).map(([field, name]) => [`filter.${field}`, parameter(name)]));
}

/**
 * Names the object that a route changes, so that clients may send its ETag in `If-Match`. The route's path must begin with
 * the path of the GET route that returns the object.
 */
export const ifUnchanged = (kind: LockKind, variable?: string): ChangedObject => ({
  kind,
  ...(variable !== undefined && { variable }),
});
