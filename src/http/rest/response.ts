import { hash } from 'node:crypto';
import { domainErrorOf } from '../../graphql/errors.js';
import type { JsonFields, Operation, RequestContext } from '../../graphql/operations.js';
import { yieldIfLong } from '../../platform/yielding.js';
import { errorHeaders } from '../error-headers.js';
import { paginationHeaders } from './pagination.js';
import { problemOf } from './problem.js';
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
  /** The URL that the client requested, for links. */
  url(): URL;
}

/** A response whose body is already JSON text. */
export interface RestResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Executes the operation of the route. @throws DomainError, or any error of a resolver */
export async function execute(
  { route, pathParameters, sent, url }: Call,
  context: RequestContext,
): Promise<RestResponse> {
  const { operation, bindings, response } = route;
  const { values, refusal } = readVariables(operation, bindings, sent, pathParameters, context.zone);
  if (refusal) {
    operation.authorise(context);
    throw refusal;
  }
  await yieldIfLong(values);
  return response.kind === 'object'
    ? objectResponse(operation, await operation.execute(context, values))
    : listResponse(response, await operation.executeField('page', context, values), values, url);
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
  url: () => URL,
): RestResponse {
  const headers = pageSize === undefined ? {} : paginationHeaders(url(), Number(page), pageSize, Number(total));
  return { status: 200, headers, body: items };
}

function entityTag(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}
