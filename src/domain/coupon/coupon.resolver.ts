import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { type ListRequest, readList } from '../records/list.js';
import { ListQuery } from '../records/list-query.js';
import { createCoupon, deleteCoupon, updateCoupon } from './coupon.actions.js';
import { Coupon, CouponConnection, CouponInput } from './coupon.entity.js';
import { CouponFilter, couponList } from './coupon.queries.js';

@Resolver(() => Coupon)
export class CouponResolver {
  @RequiresPermission('read')
  @Query(() => Coupon, { description: 'One coupon.' })
  coupon(@Arg('id', () => Int) id: number, @Ctx() context: RequestContext): Promise<Coupon> {
    return context.db.get(Coupon, id);
  }

  @RequiresPermission('read')
  @ListQuery(couponList, { isWhole: true, description: 'The coupons that are not archived.' })
  coupons(context: RequestContext, request: ListRequest<CouponFilter>): CouponConnection {
    return readList(context, couponList, request);
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
