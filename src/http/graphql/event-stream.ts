import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { DomainError } from '../../platform/errors.js';
import { scopeOf } from '../request-scope.js';
import { earlyErrorOf, formatErrors, type LiveConnection, type LiveOptions } from './live-operation.js';

/** The results of one operation. Only those of a subscription have `return`. */
export type Results = AsyncGenerator<ExecutionResult, void, void> | readonly ExecutionResult[];

/** In milliseconds. Proxies close connections on which nothing is sent, usually after 60 seconds. */
const keepAliveInterval = 12_000;

/** Ignored by clients. */
const comment = ':\n\n';

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Otherwise nginx collects events before it sends them.
  'X-Accel-Buffering': 'no',
};

/** A response whose body is the stream of the results of one operation. */
export class EventStream implements LiveConnection {
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
  }

  /** The client would see nothing that is written now. */
  closeSlow(): void {
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
   * Sends the results at the pace at which the client reads them, until there are no more or the connection is closed. The
   * headers are sent at once, so a client that has them gets every change that is committed from then on.
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
      if (this.#refusal) await this.#next({ errors: [earlyErrorOf(this.#refusal)] });
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
