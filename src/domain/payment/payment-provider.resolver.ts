import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Extensions, Field, Info, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { Decimal } from '../../platform/scalars.js';
import { RequiresPermission } from '../account/permissions.rules.js';
import { Booking, BookingState } from '../booking/booking.entity.js';
import { getBooking } from '../booking/booking.queries.js';
import { getBookingByLink } from '../booking/link/booking-link.actions.js';
import { asksForCards } from '../booking/sale/deposit.queries.js';
import { isActive } from '../booking/states/booking-state.rules.js';
import type { RequestContext } from '../context.js';
import { alwaysPaysFirst, type DueAmounts } from '../deposit.rules.js';
import { toDecimal } from '../money.rules.js';
import { Order, OrderState } from '../order/order.entity.js';
import { dueAmounts, payableNow } from '../order/order.rules.js';
import { shownWhenSet } from '../records/attributes.js';
import { ComputedField, createContextLoader } from '../records/computed-field.js';
import { selectJoins } from '../records/selection.js';
import { CancellationTerms } from '../service/cancellation-terms.type.js';
import { PublicOrder } from '../shop/public-order.actions.js';
import { Checkout, startCheckout, startCheckoutByLink, startPublicCheckout } from './checkout.actions.js';
import { PaymentSettings } from './payment.entity.js';
import { CheckoutArguments, PaymentSettingsInput, ProviderRefundArguments, tipDescription } from './payment.input.js';
import {
  canPayOnline,
  findPaymentSettings,
  removePaymentProvider,
  setPaymentProvider,
} from './payment-settings.actions.js';
import { refundByProvider } from './provider-refund.actions.js';
import { chargeFeeByCard, removeSavedCard } from './saved-card.actions.js';

@ObjectType({ simpleResolvers: true, description: 'A payment provider that accounts of this server can use.' })
class PaymentProviderOption {
  @Field(() => String, { description: 'The `provider` of the settings.' }) name!: string;
  @Field(() => String, { description: 'Its name as people know it.' }) title!: string;

  @Field(() => [String], {
    complexity: 1,
    description:
      'The events to subscribe to at the provider, with an address there and a secret that signs them. Empty if each payment has the address of its notifications.',
  })
  events!: readonly string[];

  @Field(() => Boolean, { description: 'Whether a payment can be authorised first, and captured later.' })
  capturesLater!: boolean;

  @Field(() => Boolean, { description: 'Whether it stores cards for charges without the customer.' })
  savesCards!: boolean;
}

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
  @Query(() => [PaymentProviderOption], {
    nullable: true,
    description: 'The payment providers that accounts of this server can use.',
    complexity: listCost(5),
  })
  paymentProviders(@Ctx() { paymentProviders }: RequestContext): PaymentProviderOption[] {
    return [...(paymentProviders ?? [])].map(([name, { capabilities }]) => ({ name, ...capabilities }));
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
      'Opens a page of the payment provider on which a customer pays the deposit of an order, or what is left once that is paid. While it is open, repeated calls return the same page.',
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
    @Arg('tip', () => Decimal, { nullable: true, description: tipDescription }) tip: string | null | undefined,
    @Arg('returnUrl', () => String, {
      nullable: true,
      description: 'The URL to which the customer returns. By default the page of the order.',
    })
    returnUrl: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Checkout> {
    return startPublicCheckout(context, token, tip, returnUrl);
  }

  @RequiresPermission('bookings')
  @Mutation(() => Checkout, { description: 'Opens a page on which a person pays the booking of a link.' })
  createCheckoutByLink(
    @Arg('token', () => String, { description: 'The last segment of the link.' }) token: string,
    @Arg('tip', () => Decimal, { nullable: true, description: tipDescription }) tip: string | null | undefined,
    @Arg('returnUrl', () => String, {
      nullable: true,
      description: 'The URL to which the person returns. By default the page of the booking.',
    })
    returnUrl: string | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Checkout> {
    return startCheckoutByLink(context, token, tip, returnUrl);
  }

  @RequiresPermission('sales')
  @Mutation(() => Booking, {
    description:
      'Charges the fee of a booking that its person cancelled late, or missed, up to 14 days after. It becomes the line of the order of the booking, for which earlier payments count, what is left is charged to the card that the person stored with an earlier payment, else the person gets a message with a link to pay it. Repeated, it charges nothing more.',
  })
  async chargeCancellationFee(
    @Arg('bookingId', () => Int) bookingId: number,
    @Arg('amount', () => Decimal, { nullable: true, description: 'At most what was agreed, the default.' })
    amount: string | null | undefined,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    const { id } = await chargeFeeByCard(context, bookingId, amount);
    return getBooking(context, id, selectJoins(info));
  }

  @RequiresPermission('sales')
  @Mutation(() => Booking, {
    description:
      'Removes the card that was stored with the order of a booking. Impossible while it may still be charged a fee.',
  })
  async removeCard(
    @Arg('bookingId', () => Int) bookingId: number,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    const { id } = await removeSavedCard(context, bookingId);
    return getBooking(context, id, selectJoins(info));
  }

  @RequiresPermission('bookings')
  @Mutation(() => Booking, {
    description: 'Removes the card that a person stored with the booking of a link, as `removeCard`.',
  })
  async removeCardByLink(
    @Arg('token', () => String, { description: 'The last segment of the link.' }) token: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Booking> {
    const { id } = await getBookingByLink(context, token);
    await removeSavedCard(context, id);
    return getBooking(context, id, selectJoins(info));
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

/**
 * Returns what is to be paid now of an order, or null if it cannot be paid at the payment provider of the account. One statement
 * reads all orders of the same tick.
 */
const loadPayableOnline = createContextLoader(readBalances, null);

async function readBalances(context: RequestContext, orderIds: readonly number[]): Promise<Map<number, string>> {
  if (!(await canPayOnline(context))) return new Map();
  const orders = await context.db.rows(Order, { id: { $in: [...orderIds] }, state: OrderState.PENDING });
  return new Map(orders.map((order) => [order.id, toDecimal(payableNow(order))]));
}

/** Returns what is left to pay of an order with a deposit, or null. One statement reads all orders of the same tick. */
const loadDue = createContextLoader(readDue, null);

async function readDue({ db }: RequestContext, orderIds: readonly number[]): Promise<Map<number, DueAmounts>> {
  const orders = await db.rows(Order, { id: { $in: [...orderIds] }, deposit: { $ne: null } });
  return new Map(orders.map((order) => [order.id, dueAmounts(order)]));
}

@Resolver(() => Booking)
export class BookingPaymentResolver {
  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The part of the deposit of its order that is left to pay. Null without a deposit.',
  })
  async dueNow({ orderId }: Booking, context: RequestContext): Promise<string | null> {
    const due = orderId === null ? null : await loadDue(context, orderId);
    return due && toDecimal(due.now);
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description: 'The amount of its order left to pay at the appointment, beside the deposit. Null without a deposit.',
  })
  async dueLater({ orderId }: Booking, context: RequestContext): Promise<string | null> {
    const due = orderId === null ? null : await loadDue(context, orderId);
    return due && toDecimal(due.later);
  }

  @ComputedField(() => Decimal, {
    nullable: true,
    description:
      'The amount that can be paid now at the payment provider of the account. Null if the booking awaits no payment and owes no fee, awaits a card instead, or if payments are only recorded by the account.',
  })
  async payableOnline(booking: Booking, context: RequestContext): Promise<string | null> {
    const { state, orderId, fee, agreedFees } = booking;
    const isHeld = state === BookingState.AWAITING_PAYMENT && isActive(booking, context.clock.now());
    const isPayable = fee?.state === 'charged' || (isHeld && agreedFees?.needsCard !== true);
    return isPayable && orderId !== null ? loadPayableOnline(context, orderId) : null;
  }
}

const loadAsksForCards = createContextLoader(
  async (context, keys) => new Map((await asksForCards(context, context.db)) ? keys.map((key) => [key, true]) : []),
  false,
);

@Resolver(() => CancellationTerms)
export class CancellationTermsResolver {
  @Extensions({ [shownWhenSet]: true })
  @ComputedField(() => Boolean, {
    nullable: true,
    description:
      'True if a person stores a card to book, to which only these fees may be charged, unless something is paid first. Null otherwise.',
  })
  async storesCard({ service }: CancellationTerms, context: RequestContext): Promise<true | null> {
    if (alwaysPaysFirst(service, context.account)) return null;
    return (await loadAsksForCards(context, context.account.id)) ? true : null;
  }
}

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
