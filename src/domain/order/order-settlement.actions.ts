import { recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { languageOf, wordingFor } from '../../platform/language.js';
import { changedBy, type RequestContext } from '../context.js';
import { GiftCard } from '../gift-card/gift-card.entity.js';
import { createGiftCardCode, wholeUnits } from '../gift-card/gift-card.rules.js';
import { MessageChannel } from '../messaging/delivery/message.entity.js';
import { queueBuiltInMessage } from '../messaging/delivery/message-queue.actions.js';
import { activatePackages } from '../package/sold-packages.actions.js';
import { Person } from '../person/person.entity.js';
import { BookingType } from '../service/service.entity.js';
import type { Order } from './order.entity.js';
import { orderText } from './order-texts.rules.js';

/** A line item with the title and type of its service. */
interface SoldItemRow {
  id: number;
  title: string;
  bookingType: string;
  quantity: number;
  amount: string;
  taxName: string | null;
  taxAmount: string | null;
}

/**
 * Delivers a fully paid order without a booking: issues its gift cards, activates its packages and queues a message to the buyer. Call it under
 * the lock of the order, after the order was written. An order that is paid again, after its payment was taken back,
 * issues nothing twice.
 */
export async function deliverOrder(context: RequestContext, tx: AccountTransaction, order: Order): Promise<void> {
  const items = await readSoldItems(tx, order.id);
  const buyer = order.personId === null ? null : await tx.find(Person, order.personId);
  const cards = await issueGiftCards(context, tx, order, items);
  const ofPackages = items.filter(({ bookingType }) => bookingType === BookingType.PACKAGE).map(({ id }) => id);
  if (ofPackages.length > 0) await activatePackages(context, tx, ofPackages);
  const recipient = order.recipient ?? buyer?.email;
  if (!recipient) return;
  const { name: accountName, currency, countryCode, locale } = context.account;
  const customer = wordingFor(languageOf(buyer?.locale, locale), context.account);
  const text = orderText(customer, {
    ...{ accountName, orderId: order.id, currency, countryCode, items, cards, paidAmount: order.paidAmount },
  });
  await queueBuiltInMessage(context, tx, {
    ...{ kind: 'order', channel: MessageChannel.EMAIL, recipient, customer, ...text },
    ...(buyer && { personId: buyer.id }),
  });
}

/** Returns the line items of an order, without those of bookings that have no service. */
export function readSoldItems(tx: AccountTransaction, orderId: number): Promise<SoldItemRow[]> {
  return tx.query<SoldItemRow>(
    `select item.id, coalesce(item.title, service.title) as title, service.booking_type as "bookingType", item.quantity,
       item.amount::text as amount, item.tax_name as "taxName", item.tax_amount::text as "taxAmount"
     from order_line_item item
     join service on service.account_id = item.account_id and service.id = item.service_id
     where item.account_id = $1 and item.order_id = $2 order by item.id`,
    [orderId],
  );
}

/** Creates the gift cards of an order that do not exist yet: one for each unit, with the price of the unit. */
async function issueGiftCards(
  context: RequestContext,
  tx: AccountTransaction,
  { personId }: Order,
  items: readonly SoldItemRow[],
): Promise<GiftCard[]> {
  const sold = items.filter(({ bookingType }) => bookingType === BookingType.GIFT_CARD);
  if (sold.length === 0) return [];
  const existing = await tx.rows(GiftCard, { orderLineItemId: { $in: sold.map(({ id }) => id) } });
  const issued = new Set(
    existing.map(({ orderLineItemId, orderLineItemUnit }) => `${orderLineItemId} ${orderLineItemUnit}`),
  );
  const now = context.clock.now();
  const cards = sold.flatMap(({ id, quantity, amount }) =>
    Array.from({ length: quantity }, (_, index) => index + 1)
      .filter((unit) => !issued.has(`${id} ${unit}`))
      .map((unit) =>
        Object.assign(tx.create(GiftCard, now), {
          code: createGiftCardCode(),
          remaining: amount,
          initialValue: wholeUnits({ remaining: amount }),
          purchasedByPersonId: personId,
          orderLineItemId: id,
          orderLineItemUnit: unit,
        }),
      ),
  );
  await recordChanges(tx, 'gift_card.created', cards, changedBy(context));
  return cards;
}
