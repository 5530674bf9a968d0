import { Field, InputType } from 'type-graphql';
import type { RequestContext } from '../context.js';
import { byId, byPriority, byText, byUpdate, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { BookingType, Service, ServiceConnection } from './service.entity.js';

/** Filters, combined with AND (spec, Services). */
@InputType()
export class ServiceFilter extends RecordFilter {
  @Field(() => BookingType, { nullable: true, description: 'Returns services of this kind.' })
  bookingType?: BookingType | null;
}
const serviceOrder = createListOrder(
  'ServiceOrder',
  { PRIORITY: byPriority, TITLE: byText('title', 'title'), ID: byId, UPDATED_AT: byUpdate },
  'PRIORITY',
);

/** Active services. */
export const serviceList: List<Service, ServiceFilter, ServiceConnection> = {
  name: 'services',
  entity: Service,
  connection: ServiceConnection,
  filter: ServiceFilter,
  order: serviceOrder,
  conditions: (_context, { bookingType }) => ({
    $and: [{ active: true, ...(bookingType && { bookingType }) }],
  }),
};

/** The lowest and highest values of the resources that offer a service, if one of them has a value of its own. */
interface OfferedTerms {
  id: number;
  intervalFrom: number | null;
  intervalTo: number | null;
  priceFrom: string | null;
  priceTo: string | null;
}

const lowestAndHighest = (column: 'interval' | 'price', name: string): string =>
  ['min', 'max']
    .map(
      (aggregate, index) =>
        `case when count(provider.${column}) > 0 then ${aggregate}(coalesce(provider.${column}, service.${column})) end as "${name}${['From', 'To'][index]}"`,
    )
    .join(', ');

/** Reads the terms of services by one statement. Those that no resource offers have none. */
export async function readOfferedTerms(
  { db }: RequestContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, OfferedTerms>> {
  const rows = await db.query<OfferedTerms>(
    `select service.id, ${lowestAndHighest('interval', 'interval')}, ${lowestAndHighest('price', 'price')}
     from service
       join provider on provider.account_id = $1 and provider.service_id = service.id and provider.active and provider.need_id is null
       join resource on resource.account_id = $1 and resource.id = provider.resource_id and resource.active
     where service.account_id = $1 and service.id = any ($2::integer[])
     group by service.account_id, service.id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
