import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { languageOf } from '../../platform/language.js';
import { siteAddress } from '../account/site-address.rules.js';
import type { RequestContext } from '../context.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueMessage } from '../messaging/delivery/message-queue.actions.js';
import { toDecimal } from '../money.rules.js';
import { type Order, OrderState } from '../order/order.entity.js';
import { balanceDue } from '../order/order.rules.js';
import { notificationChannels, notifyAccount } from '../order/order-notification.actions.js';
import { readSoldItems } from '../order/order-settlement.actions.js';
import { newOrderText, receivedOrderText } from '../order/order-texts.rules.js';
import { Person } from '../person/person.entity.js';

/**
 * Queues the messages about a new order without a booking: to the account by the channels of its notifications, and to a
 * visitor whose order is not paid yet, with the link to the order. Call it after the order and its items were written.
 *
 * @param token the secret of the link; undefined for an order that is not a visitor's
 */
export async function announceOrder(
  context: RequestContext,
  tx: AccountTransaction,
  order: Order,
  token: string | undefined,
): Promise<void> {
  const { account, address } = context;
  const recipient = order.state === OrderState.PENDING && token !== undefined ? order.recipient : null;
  if (notificationChannels(context).length === 0 && recipient === null) return;
  const buyer = order.personId === null ? null : await tx.find(Person, order.personId);
  const items = await readSoldItems(tx, order.id);
  const { name: accountName, currency, locale } = account;
  const placed = { accountName, orderId: order.id, currency, items, balance: toDecimal(balanceDue(order)) };
  const notification = newOrderText(languageOf(locale), { ...placed, buyer: buyer?.name ?? null });
  await notifyAccount(context, tx, notification, buyer);
  if (recipient === null) return;
  const link = address ? `${siteAddress(address, account, context)}/shop/orders/${token}` : '';
  const text = receivedOrderText(languageOf(buyer?.locale, locale), placed, link);
  const shell = { kind: 'order_received', channel: MessageChannel.EMAIL, recipient };
  await queueMessage(context, tx, { ...shell, ...text, ...(buyer && { personId: buyer.id }) });
}
