import { weekdayName } from '../../platform/time/localized.js';
import { formatWallTime } from '../../platform/time/wall-time.js';
import type { Zone } from '../../platform/time/zone.js';
import type { RequestContext } from '../context.js';
import type { Interval } from '../interval.rules.js';
import { type Buckets, bucketsOf, bucketsOfSide, calendarLabel, intervalOf, keysOf } from './buckets.rules.js';
import { type CalendarDimension, type ClockDimension, FigureDimension } from './figure-dimension.js';
import type { FigureKey } from './figures.type.js';
import { emptyKey, type Grouping } from './grouping.js';

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
  return bucketGrouping(dimension, { buckets, period, zone }, (key) => {
    const { from, to } = intervalOf(buckets, key);
    return { label: calendarLabel(dimension, zone.dateAt(from)), from: new Date(from), to: new Date(to) };
  });
}

function clockGrouping({ zone, account }: Context, dimension: ClockDimension, period: Interval): Grouping {
  const buckets = bucketsOf(dimension, period, zone);
  return bucketGrouping(dimension, { buckets, period, zone }, (key) => {
    if (dimension === FigureDimension.WEEKDAY) {
      return { name: weekdays[key] ?? '', label: weekdayName(key, account.locale) };
    }
    const time = formatWallTime(key * 60);
    return { name: time, label: time };
  });
}

/** @param describe returns the attributes of the group of a bucket that are not empty */
function bucketGrouping(
  dimension: FigureDimension,
  { buckets, period, zone }: { buckets: Buckets; period: Interval; zone: Zone },
  describe: (key: number) => Partial<FigureKey>,
): Grouping {
  return {
    dimension,
    listed: keysOf(buckets, period),
    bucketsOf: (side) => bucketsOfSide(buckets, side, zone),
    describe: async (keys) => keys.map((key) => ({ ...emptyKey(dimension), ...describe(Number(key)) })),
  };
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
