import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { type FieldErrors, invalid, type Outcome, rejectIfAny } from '../../../platform/errors.js';
import type { Interval } from '../../../platform/time/interval.js';
import { addDays } from '../../../platform/time/plain-date.js';
import { placedSql } from '../../availability/placed-sql.js';
import { sqlStates } from '../../booking-states.js';
import { rehearseBulk } from '../../bulk/bulk.actions.js';
import { maxItems } from '../../bulk/bulk.input.js';
import type { BulkAnswer } from '../../bulk/bulk.type.js';
import type { RequestContext } from '../../context.js';
import { isSupportedDate, type Period, validPeriod } from '../../records/period.input.js';
import { Resource } from '../../resource/resource.entity.js';
import type { Booking } from '../booking.entity.js';
import type { MessageChoice } from '../messages/message-choice.input.js';
import { type DecidedUpdate, decideUpdates } from '../placing/update-bookings.actions.js';
import { isActive } from '../states/booking-state.rules.js';
import { executeBookingBulk, saveAndReadUpdates } from './bulk-bookings.actions.js';
import type { MoveBookingsArguments } from './bulk-bookings.input.js';

/**
 * Moves the active bookings of a resource that overlap a day or a period to another resource, in the order of their times.
 * Bookings of events stay. Each must fit there: within the opening hours and the capacity, free in calendars of other
 * programs unless these are ignored, and the resource must offer the service. A booking with needs gets the resource for the
 * first of them; one that the resource serves for another need is refused.
 *
 * @throws DomainError INVALID on `date`, `during`, `to`, `fromResourceId`, `toResourceId`
 */
export function moveBookings(
  context: RequestContext,
  { date, during, dryRun, mode, idempotencyKey, ...asked }: MoveBookingsArguments,
): Promise<BulkAnswer<Booking>> {
  const { fromResourceId, toResourceId, ignoreExternalBusy, messages } = asked;
  if (fromResourceId === toResourceId) throw invalid({ toResourceId: ['must be another resource'] });
  const period = periodOf(context, date, during);
  const move: Move = { fromResourceId, toResourceId, ignoreExternalBusy, messages, period };
  const call = { items: [move], mode, decide: decideMoves };
  if (dryRun) return rehearseBulk(context, call, toPreview);
  return executeBookingBulk(context, {
    ...{ ...call, operation: 'moveBookings', options: {}, idempotencyKey, isAtomic: true },
    save: saveAndReadUpdates,
  });
}

function toPreview({ booking }: DecidedUpdate): Booking {
  return { ...booking };
}

interface Move {
  fromResourceId: number;
  toResourceId: number;
  period: Interval;
  ignoreExternalBusy: boolean;
  messages: MessageChoice;
}

function periodOf(
  { zone }: RequestContext,
  date: string | null | undefined,
  during: Period | null | undefined,
): Interval {
  if (date && during) throw invalid({ during: ["can't be combined with date"] });
  if (date) {
    if (!isSupportedDate(date)) throw invalid({ date: ['is invalid'] });
    return { from: zone.startOfDay(date), to: zone.startOfDay(addDays(date, 1)) };
  }
  if (!during) throw invalid({ date: ["can't be blank"] });
  validPeriod(during);
  return { from: during.from.getTime(), to: during.to.getTime() };
}

async function decideMoves(
  context: RequestContext,
  tx: AccountTransaction,
  [move]: readonly Move[],
): Promise<Outcome<DecidedUpdate>[]> {
  if (!move) return [];
  const { fromResourceId, toResourceId, ignoreExternalBusy, messages } = move;
  await rejectUnknownResources(tx, move);
  const updates = (await listMovable(context, tx, move)).map(({ id }) => ({ id, input: { resourceId: toResourceId } }));
  return decideUpdates(context, tx, updates, {
    ignoreCapacity: false,
    ignoreExternalBusy,
    messages,
    needsHours: true,
    check: (booking, now): FieldErrors => {
      if (!isActive(booking, now) || (!booking.hasPlaces && booking.resourceId !== fromResourceId)) {
        return { resourceId: ['has changed meanwhile'] };
      }
      // The request of a move names the resource of the first need alone.
      return booking.resourceId === fromResourceId
        ? {}
        : { resourceId: [`serves booking ${booking.id} for another need than the first`] };
    },
  });
}

async function rejectUnknownResources(
  tx: AccountTransaction,
  { fromResourceId, toResourceId }: Pick<Move, 'fromResourceId' | 'toResourceId'>,
): Promise<void> {
  const [from, to] = await Promise.all([tx.load(Resource, fromResourceId), tx.load(Resource, toResourceId)]);
  const unknown = ['does not exist'];
  rejectIfAny(from ? {} : { fromResourceId: unknown }, to?.active ? {} : { toResourceId: unknown });
}

/** Lists the active bookings without an event that take the resource in the period, by time. They are not locked yet. */
async function listMovable(
  { account, clock }: RequestContext,
  tx: AccountTransaction,
  { fromResourceId, period: { from, to } }: Move,
): Promise<{ id: number }[]> {
  const rows = await tx.query<{ id: number }>(account.hasNeeds ? movableWithPlaces : movable, [
    ...[fromResourceId, new Date(from), new Date(to), clock.now(), maxItems + 1],
  ]);
  if (rows.length > maxItems) throw invalid({ during: [`has too many bookings (maximum is ${maxItems})`] });
  return rows;
}

const ownPlaces = `select id, booked_from as starts_at from booking
  where place_of(account_id, resource_id, event_id) = place_of($1, $2, null)
    and occupied_time(booked_from, booked_to, buffer_before, buffer_after) && tstzrange($3, $4) and tstzrange(booked_from, booked_to) && tstzrange($3, $4)
    and state in (${sqlStates.ongoing}) and is_active_booking(state, expires_at, $5) and not has_places`;
const placed = placedSql({ accountId: '$1', resourceId: '$2', from: '$3', to: '$4', now: '$5' });

const movable = `${ownPlaces} order by booked_from, id limit $6`;
const movableWithPlaces = `select id from (
    ${ownPlaces}
    union all select id, min(starts_at) from (${placed}) as placed
      where tstzrange(starts_at, ends_at) && tstzrange($3, $4) group by id) as booked
  order by starts_at, id limit $6`;
