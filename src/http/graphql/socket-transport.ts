import type { IncomingMessage } from 'node:http';
import { MessageType, stringifyMessage, type WebSocket as Transport } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { slow } from '../../outbox/live-subscription.js';

/** Close code for a client that may reconnect later (RFC 6455). */
export const tryLater = 1013;
/** Close code for a client that sends too many bytes. */
const tooBig = 1009;
const internalError = 4500;

/** Maximum number of bytes before the connection is acknowledged: one message with the key, and a few pings. */
const maxBytesBeforeAck = 16_384;
/** Maximum number of bytes that may arrive after the socket was refused, because the client had already sent them. */
const maxBytesAfterRefusal = 500_000;
/** In milliseconds: the time in which a client that sends too much can read why its socket was closed. */
const farewell = 200;
/** Maximum number of bytes that may wait to be sent before the next message. Clients that read stay far below. */
const maxUnreadBytes = 2_000_000;
/** In milliseconds. A client that sends no pong before the next ping counts as disconnected. */
const pingInterval = 12_000;

export interface TransportOptions {
  /** The upgrade request, whose socket carries the frames. */
  request: IncomingMessage;
  /** Counts a message or a ping of the client. @throws RateLimitError */
  limitMessages(request: IncomingMessage): Promise<void>;
  /** Called for an error that is the fault of the server. */
  report(error: unknown): void;
}

/**
 * Carries the messages of graphql-ws over one WebSocket, and bounds what a client can make it hold. The adapter of the
 * library for `ws` does not: it answers every ping with the payload of the ping, and sends without regard to what the
 * client has not read yet.
 */
export class SocketTransport implements Transport {
  readonly protocol: string;
  readonly #socket: WebSocket;
  readonly #options: TransportOptions;
  #bytesLeft = maxBytesBeforeAck;
  #isRefused = false;

  constructor(socket: WebSocket, options: TransportOptions) {
    this.protocol = socket.protocol;
    this.#socket = socket;
    this.#options = options;
    // Before the listener of `ws`, which parses the bytes.
    options.request.socket.prependListener('data', (chunk) => this.#countBytes(chunk.length));
    // An invalid frame closes its socket.
    socket.on('error', () => {});
    socket.on('ping', (data) => {
      if (this.#accepts()) this.#write((written) => socket.pong(data, false, written));
    });
    this.#keepAlive();
  }

  /** Ends the limit that applies before the connection is acknowledged. */
  acknowledge(): void {
    this.#bytesLeft = Number.POSITIVE_INFINITY;
  }

  send(text: string): Promise<void> {
    return new Promise((resolve) => this.#write((written) => this.#socket.send(text, written), resolve));
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  interrupt(reason: string): void {
    this.#refuse(tryLater, reason);
  }

  onMessage(handle: (text: string) => Promise<void>): void {
    this.#socket.on('message', (data: RawData) => {
      if (!this.#accepts()) return;
      handle(String(data)).catch((error) => {
        this.#options.report(error);
        this.#socket.close(internalError, 'Internal server error');
      });
    });
  }

  /** Sends a pong without the payload of the ping, which the client has. */
  async onPing(): Promise<void> {
    await this.send(stringifyMessage({ type: MessageType.Pong }));
  }

  #countBytes(count: number): void {
    this.#bytesLeft -= count;
    if (this.#bytesLeft >= 0) return;
    if (this.#isRefused) this.#socket.terminate();
    else this.#refuse(tooBig, 'Too many bytes before the connection is acknowledged');
  }

  /** Counts a message or ping of the client. Returns false if it must not be handled. */
  #accepts(): boolean {
    if (this.#isRefused || this.#socket.readyState !== this.#socket.OPEN) return false;
    this.#options.limitMessages(this.#options.request).catch(() => this.#cutOff(tryLater, 'Too many messages'));
    return true;
  }

  /** Sends a frame, or closes the socket of a client that has not read the earlier ones. */
  #write(send: (written: () => void) => void, written: () => void = () => {}): void {
    const isOpen = !this.#isRefused && this.#socket.readyState === this.#socket.OPEN;
    if (isOpen && this.#socket.bufferedAmount <= maxUnreadBytes) {
      send(written);
      return;
    }
    if (isOpen) this.interrupt(slow);
    written();
  }

  /** Closes the socket and ignores everything that follows. `ws` destroys the socket if the client does not close it. */
  #refuse(code: number, reason: string): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#bytesLeft = maxBytesAfterRefusal;
    this.#socket.close(code, reason);
  }

  /** Refuses a client that sends too much. Reads nothing more from it, not even its answer, and destroys the socket. */
  #cutOff(code: number, reason: string): void {
    if (this.#isRefused) return;
    this.#refuse(code, reason);
    this.#socket.pause();
    setTimeout(() => this.#socket.terminate(), farewell);
  }

  #keepAlive(): void {
    let isAnswered = true;
    const timer = setInterval(() => {
      if (!isAnswered) return this.#socket.terminate();
      isAnswered = false;
      if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
    }, pingInterval);
    this.#socket.on('pong', () => {
      isAnswered = true;
    });
    this.#socket.once('close', () => clearInterval(timer));
  }
}
