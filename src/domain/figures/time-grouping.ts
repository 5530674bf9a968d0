import { weekdayName } from '../../platform/time/localized.js';
import { formatWallTime } from '../../platform/time/wall-time.js';
import type { RequestContext } from '../context.js';
import type { Interval } from '../interval.rules.js';
import { bucketsOf, bucketsOfSide, calendarLabel, intervalOf, keysOf } from './buckets.rules.js';
import { type CalendarDimension, type ClockDimension, FigureDimension } from './figure-dimension.js';
import type { FigureKey } from './figures.type.js';
import { emptyKey, type Grouping, type GroupKey } from './grouping.js';

type Context = Pick<RequestContext, 'zone' | 'account'>;

/** Returns the grouping by a dimension that is a time; undefined for any other. */
export function timeGrouping(context: Context, dimension: FigureDimension, period: Interval): Grouping | undefined {
  switch (dimension) {
    case FigureDimension.DAY:
    case FigureDimension.WEEK:
    case FigureDimension.MONTH:
      return calendarGrouping(context, dimension, period);
    case FigureDimension.HOUR_OF_DAY:
    case FigureDimension.WEEKDAY:
      return clockGrouping(context, dimension, period);
    default:
      return undefined;
  }
}

function calendarGrouping({ zone }: Context, dimension: CalendarDimension, period: Interval): Grouping {
  const buckets = bucketsOf(dimension, period, zone);
  const describe = (key: GroupKey): FigureKey => {
    const { from, to } = intervalOf(buckets, Number(key));
    const label = calendarLabel(dimension, zone.dateAt(from));
    return { ...emptyKey(dimension), label, from: new Date(from), to: new Date(to) };
  };
  return {
    dimension,
    listed: keysOf(buckets, period),
    bucketsOf: (side) => bucketsOfSide(buckets, side, zone),
    describe: async (keys) => keys.map(describe),
  };
}

function clockGrouping({ zone, account }: Context, dimension: ClockDimension, period: Interval): Grouping {
  const buckets = bucketsOf(dimension, period, zone);
  const describe = (key: GroupKey): FigureKey => {
    const value = Number(key);
    const name = dimension === FigureDimension.WEEKDAY ? (weekdays[value] ?? '') : formatWallTime(value * 60);
    const label = dimension === FigureDimension.WEEKDAY ? weekdayName(value, account.locale) : name;
    return { ...emptyKey(dimension), name, label };
  };
  return {
    dimension,
    listed: keysOf(buckets, period),
    bucketsOf: (side) => bucketsOfSide(buckets, side, zone),
    describe: async (keys) => keys.map(describe),
  };
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
