import { AnswerError, type BookingServerError, ConnectionError, errorOf, TimeoutError } from './errors.js';
import type { ClientOptions, ReadOptions } from './options.js';
import { isPassing, pauseBefore, retryAfterOf } from './retry.js';

/** One request, which may be sent several times. */
export interface Call {
  method: string;
  /** From `/`, with its query. */
  path: string;
  headers: Record<string, string>;
  /** The JSON of the body. */
  body?: string | undefined;
  /** Whether a second execution changes nothing: it reads, or it has an idempotency key. */
  canRepeat: boolean;
}

export interface Answer {
  headers: Headers;
  body: unknown;
}

/** The outcome of an attempt. Only a passing failure is tried again. */
type Outcome<Result> =
  | { result: Result }
  | { error: BookingServerError; isPassing: boolean; retryAfter?: number | undefined };

/** The characters of a body that is no JSON which an error keeps. */
const keptText = 1_000;

/** Sends requests to one server, and repeats them while that is safe and useful. */
export class Transport {
  readonly url: string;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    if (!/^https?:\/\//.test(options.url)) throw new TypeError('url must begin with http:// or https://');
    this.url = options.url.replace(/\/$/, '');
    this.#options = options;
  }

  get retryPause(): number {
    return this.#options.retryPause ?? 250;
  }

  /** Sends a request and reads its answer, which is JSON. */
  async send(call: Call, options: ReadOptions = {}): Promise<Answer> {
    return this.#repeat(call, options, async (response) => {
      const text = await readText(response, this.#options.maximumAnswer ?? 2 ** 25);
      return { headers: response.headers, body: parse(text, response) };
    });
  }

  /**
   * Opens a stream: its body is not read, and the time limits end with its headers. `signal`, which is to be of this stream
   * alone, also ends the stream.
   */
  async open(call: Call, options: ReadOptions = {}): Promise<Response> {
    return this.#repeat(call, options, async (response, limit) => {
      limit.keepSignal();
      return response;
    });
  }

  async #repeat<Result>(
    call: Call,
    { signal, timeout = this.#options.timeout ?? 60_000 }: ReadOptions,
    read: (response: Response, limit: Limit) => Promise<Result>,
  ): Promise<Result> {
    const end = performance.now() + timeout;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const outcome = await this.#attempt(call, signal, end, read);
      if ('result' in outcome) return outcome.result;
      const isLast = !outcome.isPassing || attempt > (this.#options.retries ?? 5);
      const pause = pauseBefore(attempt, this.retryPause, outcome.retryAfter);
      if (isLast || performance.now() + pause >= end) throw outcome.error;
      await sleep(pause, signal);
    }
  }

  async #attempt<Result>(
    call: Call,
    signal: AbortSignal | undefined,
    end: number,
    read: (response: Response, limit: Limit) => Promise<Result>,
  ): Promise<Outcome<Result>> {
    const milliseconds = Math.min(this.#options.attemptTimeout ?? 20_000, end - performance.now());
    const limit = new Limit(milliseconds, signal);
    try {
      const response = await this.#fetch(call, limit.signal);
      if (response.ok) return { result: await read(response, limit) };
      return await refusal(call, response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AnswerError) return { error, isPassing: false };
      const isPassing = call.canRepeat;
      if (limit.hasPassed) {
        return {
          error: new TimeoutError(`No answer within ${Math.round(milliseconds)} ms`, { cause: error }),
          isPassing,
        };
      }
      return {
        error: new ConnectionError(`${this.url} cannot be reached: ${reasonOf(error)}`, { cause: error }),
        isPassing,
      };
    } finally {
      limit.end();
    }
  }

  async #fetch({ method, path, headers, body }: Call, signal: AbortSignal): Promise<Response> {
    const { apiKey, application, fetch: send = fetch } = this.#options;
    const response = await send(`${this.url}${path}`, {
      method,
      signal,
      // A redirected POST would become a GET.
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        // Browsers send their own, and ask the server about any other with a request before each request.
        ...(typeof document === 'undefined' && { 'User-Agent': application ?? 'booking-server-client' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return response;
    const target = response.headers.get('location');
    throw new AnswerError(`${this.url} redirects${target === null ? '' : ` to ${target}`}: use its address as url`);
  }
}

/** The time limit of one attempt, and the caller's signal. */
class Limit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #parent: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort(this.#parent?.reason);
  #keepsSignal = false;
  hasPassed = false;

  constructor(milliseconds: number, parent: AbortSignal | undefined) {
    this.#parent = parent;
    parent?.addEventListener('abort', this.#abort, { once: true });
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#controller.abort();
    }, milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Lets the caller's signal end the response also after this attempt. */
  keepSignal(): void {
    this.#keepsSignal = true;
  }

  end(): void {
    clearTimeout(this.#timer);
    if (!this.#keepsSignal) this.#parent?.removeEventListener('abort', this.#abort);
  }
}

async function refusal(call: Call, response: Response): Promise<Outcome<never>> {
  const { status, headers } = response;
  const text = await readText(response, 2 ** 20).catch((error) => {
    if (error instanceof AnswerError) return '';
    throw error;
  });
  const retryAfter = retryAfterOf(headers);
  const error = errorOf(status, parseIfJson(text) ?? text.slice(0, keptText), requestIdOf(headers), retryAfter);
  return { error, isPassing: isPassing(status, call.canRepeat), retryAfter };
}

/** Reads a body of at most `limit` bytes. */
async function readText(response: Response, limit: number): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.byteLength;
    if (read > limit) {
      await reader.cancel().catch(() => {});
      throw new AnswerError(`The answer has more than ${limit} bytes`, detailsOf(response));
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string, response: Response): unknown {
  const body = parseIfJson(text);
  if (body !== undefined) return body;
  throw new AnswerError('The answer is no JSON', { ...detailsOf(response), body: text.slice(0, keptText) });
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailsOf({ status, headers }: Response): { status: number; requestId: string | undefined } {
  return { status, requestId: requestIdOf(headers) };
}

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

/** Returns the message of the innermost cause: that of `fetch` says only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Waits, and rejects with the reason of the signal if it is aborted meanwhile. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    function abort(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Returns a UUID. `crypto.randomUUID` does not exist on pages that were not loaded by HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
