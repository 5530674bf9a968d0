import type { Actor } from '../outbox/actor.js';
import type { RecordedChange } from '../outbox/change-log.js';
import type { AccountDatabase } from '../platform/database/account-database.js';
import type { Row } from '../platform/database/rows.js';
import type { Clock } from '../platform/time/clock.js';
import type { PlainDate } from '../platform/time/plain-date.js';
import type { Zone } from '../platform/time/zone.js';
import type { Account } from './account/account.entity.js';
import type { SlotCache } from './availability/slot-cache.js';
import type { SlotBudget } from './slot-budget.js';

/** Who asks, for which account, and what a resolver or an action may use. One for each request, message or job. */
export interface RequestContext {
  readonly account: Row<Account>;
  readonly zone: Zone;
  readonly actor: Actor;
  readonly db: AccountDatabase;
  readonly clock: Clock;
  readonly requestId: string;
  /** Where the request comes from; empty when it is none. */
  readonly clientAddress: string;
  /** Where the client finds this server, for links in the answer: without a slash at its end; empty outside a request. */
  readonly address: string;
  /**
   * Where people find this server, for links in messages: empty if nothing but a request from elsewhere names it. Whoever
   * sends a request chooses its `Host`, and the message goes to somebody else.
   */
  readonly linkAddress: string;
  /** Whether web hooks may go to private addresses; set for requests alone. */
  readonly allowsPrivateTargets?: boolean;
  /** Slots that requests have read; set for requests alone. */
  readonly slotCache?: SlotCache;
  readonly slotBudget: SlotBudget;
}

/** What a request adds to the context of its account. */
export type RequestOrigin = Pick<
  RequestContext,
  'requestId' | 'clientAddress' | 'address' | 'linkAddress' | 'allowsPrivateTargets' | 'slotCache'
>;

/** Whether a visitor of the public site asks: anybody at all, who is shown and may say little. */
export function isVisitor({ actor }: RequestContext): boolean {
  return actor.kind === 'public';
}

/** Today's date on the account's wall clock. */
export function today({ zone, clock }: RequestContext): PlainDate {
  return zone.dateAt(clock.now().getTime());
}

/** Who makes a change and when, for the change log. */
export function by(context: RequestContext): { actor: Actor; at: Date } {
  return { actor: context.actor, at: context.clock.now() };
}

/** The context of an operation that is told of changes as they come. */
export interface SubscriptionContext extends RequestContext {
  /**
   * Those of the account's changes that are wanted, in the order of the log: from now on, or from a cursor on.
   *
   * @throws DomainError INVALID on `after` when that is no cursor of the log, or too old
   */
  changes(
    isWanted: (change: RecordedChange) => boolean,
    after?: string | null,
  ): Promise<AsyncIterableIterator<RecordedChange>>;
}
