import { QueryOrder } from '@mikro-orm/core';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Row } from '../../platform/database/rows.js';
import { getRow } from '../attributes.js';
import type { RequestContext } from '../context.js';
import type { ServiceConnection } from '../service/service.entity.js';
import { listServices } from '../service/service.queries.js';
import { Category, CategoryConnection } from './category.entity.js';

/** @throws DomainError NOT_FOUND */
export function getCategory(context: RequestContext, id: number): Promise<Row<Category>> {
  return getRow(context.db, Category, id);
}

/** Lists categories by priority value, then by id. Categories without a priority value are last. */
export function listCategories({ db }: RequestContext): CategoryConnection {
  const orderBy = { priorityValue: QueryOrder.ASC_NULLS_LAST, id: QueryOrder.ASC };
  return new CategoryConnection(
    undefined,
    (part) => db.rows(Category, {}, { orderBy, ...part }),
    () => db.count(Category, {}),
  );
}

/** Lists the active services of a category, in the order of `listServices`. @throws DomainError NOT_FOUND */
export async function listServicesOfCategory(context: RequestContext, categoryId: number): Promise<ServiceConnection> {
  const [ids] = await Promise.all([serviceIdsOf(context.db, categoryId), getCategory(context, categoryId)]);
  return listServices(context, {}, ids);
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
