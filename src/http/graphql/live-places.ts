import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../domain/context.js';
import { clientNetwork } from '../../platform/client-address.js';
import { RateLimitError } from '../../platform/errors.js';
import { scopeOf } from '../request-scope.js';

/** Gives a place back. Further calls have no effect. */
export type Release = () => void;

/**
 * The most connections and subscriptions in one process at once. A connection is a WebSocket or a stream of events. An address is that of a
 * client, as for the rate limit: an office, or every client behind a proxy that `TRUST_PROXY` does not name. A sender is an
 * API key or a user. A dashboard has one connection and up to three subscriptions for each tab.
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
export class LivePlaces {
  readonly #taken = new Map<string, number>();

  /** Takes a place of the address of a connection. @throws RateLimitError */
  connectionFrom(request: IncomingMessage): Release {
    return this.#take(`connections from ${addressOf(request)}`, liveLimits.connectionsPerAddress, 'connections');
  }

  /** Takes a place of the API key or user of a connection. @throws RateLimitError */
  connectionOf(context: RequestContext): Release {
    return this.#take(`connections of ${senderOf(context)}`, liveLimits.connectionsPerSender, 'connections');
  }

  /** Takes a place for a subscription. @throws RateLimitError */
  subscription(request: IncomingMessage, context: RequestContext): Release {
    const { subscriptionsPerAddress, subscriptionsPerSender } = liveLimits;
    const address = this.#take(`subscriptions from ${addressOf(request)}`, subscriptionsPerAddress, 'subscriptions');
    try {
      const sender = this.#take(`subscriptions of ${senderOf(context)}`, subscriptionsPerSender, 'subscriptions');
      return () => {
        address();
        sender();
      };
    } catch (error) {
      address();
      throw error;
    }
  }

  #take(holder: string, limit: number, what: string): Release {
    const taken = this.#taken.get(holder) ?? 0;
    if (taken >= limit) throw new RateLimitError(retryAfter, `At most ${limit} ${what} may be open at once`);
    this.#taken.set(holder, taken + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#taken.get(holder) ?? 1) - 1;
      if (left > 0) this.#taken.set(holder, left);
      else this.#taken.delete(holder);
    };
  }
}

function addressOf(request: IncomingMessage): string {
  return clientNetwork(scopeOf(request).clientAddress);
}

function senderOf({ account, actor }: RequestContext): string {
  return `${account.id} ${actor.kind} ${'id' in actor ? actor.id : ''}`;
}
