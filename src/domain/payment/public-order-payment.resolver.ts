import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../context.js';
import { OrderState } from '../order/order.entity.js';
import { PublicOrder } from '../shop/public-order.type.js';
import { canPayOnline } from './payment-settings.actions.js';

@Resolver(() => PublicOrder)
export class PublicOrderPaymentResolver {
  @FieldResolver(() => Boolean, {
    description:
      'Whether it can be paid at the payment provider of the account. Otherwise the account receives the payment.',
  })
  async canPayOnline(@Root() { state }: PublicOrder, @Ctx() context: RequestContext): Promise<boolean> {
    return state === OrderState.PENDING && canPayOnline(context);
  }
}
