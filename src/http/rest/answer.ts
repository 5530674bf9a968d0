import { hash } from 'node:crypto';
import { domainErrorOf } from '../../graphql/errors.js';
import type { JsonFields, Operation, RequestContext } from '../../graphql/operations.js';
import { errorHeaders } from '../error-headers.js';
import { paginationHeaders } from './pagination.js';
import { problemOf } from './problem.js';
import type { RestRequest } from './request.js';
import type { Answer } from './route.js';
import type { PathParameters } from './router.js';
import type { PreparedRoute } from './table.js';
import { readVariables } from './variables.js';

/** A request whose row is known. */
export interface Call {
  row: PreparedRoute;
  pathParameters: PathParameters;
  sent: RestRequest;
  /** The URL that the client requested, for links. */
  url(): URL;
}

/** What goes back, its body as the very text. */
export interface RestAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Executes the row's operation. @throws DomainError, or what else went wrong */
export async function perform({ row, pathParameters, sent, url }: Call, context: RequestContext): Promise<RestAnswer> {
  const { operation, bindings, route } = row;
  const variables = readVariables(operation, bindings, sent, pathParameters, context.zone);
  return route.answer.kind === 'object'
    ? objectAnswer(operation, await operation.execute(context, variables))
    : listAnswer(route.answer, await operation.executeField('page', context, variables), variables, url);
}

/** What went wrong, as an answer. @throws what is no error of the domain: nothing may be kept of that */
export function refusal({ row }: Call, error: unknown): RestAnswer {
  const domainError = domainErrorOf(error);
  if (!domainError) throw error;
  const { status, body } = problemOf(domainError, row.renamed);
  return { status, headers: errorHeaders(domainError), body: JSON.stringify(body) };
}

/** An object in its wrapper: the key of the operation's root. */
function objectAnswer({ empty }: Operation, fields: JsonFields): RestAnswer {
  const members = Object.entries(fields).map(
    ([wrapper, json]) => `"${wrapper}":${json === 'null' ? JSON.stringify(empty[wrapper]) : json}`,
  );
  const body = `{${members.join(',')}}`;
  return { status: 200, headers: { ETag: entityTag(body) }, body };
}

function listAnswer(
  { pageSize }: Extract<Answer, { kind: 'list' }>,
  { items = '[]', total }: JsonFields,
  { page = 1 }: Record<string, unknown>,
  url: () => URL,
): RestAnswer {
  const headers = pageSize === undefined ? {} : paginationHeaders(url(), Number(page), pageSize, Number(total));
  return { status: 200, headers, body: items };
}

function entityTag(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
}
