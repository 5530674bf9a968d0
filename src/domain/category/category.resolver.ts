import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Stored } from '../../platform/database/rows.js';
import { RequiresPermission } from '../account/permission-check.js';
import { unpagedListCost } from '../connection.type.js';
import type { RequestContext } from '../context.js';
import { ServiceConnection } from '../service/service.entity.js';
import { createCategory, deleteCategory, updateCategory } from './category.actions.js';
import { Category, CategoryConnection } from './category.entity.js';
import { CategoryInput } from './category.input.js';
import { getCategory, listCategories, listServicesOfCategory } from './category.queries.js';

@Resolver(() => Category)
export class CategoryResolver {
  @RequiresPermission('read')
  @Query(() => Category)
  category(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Category>> {
    return getCategory(context, id);
  }

  @RequiresPermission('read')
  @Query(() => CategoryConnection, { complexity: unpagedListCost })
  categories(@Ctx() context: RequestContext): CategoryConnection {
    return listCategories(context);
  }

  @RequiresPermission('read')
  @Query(() => ServiceConnection, { complexity: unpagedListCost })
  servicesOfCategory(
    @Arg('categoryId', () => Int) categoryId: number,
    @Ctx() context: RequestContext,
  ): Promise<ServiceConnection> {
    return listServicesOfCategory(context, categoryId);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Category)
  createCategory(
    @Arg('input', () => CategoryInput) input: CategoryInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Category>> {
    return createCategory(context, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Category)
  updateCategory(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => CategoryInput) input: CategoryInput,
    @Ctx() context: RequestContext,
  ): Promise<Stored<Category>> {
    return updateCategory(context, id, input);
  }

  @RequiresPermission('catalog')
  @Mutation(() => Category, {
    description: 'Deletes a category and returns its last state. Its subcategories move to its parent or become roots.',
  })
  deleteCategory(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Stored<Category>> {
    return deleteCategory(context, id);
  }
}
