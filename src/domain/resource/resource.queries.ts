import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, WallTime } from '../../platform/scalars.js';
import { datesBetween, type PlainDate } from '../../platform/time/plain-date.js';
import { closedDates } from '../account/closed-dates.js';
import { type RequestContext, today } from '../context.js';
import { createWholeListType } from '../records/connection.type.js';
import { byId, byText, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { type DateRange, dateRange } from '../records/period.input.js';
import { getVisible } from '../records/record.rules.js';
import { type DatedHoursRow, datedHoursIn } from './hours-sql.js';
import { hasExceptionHours, hoursOfWeek, openingHoursOn } from './opening-hours.rules.js';
import { Resource, ResourceConnection } from './resource.entity.js';

const resourceOrder = createListOrder(
  'ResourceOrder',
  { ID: byId, TITLE: byText('title', 'title'), UPDATED_AT: byUpdate },
  'ID',
);

/** Conditions that must all hold. */
@InputType()
export class ResourceFilter extends RecordFilter {}

/** The opening hours of a resource on a date, including its exception dates (spec, Opening hours result item). */
@ObjectType({ simpleResolvers: true, description: 'The opening hours of a resource on one date.' })
class ResourceOpeningHours {
  @Field(() => Int)
  resourceId!: number;

  @Field(() => CalendarDate, { description: 'The date.' })
  date!: string;

  @Field(() => [WallTime], {
    nullable: true,
    complexity: listCost(4),
    description: 'Empty or null if closed. Hours that pass midnight end after 24:00, on the date on which they begin.',
  })
  openingHours!: readonly string[] | null;
}

@ObjectType()
export class ResourceOpeningHoursConnection extends createWholeListType(ResourceOpeningHours, 'ResourceOpeningHours') {}

const listed = { active: true };

/** Active resources. */
export const resourceList: List<Resource, ResourceFilter, ResourceConnection> = {
  name: 'resources',
  entity: Resource,
  connection: ResourceConnection,
  filter: ResourceFilter,
  order: resourceOrder,
  conditions: () => listed,
};

/** Defaults to all active resources, and to today. */
export interface OpeningHoursRequest {
  resourceId?: number | null;
  from?: PlainDate | null;
  to?: PlainDate | null;
}

/**
 * Lists opening hours by resource and date, empty on closed dates of the account. Exceptions for single services are left
 * out.
 *
 * @throws DomainError NOT_FOUND, INVALID on `to`
 */
export async function listOpeningHours(
  context: RequestContext,
  { resourceId, from, to }: OpeningHoursRequest,
): Promise<ResourceOpeningHoursConnection> {
  const range = dateRange(from, to, today(context));
  const [resources, rows] = await Promise.all([
    findResources(context, resourceId ?? undefined),
    readHours(context, resourceId ?? null, range),
  ]);
  const hoursOf = new Map(rows.map(({ id, ...dated }) => [id, dated]));
  const dates = datesBetween(range.from, range.to);
  const closed = closedDates(context, dates);
  const hours = resources.flatMap((resource) => {
    const { exceptions, ...dated } = hoursOf.get(resource.id) ?? {};
    const exceptionsOf = Map.groupBy(exceptions ?? [], (exception) => exception.date);
    const ofResource = { ...dated, providerHours: null, resourceHours: hoursOfWeek(resource) };
    return dates.map((date): ResourceOpeningHours => {
      const source = { ...ofResource, exceptions: exceptionsOf.get(date) ?? [] };
      const isClosed = closed.has(date) && !hasExceptionHours(date, source);
      return { resourceId: resource.id, date, openingHours: isClosed ? [] : openingHoursOn(date, source) };
    });
  });
  return new ResourceOpeningHoursConnection(hours);
}

async function findResources(context: RequestContext, id: number | undefined): Promise<Resource[]> {
  if (id !== undefined) return [await getVisible(context, Resource, id)];
  return context.db.rows(Resource, listed, { orderBy: { id: 'asc' } });
}

interface HoursRow extends DatedHoursRow {
  id: number;
}

const hoursStatement = `select id, ${datedHoursIn({ from: '$3', to: '$4' })}
  from resource where account_id = $1 and (case when $2::integer is null then active else id = $2 end)`;

/** Reads what precedes the weekly hours of one or all active resources. */
function readHours({ db }: RequestContext, resourceId: number | null, { from, to }: DateRange): Promise<HoursRow[]> {
  return db.query<HoursRow>(hoursStatement, [resourceId, from, to]);
}
