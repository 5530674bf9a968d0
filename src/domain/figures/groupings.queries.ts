import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { Interval } from '../../platform/time/interval.js';
import { weekdayName } from '../../platform/time/localized.js';
import { formatWallTime } from '../../platform/time/wall-time.js';
import { BookingStatus } from '../booking/booking.entity.js';
import { listedStates } from '../booking/booking.queries.js';
import type { BookingState } from '../booking-states.js';
import { Category } from '../category/category.entity.js';
import type { RequestContext } from '../context.js';
import { Coupon } from '../coupon/coupon.entity.js';
import { Event } from '../event/event.entity.js';
import { Person } from '../person/person.entity.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import {
  type AlignedPeriod,
  alignBuckets,
  type Buckets,
  bucketsOf,
  calendarLabel,
  intervalOf,
  keysOf,
} from './buckets.rules.js';
import {
  checkDimensions,
  checkGroups,
  FigureDimension,
  isRecordDimension,
  maxGroups,
  type RecordDimension,
} from './dimensions.js';
import type { FigureFilter, FigureKey } from './figures.type.js';

/** The value by which a group is found in one dimension: a bucket, the id of a record or a text. Null if it has none. */
export type GroupKey = number | string | null;

/** One dimension of grouped figures. */
export interface Grouping {
  readonly dimension: FigureDimension;
  /** The keys of the groups that are listed even if they have no figures, in their order. */
  readonly listed: readonly GroupKey[];
  /** Returns the buckets of a period. Absent if the dimension is not a time. */
  bucketsIn?(period: AlignedPeriod): Buckets;
  /** Describes keys, listed or not. Called once, with all keys of the response. */
  describe(keys: readonly GroupKey[]): Promise<FigureKey[]>;
}

/**
 * Prepares the dimensions of a request: computes their buckets, and reads the active records whose groups are listed.
 *
 * @throws DomainError INVALID on `groupBy` if the dimensions do not combine or have more than 1,000 groups. The number of
 * groups is checked before the first read if it is known without the database.
 */
export async function prepareGroupings(
  context: RequestContext,
  dimensions: readonly FigureDimension[],
  period: Interval,
  filter: FigureFilter,
): Promise<readonly Grouping[]> {
  checkDimensions(dimensions);
  const known = dimensions.map((dimension) =>
    isRecordDimension(dimension) ? dimension : computedGrouping(context, dimension, period, filter),
  );
  checkListed(known.filter((grouping) => typeof grouping === 'object'));
  const all = await Promise.all(
    known.map((grouping) => (typeof grouping === 'object' ? grouping : recordGrouping(context, grouping, period))),
  );
  checkListed(all);
  return all;
}

function checkListed(groupings: readonly Grouping[]): void {
  checkGroups(groupings.map(({ listed }) => Math.max(1, listed.length)));
}

/** A key without an id, a name or a time: that of the group without a value. */
function emptyKey(dimension: FigureDimension): FigureKey {
  return { dimension, id: null, name: null, label: null, from: null, to: null };
}

/** Returns the grouping by a time or a text. */
function computedGrouping(
  { zone, account }: RequestContext,
  dimension: Exclude<FigureDimension, RecordDimension>,
  period: Interval,
  filter: FigureFilter,
): Grouping {
  const groupingOf = (
    listed: readonly GroupKey[],
    describe: (key: GroupKey) => Partial<FigureKey>,
    buckets?: Buckets,
  ): Grouping => ({
    dimension,
    listed,
    ...(buckets && { bucketsIn: (aligned) => alignBuckets(buckets, aligned, zone) }),
    describe: async (keys) => keys.map((key) => ({ ...emptyKey(dimension), ...describe(key) })),
  });
  const byTime = (buckets: Buckets, describe: (key: number) => Partial<FigureKey>): Grouping =>
    groupingOf(keysOf(buckets, period), (key) => describe(Number(key)), buckets);
  const byText = (listed: readonly string[]): Grouping =>
    groupingOf(listed, (key) => ({ name: key?.toString() ?? null, label: key?.toString() ?? null }));
  switch (dimension) {
    case FigureDimension.HOUR_OF_DAY:
      return byTime(bucketsOf(dimension, period, zone), (hour) => {
        const time = formatWallTime(hour * 60);
        return { name: time, label: time };
      });
    case FigureDimension.WEEKDAY:
      return byTime(bucketsOf(dimension, period, zone), (weekday) => ({
        name: weekdays[weekday] ?? '',
        label: weekdayName(weekday, account.locale),
      }));
    case FigureDimension.DAY:
    case FigureDimension.WEEK:
    case FigureDimension.MONTH: {
      const buckets = bucketsOf(dimension, period, zone);
      return byTime(buckets, (key) => {
        const { from, to } = intervalOf(buckets, key);
        return { label: calendarLabel(dimension, zone.dateAt(from)), from: new Date(from), to: new Date(to) };
      });
    }
    case FigureDimension.STATE:
      return byText(statesOf(filter));
    case FigureDimension.STATUS:
      return byText(Object.values(BookingStatus));
    case FigureDimension.METHOD:
    case FigureDimension.RECORDED_BY:
    case FigureDimension.TAX_RATE:
    case FigureDimension.CREATED_BY:
      return byText([]);
  }
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The states that figures include: those of a list of the bookings of a period. */
export function statesOf({ state }: FigureFilter): readonly BookingState[] {
  return listedStates({ during: {}, state: state ?? null }).states;
}

type Label = string | null;
type Entry = [id: number, label: Label];

/** Reads the records of a dimension. */
interface RecordReader {
  /** Returns the records that are listed even without figures, at most one more than there may be groups. */
  list(context: RequestContext, period: Interval): Promise<ReadonlyMap<number, Label>>;
  find(context: RequestContext, id: number): Promise<Label>;
}

/** Reads the records whose groups are listed: the active ones, and of events those that begin in the period. */
async function recordGrouping(
  context: RequestContext,
  dimension: RecordDimension,
  period: Interval,
): Promise<Grouping> {
  const reader = readers[dimension];
  const listed = await reader.list(context, period);
  const describe = async (key: GroupKey): Promise<FigureKey> => {
    if (typeof key !== 'number') return emptyKey(dimension);
    return { ...emptyKey(dimension), id: key, label: listed.get(key) ?? (await reader.find(context, key)) };
  };
  return {
    dimension,
    listed: [...listed.keys()],
    describe: (keys) => Promise.all(keys.map(describe)),
  };
}

/** @param listed the condition of the listed records; undefined for none */
function readerOf<Entity extends AccountRecord>(
  entity: EntityClass<Entity>,
  entryOf: (row: Entity) => Entry,
  listed: (period: Interval) => FilterQuery<Entity> | undefined,
): RecordReader {
  return {
    list: async ({ db }, period) => {
      const where = listed(period);
      const rows = where ? await db.rows(entity, where, { limit: maxGroups + 1 }) : [];
      return new Map(rows.map(entryOf));
    },
    find: async ({ db }, id) => {
      const row = await db.load(entity, id);
      return row ? entryOf(row)[1] : null;
    },
  };
}

const titled = ({ id, title }: { id: number; title: Label }): Entry => [id, title];
const ifActive = () => ({ active: true });

const readers: Readonly<Record<RecordDimension, RecordReader>> = {
  [FigureDimension.SERVICE]: readerOf(Service, titled, ifActive),
  [FigureDimension.RESOURCE]: readerOf(Resource, titled, ifActive),
  [FigureDimension.CATEGORY]: readerOf(Category, titled, () => ({})),
  [FigureDimension.COUPON]: readerOf(Coupon, titled, ifActive),
  // Most people of an account have no figures in a period.
  [FigureDimension.PERSON]: readerOf(
    Person,
    ({ id, name }) => [id, name],
    () => undefined,
  ),
  [FigureDimension.EVENT]: readerOf(Event, titled, ({ from, to }) => ({
    active: true,
    startsAt: { $gte: new Date(from), $lt: new Date(to) },
  })),
};
