import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { invalid } from '../../platform/errors.js';
import { Decimal, Instant } from '../../platform/scalars.js';
import type { Interval } from '../../platform/time/interval.js';
import { addDays } from '../../platform/time/plain-date.js';
import type { Zone } from '../../platform/time/zone.js';
import { activeBookingSql, bookingOfPersonSql } from '../booking-states.js';
import type { RequestContext } from '../context.js';
import { Person } from '../person/person.entity.js';
import { reference } from '../records/reference.js';
import { valueOfBooking } from './booking-statements.js';
import type { AlignedPeriod } from './buckets.rules.js';
import { calendarDimensions } from './dimensions.js';
import { type FigureNumbers, queryFigures } from './figure-statements.js';
import type { FigureReader, FigureRequest, NumbersOfPeriod } from './figures.queries.js';
import { declareFigures } from './figures.resolver.js';
import { createFigureArguments } from './figures.type.js';
import type { Grouping } from './groupings.queries.js';
import { wholeNumber } from './measures.js';

const maxDays = 3_660;
const maxTop = 100;

@ArgsType()
class PeopleFigureArguments extends createFigureArguments({
  name: 'PeopleDimension',
  description:
    'The dimensions of figures of people: the day, week or month in which their bookings begin, on the wall clock of the account. Weeks begin on Monday.',
  dimensions: calendarDimensions,
}) {
  @Field(() => Int, {
    defaultValue: 90,
    description: `The number of days without a booking after which people are at risk, 1 to ${maxDays}. Default: 90.`,
  })
  atRiskAfterDays!: number;

  @Field(() => Int, {
    defaultValue: 10,
    description: `The length of each list of people, 1 to ${maxTop}. Default: 10.`,
  })
  top!: number;
}

function checkArguments({ atRiskAfterDays, top }: PeopleFigureArguments): void {
  const problems = {
    ...((atRiskAfterDays < 1 || atRiskAfterDays > maxDays) && {
      atRiskAfterDays: [`must be between 1 and ${maxDays}`],
    }),
    ...((top < 1 || top > maxTop) && { top: [`must be between 1 and ${maxTop}`] }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

@ObjectType({ simpleResolvers: true, description: 'A person with the most bookings or the highest value.' })
class TopPerson {
  @Field(() => Int, { description: 'The id of the person.' })
  @reference('person', 'Person', { description: 'The person.' })
  id!: number;

  @Field(() => String, { nullable: true, description: 'The name of the person.' })
  name!: string | null;

  @Field(() => Int, { description: 'The number of active bookings of the person that begin in the period.' })
  bookings!: number;

  @Field(() => Decimal, {
    description: 'The prices of these bookings after their discounts, without those of cancelled orders.',
  })
  value!: string;

  person?: Person | null;
}

@ObjectType({ simpleResolvers: true, description: 'A person who has not come for a while and has not booked again.' })
class PersonAtRisk {
  @Field(() => Int, { description: 'The id of the person.' })
  @reference('person', 'Person', { description: 'The person.' })
  id!: number;

  @Field(() => String, { nullable: true, description: 'The name of the person.' })
  name!: string | null;

  @Field(() => Instant, { description: 'When the last active booking of the person begins.' })
  lastBookedFrom!: Date;

  person?: Person | null;
}

/** Reads groups and total together: the people of the total are those of its groups. */
async function createReader({
  context,
  request,
  groupings,
  selected,
}: FigureRequest<PeopleFigureArguments>): Promise<FigureReader> {
  const fields = new Set([...selected.ofGroups, ...selected.ofTotal]);
  const needsVisitors = ['people', 'newPeople', 'returningPeople'].some((field) => fields.has(field));
  const read = async (period: AlignedPeriod): Promise<NumbersOfPeriod> => {
    const cuts = cutsOf(period, groupings);
    const [visitors, atRisk] = await Promise.all([
      needsVisitors ? readVisitors(context, cuts) : [],
      fields.has('atRisk') ? readAtRisk(context, cuts.slice(1), request.atRiskAfterDays) : [],
    ]);
    const visitorsOf = new Map(visitors.map(({ bucket, ...numbers }) => [bucket, numbers]));
    const numbersOf = (bucket: number, ofEnd: number | undefined): FigureNumbers => {
      const { people = 0, newPeople = 0 } = visitorsOf.get(bucket) ?? {};
      return { people, newPeople, returningPeople: people - newPeople, atRisk: ofEnd ?? 0 };
    };
    return {
      groups: cuts.slice(1).map((_, index) => ({
        keys: groupings.map(() => index + 1),
        numbers: numbersOf(index + 1, atRisk[index]),
      })),
      total: numbersOf(totalBucket, atRisk.at(-1)),
    };
  };
  return { read };
}

/** Returns the start of each group and the end of the last, ascending; without a grouping, the limits of the period. */
function cutsOf(period: AlignedPeriod, groupings: readonly Grouping[]): readonly number[] {
  const buckets = groupings[0]?.bucketsIn?.(period);
  return buckets?.kind === 'calendar' ? buckets.cuts : [period.from, period.to];
}

/** The number of people of a group, or of all groups together. */
interface Visitors {
  bucket: number;
  people: number;
  newPeople: number;
}

/** Stands for the whole period. Groups are counted from 1. */
const totalBucket = 0;

const isActive = activeBookingSql('$2::timestamptz');

/**
 * Finds the people of each group, then those without an active booking before the period. They are new in the first of
 * their groups.
 *
 * A scan of the index for each group takes a third of the time of one that computes the group of each booking, because
 * the people of a group are few enough to be hashed in memory. People in arrays need no join of each group with each of
 * its people, which takes a third more. To look for an earlier booking of a new person reads only the index; to read the
 * first booking of each person, as was done before, took twice as long in all. The expressions are materialized:
 * otherwise the planner may look up the earlier booking for each group again. The `limit` keeps it from reading all
 * earlier bookings of the account, as it may do for `not exists`.
 */
const visitorStatement = `with people_of as materialized (
    select bucket, array(
      select distinct person_id from booking
      where account_id = $1 and booked_from >= ($3::timestamptz[])[bucket] and booked_from < ($3::timestamptz[])[bucket + 1]
        and person_id is not null and ${isActive}) as people
    from generate_series(1, cardinality($3::timestamptz[]) - 1) as bucket
  ), visit as materialized (
    select person_id, min(bucket) as bucket from people_of cross join unnest(people) as person_id group by person_id
  ), new_of as materialized (
    select bucket, count(*)::integer as "newPeople" from visit left join lateral (
      select booked_from as earlier from booking
      where ${bookingOfPersonSql('visit.person_id')} and booked_from < ($3::timestamptz[])[1] and ${isActive}
      order by booking.person_id, booked_from limit 1) as bookings on true
    where earlier is null group by bucket
  )
  select bucket, cardinality(people) as people, coalesce("newPeople", 0) as "newPeople"
  from people_of left join new_of using (bucket) where cardinality(people) > 0
  union all
  select ${totalBucket}, count(*)::integer, (select coalesce(sum("newPeople"), 0)::integer from new_of) from visit`;

async function readVisitors({ db, clock }: RequestContext, cuts: readonly number[]): Promise<Visitors[]> {
  return queryFigures<Visitors>(db, { sql: visitorStatement, parameters: [clock.now(), cuts.map(instantOf)] });
}

const instantOf = (epochMs: number): string => new Date(epochMs).toISOString();

/** The people without deleted ones, with their last booking if it is before the limit `$3`. */
const lastBookings = `person cross join lateral (
    select booked_from as last from booking
    where ${bookingOfPersonSql('person.id')} and ${isActive}
    order by person_id desc, booked_from desc limit 1) as bookings
  where person.account_id = $1 and person.active and last < $3::timestamptz`;

/** Counts people by the number of limits that are at or before their last booking. */
const lastStatement = `select width_bucket(last, $4::timestamptz[]) as passed, count(*)::integer as people
  from ${lastBookings} group by passed`;

const atRiskStatement = `select person.id, person.name, last as "lastBookedFrom"
  from ${lastBookings} order by last desc, person.id limit $4`;

/** @returns by group: the number of people whose last booking begins before the limit of its end */
async function readAtRisk(
  { db, clock, zone }: RequestContext,
  ends: readonly number[],
  days: number,
): Promise<number[]> {
  const limits = ends.map((end) => daysBefore(end, days, zone));
  const parameters = [clock.now(), instantOf(limits.at(-1) ?? 0), limits.map(instantOf)];
  const rows = await db.query<{ passed: number; people: number }>(lastStatement, parameters);
  return limits.map((_, index) => rows.reduce((sum, { passed, people }) => sum + (passed <= index ? people : 0), 0));
}

const msPerMinute = 60_000;

/** Keeps the time of the wall clock. */
function daysBefore(instant: number, days: number, zone: Zone): number {
  const date = zone.dateAt(instant);
  const earlier = addDays(date, -days);
  if (instant === zone.startOfDay(date)) return zone.startOfDay(earlier);
  const startOfMinute = Math.floor(instant / msPerMinute) * msPerMinute;
  return zone.toEpoch(earlier, zone.minuteOfDayAt(instant)) + (instant - startOfMinute);
}

/** @param order columns of the people, each descending */
const topStatement = (...order: string[]): string => `select person.id, person.name, top.bookings, top.value::text
  from (
    select booking.person_id, count(*)::integer as bookings,
      coalesce(sum(${valueOfBooking})
        filter (where booking_order.state <> 'cancelled'), 0) as value
    from booking left join booking_order
      on booking_order.account_id = booking.account_id and booking_order.id = booking.order_id
    where booking.account_id = $1 and booked_from >= $3::timestamptz and booked_from < $4::timestamptz
      and booking.person_id is not null and ${isActive}
    group by booking.person_id
    order by ${order.map((column) => `${column} desc`)}, booking.person_id limit $5) as top
  join person on person.account_id = $1 and person.id = top.person_id
  order by ${order.map((column) => `top.${column} desc`)}, person.id`;

/** @returns a function that reads the people of a period */
const readTop =
  (statement: string) =>
  ({ db, clock }: RequestContext, { from, to }: Interval, { top }: PeopleFigureArguments): Promise<TopPerson[]> =>
    db.query<TopPerson>(statement, [clock.now(), instantOf(from), instantOf(to), top]);

/** The cost of an entry of a list of people. */
const costOfEntry = 5;

export const peopleFigures = declareFigures<PeopleFigureArguments>({
  name: 'People',
  description:
    'New, returning and lost people of a period, and those with the most bookings. Only the selected figures are computed.',
  permission: 'people',
  arguments: PeopleFigureArguments,
  check: checkArguments,
  createReader,
  charts: [
    {
      name: 'people',
      title: 'people',
      topic: 'customers',
      plot: 'bars',
      plotted: { newPeople: 'newPeople', returningPeople: 'returning' },
      listed: { people: 'all' },
      line: 'all',
    },
  ],
  figure: {
    description:
      'Figures of the people who book, by the start of their active bookings: those that are confirmed or await it, and holds that have not expired. People for whom somebody else books count, not those who book for them.',
    measures: {
      people: wholeNumber('The number of people with a booking that begins in the period, or in that of their group.'),
      newPeople: wholeNumber(
        'The number of these people whose first booking of all begins in the period, or in that of their group.',
      ),
      returningPeople: wholeNumber(
        'The number of these people whose first booking of all begins before the period, or before that of their group.',
      ),
      atRisk: wholeNumber(
        'The number of people, without deleted ones, whose last booking of all begins more than `atRiskAfterDays` days before the end of the period, or of that of their group. Future bookings count, so these people have none.',
      ),
    },
  },
  costOfLists: (args) => {
    const top = Number(args['top']);
    return 3 * costOfEntry * (top > 0 ? Math.min(top, maxTop) : maxTop);
  },
  lists: {
    topByBookings: {
      type: [TopPerson],
      description: 'The people with the most bookings in the period, most first, then by value and id.',
      read: readTop(topStatement('bookings', 'value')),
    },
    topByValue: {
      type: [TopPerson],
      description:
        'The people whose bookings in the period have the highest value, highest first, then by bookings and id.',
      read: readTop(topStatement('value', 'bookings')),
    },
    peopleAtRisk: {
      type: [PersonAtRisk],
      isOnlyInGraphql: true,
      description:
        'The people whom `atRisk` counts at the end of the period, those with the latest last booking first, then by id.',
      read: ({ db, clock, zone }, { to }, { atRiskAfterDays, top }) => {
        const limit = instantOf(daysBefore(to, atRiskAfterDays, zone));
        return db.query<PersonAtRisk>(atRiskStatement, [clock.now(), limit, top]);
      },
    },
  },
});
