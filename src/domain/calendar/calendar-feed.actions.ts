import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { FieldErrors } from '../../platform/errors.js';
import { rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { Person } from '../person/person.entity.js';
import { referenceProblems } from '../references.queries.js';
import { Resource } from '../resource/resource.entity.js';
import { CalendarFeed, type NewCalendarFeed } from './calendar-feed.entity.js';
import { newFeedToken } from './calendar-feed.rules.js';

/** Whose calendar it is: one of the two. */
export interface CalendarOwner {
  resourceId?: number | null;
  personId?: number | null;
}

/** Makes an address of a calendar, beside those that there are. @throws DomainError INVALID on `resourceId`, `personId` */
export function createCalendarFeed(context: RequestContext, owner: CalendarOwner): Promise<NewCalendarFeed> {
  return context.db.transaction(async (tx) => {
    const feed = tx.create(CalendarFeed, context.clock.now());
    rejectIfAny(
      ownerProblems(owner),
      await referenceProblems(tx, feed, owner, { resourceId: Resource, personId: Person }),
    );
    const { token, hash } = newFeedToken(tx.accountId);
    Object.assign(feed, {
      resourceId: owner.resourceId ?? null,
      personId: owner.personId ?? null,
      tokenHash: hash,
    });
    await recordChange(tx, 'calendar_feed.created', feed, by(context));
    return { calendarFeed: feed, address: `${context.address}/calendars/${token}.ics` };
  });
}

/** From now on the address is none. Gives the feed as it last was. @throws DomainError NOT_FOUND */
export function revokeCalendarFeed(context: RequestContext, id: number): Promise<CalendarFeed> {
  return context.db.transaction(async (tx) => {
    const feed = await tx.getLocked(CalendarFeed, id);
    await recordRemoval(tx, 'calendar_feed.revoked', feed, by(context));
    return feed;
  });
}

function ownerProblems({ resourceId, personId }: CalendarOwner): FieldErrors {
  const given = [resourceId, personId].filter((id) => id !== null && id !== undefined);
  if (given.length === 0) return { resourceId: ["can't be blank"] };
  return given.length > 1 ? { personId: ['must be blank'] } : {};
}
