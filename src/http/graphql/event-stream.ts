import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type RequestHandler, Router } from 'express';
import { type ExecutionResult, subscribe } from 'graphql';
import { type DomainError, MethodNotAllowedError } from '../../platform/errors.js';
import { requestKeyOf } from '../request-authentication.js';
import { scopeOf } from '../request-scope.js';
import {
  earlyErrorOf,
  executeInTrace,
  formatErrors,
  isPrepared,
  type LiveConnection,
  type LiveOptions,
  type PreparedOperation,
  prepareOperation,
  reportStart,
} from './live-operation.js';
import { readOperationRequest } from './operation-request.js';

interface EventStreamServer {
  /**
   * Mounted at `/graphql`. Executes the operations of requests to `/graphql/stream`, and of those to `/graphql` that
   * prefer `text/event-stream`. Passes on all others.
   */
  handler: RequestHandler;
  /** Returns the numbers of open streams and of those with a subscription. */
  count(): { streams: number; subscriptions: number };
  /** Ends every stream without completing its operation, so clients reconnect. */
  stop(): void;
}

/** The route in the log and the metrics. */
const route = '/graphql/stream';

/** The response types from which a client chooses. One that prefers none gets the first. */
const responseTypes = ['application/json', 'application/graphql-response+json', 'text/html', 'text/event-stream'];

/**
 * Serves GraphQL by Server-Sent Events, in the distinct connections mode of graphql-sse: one request executes one
 * operation, and the response is a stream of its results. The server of graphql-sse is not used, because it keeps the
 * results that a client has not read without a limit.
 */
export function createEventStreamServer(options: LiveOptions): EventStreamServer {
  const { liveLimiter } = options;
  const open = new Set<EventStream>();
  const serve = async (...[request, response]: Parameters<RequestHandler>): Promise<void> => {
    scopeOf(request).route = route;
    if (request.method !== 'GET' && request.method !== 'POST') throw new MethodNotAllowedError(['GET', 'POST']);
    const key = requestKeyOf(request);
    const context = await options.authenticateKey(key, request);
    const released = [liveLimiter.countConnectionFrom(request)];
    try {
      released.push(liveLimiter.countConnectionOf(context));
      const operationRequest = await readOperationRequest(request);
      const stream = new EventStream(options, { key, request, response });
      const prepared = await prepareOperation(options, stream, context, operationRequest);
      if (!isPrepared(prepared)) return await stream.send([{ errors: prepared }]);
      const { operation } = prepared.operation;
      if (operation === 'mutation' && request.method === 'GET') throw new MethodNotAllowedError(['POST']);
      stream.isSubscription = operation === 'subscription';
      open.add(stream);
      released.push(() => void open.delete(stream));
      await stream.send(await run(options, prepared));
    } finally {
      for (const release of released) release();
    }
  };
  const handler = Router()
    .all('/stream', serve)
    .all('/', (request, response, next) => (prefersEvents(request) ? serve(request, response, next) : next()));
  return {
    handler,
    count: () => ({
      streams: open.size,
      subscriptions: [...open].filter(({ isSubscription }) => isSubscription).length,
    }),
    stop: () => {
      for (const stream of open) stream.stop();
    },
  };
}

function prefersEvents(request: Request): boolean {
  return request.accepts(responseTypes) === 'text/event-stream';
}

/** Executes a query or a mutation, or starts a subscription. */
async function run(options: LiveOptions, prepared: PreparedOperation): Promise<Results> {
  const isSubscription = prepared.operation.operation === 'subscription';
  const result = await (isSubscription ? subscribe(prepared) : executeInTrace(options, prepared));
  reportStart(options, prepared, result);
  return Symbol.asyncIterator in result ? result : [result];
}

/** The results of one operation. Only those of a subscription have `return`. */
type Results = AsyncGenerator<ExecutionResult, void, void> | readonly ExecutionResult[];

/** In milliseconds. Proxies close connections on which nothing is sent, usually after 60 seconds. */
const keepAliveInterval = 12_000;

/** A comment, which clients ignore. */
const comment = ':\n\n';

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Otherwise nginx collects events before it sends them.
  'X-Accel-Buffering': 'no',
};

/** A response whose body is the stream of the results of one operation. */
class EventStream implements LiveConnection {
  readonly key: string | undefined;
  readonly request: IncomingMessage;
  isSubscription = false;
  readonly #options: LiveOptions;
  readonly #response: ServerResponse;
  #results: Results = [];
  #refusal: DomainError | undefined;
  #isStopped = false;
  #onWritten = (): void => {};

  constructor(
    options: LiveOptions,
    { key, request, response }: Pick<LiveConnection, 'key' | 'request'> & { response: ServerResponse },
  ) {
    this.#options = options;
    this.key = key;
    this.request = request;
    this.#response = response;
    response.on('close', () => this.#end());
    // Emitted by a write to a connection that is already closed.
    response.on('error', () => {});
  }

  closeRefused(error: DomainError): void {
    this.#refusal = error;
    // The client reconnects, and a router sends it to the cell of the account.
    if (error.code === 'MISDIRECTED') this.stop();
  }

  /** Destroys the connection: the client would not read an error. */
  interrupt(): void {
    this.#end();
    this.#response.destroy();
  }

  /** Ends the stream without completing its operation, so the client reconnects. */
  stop(): void {
    const isRead = this.#response.writableLength === 0;
    this.#end();
    if (isRead) this.#response.end();
    else this.#response.destroy();
  }

  /**
   * Sends the results at the pace at which the client reads them, until there are no more or the connection is closed.
   * The headers are sent at once, so a client that has them gets every change that is committed from then on.
   */
  async send(results: Results): Promise<void> {
    this.#results = results;
    if (this.#isStopped || this.#response.destroyed) return this.#end();
    this.#response.writeHead(200, headers).write(comment);
    const keepAlive = setInterval(() => this.#keepAlive(), keepAliveInterval);
    try {
      for await (const result of results) {
        if (!this.#isStopped) await this.#next(result);
      }
      if (this.#refusal && !this.#isStopped) await this.#next({ errors: [earlyErrorOf(this.#refusal)] });
      if (!this.#isStopped) this.#response.end('event: complete\ndata:\n\n');
    } catch (error) {
      this.#options.report(error, scopeOf(this.request).id);
      this.#response.destroy();
    } finally {
      clearInterval(keepAlive);
    }
  }

  async #next({ errors, ...result }: ExecutionResult): Promise<void> {
    const formatted = errors && { errors: formatErrors(this.#options, this, errors) };
    const data = JSON.stringify({ ...formatted, ...result });
    await new Promise<void>((resolve) => {
      this.#onWritten = resolve;
      this.#response.write(`event: next\ndata: ${data}\n\n`, () => resolve());
    });
  }

  #keepAlive(): void {
    if (this.#response.writableLength === 0) this.#response.write(comment);
  }

  /** Ends the subscription on the server. */
  #end(): void {
    this.#isStopped = true;
    this.#onWritten();
    if ('return' in this.#results) void this.#results.return();
  }
}
