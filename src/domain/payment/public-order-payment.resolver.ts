import { Resolver } from 'type-graphql';
import type { RequestContext } from '../context.js';
import { OrderState } from '../order/order.entity.js';
import { ComputedField } from '../records/computed-field.js';
import { PublicOrder } from '../shop/public-order.type.js';
import { canPayOnline } from './payment-settings.actions.js';

@Resolver(() => PublicOrder)
export class PublicOrderPaymentResolver {
  @ComputedField(() => Boolean, {
    description:
      'Whether it can be paid at the payment provider of the account. Otherwise the account receives the payment.',
  })
  async canPayOnline({ state }: PublicOrder, context: RequestContext): Promise<boolean> {
    return state === OrderState.PENDING && canPayOnline(context);
  }
}
