import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../platform/accepted.js';
import { UsageError } from '../command.js';
import { type Environment, readApiKey } from '../config.js';

/** The server did not do what a command needs. The message is a sentence for the user of the command. */
export class ApiError extends Error {
  /** @param status the status of the answer; undefined if there was none */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** The server of a command, and who signs in there. */
export interface ApiAccess {
  /** Such as `http://127.0.0.1:3000`, without a trailing slash. */
  server: string;
  key: string;
}

const defaultServer = 'http://127.0.0.1:3000';
/** In milliseconds. */
const timeout = 90_000;
const maxShownBody = 500;

/** Reads the options `--server` and `--key`. @throws UsageError */
export function accessOf(
  options: { server?: string | undefined; key?: string | undefined },
  environment?: Environment,
): ApiAccess {
  const server = (options.server ?? defaultServer).replace(/\/$/, '');
  if (!isHttpUrl(server)) throw new UsageError('--server must be a URL such as http://127.0.0.1:3000');
  const key = options.key ?? readApiKey(environment);
  if (!key) throw new UsageError('--key or the variable BOOKING_API_KEY must be an API key such as bk_1_…');
  // fetch would refuse other characters in a header with a message of its own.
  if (!/^[!-~]{1,255}$/.test(key)) throw new UsageError('the API key must be one such as bk_1_…');
  return { server, key };
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** In milliseconds. A request that is refused by a rate limit waits for it, so long at most. */
const maxWait = 60_000;

/**
 * Sends a request of a command as the owner of its key. Waits if the server refuses it by a rate limit.
 *
 * @throws ApiError if there is no answer
 */
export async function sendRequest(
  access: ApiAccess,
  path: string,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const { server, key } = access;
  const send = (): Promise<Response> =>
    fetch(`${server}${path}`, {
      ...init,
      redirect: 'error',
      headers: { authorization: `Bearer ${key}`, 'user-agent': 'booking-server command', ...headers },
    });
  try {
    const response = await send();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 429 || !(seconds * 1_000 <= maxWait)) return response;
    await response.body?.cancel();
    await sleep(seconds * 1_000, undefined, init.signal ? { signal: init.signal } : {});
    return await send();
  } catch (error) {
    throw new ApiError(`No booking server answers at ${server}: ${reasonOf(error)}`);
  }
}

/** Calls REST below `/api/v1`. @returns the body; an empty object if there is none. @throws ApiError */
export async function callApi(
  access: ApiAccess,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  input?: object,
): Promise<Record<string, unknown>> {
  const response = await sendRequest(access, `/api/v1${path}`, {
    method,
    signal: AbortSignal.timeout(timeout),
    headers: { 'content-type': 'application/json' },
    ...(input && { body: JSON.stringify(input) }),
  });
  const text = await response.text().catch((error: unknown) => {
    throw new ApiError(`The answer of ${access.server} ended early: ${reasonOf(error)}`);
  });
  if (!response.ok) throw apiErrorOf(response.status, `${method} ${path}`, text);
  const body = text === '' ? {} : parse(text);
  if (!isObject(body)) {
    throw new ApiError(`${access.server} is no booking server: ${method} ${path} answers without JSON`);
  }
  return body;
}

/** Executes a GraphQL operation. @returns its data. @throws ApiError */
export async function callGraphQL(
  access: ApiAccess,
  query: string,
  variables: object,
): Promise<Record<string, unknown>> {
  const response = await sendRequest(access, '/graphql', {
    method: 'POST',
    signal: AbortSignal.timeout(timeout),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const body = parse(text);
  if (!isObject(body) || body['errors'] !== undefined || !isObject(body['data'])) {
    throw apiErrorOf(response.status, 'POST /graphql', text);
  }
  return body['data'];
}

export function apiErrorOf(status: number, request: string, text: string): ApiError {
  if (status === 401) {
    return new ApiError('The server does not accept the API key: it is wrong, expired or revoked', status);
  }
  const shown = text.slice(0, maxShownBody);
  if (status === 403) return new ApiError(`The API key may not do this (${request}): ${shown}`, status);
  return new ApiError(`${request} was answered with ${status}: ${shown}`, status);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` has the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof AggregateError && error.cause.errors.length > 0) return reasonOf(error.cause.errors[0]);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
