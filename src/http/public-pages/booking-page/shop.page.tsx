import { randomUUID } from 'node:crypto';
import type { Service } from '../../../pages/booking/data.js';
import type { Problems, Values } from '../../../pages/booking/fields.js';
import { OrderPage, type PlacedOrder, ShopPage } from '../../../pages/booking/shop.js';
import { shopTexts } from '../../../pages/booking/shop-texts.js';
import { queryText, readForm } from './input.js';
import { shopProblems } from './shop-problems.js';
import { read, sendView, type Visit } from './visit.js';

const names = [
  ...(['service_id', 'amount', 'quantity', 'idempotency_key'] as const),
  ...(['name', 'email', 'phone_number', 'coupon_code'] as const),
];
type ShopValues = Record<(typeof names)[number], string>;

/** Shows what can be bought. */
export async function showShop(visit: Visit): Promise<void> {
  const services = await readSold(visit);
  const [first] = services;
  const chosen = queryText(visit.request, 'service_id') || (services.length === 1 ? String(first?.id) : '');
  sendShop(visit, 200, services, { service_id: chosen, quantity: '1' });
}

/** Places an order, and redirects to its page. Redisplays the form with all that was typed if the order is refused. */
export async function submitShop(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const values = await readForm(request, names);
  const services = await readSold(visit);
  const shop = shopTexts[frame.language];
  const service = services.find(({ id }) => String(id) === values.service_id);
  if (!service) return sendShop(visit, 400, services, values, new Map([['service_id', shop.errors.item]]));
  const answer = await api.change<{ order: PlacedOrder }>(context, 'POST', '/orders', {
    body: { order: toOrder(values, service, frame.language) },
    idempotencyKey: values.idempotency_key || undefined,
  });
  if (answer.isDone) {
    response.redirect(303, frame.url(`/shop/orders/${answer.body.order.token}`));
    return;
  }
  const problems =
    answer.status === 429
      ? new Map([['', frame.texts.errors.tooMany]])
      : shopProblems(answer.errors, frame.texts, shop);
  sendShop(visit, answer.status, services, values, problems);
}

/** The order as the API takes it. Fields that were left empty are absent. */
function toOrder(values: ShopValues, service: Service, locale: string): Record<string, unknown> {
  const { amount, quantity, name, email, phone_number, coupon_code } = values;
  const item = {
    service_id: service.id,
    ...(quantity && { quantity }),
    // People write 1 000 and 99,50.
    ...(service.price === null && amount && { amount: amount.replace(/\s/g, '').replace(',', '.') }),
  };
  return {
    order_line_items: [item],
    ...(coupon_code && { coupon_code }),
    person_attributes: { name, locale, ...(email && { email }), ...(phone_number && { phone_number }) },
  };
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
  sendView(visit, status, <ShopPage {...{ frame, services, values, problems }} idempotencyKey={randomUUID()} />);
}

function sendOrder(
  visit: Visit,
  status: number,
  order: PlacedOrder,
  notice: 'awaiting' | 'notPaid' | 'unavailable' | undefined,
): void {
  sendView(visit, status, <OrderPage frame={visit.frame} order={order} notice={notice} />);
}
