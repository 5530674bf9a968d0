import { causeOf } from '../../graphql/errors.js';
import type { RequestContext } from '../../graphql/operations.js';
import { type FieldErrors, notFound } from '../../platform/errors.js';
import { executeWrite, type GatewayOptions } from './gateway.js';
import { type Call, errorResponse, execute, type RestResponse } from './response.js';
import type { Route } from './route.js';
import { prepareRoutes } from './table.js';

/** The response to a change: the body of a success, or the errors by attribute. */
export type LocalResponse<Body> =
  | { isDone: true; body: Body }
  /** `errors` is empty unless the status is 400. */
  | { isDone: false; status: number; errors: FieldErrors };

/** The input of a change and its headers. */
export interface LocalChange {
  body?: Record<string, unknown>;
  /** A second change with the same key gets the first response. */
  idempotencyKey?: string | undefined;
}

/**
 * A REST API without HTTP, for pages of this server: the same routes, operations, errors and idempotency keys. `Body` is
 * the shape of the response in `schema/openapi.json`.
 */
export interface LocalApi {
  /** Whether a GET of the path has a route. */
  canGet(path: string): boolean;
  /** @throws DomainError NOT_FOUND, INVALID by attribute; RateLimitError */
  get<Body>(context: RequestContext, path: string, query?: Record<string, unknown>): Promise<Body>;
  /** @throws DomainError NOT_FOUND if no route has the path; any error that is not a domain error */
  change<Body>(
    context: RequestContext,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    change: LocalChange,
  ): Promise<LocalResponse<Body>>;
}

/** @throws Error that lists every invalid route */
export function createLocalApi(
  routes: readonly Route[],
  { operations, beginRequest }: Pick<GatewayOptions, 'operations' | 'beginRequest'>,
): LocalApi {
  const router = prepareRoutes(routes, operations);
  const callOf = (method: Route['method'], path: string, sent: Pick<Call['sent'], 'query' | 'body'>): Call => {
    const match = router.find(method, path);
    if (!match) throw notFound();
    return {
      route: match.entry,
      pathParameters: match.parameters,
      sent: { ...sent, mayBeUnwrapped: false },
      // Only the headers of pagination contain this URL, and pages ignore them.
      urlOfPage: (page) => `${path}?page=${page}`,
    };
  };
  return {
    canGet: (path) => router.find('GET', path) !== undefined,
    get: async (context, path, query = {}) => {
      const call = callOf('GET', path, { query, body: {} });
      const endRequest = await beginRequest(context.account.id);
      try {
        return JSON.parse((await execute(call, context)).body);
      } catch (error) {
        throw causeOf(error);
      } finally {
        endRequest();
      }
    },
    change: async (context, method, path, { body = {}, idempotencyKey }) => {
      const call = callOf(method, path, { query: {}, body });
      const endRequest = await beginRequest(context.account.id);
      const { status, body: json } = await responseOf(call, context, idempotencyKey).finally(endRequest);
      if (status === 200) return { isDone: true, body: JSON.parse(json) };
      return { isDone: false, status, errors: status === 400 ? JSON.parse(json) : {} };
    },
  };
}

async function responseOf(call: Call, context: RequestContext, idempotencyKey?: string): Promise<RestResponse> {
  try {
    return await executeWrite(call, context, { idempotencyKey });
  } catch (error) {
    return errorResponse(call, error);
  }
}
