import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { Order } from '../order/order.entity.js';
import { startCheckout } from './checkout.actions.js';
import { Checkout } from './checkout.type.js';
import { CheckoutArguments, PaymentSettingsInput, ProviderRefundArguments } from './payment.input.js';
import { findPaymentSettings, removePaymentProvider, setPaymentProvider } from './payment-settings.actions.js';
import { PaymentSettings } from './payment-settings.entity.js';
import { refundByProvider } from './provider-refund.actions.js';
import { startCheckoutByLink, startPublicCheckout } from './public-checkout.actions.js';

@Resolver(() => PaymentSettings)
export class PaymentProviderResolver {
  @RequiresPermission('account')
  @Query(() => PaymentSettings, {
    nullable: true,
    description: 'The payment provider of the account. Null if payments are only recorded by the account.',
  })
  paymentSettings(@Ctx() context: RequestContext): Promise<PaymentSettings | null> {
    return findPaymentSettings(context);
  }

  @RequiresPermission('account')
  @Mutation(() => PaymentSettings, { description: 'Sets the payment provider of the account, in place of another.' })
  setPaymentProvider(
    @Arg('input', () => PaymentSettingsInput) input: PaymentSettingsInput,
    @Ctx() context: RequestContext,
  ): Promise<PaymentSettings> {
    return setPaymentProvider(context, input);
  }

  @RequiresPermission('account')
  @Mutation(() => PaymentSettings, {
    description: 'Removes the payment provider and its keys. Payments are recorded by the account again.',
  })
  removePaymentProvider(@Ctx() context: RequestContext): Promise<PaymentSettings> {
    return removePaymentProvider(context);
  }

  @RequiresPermission('sales')
  @Mutation(() => Checkout, {
    description:
      'Opens a page of the payment provider on which a customer pays what is left of an order. While it is open, repeated calls return the same page.',
  })
  createCheckout(
    @Args(() => CheckoutArguments) checkout: CheckoutArguments,
    @Ctx() context: RequestContext,
  ): Promise<Checkout> {
    return startCheckout(context, checkout);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Checkout, { description: "Opens a page on which a visitor pays the order of the visitor's link." })
  createPublicCheckout(
    @Arg('token', () => String, { description: 'The secret token of the order.' }) token: string,
    @Arg('returnUrl', () => String, {
      nullable: true,
      description: 'The URL to which the customer returns. By default the page of the order.',
    })
    returnUrl: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Checkout> {
    return startPublicCheckout(context, token, returnUrl);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Checkout, { description: 'Opens a page on which a person pays the booking of a link.' })
  createCheckoutByLink(
    @Arg('token', () => String, { description: 'The last segment of the link.' }) token: string,
    @Arg('returnUrl', () => String, {
      nullable: true,
      description: 'The URL to which the person returns. By default the page of the booking.',
    })
    returnUrl: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Checkout> {
    return startCheckoutByLink(context, token, returnUrl);
  }

  @RequiresPermission('sales')
  @Mutation(() => Order, {
    description: 'Pays back an amount at the provider by which the order was paid, and records the refund.',
  })
  refundByProvider(
    @Args(() => ProviderRefundArguments) refund: ProviderRefundArguments,
    @Ctx() context: RequestContext,
  ): Promise<Order> {
    return refundByProvider(context, refund);
  }
}
