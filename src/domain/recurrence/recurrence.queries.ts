import { Field, Int, ObjectType } from 'type-graphql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { notFound } from '../../platform/errors.js';
import { listCost } from '../../platform/list-cost.js';
import { AttributeName, Instant } from '../../platform/scalars.js';
import { type BookingConnection, BookingState } from '../booking/booking.entity.js';
import type { BookingFilter } from '../booking/booking.input.js';
import { bookingList } from '../booking/booking.queries.js';
import type { RequestContext } from '../context.js';
import { Event, type EventConnection } from '../event/event.entity.js';
import { type EventFilter, eventList } from '../event/event.queries.js';
import { type ListRequest, readList } from '../records/list.js';
import { LeftOutReason, leftOutReasonOf } from './left-out-reasons.rules.js';
import { type LeftOutInterval, Recurrence } from './recurrence.entity.js';
import { findSeriesRevision, type Occurrence } from './series.actions.js';

@ObjectType({ simpleResolvers: true, description: 'A date of a series that was left out, and why.' })
export class LeftOutDate {
  @Field(() => Instant, { description: 'When the booking or event would have begun.' }) from!: Date;
  @Field(() => Instant, { description: 'When it would have ended.' }) to!: Date;

  @Field(() => AttributeName, {
    nullable: true,
    description: 'The attribute that was refused, such as `resourceId`, or `resource_id` in REST. Null if none was.',
  })
  attribute!: string | null;

  @Field(() => String, {
    description:
      'The reason: the error of that attribute, up to its first number or quotation, such as `is not available`.',
  })
  reason!: string;

  @Field(() => LeftOutReason, { description: 'The reason, in the terms of the person for whom it was to be booked.' })
  cause!: LeftOutReason;
}

function toLeftOutDate(left: LeftOutInterval): LeftOutDate {
  const { from, to, ...why } = left;
  return { from: new Date(from), to: new Date(to), ...why, cause: leftOutReasonOf(left) };
}

@ObjectType({
  simpleResolvers: true,
  description:
    'The progress of the creation of a series of bookings or events in the background, and the revision of the series.',
})
export class SeriesProgress {
  @Field(() => Int, { description: 'The number of dates of the series.' })
  dates!: number;

  @Field(() => Int, {
    description: 'The number of these dates that were created, or left out because they were invalid.',
  })
  processed!: number;

  @Field(() => Boolean, {
    description: 'Whether no more are created: all dates were processed, or the series was cancelled or deleted.',
  })
  isFinished!: boolean;

  @Field(() => [LeftOutDate], {
    description:
      'The dates so far that were left out because they were invalid, in their order, with the reason. Empty for a series from before reasons were stored.',
    complexity: listCost(10),
  })
  leftOut!: LeftOutDate[];

  @Field(() => String, {
    description:
      'Changes with each change of the series or of one of its occurrences, but not while they are created in the background.',
  })
  revision!: string;
}

/** Returns the recurrence of a collection of bookings or events. @throws DomainError NOT_FOUND */
export async function getRecurrence(
  { db }: RequestContext,
  kind: 'booking' | 'event',
  collectionId: string,
): Promise<Recurrence> {
  const [recurrence] = await db.rows(Recurrence, { collectionId, [kind]: { $ne: null } }, { limit: 1 });
  if (!recurrence) throw notFound();
  return recurrence;
}

/** Returns the progress of a series of bookings or events. @throws DomainError NOT_FOUND */
export async function getSeriesProgress({ db }: RequestContext, collectionId: string): Promise<SeriesProgress> {
  const [[recurrence], revision] = await Promise.all([
    db.rows(Recurrence, { collectionId }, { limit: 1 }),
    findSeriesRevision(db, collectionId),
  ]);
  if (!recurrence || revision === undefined) throw notFound();
  const { occurrences, position, stopped, leftOut } = recurrence;
  return {
    // The first is created with the series.
    dates: occurrences.length + 1,
    processed: position + 1,
    isFinished: stopped || position >= occurrences.length,
    leftOut: leftOut.map(toLeftOutDate),
    revision,
  };
}

/** Returns the dates that were left out of the series of bookings. Bookings without such dates are missing. */
export async function findLeftOutDates(
  { db }: RequestContext,
  bookingIds: readonly number[],
): Promise<Map<number, LeftOutDate[]>> {
  const rows = await db.query<{ id: number; leftOut: LeftOutInterval[] }>(
    `select booking.id, recurrence.left_out as "leftOut"
     from booking join recurrence on recurrence.account_id = $1 and recurrence.collection_id = booking.collection_id
     where booking.account_id = $1 and booking.id = any ($2::integer[]) and recurrence.left_out <> '[]'`,
    [bookingIds],
  );
  return new Map(rows.map(({ id, leftOut }) => [id, leftOut.map(toLeftOutDate)]));
}

const listedStates = Object.values(BookingState).filter((state) => state !== BookingState.DELETED);

/** Lists the bookings of a collection; by default those that are not deleted. @throws DomainError NOT_FOUND */
export async function listRecurringBookings(
  context: RequestContext,
  collectionId: string,
  request: ListRequest<BookingFilter>,
): Promise<BookingConnection> {
  await getRecurrence(context, 'booking', collectionId);
  const filter = { ...request.filter, collectionId, state: request.filter.state ?? listedStates };
  return readList(context, bookingList, { name: 'recurringBookings', ...request, filter });
}

/** Lists the events of a collection. @throws DomainError NOT_FOUND */
export async function listRecurringEvents(
  context: RequestContext,
  collectionId: string,
  request: ListRequest<EventFilter>,
): Promise<EventConnection> {
  await getRecurrence(context, 'event', collectionId);
  const filter = { ...request.filter, collectionId };
  return readList(context, eventList, { name: 'recurringEvents', ...request, filter });
}

/** Lists the events of a collection that are not deleted and not over, by time. */
export async function listEvents(
  { clock }: RequestContext,
  tx: AccountTransaction,
  collectionId: string,
): Promise<Occurrence[]> {
  const where = { collectionId, active: true, endsAt: { $gt: clock.now() } };
  const rows = await tx.rows(Event, where, { orderBy: [{ startsAt: 'asc' }, { id: 'asc' }] });
  return rows.map(({ id, startsAt, endsAt }) => ({ id, from: startsAt.getTime(), to: endsAt.getTime() }));
}
