import { Field, InputType, Int } from 'type-graphql';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { RequestContext } from '../context.js';
import { byId, byPriority, byText, createListOrder, RecordFilter } from '../records/list.input.js';
import { type List, type ListRequest, readList } from '../records/list.js';
import type { ServiceConnection } from '../service/service.entity.js';
import { type ServiceFilter, serviceList } from '../service/service.queries.js';
import { Category, CategoryConnection } from './category.entity.js';

const categoryOrder = createListOrder(
  'CategoryOrder',
  { PRIORITY: byPriority, TITLE: byText('title', 'title'), ID: byId },
  'PRIORITY',
);

/** Conditions that must all hold. */
@InputType()
export class CategoryFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the subcategories of this category.' })
  parentId?: number | null;
}

export const categoryList: List<Category, CategoryFilter, CategoryConnection> = {
  name: 'categories',
  entity: Category,
  connection: CategoryConnection,
  filter: CategoryFilter,
  order: categoryOrder,
  conditions: (_context, { parentId }) => ({
    $and: [{ ...(typeof parentId === 'number' && { parentId }) }],
  }),
};

/** Lists the active services of a category. @throws DomainError NOT_FOUND */
export async function listServicesOfCategory(
  context: RequestContext,
  categoryId: number,
  request: ListRequest<ServiceFilter>,
): Promise<ServiceConnection> {
  const [ids] = await Promise.all([serviceIdsOf(context.db, categoryId), context.db.get(Category, categoryId)]);
  const { ids: given = ids } = request.filter;
  const filter = { ...request.filter, ids: ids.filter((id) => given?.includes(id) ?? true) };
  return readList(context, serviceList, { name: 'servicesOfCategory', ...request, filter });
}

/** Returns the ids of a category's services, including deleted ones. */
export async function serviceIdsOf(
  reader: Pick<AccountDatabase | AccountTransaction, 'query'>,
  categoryId: number,
): Promise<number[]> {
  const rows = await reader.query<{ id: number }>(
    'select service_id as id from category_service where account_id = $1 and category_id = $2',
    [categoryId],
  );
  return rows.map(({ id }) => id);
}
