import type { Request, RequestHandler } from 'express';
import type { ExecutionResult } from 'graphql';
import { invalid, notFound } from '../errors.js';
import { domainErrorOf } from '../graphql/errors.js';
import type { Operation, RequestContext } from '../graphql/operations.js';
import { requestIdOf } from '../platform/request-id.js';
import { asRecord } from './coerce.js';
import { paginationHeaders } from './pagination.js';
import { problemOf } from './problem.js';
import { type RestRequest, readRequest } from './request.js';
import type { Answer, Route } from './route.js';
import { type PreparedRoute, prepareRoutes } from './table.js';
import { readVariables } from './variables.js';

export interface GatewayOptions {
  routes: readonly Route[];
  operations: ReadonlyMap<string, Operation>;
  /** Who asks. @throws DomainError when that is nobody */
  authenticate(request: Request): Promise<RequestContext>;
  /** The address that the client used, for links. */
  addressOf(request: Request): URL;
  /** Told of errors that the client is not shown. */
  report(error: unknown, requestId: string): void;
}

interface RestAnswer {
  body: unknown;
  headers: Record<string, string>;
}

/**
 * The REST API: every request is one GraphQL operation, executed in this process.
 *
 * @throws Error that lists every route that does not fit its operation
 */
export function createGateway(options: GatewayOptions): RequestHandler {
  const router = prepareRoutes(options.routes, options.operations);
  return async (request, response) => {
    const match = router.find(request.method === 'HEAD' ? 'GET' : request.method, request.path);
    try {
      if (!request.get('user-agent')?.trim()) throw invalid({ userAgent: ["can't be blank"] });
      const context = await options.authenticate(request);
      if (!match) throw notFound();
      const sent = await readRequest(request, response);
      const address = () => options.addressOf(request);
      const { headers, body } = await perform(match.entry, match.parameters, sent, context, address);
      response.set(headers).json(body);
    } catch (error) {
      const { status, body } = problemOf(domainErrorOf(error), match?.entry.renamed);
      if (status >= 500) options.report(error, requestIdOf(request));
      response.status(status).json(body);
    }
  };
}

async function perform(
  { route, operation, bindings }: PreparedRoute,
  pathParameters: Readonly<Record<string, string>>,
  request: RestRequest,
  context: RequestContext,
  address: () => URL,
): Promise<RestAnswer> {
  const variables = readVariables(operation, bindings, request, pathParameters, context.zone);
  const data = dataOf(await operation.execute(context, variables));
  return answerOf(route.answer, data, variables, address);
}

/** @throws the first error: an answer with errors is never a success */
function dataOf({ data, errors = [] }: ExecutionResult): Record<string, unknown> {
  const [error] = errors;
  if (error) throw error;
  if (!data) throw new Error('an execution without data');
  return data;
}

function answerOf(
  answer: Answer,
  data: Record<string, unknown>,
  { page = 1 }: Record<string, unknown>,
  address: () => URL,
): RestAnswer {
  if (answer.kind === 'object') return { body: data, headers: {} };
  const { items, total } = asRecord(data['page']) ?? {};
  if (answer.pageSize === undefined) return { body: items, headers: {} };
  return { body: items, headers: paginationHeaders(address(), Number(page), answer.pageSize, Number(total)) };
}
