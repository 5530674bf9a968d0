import type { RequestContext } from '../../graphql/operations.js';
import { parseIdempotencyKey } from '../../platform/database/idempotency-store.js';
import { sha256 } from '../../platform/digest.js';
import { type KeyedRequest, respondOnce } from '../idempotency.js';
import { requireMatch } from './precondition.js';
import { type Call, errorResponse, execute, prepare, type RestResponse, readValues } from './response.js';

/** The headers of a request on which its execution depends. */
export interface WriteConditions {
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
}

/**
 * Executes a change. With `If-Match` or an idempotency key, the check, the change and the stored response are one
 * transaction. A domain error does not roll it back: writes before the error, such as the count of wrong codes, are
 * committed.
 *
 * @throws DomainError, or any error of a resolver
 */
export async function executeWrite(
  call: Call,
  context: RequestContext,
  { idempotencyKey, ifMatch }: WriteConditions,
): Promise<RestResponse> {
  const key = idempotencyKey === undefined ? undefined : parseIdempotencyKey(idempotencyKey);
  if (key === undefined && ifMatch === undefined) return execute(call, context);
  await authorise(call, context);
  await prepare(call, context);
  return context.db.atomically(async (db, tx) => {
    const within = { ...context, db };
    const response = async (): Promise<RestResponse> => {
      try {
        if (ifMatch !== undefined) await requireMatch(call, ifMatch, within, tx);
        return await execute(call, within);
      } catch (error) {
        return errorResponse(call, error);
      }
    };
    return key === undefined ? response() : respondOnce(keyedRequest(call, key), context, tx, response);
  });
}

/**
 * Checked before a stored response is returned, because the role may have changed. So a 403 is never stored.
 *
 * @throws DomainError INVALID for values that are refused whoever sends them, as without the header; FORBIDDEN
 */
async function authorise(call: Call, context: RequestContext): Promise<void> {
  try {
    call.route.operation.authorise(context);
  } catch (error) {
    await readValues(call, context);
    throw error;
  }
}

function keyedRequest({ route, pathParameters, sent }: Call, key: string): KeyedRequest {
  const { method, path } = route;
  return {
    key,
    fingerprint: sha256(JSON.stringify([method, path, pathParameters, sent.query, sent.body])),
    isRefusal: ({ status }) => status >= 400,
    isRateLimited: ({ status }) => status === 429,
  };
}
