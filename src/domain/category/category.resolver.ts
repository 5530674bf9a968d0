import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { type ListRequest, readList } from '../records/list.js';
import { ListQuery } from '../records/list-query.js';
import { ServiceConnection } from '../service/service.entity.js';
import { ServiceFilter, serviceList } from '../service/service.queries.js';
import { createCategory, deleteCategory, updateCategory } from './category.actions.js';
import { Category, CategoryConnection, CategoryInput } from './category.entity.js';
import { CategoryFilter, categoryList, listServicesOfCategory } from './category.queries.js';

@Resolver(() => Category)
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

  @RequiresPermission('catalog')
  @Mutation(() => Category, { description: 'Creates a category.' })
  createCategory(
    @Arg('input', () => CategoryInput) input: CategoryInput,
    @Ctx() context: RequestContext,
  ): Promise<Category> {
    return createCategory(context, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Category, { description: 'Changes a category.' })
  updateCategory(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => CategoryInput) input: CategoryInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Category> {
    return updateCategory(context, id, input, ifRevision);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Category, {
    description: 'Deletes a category and returns its last state. Its subcategories move to its parent or become roots.',
  })
  deleteCategory(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Category> {
    return deleteCategory(context, id, ifRevision);
  }
}
