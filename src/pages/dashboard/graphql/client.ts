import { type Client, createClient } from 'graphql-ws';
import { signal } from '../../design/signal.js';
import { graphqlUrl } from '../addresses.js';
import { currentSession, recoverSession } from '../session.js';
import { t } from '../texts.js';
import type { Operation } from './operation.js';
import { type FieldMessages, ServerError } from './server-error.js';

interface SentError {
  message: string;
  extensions?: { code?: string; fields?: FieldMessages };
}

interface Answer {
  data?: unknown;
  errors?: SentError[];
}

/** The number of attempts is limited, because a server may reject even a new session. */
const maxAttempts = 3;
/** In milliseconds. The server ends its own statements earlier. */
const timeout = 60_000;

/**
 * Executes a query or a mutation. If the session has ended, waits until the user has signed in again, then repeats it.
 *
 * @param key a mutation that is sent again with the same key is executed once
 * @throws ServerError
 */
export async function execute<Data, Variables extends object>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  key?: string,
): Promise<Data> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(operation, variables, key);
    } catch (error) {
      const isRefused = error instanceof ServerError && error.code === 'UNAUTHENTICATED';
      if (!isRefused || attempt === maxAttempts) throw error;
      await recoverSession();
    }
  }
}

let isLeaving = false;

/** Sets whether the page is being left. It comes back if the browser had kept it. */
export function setLeaving(value: boolean): void {
  isLeaving = value;
}

async function send<Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  key: string | undefined,
): Promise<Data> {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-CSRF-Token': currentSession().csrfToken,
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({ query: operation.text, variables }),
    signal: AbortSignal.timeout(timeout),
    // The browser sends it although the page is left.
    keepalive: isLeaving,
  }).catch(() => {
    throw new ServerError('NETWORK', t.requests.networkKept);
  });
  // Also of a proxy, whose answer is no JSON.
  if (response.status === 413) throw new ServerError('HTTP_413', t.requests.tooLarge);
  const answer: Answer = await response.json().catch(() => ({}));
  const [error] = answer.errors ?? [];
  if (error) throw errorOf(error);
  if (!answer.data) {
    throw new ServerError(`HTTP_${response.status}`, t.requests.failed);
  }
  return answer.data as Data;
}

const sentences: Readonly<Record<string, string>> = t.requests.codes;

function errorOf({
  message,
  extensions: { code = 'INTERNAL_SERVER_ERROR', fields = {} } = {},
}: SentError): ServerError {
  return new ServerError(code, sentences[code] ?? message, fields);
}

/** False while the socket of the subscriptions is lost: it was closed, and is not back after a while. */
export const isLive = signal(true);

/** In milliseconds. Every view closes the socket of the one before, and a server restarts: that is no loss yet. */
const patience = 5_000;
let loss: ReturnType<typeof setTimeout> | undefined;

function noteConnection(isOpen: boolean): void {
  clearTimeout(loss);
  loss = undefined;
  if (isOpen) isLive.value = true;
  else {
    loss = setTimeout(() => {
      isLive.value = false;
    }, patience);
  }
}

let client: Client | undefined;

/** One socket for all subscriptions of the page. It authenticates by the session cookie and reconnects for ever. */
function socket(): Client {
  const url = new URL(graphqlUrl);
  url.protocol = url.protocol.replace('http', 'ws');
  client ??= createClient({
    url: url.href,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (retries) => new Promise((resolve) => setTimeout(resolve, Math.min(10_000, 250 * 2 ** retries))),
    keepAlive: 15_000,
    on: {
      connected: () => noteConnection(true),
      // The client closes it normally, without a loss, when nothing subscribes any more.
      closed: (event) => noteConnection(event instanceof CloseEvent && event.code === 1_000),
    },
  });
  return client;
}

/** Closes the socket, after the user has signed out. */
export function closeSocket(): void {
  Promise.resolve(client?.dispose()).catch(ignore);
  client = undefined;
}

/** The user has signed out, or the socket is closed already. */
function ignore(): void {}

interface Subscriber<Data> {
  /** Called for every result, in order. Returns its cursor, from which the subscription resumes after the socket was away. */
  onNext(data: Data): string;
  /** Called when changes may have been missed, because they could not be resumed: read everything again. */
  onGap(): void;
}

/**
 * Subscribes until the returned function is called. After the socket was away, it continues after the last cursor, so that
 * nothing is missed. If the session has ended, it waits until the user has signed in again.
 *
 * @param variables `after` is replaced when it resumes
 */
export function subscribe<Data, Variables extends { after?: string | null | undefined }>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  { onNext, onGap }: Subscriber<Data>,
): () => void {
  let isEnded = false;
  let after = variables.after;
  let stop = () => {};
  const start = (): void => {
    // graphql-ws sends the payload again when it reconnects. A getter makes it resume from the current cursor.
    const payload = {
      query: operation.text,
      get variables() {
        return { ...variables, after };
      },
    };
    stop = socket().subscribe<Data>(payload, {
      next: ({ data, errors }) => {
        if (data) after = onNext(data);
        else if (errors) restart();
      },
      error: (problem) => {
        if (isUnauthorised(problem)) recoverSession().then(() => !isEnded && start(), ignore);
        else restart();
      },
      complete: () => {},
    });
  };
  /** Starts anew from now, after an error such as a cursor that is too old. */
  const restart = (): void => {
    if (isEnded) return;
    after = undefined;
    stop();
    setTimeout(() => {
      if (isEnded) return;
      start();
      onGap();
    }, 1_000);
  };
  start();
  return () => {
    isEnded = true;
    stop();
  };
}

/** Close codes of the server for a session that has ended and for a suspended account. */
function isUnauthorised(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 4401;
}
