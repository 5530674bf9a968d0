import { randomUUID } from 'node:crypto';
import type { Service } from './data.js';
import type { Problems, Values } from './fields.js';
import { openForm, queryText } from './input.js';
import { amountName, OrderPage, type PlacedOrder, quantityName, ShopPage } from './shop.js';
import { shopProblems } from './shop-problems.js';
import { shopTexts } from './shop-texts.js';
import { isSending, read, sendView, type Visit } from './visit.js';

const contactNames = ['name', 'email', 'phone_number', 'coupon_code', 'idempotency_key'] as const;

/** The maximum of different things in an order, as in the API. */
const maxItems = 20;

/** Shows what can be bought. */
export async function showShop(visit: Visit): Promise<void> {
  const services = await readSold(visit);
  const chosen = queryText(visit.request, 'service_id');
  const isChosen = ({ id }: Service): boolean => services.length === 1 || String(id) === chosen;
  const quantities = services.map((service) => [quantityName(service.id), isChosen(service) ? '1' : '0']);
  sendShop(visit, 200, services, Object.fromEntries(quantities));
}

/** Places an order, and redirects to its page. Redisplays the form with all that was typed if the order is refused. */
export async function submitShop(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const services = await readSold(visit);
  const textsOf = await openForm(request);
  const contact = textsOf(contactNames);
  const values = { ...contact, ...textsOf(services.flatMap(({ id }) => [quantityName(id), amountName(id)])) };
  const shop = shopTexts[frame.language];
  const items = toItems(values, services);
  if (items.length === 0 || items.length > maxItems) {
    const sentence = items.length === 0 ? shop.errors.item : shop.errors.tooManyItems;
    return sendShop(visit, 400, services, values, new Map([['items', sentence]]));
  }
  const { name, email, phone_number, coupon_code, idempotency_key } = contact;
  const locale = frame.language;
  const order = {
    order_line_items: items,
    ...(coupon_code && { coupon_code }),
    person_attributes: { name, locale, ...(email && { email }), ...(phone_number && { phone_number }) },
  };
  const answer = await api.change<{ order: PlacedOrder }>(context, 'POST', '/orders', {
    body: { order },
    idempotencyKey: idempotency_key || undefined,
  });
  if (answer.isDone) {
    response.redirect(303, frame.url(`/shop/orders/${answer.body.order.token}`));
    return;
  }
  const serviceIds = items.map(({ service_id }) => service_id);
  const problems =
    answer.status === 429
      ? new Map([['', frame.texts.errors.tooMany]])
      : shopProblems(answer.errors, serviceIds, frame.texts, shop);
  sendShop(visit, answer.status, services, values, problems);
}

interface OrderedItem {
  service_id: number;
  quantity: string;
  amount?: string;
}

/** Returns the items as the API takes them: the things with a quantity, and gift cards of which only the amount is given. */
function toItems(values: Values, services: readonly Service[]): OrderedItem[] {
  return services.flatMap(({ id, price }) => {
    // People write 1 000 and 99,50.
    const amount = (price === null && values[amountName(id)]?.replace(/\s/g, '').replace(',', '.')) || undefined;
    const quantity = values[quantityName(id)] || '0';
    if (/^0+$/.test(quantity) && amount === undefined) return [];
    return [{ service_id: id, quantity: /^0+$/.test(quantity) ? '1' : quantity, ...(amount && { amount }) }];
  });
}

/** Shows an order by its secret token. */
export async function showOrder(visit: Visit, token: string): Promise<void> {
  const { order } = await read<{ order: PlacedOrder }>(visit, `/orders/${encodeURIComponent(token)}`);
  const returned = queryText(visit.request, 'returned');
  const notice = returned === 'paid' ? 'awaiting' : returned === 'cancelled' ? 'notPaid' : undefined;
  sendOrder(visit, 200, order, notice);
}

/**
 * Redirects to the page of the payment provider. This is a link and no form, because browsers apply `form-action` also to
 * the redirect after a form. Repeated requests lead to the same page.
 */
export async function redirectToPayment(visit: Visit, token: string): Promise<void> {
  const { response, context, api, frame } = visit;
  const path = `/orders/${encodeURIComponent(token)}`;
  const { order } = await read<{ order: PlacedOrder }>(visit, path);
  if (order.state !== 'pending' || !order.can_pay_online) {
    response.redirect(303, frame.url(`/shop${path}`));
    return;
  }
  const answer = await api.change<{ checkout: { url: string } }>(context, 'POST', `${path}/checkout`, {});
  if (answer.isDone) response.redirect(303, answer.body.checkout.url);
  else sendOrder(visit, 503, order, 'unavailable');
}

/** Reads the products and gift cards that can be bought. */
export async function readSold(visit: Visit): Promise<Service[]> {
  const [products, giftCards] = await Promise.all(
    ['products', 'gift_cards'].map((type) => read<{ service: Service }[]>(visit, `/services/${type}`)),
  );
  const sold = [...(products ?? []).filter(({ service }) => service.price !== null), ...(giftCards ?? [])];
  return sold.map(({ service }) => service);
}

function sendShop(
  visit: Visit,
  status: number,
  services: readonly Service[],
  values: Values,
  problems: Problems = new Map(),
): void {
  const { frame } = visit;
  const isSent = isSending(visit, 'email');
  sendView(
    visit,
    status,
    <ShopPage {...{ frame, services, values, problems, isSent }} idempotencyKey={randomUUID()} />,
  );
}

function sendOrder(
  visit: Visit,
  status: number,
  order: PlacedOrder,
  notice: 'awaiting' | 'notPaid' | 'unavailable' | undefined,
): void {
  sendView(visit, status, <OrderPage {...{ frame: visit.frame, order, isSent: isSending(visit, 'email'), notice }} />);
}
