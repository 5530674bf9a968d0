import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SecurityEventSource } from '../../domain/security-event/record-security-event.actions.js';
import type { StartedSession } from '../../domain/user/session.actions.js';
import { isLoopback } from '../../platform/addresses.js';
import type { Clock } from '../../platform/time/clock.js';
import { serverHostname } from '../request-scope.js';

/** The demo account of this start, for the pages that lead to it. */
export interface DemoEntry {
  subdomain: string;
  /** Undefined if links may not sign in. */
  links: DemoLinks | undefined;
}

interface DemoLinksOptions {
  clock: Clock;
  /** Whether `/` shows a link to local visitors. Otherwise only the terminal has one. */
  isShown: boolean;
  /** Begins a session of the demo's user. Returns undefined if a link is not enough for that user. */
  signIn(source: SecurityEventSource): Promise<StartedSession | undefined>;
}

/** In milliseconds. */
const lifetime = 3_600_000;

/** More are not kept: the oldest is forgotten. */
const maxLinks = 100;

/**
 * Links that sign in to the demo account, each once and within an hour. They are kept in memory only: the server offers
 * them only with the embedded database, which one process uses.
 */
export class DemoLinks {
  readonly isShown: boolean;
  readonly signIn: DemoLinksOptions['signIn'];
  readonly #clock: Clock;
  /** The times at which links expire, by their tokens, in the order of their creation. */
  readonly #expiries = new Map<string, number>();

  constructor({ clock, isShown, signIn }: DemoLinksOptions) {
    this.#clock = clock;
    this.isShown = isShown;
    this.signIn = signIn;
  }

  /** Creates a link. Returns its path, without a slash at the start. */
  create(): string {
    const token = randomBytes(24).toString('base64url');
    this.#expiries.set(token, this.#clock.now().getTime() + lifetime);
    const [oldest] = this.#expiries.keys();
    if (this.#expiries.size > maxLinks && oldest !== undefined) this.#expiries.delete(oldest);
    return `dashboard/demo/${token}`;
  }

  /** Uses a link up. Returns whether it was valid. */
  spend(token: string): boolean {
    const expiry = this.#expiries.get(token);
    this.#expiries.delete(token);
    return expiry !== undefined && expiry > this.#clock.now().getTime();
  }
}

/** Headers that proxies add. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a browser on this machine has opened this server itself. Its host is a loopback name, because the page of
 * another site could otherwise have its own name resolve to this machine and read what is shown to local visitors.
 */
export function isLocalVisitor(request: IncomingMessage): boolean {
  const { headers, socket } = request;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const host = serverHostname(request, 0).replace(/^\[(.*)\]$/, '$1');
  return isLoopback(address) && isLoopback(host) && proxyHeaders.every((name) => headers[name] === undefined);
}
