import { hash } from 'node:crypto';
import type { Request } from 'express';
import { getOperationAST, parse } from 'graphql';
import type { RequestContext } from '../../domain/context.js';
import { parseOptions } from '../../graphql/limits.js';
import type { SentMutation } from '../../graphql/preparation.js';
import { parseIdempotencyKey, type SentResponse } from '../../platform/database/idempotency-store.js';
import { graphqlCodes } from '../../platform/errors.js';
import { isObject } from '../../platform/is-object.js';
import { respondOnce } from '../idempotency.js';

const keyHeader = 'idempotency-key';

/**
 * Returns the mutation of a request with an `Idempotency-Key`. The header of any other request is ignored: a query can be
 * repeated, and a document that cannot be parsed is refused each time.
 *
 * @param request its body is parsed
 */
export function keyedMutationOf(request: Request): SentMutation | undefined {
  return request.method === 'POST' && request.get(keyHeader) !== undefined ? mutationIn(request.body) : undefined;
}

function mutationIn(body: unknown): SentMutation | undefined {
  if (!isObject(body) || typeof body['query'] !== 'string') return undefined;
  const { query, operationName: name, variables } = body;
  const operationName = typeof name === 'string' ? name : null;
  try {
    const document = parse(query, parseOptions);
    if (getOperationAST(document, operationName)?.operation !== 'mutation') return undefined;
    return { document, operationName, variables: isObject(variables) ? variables : {} };
  } catch {
    return undefined;
  }
}

/**
 * Executes a mutation once in 24 hours, see `respondOnce`. What it changed before an error for the client, such as the count
 * of wrong codes, is committed; an error of the server rolls everything back.
 *
 * @param execute executes the operation in a context. @throws the error of the server that occurred
 * @throws DomainError INVALID on `idempotencyKey`, and what `execute` throws
 */
export async function executeOnce(
  request: Request,
  context: RequestContext,
  execute: (context: RequestContext) => Promise<SentResponse>,
): Promise<SentResponse> {
  const key = parseIdempotencyKey(request.get(keyHeader) ?? '');
  // With the role: an actor whose role has changed does not get a response that this role must not see.
  const fingerprint = hash('sha256', JSON.stringify([context.actor, request.body]));
  return context.db.atomically((db, tx) =>
    respondOnce({ key, fingerprint, isRefusal, isRateLimited }, context, tx, () => execute({ ...context, db })),
  );
}

/** Whether a response has no data besides its errors. */
function isRefusal({ status, body }: SentResponse): boolean {
  const { errors, data } = contentOf(body);
  return status >= 400 || (Array.isArray(errors) && Object.values(data ?? {}).every((value) => value === null));
}

function isRateLimited({ body }: SentResponse): boolean {
  const { errors } = contentOf(body);
  return Array.isArray(errors) && errors.some((error) => error.extensions?.code === graphqlCodes.RATE_LIMITED);
}

interface Content {
  data?: object | null;
  errors?: readonly { extensions?: { code?: string } }[];
}

/** The stored response may be one of REST, which has the same keys. */
function contentOf(body: string): Content {
  return body === '' ? {} : JSON.parse(body);
}
