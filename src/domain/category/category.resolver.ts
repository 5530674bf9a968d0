import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { unpagedListCost } from '../records/connection.type.js';
import { readList } from '../records/list.js';
import { CursorArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { ServiceConnection } from '../service/service.entity.js';
import { ServiceFilter, serviceOrder } from '../service/service.queries.js';
import { createCategory, deleteCategory, updateCategory } from './category.actions.js';
import { Category, CategoryConnection, CategoryInput } from './category.entity.js';
import { CategoryFilter, categoryList, categoryOrder, listServicesOfCategory } from './category.queries.js';

@Resolver(() => Category)
export class CategoryResolver {
  @RequiresPermission('read')
  @Query(() => Category, { description: 'One category.' })
  category(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Category> {
    return context.db.get(Category, id);
  }

  @RequiresPermission('read')
  @Query(() => CategoryConnection, { complexity: unpagedListCost, description: 'The categories.' })
  categories(
    @Arg('filter', () => CategoryFilter, { defaultValue: {} }) filter: CategoryFilter,
    @Arg('order', () => categoryOrder.type, { defaultValue: categoryOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): CategoryConnection {
    return readList(context, categoryList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('read')
  @Query(() => ServiceConnection, { complexity: unpagedListCost, description: 'The active services of a category.' })
  servicesOfCategory(
    @Arg('categoryId', () => Int) categoryId: number,
    @Arg('filter', () => ServiceFilter, { defaultValue: {} }) filter: ServiceFilter,
    @Arg('order', () => serviceOrder.type, { defaultValue: serviceOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ServiceConnection> {
    return listServicesOfCategory(context, categoryId, { filter, order, page, joins: selectNodeJoins(info) });
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
