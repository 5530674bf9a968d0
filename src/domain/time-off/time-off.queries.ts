import { Field, InputType, Int } from 'type-graphql';
import { CalendarDate } from '../../platform/scalars.js';
import { addDays } from '../../platform/time/plain-date.js';
import { closedDates } from '../account/closed-dates.js';
import { openTimesReader } from '../availability/open-times.rules.js';
import { readSchedules } from '../availability/schedule.queries.js';
import { listConflictRows } from '../booking/conflicts/conflict-rows.queries.js';
import { TimeConflict, TimeConflictConnection, TimeConflictKind } from '../booking/conflicts/time-conflict.type.js';
import type { RequestContext } from '../context.js';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { TimeOff, TimeOffConnection, TimeOffState } from './time-off.entity.js';
import { periodOfTimeOff } from './time-off.rules.js';

const timeOffOrder = createListOrder(
  'TimeOffOrder',
  {
    STARTS_ON: {
      keys: [{ attribute: 'startsOn', type: 'date' }],
      descriptions: ['Earliest first.', 'Latest first.'],
    },
    ID: byId,
  },
  'STARTS_ON',
);

/** Conditions that must all hold. */
@InputType()
export class TimeOffFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the time off of this resource.' })
  resourceId?: number | null;

  @Field(() => TimeOffState, { nullable: true, description: 'Returns time off in this state.' })
  state?: TimeOffState | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Returns time off that ends on this date or after.' })
  from?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Returns time off that begins on this date or before.' })
  to?: string | null;
}

export const timeOffList: List<TimeOff, TimeOffFilter, TimeOffConnection> = {
  name: 'timesOff',
  entity: TimeOff,
  connection: TimeOffConnection,
  filter: TimeOffFilter,
  order: timeOffOrder,
  conditions: (_context, { resourceId, state, from, to }) => ({
    $and: [
      ...(typeof resourceId === 'number' ? [{ resourceId }] : []),
      ...(state ? [{ state }] : []),
      ...(from ? [{ endsOn: { $gte: from } }] : []),
      ...(to ? [{ startsOn: { $lte: to } }] : []),
    ],
  }),
};

/** Lists the bookings and events of the resource that are in the way of its time off, by start. @throws DomainError NOT_FOUND */
export async function listTimeOffConflicts(context: RequestContext, id: number): Promise<TimeConflictConnection> {
  const timeOff = await context.db.get(TimeOff, id);
  const { resourceId } = timeOff;
  const nightOf = await nightsOf(context, timeOff);
  const period = periodOfTimeOff(timeOff, context.zone, nightOf);
  const rows = await listConflictRows(context, [{ resourceId, ...period }], 0, 'own');
  return new TimeConflictConnection(
    rows.flatMap(({ kind, ...row }) =>
      kind === 'calendar' ? [] : [Object.assign(new TimeConflict(), row, { kind: kindsOfRows[kind] })],
    ),
  );
}

const kindsOfRows = { booking: TimeConflictKind.BOOKING, event: TimeConflictKind.EVENT };

/** Returns a function that returns when the hours of the resource on a date end, as they are without the time off. */
async function nightsOf(
  context: RequestContext,
  { resourceId, startsOn, endsOn }: TimeOff,
): Promise<(date: string) => number | undefined> {
  const { db, zone, clock, account } = context;
  const dates = [addDays(startsOn, -1), endsOn];
  const within = { from: zone.startOfDay(startsOn), to: zone.startOfDay(addDays(endsOn, 1)) };
  const [schedule] = await readSchedules(db, {
    ...{ service: undefined, resourceIds: [resourceId], within, now: clock.now(), needsHours: true },
    ...{ readsCalendars: account.readsCalendars, hasNeeds: account.hasNeeds },
  });
  if (!schedule) return () => undefined;
  const { timeOff, ...hours } = schedule.hours;
  const others = (timeOff ?? []).filter((one) => one.startsOn !== startsOn || one.endsOn !== endsOn);
  const opening = { zone, dayBooking: 'NONE' as const, closedDates: closedDates(context, dates) };
  return (date) => openTimesReader(date, opening)({ ...hours, timeOff: others }).at(-1)?.to;
}
