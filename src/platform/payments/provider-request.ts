import { isObject } from '../accepted.js';
import { guardedRequest, OutboundError } from '../outbound/guarded-request.js';
import { readAll } from '../outbound/read-all.js';
import { ProviderError, type ProviderServer } from './payment-provider.js';

/** An object of JSON, unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

interface ProviderRequest {
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface ProviderAnswer {
  status: number;
  /** Whether the provider did what it was asked for. */
  isSuccess: boolean;
  /** Empty if an answer of failure is not JSON. */
  body: JsonObject;
}

/** In milliseconds. Less than the 10 s for which PostgreSQL keeps an idle transaction open, in case the request is part of one. */
const timeout = 8_000;
/** The maximum length of a response in bytes. A checkout session has about 4,000. */
const maxBytes = 1_000_000;

/**
 * Sends a request to the API of a provider.
 *
 * @throws ProviderError `try_again` if there is no answer, or a success with a body that is not JSON
 */
export async function askProvider(
  { url, allowPrivate }: ProviderServer,
  path: string,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const { status, text } = await guardedRequest(
    `${url}${path}`,
    { body: undefined, ...request, timeout, allowPrivate },
    async (response) => ({
      status: response.statusCode ?? 0,
      text: (await readAll(response, maxBytes)).toString('utf8').replaceAll('\0', ''),
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    throw new ProviderError(`did not answer: ${error.message}`, 'try_again');
  });
  const body = text === '' ? {} : parseObject(text);
  const isSuccess = status >= 200 && status < 300;
  if (body) return { status, isSuccess, body };
  if (isSuccess) throw new ProviderError('answered with something that is not JSON', 'try_again');
  return { status, isSuccess, body: {} };
}

/** Returns the object of a text in JSON; undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The error of an answer that is not a success, by its status. 409: another request with the key is under way. 429: too
 * many requests.
 */
export function toProviderError(status: number): ProviderError {
  if (status === 401 || status === 403) return new ProviderError('does not accept the secret key', 'misconfigured');
  const isRefusal = status >= 400 && status < 500 && status !== 409 && status !== 429;
  return new ProviderError(`answered with status ${status}`, isRefusal ? 'misconfigured' : 'try_again');
}
