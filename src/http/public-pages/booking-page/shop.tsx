import type { JSX } from 'preact';
import type { Service } from './data.js';
import { Field, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Frame, Page, SentenceWithName, Text } from './frame.js';
import { providerTarget } from './pay.js';
import { shopTexts } from './shop-texts.js';

interface ShopProps {
  frame: Frame;
  /** The products and gift cards. */
  services: readonly Service[];
  values: Values;
  problems: Problems;
  /** Whether gift cards are sent by email. */
  isSent: boolean;
  /** Unique for each form that is shown, so that one that is sent twice buys once. */
  idempotencyKey: string;
}

/** The page on which a visitor buys products and gift cards. */
export function ShopPage({ frame, services, values, problems, isSent, idempotencyKey }: ShopProps): JSX.Element {
  const { texts, language, url } = frame;
  const shop = shopTexts[language];
  const common = { frame, values, problems };
  return (
    <Page frame={frame} title={shop.title}>
      <h1>{shop.title}</h1>
      {services.length === 0 ? (
        <p>{shop.empty}</p>
      ) : (
        <form method="post" action={url('/shop')} noValidate data-once>
          <p>{shop.intro}</p>
          <ProblemSummary frame={frame} problems={problems} />
          <Hidden values={{ language, idempotency_key: idempotencyKey }} />
          <Choice {...{ frame, services, values, problems }} />
          <h2>{shop.details}</h2>
          <Field {...common} name="name" label={texts.name} autocomplete="name" required maxLength={255} />
          <Field
            {...common}
            name="email"
            label={texts.email}
            type="email"
            autocomplete="email"
            hint={isSent ? shop.emailHint : undefined}
            required
            maxLength={255}
          />
          <Field {...common} name="phone_number" label={texts.phone} type="tel" autocomplete="tel" maxLength={50} />
          <Field {...common} name="coupon_code" label={shop.coupon} maxLength={255} />
          <button type="submit" class="primary">
            {shop.order}
          </button>
        </form>
      )}
    </Page>
  );
}

/** The list of goods: each with a quantity, and gift cards without a fixed price with an amount. */
function Choice(props: Omit<ShopProps, 'isSent' | 'idempotencyKey'>): JSX.Element {
  const { frame, services, problems } = props;
  const shop = shopTexts[frame.language];
  const problem = problems.get('items');
  return (
    <fieldset class={problem === undefined ? 'field' : 'field wrong'} id="field-items" tabIndex={-1}>
      <legend>{shop.item}</legend>
      {problem !== undefined && (
        <p class="problem" id="problem-items">
          {problem}
        </p>
      )}
      <ul class="items">
        {services.map((service) => (
          <Item key={service.id} {...props} service={service} />
        ))}
      </ul>
    </fieldset>
  );
}

function Item({
  frame,
  values,
  problems,
  service,
}: Omit<ShopProps, 'isSent' | 'idempotencyKey'> & { service: Service }) {
  const { formats, language } = frame;
  const shop = shopTexts[language];
  const { id, title, price, description } = service;
  const [quantity, amount] = [quantityName(id), amountName(id)];
  const common = { frame, values, problems, required: true, inputmode: 'numeric' } as const;
  return (
    <li>
      <fieldset class="field">
        <legend>
          <bdi>{title}</bdi> <span>{price === null ? shop.openAmount : formats.price(price)}</span>
        </legend>
        {description !== null && <Text text={description} />}
        <div class="amounts">
          {price === null && <Field {...common} name={amount} label={shop.amount} required={false} maxLength={12} />}
          <Field {...common} name={quantity} label={shop.quantity} type="number" min={0} />
        </div>
      </fieldset>
    </li>
  );
}

/** The name of the field with the quantity of a service. */
export const quantityName = (serviceId: number): string => `quantity_${serviceId}`;

/** The name of the field with the amount of a gift card without a fixed price. */
export const amountName = (serviceId: number): string => `amount_${serviceId}`;

/** An order, as the public API shows it. */
export interface PlacedOrder {
  id: number;
  token: string;
  state: 'pending' | 'confirmed' | 'cancelled';
  total: string;
  discount_amount: string;
  balance: string;
  can_pay_online: boolean;
  order_line_items: readonly { service_id: number; title: string; quantity: number; amount: string }[];
  gift_cards: readonly { code: string; value: string }[];
}

interface OrderProps {
  frame: Frame;
  order: PlacedOrder;
  /** Whether its gift cards are sent by email. */
  isSent: boolean;
  /** The result of an attempt to pay. */
  notice?: 'awaiting' | 'notPaid' | 'unavailable' | undefined;
}

/** The page of an order: what was bought, how it is paid and, once it is, the gift cards. */
export function OrderPage({ frame, order, isSent, notice }: OrderProps): JSX.Element {
  const { formats, language, url, site } = frame;
  const shop = shopTexts[language];
  const { id, token, state, balance, can_pay_online: canPay } = order;
  const page = `/shop/orders/${token}`;
  const isAwaiting = state === 'pending' && notice === 'awaiting';
  return (
    <Page frame={frame} title={shop.orderTitle(id)}>
      <h1>{shop.orderTitle(id)}</h1>
      <p>{shop.states[state]}</p>
      {state === 'pending' && notice !== undefined && (
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
      {state === 'pending' && !isAwaiting && canPay && (
        <p>
          <a class="button primary" href={url(`${page}/pay`)} target={providerTarget}>
            {shop.pay(formats.price(balance))}
          </a>
        </p>
      )}
      {state === 'pending' && !canPay && <SentenceWithName sentence={shop.payLater} name={site.name} />}
      <GiftCards {...{ frame, order, isSent }} />
      <p>
        <a href={url('/shop')}>{shop.more}</a>
      </p>
    </Page>
  );
}

function OrderSummary({ frame, order }: Pick<OrderProps, 'frame' | 'order'>): JSX.Element {
  const { formats, language } = frame;
  const shop = shopTexts[language];
  const { total, discount_amount: discount, balance, state } = order;
  return (
    <dl class="summary">
      {order.order_line_items.map(({ title, quantity, amount }, index) => (
        <div key={index}>
          <dt dir="auto">{`${quantity} × ${title}`}</dt>
          <dd>{formats.price((Number(amount) * quantity).toFixed(2))}</dd>
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
        <dd>{formats.price(state === 'pending' ? balance : total)}</dd>
      </div>
    </dl>
  );
}

function GiftCards({ frame, order, isSent }: Omit<OrderProps, 'notice'>): JSX.Element | null {
  const { formats, language } = frame;
  const shop = shopTexts[language];
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
