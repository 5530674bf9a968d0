import type { Request, RequestHandler, Response } from 'express';
import { causeOf } from '../../graphql/errors.js';
import type { Operation, RequestContext } from '../../graphql/operations.js';
import { type DomainError, invalid, MethodNotAllowedError, notFound } from '../../platform/errors.js';
import { errorHeaders } from '../error-headers.js';
import { scopeOf } from '../request-scope.js';
import { type Call, perform, type RestAnswer, refusal } from './answer.js';
import { answerOnce, idempotencyKeyOf } from './idempotency.js';
import { requireMatch, unlessKnown } from './precondition.js';
import { problemOf } from './problem.js';
import { readRequest } from './request.js';
import type { Route } from './route.js';
import { prepareRoutes } from './table.js';

export interface GatewayOptions {
  /** The path that the rows stand below, for what is said of a request. */
  at: string;
  routes: readonly Route[];
  operations: ReadonlyMap<string, Operation>;
  /** Whether a request must name its application (spec, Authentication): pages in a browser need not. */
  requiresUserAgent: boolean;
  /** Who asks. @throws DomainError when that is nobody */
  authenticate(request: Request): Promise<RequestContext>;
  /** Told of errors that the client is not shown. */
  report(error: unknown, requestId: string): void;
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
    const { route, operation } = match?.entry ?? {};
    const scope = scopeOf(request);
    scope.route = `${options.at}${route?.path ?? ''}`;
    scope.operation = operation?.name;
    try {
      if (options.requiresUserAgent && !request.get('user-agent')?.trim())
        throw invalid({ userAgent: ["can't be blank"] });
      const context = await options.authenticate(request);
      if (!match) throw unmatched(router.methodsOf(request.path));
      const call: Call = {
        row: match.entry,
        pathParameters: match.parameters,
        sent: await readRequest(request),
        url: () => scope.url(),
      };
      send(response, await (match.entry.route.method === 'GET' ? read : write)(request, call, context));
    } catch (error) {
      const cause = causeOf(error);
      const { status, body } = problemOf(cause, match?.entry.renamed);
      if (status >= 500) options.report(error, scope.id);
      response.status(status).set(errorHeaders(cause)).json(body);
    }
  };
}

function unmatched(methods: readonly string[]): DomainError {
  return methods.length > 0 ? new MethodNotAllowedError(methods) : notFound();
}

function send(response: Response, { status, headers, body }: RestAnswer): void {
  response.status(status).set(headers);
  if (status === 304) response.end();
  else response.type('json').send(body);
}

async function read(request: Request, call: Call, context: RequestContext): Promise<RestAnswer> {
  return unlessKnown(await perform(call, context), request.get('if-none-match'));
}

/**
 * With a condition or a key, the check, the change and the record of the answer are one transaction. An error of the
 * domain is an answer like any other there: what was written on the way to it, such as the count of wrong codes, stays.
 */
async function write(request: Request, call: Call, context: RequestContext): Promise<RestAnswer> {
  const key = idempotencyKeyOf(request.get('idempotency-key'));
  const ifMatch = request.get('if-match');
  if (key === undefined && ifMatch === undefined) return perform(call, context);
  // Before a kept answer is given: a role may have changed since. A 403 is not kept either, for the same reason.
  call.row.operation.authorise(context);
  return context.db.atomically(async (db, tx) => {
    const within = { ...context, db };
    const answer = async (): Promise<RestAnswer> => {
      try {
        if (ifMatch !== undefined) await requireMatch(call, ifMatch, within, tx);
        return await perform(call, within);
      } catch (error) {
        return refusal(call, error);
      }
    };
    return key === undefined ? answer() : answerOnce(call, key, context, tx, answer);
  });
}
