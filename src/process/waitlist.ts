import { createBackgroundContext } from '../domain/account/background-context.js';
import type { RequestContext } from '../domain/context.js';
import { checkWaitlist } from '../domain/waitlist/waitlist-check.actions.js';
import { findDueChecks } from '../domain/waitlist/waitlist-check.queries.js';
import { expireWaitlistEntry, offerOpening } from '../domain/waitlist/waitlist-line.actions.js';
import { storeOpening } from '../domain/waitlist/waitlist-opening.actions.js';
import type { CheckWaitlistHandlers } from '../jobs/check-waitlist.job.js';
import type { ExpireWaitlistEntryHandlers } from '../jobs/expire-waitlist-entry.job.js';
import type { OfferWaitlistHandlers } from '../jobs/offer-waitlist.job.js';
import type { Database } from '../platform/database/database.js';
import { type AddressSettings, publicAddress } from '../platform/public-address.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from './config.js';

/** Creates the handlers of the jobs that offer times to the waitlist. */
export function waitlistHandlers(
  { siteDomain, ...settings }: AddressSettings & Pick<Config, 'siteDomain'>,
  database: Database,
  clock: Clock,
): CheckWaitlistHandlers & OfferWaitlistHandlers & ExpireWaitlistEntryHandlers {
  const links = { address: publicAddress(settings), siteDomain };
  const contextOf = (accountId: number): Promise<RequestContext> =>
    createBackgroundContext(database, clock, accountId, undefined, links);
  return {
    checkWaitlist: async (accountId) => checkWaitlist(await contextOf(accountId)),
    findDueChecks: (margin) => findDueChecks(database, clock, margin),
    storeOpening: async (change, opening) => storeOpening(await contextOf(change.accountId), change, opening),
    offerOpening: async (accountId, openingId, touch) => offerOpening(await contextOf(accountId), openingId, touch),
    expireWaitlistEntry: async (accountId, entryId) => expireWaitlistEntry(await contextOf(accountId), entryId),
  };
}
