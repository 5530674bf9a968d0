import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { unpagedListCost } from '../records/connection.type.js';
import { readList } from '../records/list.js';
import { CursorArguments } from '../records/page.input.js';
import { selectNodeJoins } from '../records/selection.js';
import { createCoupon, deleteCoupon, updateCoupon } from './coupon.actions.js';
import { Coupon, CouponConnection, CouponInput } from './coupon.entity.js';
import { CouponFilter, couponList, couponOrder } from './coupon.queries.js';

@Resolver(() => Coupon)
export class CouponResolver {
  @RequiresPermission('read')
  @Query(() => Coupon, { description: 'One coupon.' })
  coupon(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Coupon> {
    return context.db.get(Coupon, id);
  }

  @RequiresPermission('read')
  @Query(() => CouponConnection, { complexity: unpagedListCost, description: 'The coupons that are not archived.' })
  coupons(
    @Arg('filter', () => CouponFilter, { defaultValue: {} }) filter: CouponFilter,
    @Arg('order', () => couponOrder.type, { defaultValue: couponOrder.default }) order: string,
    @Args(() => CursorArguments) page: CursorArguments,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): CouponConnection {
    return readList(context, couponList, { filter, order, page, joins: selectNodeJoins(info) });
  }

  @RequiresPermission('sales')
  @Mutation(() => Coupon, { description: 'Creates a coupon.' })
  createCoupon(@Arg('input', () => CouponInput) input: CouponInput, @Ctx() context: RequestContext): Promise<Coupon> {
    return createCoupon(context, input);
  }

  @RequiresPermission('sales')
  @Mutation(() => Coupon, { description: 'Changes a coupon.' })
  updateCoupon(
    @Arg('id', () => Int) id: number,
    @Arg('input', () => CouponInput) input: CouponInput,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Coupon> {
    return updateCoupon(context, id, input, ifRevision);
  }

  @RequiresPermission('sales')
  @Mutation(() => Coupon, { description: 'Deletes a coupon. One that was used is archived.' })
  deleteCoupon(
    @Arg('id', () => Int) id: number,
    @Arg('ifRevision', () => Int, { nullable: true }) ifRevision: number | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Coupon> {
    return deleteCoupon(context, id, ifRevision);
  }
}
