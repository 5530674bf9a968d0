import { Arg, Ctx, Int, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { RecordMutations } from '../records/record-writes.js';
import { couponWrites } from './coupon.actions.js';
import { Coupon, CouponConnection, CouponInput } from './coupon.entity.js';
import { CouponFilter, couponList } from './coupon.queries.js';

@Resolver(() => Coupon)
@RecordMutations(couponWrites, {
  permission: RequiresPermission('sales'),
  entity: Coupon,
  input: CouponInput,
  descriptions: {
    create: 'Creates a coupon.',
    update: 'Changes a coupon.',
    delete: 'Deletes a coupon. One that was used is archived.',
  },
})
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
}
