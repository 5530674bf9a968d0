import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../domain/context.js';
import { clientNetwork } from '../../platform/addresses.js';
import { RateLimitError } from '../../platform/errors.js';
import type { Release } from '../../platform/fairness.js';
import { scopeOf } from '../request-scope.js';

/**
 * The maximum numbers of connections and subscriptions in one process at once. A connection is a WebSocket or a stream of
 * events. Clients have one address as for the rate limit: those of an office, or all behind a proxy that `TRUST_PROXY` does
 * not name. A sender is an API key or a user. A dashboard has one connection and up to three subscriptions for each tab.
 * An account, however many keys and addresses it has, holds a twentieth of the connections of a process.
 */
export const liveLimits = {
  connectionsPerAddress: 200,
  connectionsPerSender: 100,
  connectionsPerAccount: 500,
  subscriptionsPerAddress: 500,
  subscriptionsPerSender: 200,
  subscriptionsPerAccount: 1_000,
} as const;

/** Seconds after which a refused client may try again. */
const retryAfter = 10;

/** The account and the actor of a context. */
interface Sender extends Pick<RequestContext, 'actor'> {
  account: { id: number };
}

/** Limits the connections and subscriptions that clients hold open: each takes memory until its client leaves. */
export class LiveLimiter {
  readonly #counts = new Map<string, number>();

  /** Counts a connection for the address of its client. @throws RateLimitError */
  countConnectionFrom(request: IncomingMessage): Release {
    return this.#count(`connections from ${addressOf(request)}`, liveLimits.connectionsPerAddress, 'connections');
  }

  /** Counts a connection for its API key or user, and for its account. @throws RateLimitError */
  countConnectionOf(context: Sender): Release {
    return this.#countAll('connections', {
      [`of ${senderOf(context)}`]: liveLimits.connectionsPerSender,
      [`of ${context.account.id}`]: liveLimits.connectionsPerAccount,
    });
  }

  /** Counts a subscription for the address, for the API key or user, and for its account. @throws RateLimitError */
  countSubscription(request: IncomingMessage, context: Sender): Release {
    return this.#countAll('subscriptions', {
      [`from ${addressOf(request)}`]: liveLimits.subscriptionsPerAddress,
      [`of ${senderOf(context)}`]: liveLimits.subscriptionsPerSender,
      [`of ${context.account.id}`]: liveLimits.subscriptionsPerAccount,
    });
  }

  /** @param limits by holder */
  #countAll(what: string, limits: Readonly<Record<string, number>>): Release {
    const releases: Release[] = [];
    const releaseAll = (): void => {
      for (const release of releases) release();
    };
    try {
      for (const [holder, limit] of Object.entries(limits))
        releases.push(this.#count(`${what} ${holder}`, limit, what));
      return releaseAll;
    } catch (error) {
      releaseAll();
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

function senderOf({ account, actor }: Sender): string {
  return `${account.id} ${actor.kind} ${'id' in actor ? actor.id : ''}`;
}
