import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { domainErrorOf } from '../../graphql/errors.js';
import {
  type JsonFields,
  lockBookingsOfVisit,
  lockSeries,
  type Operation,
  type RequestContext,
} from '../../graphql/operations.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { DomainError } from '../../platform/errors.js';
import { yieldIfLong } from '../../platform/yielding.js';
import { errorHeaders } from '../http-errors.js';
import { noteRefusal, scopeOf } from '../request-scope.js';
import { problemOf } from './problem.js';
import { prefersProblemDetails, problemDetails, problemType } from './problem-details.js';
import type { RestRequest } from './request.js';
import type { ResponseShape } from './route.js';
import type { PathParameters } from './router.js';
import type { PreparedRoute } from './table.js';
import { readVariables } from './variables.js';

/** A request to a known route. */
export interface Call {
  route: PreparedRoute;
  pathParameters: PathParameters;
  sent: RestRequest;
  /** Returns the URL of the request for another page of the list. */
  urlOfPage(page: number): string;
}

/** A response whose body is already JSON text. */
export interface RestResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Executes the operation of the route. @throws DomainError, or any error of a resolver */
export async function execute(call: Call, context: RequestContext): Promise<RestResponse> {
  const { operation, response } = call.route;
  const values = await readValues(call, context);
  return response.kind === 'object'
    ? objectResponse(operation, await operation.execute(context, values))
    : listResponse(response, await operation.executeField('page', context, values), values, call.urlOfPage);
}

/** Reads the variables of a call. Called before its permission is checked, as over GraphQL. @throws DomainError */
export async function readValues(
  { route: { operation, bindings }, pathParameters, sent }: Call,
  context: RequestContext,
): Promise<Record<string, unknown>> {
  const { values, refusal } = noting(operation, context, () =>
    readVariables(operation, bindings, sent, pathParameters, context.zone),
  );
  if (refusal) {
    operation.noteRefusal(context, values, refusal);
    throw refusal;
  }
  await yieldIfLong(values);
  return values;
}

/** Does what must be done before the transaction in which a call is executed. A call that will be refused needs nothing. */
export async function prepare({ route, pathParameters, sent }: Call, context: RequestContext): Promise<void> {
  const { operation, bindings } = route;
  if (!operation.prepare) return;
  try {
    const { values, refusal } = readVariables(operation, bindings, sent, pathParameters, context.zone);
    if (!refusal) await operation.prepare(context, values);
  } catch (error) {
    if (!domainErrorOf(error)) throw error;
  }
}

/** Reads variables. Notes that they were refused because they are not of their types. @throws DomainError */
function noting<Read>(operation: Operation, context: RequestContext, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    const refusal = domainErrorOf(error);
    if (refusal) operation.noteRefusal(context, {}, refusal);
    throw error;
  }
}

/** Converts a domain error to a response. @throws any other error, which must not be stored under an idempotency key */
export function errorResponse({ route }: Call, error: unknown): RestResponse {
  const domainError = domainErrorOf(error);
  if (!domainError) throw error;
  const { status, body } = problemOf(domainError, route.renamed);
  return { status, headers: errorHeaders(domainError), body: JSON.stringify(body) };
}

/** Writes the object under its wrapper, which is the alias of the root field. */
function objectResponse({ empty }: Operation, fields: JsonFields): RestResponse {
  const members = Object.entries(fields).map(
    ([wrapper, json]) => `"${wrapper}":${json === 'null' ? JSON.stringify(empty[wrapper]) : json}`,
  );
  const body = `{${members.join(',')}}`;
  return { status: 200, headers: { ETag: entityTag(body) }, body };
}

function listResponse(
  { pageSize }: Extract<ResponseShape, { kind: 'list' }>,
  { items = '[]', total }: JsonFields,
  { page = 1 }: Record<string, unknown>,
  urlOfPage: Call['urlOfPage'],
): RestResponse {
  const headers = pageSize === undefined ? {} : paginationHeaders(urlOfPage, Number(page), pageSize, Number(total));
  return { status: 200, headers, body: items };
}

function entityTag(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}

/**
 * Returns the headers of a page (spec, Limits). `Link` contains `first` and `last`, and `prev` and `next` if they exist.
 *
 * @param urlOfPage returns the URL of a page with the other parameters of the request
 */
function paginationHeaders(
  urlOfPage: Call['urlOfPage'],
  page: number,
  pageSize: number,
  total: number,
): Record<string, string> {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const links: [string, number][] = [['first', 1]];
  if (page > 1) links.push(['prev', Math.min(page - 1, pages)]);
  if (page < pages) links.push(['next', page + 1]);
  links.push(['last', pages]);
  const link = boundedLinks(links.map(([relation, target]) => [relation, `<${urlOfPage(target)}>; rel="${relation}"`]));
  return {
    ...(link !== '' && { Link: link }),
    'Current-Page': String(page),
    'Page-Items': String(pageSize),
    'Total-Count': String(total),
    'Total-Pages': String(pages),
  };
}

/**
 * In bytes. nginx refuses an answer whose headers do not fit into 4 kB, and clients have limits of their own. Each link
 * repeats the query, and without a limit 90 ids took 9 kB.
 */
const longestLinks = 2_000;

/** The relations by their use: a client that reads all pages needs the next one. */
const relationsByUse = ['next', 'prev', 'first', 'last'];

/** Joins links. If they are too long together, leaves out the less used ones; all, if not even one fits. */
function boundedLinks(links: readonly [relation: string, link: string][]): string {
  const kept = new Set<string>();
  let length = 0;
  for (const relation of relationsByUse) {
    const found = links.find(([name]) => name === relation);
    if (!found) continue;
    length += found[1].length + (kept.size > 0 ? 2 : 0);
    if (length > longestLinks) break;
    kept.add(relation);
  }
  return links.flatMap(([relation, link]) => (kept.has(relation) ? [link] : [])).join(', ');
}

/**
 * In characters. Node copies a text before it writes it, and reserves three bytes for each character unless the
 * encoding has one: 3 MB for a page of 750 bookings. Written in parts as the client reads them, such a page takes 4 %
 * less CPU time.
 */
const longestPart = 40_000;

/**
 * Sends a response. Express is not used: it copies a body of more than 1,000 characters to a buffer, which stays in
 * memory until the next garbage collection and is written apart from the headers.
 */
export function send(response: ServerResponse, { status, headers, body }: RestResponse): void {
  if (status === 304) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.byteLength(body);
  const type = headers['Content-Type'] ?? 'application/json; charset=utf-8';
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': bytes });
  writeBody(response, body, bytes === body.length ? 'latin1' : 'utf8');
}

/** Writes a body from an index on, as fast as the client reads it. Stops if the client closes the connection. */
function writeBody(response: ServerResponse, body: string, encoding: BufferEncoding, start = 0): void {
  let from = start;
  while (body.length - from > longestPart) {
    const to = endOfPart(body, from);
    const isRead = response.write(body.slice(from, to), encoding);
    from = to;
    if (!isRead) {
      response.once('drain', () => writeBody(response, body, encoding, from));
      return;
    }
  }
  response.end(from === 0 ? body : body.slice(from), encoding);
}

/** Returns the end of the part that begins at an index. A part never ends between the halves of a character. */
function endOfPart(text: string, from: number): number {
  const end = from + longestPart;
  return isSecondHalf(text.charCodeAt(end)) ? end - 1 : end;
}

const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Called for errors whose details the client does not see. */
export type ReportError = (error: unknown, requestId: string) => void;

/** Responds to an error. @param renamed names of attributes in the request that differ from those of the schema */
export function respondToError(
  request: Request,
  response: Response,
  error: unknown,
  report: ReportError,
  renamed?: ReadonlyMap<string, string>,
): void {
  const { status, body } = problemOf(error, renamed);
  if (status >= 500) report(error, scopeOf(request).id);
  sendAnswer(request, response, { status, headers: errorHeaders(error), body: JSON.stringify(body) });
}

/** Sends a response, an error in the form that the client prefers. */
export function sendAnswer(request: Request, response: Response, answer: RestResponse): void {
  if (answer.status === 400) noteRefusal(request, Object.keys(JSON.parse(answer.body)));
  const isProblem = answer.status >= 400 && prefersProblemDetails(request);
  send(response, isProblem ? asProblemDetails(answer, scopeOf(request).address) : answer);
}

/** Converts a response that is an error in the default form. */
export function asProblemDetails({ status, headers, body }: RestResponse, address: string): RestResponse {
  const details = problemDetails({ status, body: JSON.parse(body) }, address);
  return { status, headers: { ...headers, 'Content-Type': problemType }, body: JSON.stringify(details) };
}

/** Returns 304 without a body if the client already has the response (RFC 9110, If-None-Match). */
export function notModifiedIfKnown(response: RestResponse, ifNoneMatch: string | undefined): RestResponse {
  const tag = response.headers['ETag'];
  if (tag === undefined || ifNoneMatch === undefined || !matches(ifNoneMatch, tag)) return response;
  return { status: 304, headers: { ETag: tag }, body: '' };
}

/**
 * Refuses the change of an object that has changed since the client read it (RFC 9110, If-Match). Takes the lock of every
 * change of the object, so that it cannot change between this check and the change.
 *
 * @throws DomainError PRECONDITION_FAILED, NOT_FOUND, INVALID for variables of a series
 */
export async function requireMatch(
  call: Call,
  ifMatch: string,
  context: RequestContext,
  tx: AccountTransaction,
): Promise<void> {
  const { object } = call.route;
  if (!object) throw noObject();
  const { kind, parameter, occurrence, isVisit, reader } = object;
  const pathParameters = occurrence ? await lockSeriesOf(call, context, tx) : call.pathParameters;
  const id = parameter === undefined ? context.account.id : idIn(pathParameters[parameter] ?? '');
  if (isVisit && isId(id)) await lockBookingsOfVisit(tx, id);
  else if (isId(id)) await tx.lock([{ lockKind: kind }, id]);
  const { headers } = await execute({ ...call, pathParameters, route: reader }, context);
  if (!matches(ifMatch, headers['ETag'] ?? '')) throw new DomainError('PRECONDITION_FAILED', 'The object has changed');
}

const noObject = (): DomainError =>
  new DomainError('PRECONDITION_FAILED', 'The request changes no object whose ETag could be in If-Match');

/** Locks the series of an occurrence, and returns the path parameters of the route that reads the occurrence. */
async function lockSeriesOf({ route, pathParameters, sent }: Call, { zone }: RequestContext, tx: AccountTransaction) {
  const { parameter = '', occurrence = { id: '', collection: '' } } = route.object ?? {};
  const { values } = readVariables(route.operation, route.bindings, sent, pathParameters, zone);
  const id = values[occurrence.id] ?? null;
  if (id === null) throw noObject();
  await lockSeries(tx, String(values[occurrence.collection]));
  return { [parameter]: String(id) };
}

/** Returns the id in a segment of the path. The token of a booking's link begins with the id and a hyphen. */
function idIn(segment: string): number {
  return Number(segment.split('-', 1)[0]);
}

const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 31;

/** Whether a header contains the tag. Weak tags match too: a proxy that compresses responses makes tags weak. */
function matches(header: string, tag: string): boolean {
  const tags = header.split(',').map((part) => part.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
