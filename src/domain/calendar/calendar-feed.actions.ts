import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import { noAddress } from '../../platform/addresses.js';
import { type FieldErrors, invalid, rejectIfAny } from '../../platform/errors.js';
import { createAccountToken } from '../account/account-token.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { isActing } from '../person/guardian.queries.js';
import { validateReferences } from '../records/reference.js';
import { CalendarFeed, type NewCalendarFeed } from './calendar-feed.entity.js';

/** The resource or person whose calendar it is; exactly one id is set. */
export interface CalendarOwner {
  resourceId?: number | null;
  personId?: number | null;
  /** The guardian of the person who gets the URL. */
  guardianId?: number | null;
}

/** Creates another secret URL of a calendar. @throws DomainError INVALID on `resourceId`, `personId`, on `guardianId` unless it may act for the person, and on `address` if the address of the server is not set */
export function createCalendarFeed(context: RequestContext, owner: CalendarOwner): Promise<NewCalendarFeed> {
  const { address } = context;
  if (address === '') return Promise.reject(invalid({ address: [noAddress] }));
  return context.db.transaction(async (tx) => {
    const feed = tx.create(CalendarFeed, context.clock.now());
    rejectIfAny(validateOwner(owner), await validateReferences(tx, CalendarFeed, feed, owner));
    if (typeof owner.guardianId === 'number' && !(await isActing(tx, owner.guardianId, owner.personId ?? null))) {
      throw invalid({ guardianId: ['does not exist'] });
    }
    const { token, hash } = createAccountToken(tx.accountId);
    Object.assign(feed, {
      resourceId: owner.resourceId ?? null,
      personId: owner.personId ?? null,
      guardianId: owner.guardianId ?? null,
      tokenHash: hash,
    });
    await recordChange(tx, 'calendar_feed.created', feed, changedBy(context));
    return { calendarFeed: feed, address: `${address}/calendars/${token}.ics` };
  });
}

/** Deletes a feed, so that its URL stops working. @returns the deleted record @throws DomainError NOT_FOUND */
export function revokeCalendarFeed(context: RequestContext, id: number): Promise<CalendarFeed> {
  return context.db.transaction(async (tx) => {
    const feed = await tx.getLocked(CalendarFeed, id);
    await recordRemoval(tx, 'calendar_feed.revoked', feed, changedBy(context));
    return feed;
  });
}

function validateOwner({ resourceId, personId }: CalendarOwner): FieldErrors {
  const given = [resourceId, personId].filter((id) => id !== null && id !== undefined);
  if (given.length === 0) return { resourceId: ["can't be blank"] };
  return given.length > 1 ? { personId: ['must be blank'] } : {};
}
