import { AnswerError, isObject } from './errors.js';
import type { ChangeOptions, Page, PagedList } from './options.js';
import { type Answer, type Call, newKey, requestIdOf, type Transport } from './transport.js';

/** The `ETag` of each object that was read alone or returned by a change, for `ifMatch`. */
const tags = new WeakMap<object, string>();

/** A row of the tables in `rest.operations.ts`. */
interface Operation {
  method: string;
  path: string;
  /** The name of the record in the answer, or `.` if the answer has no name around it. */
  answer: string;
  /** The name of the record in the body, `.` if the caller passes the body itself, or `-`. */
  body: string;
  kind: string;
}

type Method = (...input: unknown[]) => unknown;
type Rows = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Options of the client among the last argument. The others are parameters of the operation. */
const optionNames = ['signal', 'timeout', 'idempotencyKey', 'ifMatch'] as const;

/**
 * Returns the methods of each resource, by its rows.
 *
 * @param values the values of path parameters that no method takes, such as the subdomain of a site
 */
export function createResources(
  rows: Rows,
  transport: Transport,
  values: Readonly<Record<string, string>> = {},
): Record<string, Record<string, Method>> {
  return mapValues(rows, (methods) =>
    mapValues(methods, (row): Method => {
      const [method = '', path = '', answer = '', body = '', kind = ''] = row.split(' ');
      const operation = { method, path, answer, body, kind };
      return (...input) => execute(transport, operation, input, values);
    }),
  );
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  convert: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
}

function execute(
  transport: Transport,
  operation: Operation,
  input: readonly unknown[],
  values: Readonly<Record<string, string>>,
): unknown {
  const request = async (more: Record<string, unknown>): Promise<Answer> => {
    const { call, options } = prepare(operation, [...input], values, more);
    return transport.send(call, options);
  };
  if (operation.kind === 'paged') return listPages(request, operation);
  return request({}).then((answer) => unwrapAnswer(answer, operation));
}

/** Returns the request of a call: its arguments are the values of the path, the record of the body, and the options. */
function prepare(
  { method, path, body, kind }: Operation,
  input: unknown[],
  values: Readonly<Record<string, string>>,
  more: Record<string, unknown>,
): { call: Call; options: ChangeOptions } {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name] ?? input.shift()));
  const record = body === '-' ? undefined : input.shift();
  const [parameters, options] = divide({ ...(isObject(input[0]) ? input[0] : {}), ...more });
  const isRead = method === 'GET';
  const inUrl = isRead || method === 'DELETE';
  const key = options.idempotencyKey ?? newKey();
  const isOnce = kind === 'once' && key !== false;
  const call = {
    method,
    path: `${prefixOf(path)}${target}${inUrl ? queryOf(parameters) : ''}`,
    headers: {
      ...(isOnce && { 'Idempotency-Key': key }),
      ...(options.ifMatch !== undefined && { 'If-Match': tagOf(options.ifMatch) }),
    },
    body: inUrl ? undefined : JSON.stringify(bodyOf(body, record, parameters)),
    canRepeat: isRead || isOnce,
  };
  return { call, options };
}

/** Returns the list of a paginated operation. Its first page is requested at once, the others while it is iterated. */
function listPages(
  request: (more: Record<string, unknown>) => Promise<Answer>,
  operation: Operation,
): PagedList<unknown> {
  const read = async (more: Record<string, unknown>): Promise<[Page<unknown>, hasNext: boolean]> => {
    const answer = await request(more);
    const count = (name: string): number => Number(answer.headers.get(name));
    const page = {
      items: unwrapList(answer, operation),
      page: count('current-page'),
      pageItems: count('page-items'),
      totalCount: count('total-count'),
      totalPages: count('total-pages'),
    };
    return [page, page.page < page.totalPages];
  };
  const first = read({});
  return Object.assign(
    first.then(([page]) => page),
    {
      async *[Symbol.asyncIterator]() {
        let [page, hasNext] = await first;
        yield* page.items;
        while (hasNext) {
          [page, hasNext] = await read({ page: page.page + 1 });
          yield* page.items;
        }
      },
    },
  );
}

/** Returns a value as a segment of a path. One that is empty or dots would name another path. */
function segment(name: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} must be an id`);
  return encodeURIComponent(text);
}

function prefixOf(path: string): string {
  return /^\/(?:sites|session|partner)(?:\/|$)/.test(path) ? '' : '/api/v1';
}

function divide(input: Record<string, unknown>): [parameters: Record<string, unknown>, options: ChangeOptions] {
  const parameters = { ...input };
  const options: Record<string, unknown> = {};
  for (const name of optionNames) {
    if (parameters[name] !== undefined) options[name] = parameters[name];
    delete parameters[name];
  }
  return [parameters, options];
}

function bodyOf(wrapper: string, record: unknown, parameters: Record<string, unknown>): unknown {
  if (wrapper === '-') return parameters;
  if (wrapper === '.') return { ...(isObject(record) ? record : {}), ...parameters };
  return { ...parameters, [wrapper]: record };
}

/** Returns a query with its `?`. Null and undefined are left out; a list is repeated with `[]`. */
function queryOf(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const item of value) query.append(`${name}[]`, String(item));
    else if (value !== undefined && value !== null) query.append(name, String(value));
  }
  const text = query.toString();
  return text && `?${text}`;
}

function tagOf(ifMatch: object | string): string {
  const tag = typeof ifMatch === 'string' ? ifMatch : tags.get(ifMatch);
  if (tag !== undefined) return tag;
  throw new TypeError('ifMatch must be an ETag, or an object that get(), create() or a change returned');
}

function unwrapAnswer(answer: Answer, operation: Operation): unknown {
  if (Array.isArray(answer.body)) return unwrapList(answer, operation);
  const record = unwrap(answer.body, answer, operation);
  const tag = answer.headers.get('etag');
  if (tag !== null && typeof record === 'object' && record !== null) tags.set(record, tag);
  return record;
}

function unwrapList(answer: Answer, operation: Operation): unknown[] {
  if (!Array.isArray(answer.body)) throw unexpected(answer);
  return answer.body.map((item) => unwrap(item, answer, operation));
}

function unwrap(value: unknown, answer: Answer, { answer: name }: Operation): unknown {
  if (!isObject(value)) throw unexpected(answer);
  if (name === '.') return value;
  if (!(name in value)) throw unexpected(answer);
  return value[name];
}

function unexpected({ headers, body }: Answer): AnswerError {
  return new AnswerError('The answer is not of this server', { requestId: requestIdOf(headers), body });
}
