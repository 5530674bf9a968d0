import { createBackgroundContext } from '../domain/account/background-context.js';
import type { RequestContext } from '../domain/context.js';
import { expireWaitlistEntry, offerOpening, storeOpening } from '../domain/waitlist/waitlist-line.actions.js';
import type { ExpireWaitlistEntryHandlers } from '../jobs/expire-waitlist-entry.job.js';
import type { OfferWaitlistHandlers } from '../jobs/offer-waitlist.job.js';
import type { Database } from '../platform/database/database.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

/** Creates the handlers of the jobs that offer freed times to the waitlist. */
export function waitlistHandlers(
  links: Pick<Config, 'publicUrl' | 'siteDomain'>,
  database: Database,
  clock: Clock,
): OfferWaitlistHandlers & ExpireWaitlistEntryHandlers {
  const contextOf = (accountId: number): Promise<RequestContext> =>
    createBackgroundContext(database, clock, accountId, undefined, links);
  return {
    storeOpening: async (change, opening) => storeOpening(await contextOf(change.accountId), change, opening),
    offerOpening: async (accountId, openingId, touch) => offerOpening(await contextOf(accountId), openingId, touch),
    expireWaitlistEntry: async (accountId, entryId) => expireWaitlistEntry(await contextOf(accountId), entryId),
  };
}
