import type { JSX } from 'preact';
import { textsIn } from '../../../texts/texts.js';
import type { OnlineTip } from './api-answers.js';
import { leftToPay } from './deposit.js';
import { type Frame, Page, SentenceWithName } from './frame.js';
import { queryText } from './input.js';
import { type OrderDocument, OrderDocuments } from './order-documents.js';
import { payQuery, providerTarget } from './pay.js';
import { type ChosenTip, isAskedForTip, noTip, payText, readTip, Tips } from './tips.js';
import { isSending, read, sendView, type Visit } from './visit.js';

/** Shows an order by its secret token. */
export async function showOrder(visit: Visit, token: string): Promise<void> {
  const { order } = await read<{ order: PlacedOrder }>(visit, `/orders/${encodeURIComponent(token)}`);
  const returned = queryText(visit.request, 'returned');
  const notice = returned === 'paid' ? 'awaiting' : returned === 'cancelled' ? 'notPaid' : undefined;
  sendOrder(visit, 200, order, notice, readTip(visit));
}

/**
 * Redirects to the page of the payment provider. This is a link and no form, because browsers apply `form-action` also to
 * the redirect after a form. Repeated requests lead to the same page.
 */
export async function redirectToOrderPayment(visit: Visit, token: string): Promise<void> {
  const { response, context, api, frame } = visit;
  const path = `/orders/${encodeURIComponent(token)}`;
  const { order } = await read<{ order: PlacedOrder }>(visit, path);
  const tip = readTip(visit);
  const isTipped = tip.amount > 0n && isAskedForTip(order.tip);
  if ((order.state !== 'pending' || !order.can_pay_online) && !isTipped) {
    response.redirect(303, frame.url(`/shop${path}`));
    return;
  }
  const answer = await api.change<{ checkout: { url: string } }>(context, 'POST', `${path}/checkout`, {
    body: isTipped ? payQuery(tip) : {},
  });
  if (answer.isDone) response.redirect(303, answer.body.checkout.url);
  else sendOrder(visit, 503, order, 'unavailable', tip);
}

function sendOrder(
  visit: Visit,
  status: number,
  order: PlacedOrder,
  notice: 'awaiting' | 'notPaid' | 'unavailable' | undefined,
  tip: ChosenTip,
): void {
  const { frame } = visit;
  sendView(visit, status, <OrderPage {...{ frame, order, isSent: isSending(visit, 'email'), notice, tip }} />);
}

/** An order, as the public API shows it. */
export interface PlacedOrder {
  id: number;
  token: string;
  created_at: string;
  state: 'pending' | 'confirmed' | 'cancelled';
  total: string;
  discount_amount: string;
  balance: string;
  /** Null without a deposit. */
  due_now: string | null;
  due_later: string | null;
  tax_amount: string | null;
  can_pay_online: boolean;
  /** Absent if the account offers no tips. */
  tip?: OnlineTip;
  order_line_items: readonly { service_id: number; title: string; quantity: number; amount: string }[];
  gift_cards: readonly { code: string; value: string }[];
  documents: readonly OrderDocument[];
}

interface OrderProps {
  frame: Frame;
  order: PlacedOrder;
  /** Whether its gift cards are sent by email. */
  isSent: boolean;
  /** The result of an attempt to pay. */
  notice?: 'awaiting' | 'notPaid' | 'unavailable' | undefined;
  tip: ChosenTip;
}

/** The page of an order: what was bought, how it is paid and, once it is, the gift cards. */
function OrderPage({ frame, order, isSent, notice, tip }: OrderProps): JSX.Element {
  const { wording, url, site } = frame;
  const shop = textsIn(wording).shop;
  const { id, token, state, balance, due_now: deposit, can_pay_online: canPay } = order;
  const page = `/shop/orders/${token}`;
  const isDue = state === 'pending' && canPay;
  const isAsked = isAskedForTip(order.tip);
  const chosen = isAsked ? tip : noTip;
  const isPending = state === 'pending' || isAsked;
  const isAwaiting = isPending && notice === 'awaiting';
  const due = state !== 'pending' ? null : Number(deposit) > 0 ? deposit : balance;
  return (
    <Page frame={frame} title={shop.orderTitle({ id })}>
      <h1>{shop.orderTitle({ id })}</h1>
      <p>{shop.states[state]}</p>
      {isPending && notice !== undefined && (
        <p class="problems" role="alert">
          {shop[notice]}
        </p>
      )}
      <OrderSummary frame={frame} order={order} />
      {isAwaiting && (
        <p>
          <a class="button" href={url(page, { returned: 'paid' })}>
            {shop.reload}
          </a>
        </p>
      )}
      {!isAwaiting && <Tips {...{ frame, path: page, tip: order.tip, chosen }} />}
      {!isAwaiting && (isDue || chosen.amount > 0n) && (
        <p>
          <a class="button primary" href={url(`${page}/pay`, payQuery(chosen))} target={providerTarget}>
            {payText(frame, due, chosen.amount)}
          </a>
        </p>
      )}
      {state === 'pending' && !canPay && (
        <SentenceWithName sentence={(account) => shop.payLater({ account })} name={site.name} />
      )}
      <GiftCards {...{ frame, order, isSent }} />
      <OrderDocuments frame={frame} orders={[order]} />
      <p>
        <a href={url('/shop')}>{shop.more}</a>
      </p>
    </Page>
  );
}

function OrderSummary({ frame, order }: Pick<OrderProps, 'frame' | 'order'>): JSX.Element {
  const { formats, wording } = frame;
  const shop = textsIn(wording).shop;
  const { total, discount_amount: discount, tax_amount: tax, balance, state } = order;
  const due = leftToPay(frame, { ...order, active: state === 'pending' });
  return (
    <dl class="summary">
      {order.order_line_items.map(({ title, quantity, amount }, index) => (
        <div key={index}>
          <dt dir="auto">{`${quantity} × ${title}`}</dt>
          <dd>{formats.price(amount, quantity)}</dd>
        </div>
      ))}
      {Number(discount) > 0 && (
        <div>
          <dt>{shop.discount}</dt>
          <dd>{formats.price(`-${discount}`)}</dd>
        </div>
      )}
      <div>
        <dt>{state === 'pending' ? shop.toPay : shop.total}</dt>
        <dd>{due ?? formats.price(state === 'pending' ? balance : total)}</dd>
      </div>
      {tax !== null && (
        <div>
          <dt>{shop.tax}</dt>
          <dd>{formats.price(tax)}</dd>
        </div>
      )}
    </dl>
  );
}

function GiftCards({ frame, order, isSent }: Omit<OrderProps, 'notice' | 'tip'>): JSX.Element | null {
  const { formats, wording } = frame;
  const shop = textsIn(wording).shop;
  if (order.gift_cards.length === 0) return null;
  return (
    <section>
      <h2>{shop.giftCards}</h2>
      <ul>
        {order.gift_cards.map(({ code, value }) => (
          <li key={code}>
            <code>{code}</code> <strong>{formats.price(value)}</strong>
          </li>
        ))}
      </ul>
      <p>
        {shop.keep}
        {isSent && ` ${shop.alsoSent}`}
      </p>
    </section>
  );
}
