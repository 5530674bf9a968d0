import { createHash } from 'node:crypto';
import { domainErrorOf } from '../graphql/errors.js';
import { dataOf, type Operation, type RequestContext } from '../graphql/operations.js';
import { errorHeaders } from '../platform/error-headers.js';
import { asRecord } from './coerce.js';
import { paginationHeaders } from './pagination.js';
import { problemOf } from './problem.js';
import type { RestRequest } from './request.js';
import type { Answer } from './route.js';
import type { PreparedRoute } from './table.js';
import { readVariables } from './variables.js';

/** A request whose row is known. */
export interface Call {
  row: PreparedRoute;
  pathParameters: Readonly<Record<string, string>>;
  sent: RestRequest;
  /** The address that the client used, for links. */
  address(): URL;
}

/** What goes back, its body as the very text. */
export interface RestAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Executes the row's operation. @throws DomainError, or what else went wrong */
export async function perform(
  { row, pathParameters, sent, address }: Call,
  context: RequestContext,
): Promise<RestAnswer> {
  const { operation, bindings, route } = row;
  const variables = readVariables(operation, bindings, sent, pathParameters, context.zone);
  const data = dataOf(await operation.execute(context, variables));
  return answerOf(route.answer, operation, data, variables, address);
}

/** What went wrong, as an answer. @throws what is no error of the domain: nothing may be kept of that */
export function refusal({ row }: Call, error: unknown): RestAnswer {
  const domainError = domainErrorOf(error);
  if (!domainError) throw error;
  const { status, body } = problemOf(domainError, row.renamed);
  return { status, headers: errorHeaders(domainError), body: JSON.stringify(body) };
}

function answerOf(
  answer: Answer,
  { empty }: Operation,
  data: Record<string, unknown>,
  { page = 1 }: Record<string, unknown>,
  address: () => URL,
): RestAnswer {
  if (answer.kind === 'object') {
    const body = JSON.stringify(data[answer.wrapper] === null ? empty : data);
    return { status: 200, headers: { ETag: entityTag(body) }, body };
  }
  const { items, total } = asRecord(data['page']) ?? {};
  const { pageSize } = answer;
  const headers = pageSize === undefined ? {} : paginationHeaders(address(), Number(page), pageSize, Number(total));
  return { status: 200, headers, body: JSON.stringify(items) };
}

function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}
