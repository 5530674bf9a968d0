import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../domain/context.js';
import { clientNetwork } from '../../platform/client-address.js';
import { RateLimitError } from '../../platform/errors.js';
import { scopeOf } from '../request-scope.js';

/** Stops counting a connection or subscription. Further calls have no effect. */
export type Release = () => void;

/**
 * The maximum numbers of connections and subscriptions in one process at once. A connection is a WebSocket or a stream of
 * events. Clients have one address as for the rate limit: those of an office, or all behind a proxy that `TRUST_PROXY` does
 * not name. A sender is an API key or a user. A dashboard has one connection and up to three subscriptions for each tab.
 */
export const liveLimits = {
  connectionsPerAddress: 200,
  connectionsPerSender: 100,
  subscriptionsPerAddress: 500,
  subscriptionsPerSender: 200,
} as const;

/** Seconds after which a refused client may try again. */
const retryAfter = 10;

/** Limits the connections and subscriptions that clients hold open: each takes memory until its client leaves. */
export class LiveLimiter {
  readonly #counts = new Map<string, number>();

  /** Counts a connection for the address of its client. @throws RateLimitError */
  countConnectionFrom(request: IncomingMessage): Release {
    return this.#count(`connections from ${addressOf(request)}`, liveLimits.connectionsPerAddress, 'connections');
  }

  /** Counts a connection for its API key or user. @throws RateLimitError */
  countConnectionOf(context: RequestContext): Release {
    return this.#count(`connections of ${senderOf(context)}`, liveLimits.connectionsPerSender, 'connections');
  }

  /** Counts a subscription for the address and for the API key or user. @throws RateLimitError */
  countSubscription(request: IncomingMessage, context: RequestContext): Release {
    const { subscriptionsPerAddress, subscriptionsPerSender } = liveLimits;
    const address = this.#count(`subscriptions from ${addressOf(request)}`, subscriptionsPerAddress, 'subscriptions');
    try {
      const sender = this.#count(`subscriptions of ${senderOf(context)}`, subscriptionsPerSender, 'subscriptions');
      return () => {
        address();
        sender();
      };
    } catch (error) {
      address();
      throw error;
    }
  }

  #count(holder: string, limit: number, what: string): Release {
    const count = this.#counts.get(holder) ?? 0;
    if (count >= limit) throw new RateLimitError(retryAfter, `At most ${limit} ${what} may be open at once`);
    this.#counts.set(holder, count + 1);
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      const left = (this.#counts.get(holder) ?? 1) - 1;
      if (left > 0) this.#counts.set(holder, left);
      else this.#counts.delete(holder);
    };
  }
}

function addressOf(request: IncomingMessage): string {
  return clientNetwork(scopeOf(request).clientAddress);
}

function senderOf({ account, actor }: RequestContext): string {
  return `${account.id} ${actor.kind} ${'id' in actor ? actor.id : ''}`;
}
