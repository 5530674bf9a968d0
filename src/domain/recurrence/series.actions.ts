import { randomUUID } from 'node:crypto';
import { recordChange } from '../../outbox/change-log.js';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction, Lock, LockableEntity } from '../../platform/database/account-transaction.js';
import { DomainError, type FieldErrors, invalid, notFound } from '../../platform/errors.js';
import { lastSecond } from '../../platform/recurrence-rule/rule-times.js';
import type { Interval } from '../../platform/time/interval.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import { requestMessages } from '../booking/messages/request-messages.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { requireRevision } from '../records/record.rules.js';
import { type BookingTemplate, type EventTemplate, Recurrence } from './recurrence.entity.js';
import { SeriesScope } from './recurrence.input.js';
import { type SeriesChange, shiftOccurrence, splitPending } from './series-change.rules.js';

/** An occurrence that exists. */
export interface Occurrence extends Interval {
  id: number;
}

/** The occurrences of a locked series that an update changes. */
export interface SeriesSelection<Existing extends Occurrence> {
  recurrence: Recurrence;
  /** The occurrence to which given times apply; undefined if none exists any more that can change. */
  reference: Existing | undefined;
  /** Occurrences that exist and change, by time. */
  existing: Existing[];
  /** Occurrences that are not created yet and change. */
  pending: Interval[];
  /** The start from which a series is split; undefined if it is not. */
  splitAt: number | undefined;
}

/**
 * Locks a series and selects the occurrences that change.
 *
 * @param listExisting lists the occurrences that may change, by time
 * @throws DomainError INVALID on `from` if it is not among them, NOT_FOUND
 */
export async function selectOccurrences<Existing extends Occurrence>(
  tx: AccountTransaction,
  recurrenceId: number,
  { scope, from }: { scope: SeriesScope; from?: number | null | undefined },
  listExisting: () => Promise<Existing[]>,
): Promise<SeriesSelection<Existing>> {
  const recurrence = await tx.findLocked(Recurrence, recurrenceId);
  if (!recurrence) throw notFound();
  const all = await listExisting();
  const named = (from ?? null) === null ? undefined : all.find(({ id }) => id === from);
  if ((from ?? null) !== null && !named) throw invalid({ from: ['is not an occurrence that can change'] });
  if (scope !== SeriesScope.ALL && !named) throw invalid({ from: ["can't be blank"] });
  if (scope === SeriesScope.ONE && named) {
    return { recurrence, reference: named, existing: [named], pending: [], splitAt: undefined };
  }
  const splitAt = scope === SeriesScope.FOLLOWING ? named?.from : undefined;
  const { occurrences, position, stopped } = recurrence;
  const pending = stopped ? [] : splitPending(occurrences.slice(position), splitAt).changed;
  const existing = splitAt === undefined ? all : all.filter((one) => one.from >= splitAt);
  return { recurrence, reference: named ?? existing[0], existing, pending, splitAt };
}

/**
 * Locks the series of a collection. Call it before an occurrence is locked, because all transactions lock a series
 * before its occurrences. Has no effect if there is none.
 */
export async function lockSeries(tx: AccountTransaction, collectionId: string): Promise<void> {
  const recurrences = await tx.rows(Recurrence, { collectionId }, { limit: 1 });
  await tx.lock(...recurrences.map(({ id }): Lock => [Recurrence, id]));
}

/**
 * Requests the one message about a series whose bookings have all been created, in the transaction that creates the last
 * of them. Bookings that were verified or paid meanwhile have sent a message of their own. Has no effect for events.
 */
export async function announceSeries(
  context: RequestContext,
  tx: AccountTransaction,
  { collectionId, booking: template }: Recurrence,
): Promise<void> {
  if (!template) return;
  const state = { $in: [BookingState.CONFIRMED, BookingState.AWAITING_CONFIRMATION] };
  const bookings = (await tx.rows(Booking, { collectionId, state })).filter(
    (booking) => booking.confirmedWithSeries || booking.state === BookingState.AWAITING_CONFIRMATION,
  );
  const steps = bookings.map((booking) => ({ booking }));
  await requestMessages(context, tx, steps, template.options.messages, true);
}

/** The revisions that a client read before it changes a series; null or undefined for no check. */
interface SeriesRevisions {
  /** The `revisionCount` of the occurrence to which the change applies. */
  ifRevision?: number | null | undefined;
  ifSeriesRevision?: string | null | undefined;
}

/**
 * Checks that a series, and the occurrence to which a change of it applies, were not revised since the client read them.
 * Call it when the occurrences are locked.
 *
 * @throws DomainError PRECONDITION_FAILED, also if `ifRevision` is given and no occurrence is left
 */
export async function requireRevisions<Entity extends AccountRecord & { revisionCount: number }>(
  tx: AccountTransaction,
  entity: LockableEntity<Entity>,
  { recurrence, reference }: SeriesSelection<Occurrence>,
  { ifRevision, ifSeriesRevision }: SeriesRevisions,
): Promise<void> {
  if (typeof ifRevision === 'number') {
    const occurrence = reference && (await tx.findLocked(entity, reference.id));
    requireRevision(occurrence ?? { revisionCount: Number.NaN }, ifRevision, 'occurrence');
  }
  if (typeof ifSeriesRevision !== 'string') return;
  if ((await findSeriesRevision(tx, recurrence.collectionId)) === ifSeriesRevision) return;
  throw new DomainError('PRECONDITION_FAILED', 'The series has changed');
}

/** @throws DomainError INVALID on `attribute` if an occurrence would end after the year 2200 */
export function rejectLateOccurrences(
  occurrences: readonly Interval[],
  change: SeriesChange,
  attribute: 'bookedTo' | 'endsAt',
): void {
  const isLate = occurrences.some((one) => shiftOccurrence(one, change).to > lastInstant);
  if (isLate) throw invalid({ [attribute]: ['must end by the year 2200'] });
}

/** In milliseconds. */
const lastInstant = lastSecond * 1000;

/**
 * @throws DomainError INVALID if there are errors: on `occurrences` those of each occurrence by its id, and by attribute
 * those of the first occurrence that has one
 */
export function rejectOccurrences(errors: ReadonlyMap<number, FieldErrors>): void {
  if (errors.size === 0) return;
  const byAttribute = Object.assign({}, ...[...errors.values()].toReversed());
  throw invalid({ ...byAttribute, occurrences: Object.fromEntries(errors) });
}

/**
 * Changes the occurrences that are not created yet. If the series is split, they move to a new recurrence.
 *
 * @returns the recurrence of the occurrences that change
 */
export async function changePending(
  context: RequestContext,
  tx: AccountTransaction,
  { recurrence, pending, splitAt }: SeriesSelection<Occurrence>,
  change: SeriesChange,
  template: { booking?: BookingTemplate; event?: EventTemplate },
): Promise<Recurrence> {
  const { occurrences, position } = recurrence;
  const created = occurrences.slice(0, position);
  const moved = pending.map((one) => shiftOccurrence(one, change));
  const now = context.clock.now();
  if (splitAt === undefined) {
    Object.assign(recurrence, template, { occurrences: [...created, ...moved] });
    await tx.save(recurrence, now);
    return recurrence;
  }
  recurrence.occurrences = [...created, ...splitPending(occurrences.slice(position), splitAt).unchanged];
  const following = tx.create(Recurrence, now);
  Object.assign(following, { booking: null, event: null }, template);
  following.collectionId = randomUUID();
  following.occurrences = moved;
  following.stopped = recurrence.stopped;
  await tx.save(recurrence, now);
  await recordChange(tx, 'recurrence.created', following, changedBy(context));
  return following;
}

/**
 * Returns the revision of a series: a hash of the planned occurrences and of the revisions of its occurrences. The
 * creation of an occurrence does not change the revision, because the number of occurrences and the position in the
 * plan both grow by one. An occurrence that is left out changes it.
 */
export async function findSeriesRevision(
  db: Pick<AccountDatabase | AccountTransaction, 'query'>,
  collectionId: string,
): Promise<string | undefined> {
  const [series] = await db.query<{ revision: string }>(
    `select md5(concat_ws(' ', recurrence.booking, recurrence.event, recurrence.occurrences, recurrence.stopped,
       created.revisions, created.count - recurrence.position)) as revision
     from recurrence cross join lateral (
       select sum(revision_count) as revisions, count(*) as count from (
         select revision_count from booking where account_id = $1 and collection_id = recurrence.collection_id
         union all
         select revision_count from event where account_id = $1 and collection_id = recurrence.collection_id
       ) occurrence
     ) created
     where recurrence.account_id = $1 and recurrence.collection_id = $2`,
    [collectionId],
  );
  return series?.revision;
}
