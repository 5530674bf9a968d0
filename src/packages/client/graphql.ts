import {
  AnswerError,
  ConnectionError,
  graphQLErrorOf,
  isObject,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './errors.js';
import { readEvents } from './event-stream.js';
import type { ReadOptions, WriteOptions } from './options.js';
import { pauseBefore } from './retry.js';
import { type Call, newKey, requestIdOf, sleep, type Transport } from './transport.js';

/**
 * A document with the types of its result and variables, such as the `TypedDocumentString` of graphql-codegen, or a text,
 * whose result has the type that the caller names.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Only its type is read. */
  __apiType?: ((variables: Variables) => Result) | undefined;
}

/** Executes a query or mutation. A mutation is executed once, also if the request is repeated. */
export async function execute(
  transport: Transport,
  document: string,
  variables: unknown,
  options: WriteOptions = {},
): Promise<unknown> {
  const key = options.idempotencyKey ?? newKey();
  const call = callOf('/graphql', document, variables);
  const headers: Record<string, string> = key === false ? {} : { 'Idempotency-Key': key };
  const canRepeat = key !== false || !document.replaceAll(/#.*/g, '').trimStart().startsWith('mutation');
  const { body, headers: answered } = await transport.send({ ...call, headers, canRepeat }, options);
  const requestId = requestIdOf(answered);
  if (!isObject(body)) throw new AnswerError('The answer is no result of GraphQL', { requestId, body });
  if (body['errors'] !== undefined) throw graphQLErrorOf(body, { requestId });
  return body['data'];
}

function callOf(path: string, query: string, variables: unknown): Call {
  const body = JSON.stringify({ query, variables: variables ?? {} });
  return { method: 'POST', path, headers: {}, body, canRepeat: true };
}

/**
 * Yields the results of a subscription. After a cut it connects again. If the document has the variable `$after` and selects
 * `cursor`, it continues after the last result that was yielded, and nothing is missed or repeated; else changes could be
 * missed, so the cut is an error.
 */
export async function* subscribe(
  transport: Transport,
  document: string,
  variables: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<unknown, void, void> {
  const isResumable = /\$after\b/.test(document) && /\bcursor\b/.test(document);
  const current = { ...variables };
  if (isResumable) current['after'] ??= await findLatestCursor(transport, { signal });
  for (let failures = 0, isFirst = true; ; ) {
    try {
      // The first connection fails like a request; later ones are tried until the signal is aborted.
      const response = await transport.open(streamCall(document, current), { signal });
      isFirst = false;
      for await (const data of readResults(response)) {
        failures = 0;
        yield data;
        if (isResumable) current['after'] = cursorOf(data) ?? current['after'];
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (isFirst || !isResumable || !isCut(error)) throw error;
      failures++;
      await sleep(pauseBefore(failures, transport.retryPause, undefined), signal).catch(() => {});
    }
  }
}

function streamCall(document: string, variables: unknown): Call {
  const call = callOf('/graphql/stream', document, variables);
  return { ...call, headers: { Accept: 'text/event-stream' } };
}

/** Yields the data of each result until the server completes the operation. */
async function* readResults(response: Response): AsyncGenerator<unknown, void, void> {
  const details = { status: response.status, requestId: requestIdOf(response.headers) };
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    await response.body?.cancel();
    throw new AnswerError('The answer is no stream of events', details);
  }
  for await (const { name, data } of readEvents(response.body)) {
    if (name === 'complete') return;
    if (name !== 'next') continue;
    const result = parse(data);
    if (result['errors'] !== undefined) throw graphQLErrorOf(result, { requestId: details.requestId });
    yield result['data'];
  }
  throw new ConnectionError('The server ended the stream', details);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // As any other value.
  }
  throw new AnswerError('The stream has an event that is no result of GraphQL', { body: text.slice(0, 1000) });
}

function isCut(error: unknown): boolean {
  return [ConnectionError, TimeoutError, ServerError, RateLimitError].some((kind) => error instanceof kind);
}

/** Returns the cursor in the only field of a result. */
function cursorOf(data: unknown): string | undefined {
  const [field] = isObject(data) ? Object.values(data) : [];
  return isObject(field) && typeof field['cursor'] === 'string' ? field['cursor'] : undefined;
}

export async function findLatestCursor(transport: Transport, options: ReadOptions): Promise<string> {
  const data = await execute(transport, '{ changes(after: "latest") { cursor } }', {}, options);
  const cursor = cursorOf(data);
  if (cursor === undefined) throw new AnswerError('The change log has no cursor', { body: data });
  return cursor;
}
