import type { Request } from 'express';
import { requestError } from '../../graphql/errors.js';
import { isObject } from '../../platform/is-object.js';
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
