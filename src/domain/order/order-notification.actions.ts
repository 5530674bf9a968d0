import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { languageOf } from '../../platform/language.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { accountAddress, queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import { toDecimal } from '../money.rules.js';
import { Person } from '../person/person.entity.js';
import { type Order, OrderState } from './order.entity.js';
import { balanceDue, refundableAmount } from './order.rules.js';
import { readSoldItems } from './order-settlement.actions.js';
import { type NotificationText, type PaidOrder, paidOrderText } from './order-texts.rules.js';

/** Queues a message to the account about an order, by the channels of its notifications. */
export async function notifyAccount(
  context: RequestContext,
  tx: AccountTransaction,
  { sms, ...email }: NotificationText,
  buyer: Pick<Person, 'id'> | null,
): Promise<void> {
  for (const channel of notificationChannels(context)) {
    const recipient = accountAddress(context, channel);
    if (recipient === undefined) continue;
    const text = channel === MessageChannel.SMS ? { body: sms } : email;
    const ofBuyer = buyer ? { personId: buyer.id } : {};
    await queueBuiltInMessage(context, tx, { kind: 'order_notification', channel, recipient, ...text, ...ofBuyer });
  }
}

/** Returns the channels by which the account gets notifications of its bookings and orders. */
export function notificationChannels({ account }: RequestContext): MessageChannel[] {
  return [
    ...(account.emailNotification ? [MessageChannel.EMAIL] : []),
    ...(account.smsNotification ? [MessageChannel.SMS] : []),
  ];
}

/** Queues the message to the account that a customer paid for an order, or that a refund failed. Call it after the order was written. */
export async function announcePayment(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  {
    subject = 'payment',
    tip = '0.00',
    amount,
  }: Pick<PaidOrder, 'amount'> & Partial<Pick<PaidOrder, 'tip' | 'subject'>>,
): Promise<void> {
  if (notificationChannels(context).length === 0) return;
  const buyer = order.personId === null ? null : await tx.find(Person, order.personId);
  const { name: accountName, currency, countryCode, locale } = context.account;
  const isCancelled = order.state === OrderState.CANCELLED;
  const text = paidOrderText(languageOf(locale), {
    ...{ accountName, orderId: order.id, currency, countryCode, items: await readSoldItems(tx, order.id), amount },
    ...{ balance: toDecimal(isCancelled ? 0n : balanceDue(order)), refundable: toDecimal(refundableAmount(order)) },
    ...{ buyer: buyer?.name ?? null, subject, tip },
  });
  await notifyAccount(context, tx, text, buyer);
}
