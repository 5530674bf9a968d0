import { Field, InputType, Int } from 'type-graphql';
import type { RequestContext } from '../context.js';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import { Resource } from '../resource/resource.entity.js';
import { Service } from '../service/service.entity.js';
import { ServiceNeed, ServiceNeedConnection } from '../service/service-need.entity.js';
import type { NeedChoice } from './need-choice.type.js';

const serviceNeedOrder = createListOrder(
  'ServiceNeedOrder',
  {
    POSITION: {
      keys: [{ attribute: 'position', type: 'integer' }],
      descriptions: ['By position, lowest first.', 'By position, highest first.'],
    },
    ID: byId,
  },
  'POSITION',
);

/** Conditions that must all hold. */
@InputType()
export class ServiceNeedFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the needs of this service.' })
  serviceId?: number | null;
}

export const serviceNeedList: List<ServiceNeed, ServiceNeedFilter, ServiceNeedConnection> = {
  name: 'serviceNeeds',
  entity: ServiceNeed,
  connection: ServiceNeedConnection,
  filter: ServiceNeedFilter,
  order: serviceNeedOrder,
  conditions: (_context, { serviceId }) => ({ $and: [{ ...(typeof serviceId === 'number' && { serviceId }) }] }),
};

/** Lists the needs of a service. @throws DomainError NOT_FOUND */
export async function listNeedsOfService(
  context: RequestContext,
  serviceId: number,
  request: ListRequest<ServiceNeedFilter>,
): Promise<ServiceNeedConnection> {
  await context.db.get(Service, serviceId);
  const filter = { ...request.filter, serviceId };
  return readList(context, serviceNeedList, { name: 'needsOfService', ...request, filter });
}

/** Reads the needs of services whose resource visitors may choose, by position, each with the active resources of its pool. */
export async function readNeedChoices(
  { db }: RequestContext,
  serviceIds: readonly number[],
): Promise<ReadonlyMap<number, NeedChoice[]>> {
  const needs = await db.rows(
    ServiceNeed,
    { serviceId: { $in: [...serviceIds] }, visitorsChoose: true },
    { orderBy: { position: 'asc' } },
  );
  if (needs.length === 0) return new Map();
  const pools = await db.query<{ needId: number; resourceId: number }>(
    `select need_id as "needId", resource_id as "resourceId" from provider
     where account_id = $1 and need_id = any ($2::integer[]) and active
     order by priority_value nulls last, id`,
    [needs.map(({ id }) => id)],
  );
  const ids = [...new Set(pools.map(({ resourceId }) => resourceId))];
  const resources = new Map(
    (await db.rows(Resource, { id: { $in: ids }, active: true })).map((resource) => [resource.id, resource]),
  );
  const poolOf = Map.groupBy(pools, ({ needId }) => needId);
  return Map.groupBy(
    needs.map(({ id, serviceId, title }) => ({
      ...{ id, serviceId, title },
      resources: (poolOf.get(id) ?? []).flatMap(({ resourceId }) => resources.get(resourceId) ?? []),
    })),
    ({ serviceId }) => serviceId,
  );
}

/**
 * Reads whether visitors may name the resource of bookings of services: that of the first need. Services without needs are
 * left out.
 */
export async function readVisitorsChoose(
  { db }: Pick<RequestContext, 'db'>,
  serviceIds: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const rows = await db.query<{ serviceId: number; visitorsChoose: boolean }>(
    `select distinct on (service_id) service_id as "serviceId", visitors_choose as "visitorsChoose" from service_need
     where account_id = $1 and service_id = any ($2::integer[]) order by service_id, position`,
    [serviceIds],
  );
  return new Map(rows.map(({ serviceId, visitorsChoose }) => [serviceId, visitorsChoose]));
}
