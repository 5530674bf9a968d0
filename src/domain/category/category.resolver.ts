import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { ServiceConnection } from '../service/service.entity.js';
import { ServiceFilter, serviceList } from '../service/service.queries.js';
import { categoryWrites } from './category.actions.js';
import { Category, CategoryConnection, CategoryInput } from './category.entity.js';
import { CategoryFilter, categoryList, listServicesOfCategory } from './category.queries.js';

@Resolver(() => Category)
@RecordMutations(categoryWrites, {
  permission: RequiresPermission('catalog'),
  entity: Category,
  input: CategoryInput,
  descriptions: {
    create: 'Creates a category.',
    update: 'Changes a category.',
    delete: 'Deletes a category and returns its last state. Its subcategories move to its parent or become roots.',
  },
})
export class CategoryResolver {
  @RequiresPermission('read')
  @Query(() => Category, { description: 'One category.' })
  category(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Category> {
    return context.db.get(Category, id);
  }

  @RequiresPermission('read')
  @ListQuery(categoryList, { isWhole: true, description: 'The categories.' })
  categories(context: RequestContext, request: ListRequest<CategoryFilter>): CategoryConnection {
    return readList(context, categoryList, request);
  }

  @RequiresPermission('read')
  @ListQuery(serviceList, { isWhole: true, description: 'The active services of a category.' })
  servicesOfCategory(
    context: RequestContext,
    request: ListRequest<ServiceFilter>,
    @Arg('categoryId', () => Int) categoryId: number,
  ): Promise<ServiceConnection> {
    return listServicesOfCategory(context, categoryId, request);
  }
}
