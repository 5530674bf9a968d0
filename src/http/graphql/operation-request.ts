import { hash } from 'node:crypto';
import type { Request } from 'express';
import { getOperationAST, parse } from 'graphql';
import type { RequestContext } from '../../domain/context.js';
import { requestError } from '../../graphql/errors.js';
import { parseOptions } from '../../graphql/limits.js';
import type { SentMutation } from '../../graphql/preparation.js';
import { isObject } from '../../platform/accepted.js';
import { parseIdempotencyKey, type SentResponse } from '../../platform/database/idempotency-store.js';
import { graphqlCodes } from '../../platform/errors.js';
import { respondOnce } from '../idempotency.js';
import { requestKeyOf } from '../request-authentication.js';
import { anonymousLimits, authenticatedLimits, BodyError, decodeText, parseJson, readBody } from '../request-body.js';
import type { OperationRequest } from './live-operation.js';

/**
 * Reads and parses a JSON body. Returns undefined if the body is empty or of another type.
 *
 * @throws BodyError
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!request.is('application/json')) return undefined;
  // The key is checked later.
  const limits = requestKeyOf(request) === undefined ? anonymousLimits : authenticatedLimits;
  const text = decodeText(request.get('content-type'), await readBody(request, limits));
  return text === '' ? undefined : parseJson(text, limits);
}

/**
 * Reads an operation from the query of a GET, else from the JSON body.
 *
 * @throws BodyError, GraphQLError BAD_REQUEST
 */
export async function readOperationRequest(request: Request): Promise<OperationRequest> {
  const { query, operationName, variables } = request.method === 'GET' ? inSearch(request) : await inBody(request);
  if (typeof query !== 'string' || query === '') throw requestError('request', '`query` must be a non-empty string');
  if (!isMissing(operationName) && typeof operationName !== 'string') {
    throw requestError('request', '`operationName` must be a string');
  }
  if (!isMissing(variables) && !isObject(variables)) throw requestError('request', '`variables` must be an object');
  return { query, operationName, variables };
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function inSearch(request: Request): Record<string, unknown> {
  const { searchParams } = new URL(request.originalUrl, 'http://localhost');
  const variables = searchParams.get('variables');
  return {
    query: searchParams.get('query'),
    operationName: searchParams.get('operationName'),
    variables: variables ? parseVariables(variables) : null,
  };
}

function parseVariables(text: string): unknown {
  try {
    // A URL is at most 16 kB long.
    return parseJson(text, anonymousLimits);
  } catch (error) {
    if (error instanceof BodyError) throw requestError('request', '`variables` must be JSON');
    throw error;
  }
}

async function inBody(request: Request): Promise<Record<string, unknown>> {
  const body = await readJsonBody(request);
  if (!isObject(body)) throw requestError('request', 'The body must be a JSON object of type application/json');
  return body;
}

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
