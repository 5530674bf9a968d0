import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { Row } from '../../platform/database/rows.js';
import { Category } from '../category/category.entity.js';
import type { RequestContext } from '../context.js';
import { Coupon } from '../coupon/coupon.entity.js';
import { Event } from '../event/event.entity.js';
import type { Interval } from '../interval.rules.js';
import { Person } from '../person/person.entity.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import type { RecordDimension } from './figure-dimension.js';
import { FigureDimension } from './figure-dimension.js';
import type { FigureKey } from './figures.type.js';
import { emptyKey, type Grouping, type GroupKey } from './grouping.js';
import { maxGroups } from './grouping.rules.js';

type Label = string | null;
type Entry = [id: number, label: Label];

/** Reads the records of a dimension. */
interface RecordReader {
  /** Returns the records that are listed even without figures, at most one more than there may be groups. */
  list(context: RequestContext, period: Interval): Promise<ReadonlyMap<number, Label>>;
  find(context: RequestContext, id: number): Promise<Label>;
}

/** Reads the records whose groups are listed: the active ones, and of events those that begin in the period. */
export async function recordGrouping(
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
    bucketsOf: () => undefined,
    describe: (keys) => Promise.all(keys.map(describe)),
  };
}

/** @param listed the condition of the listed records; undefined for none */
function readerOf<Entity extends AccountRecord>(
  entity: EntityClass<Entity>,
  entryOf: (row: Row<Entity>) => Entry,
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
