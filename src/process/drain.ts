import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** In milliseconds. A client that uses its connection sends its next request sooner. */
const idleTimeout = 500;

/** In milliseconds. After this, connections of clients that send or read too slowly are closed. */
const drainTimeout = 10_000;

/** Ends an HTTP server without breaking the connections of clients that are using them. */
export class Drain {
  readonly #server: Server;
  readonly #responses = new Set<ServerResponse>();

  constructor(server: Server) {
    this.#server = server;
  }

  /** Call it for the response of each request, before anything is written. */
  watch(response: ServerResponse): void {
    this.#responses.add(response);
    response.shouldKeepAlive &&= this.#server.listening;
    response.once('close', () => this.#responses.delete(response));
  }

  /**
   * Accepts no new connections. What has begun is answered with `Connection: close`, and so is a request that is on its way
   * on a kept connection. `close` of an HTTP server would reset that connection. Resolves once all connections are closed.
   */
  async end(): Promise<void> {
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    for (const response of this.#responses) response.shouldKeepAlive = false;
    // Also closes connections whose current response had already announced to keep them, once it has ended.
    const closeIdle = setInterval(() => this.#server.closeIdleConnections(), idleTimeout);
    const closeAll = setTimeout(() => this.#server.closeAllConnections(), drainTimeout);
    await closed;
    clearInterval(closeIdle);
    clearTimeout(closeAll);
  }
}
