import { randomUUID } from 'node:crypto';
import type { JSX } from 'preact';
import { today } from '../../../domain/context.js';
import { validUntilOf } from '../../../domain/package/package.rules.js';
import { FieldNotes } from '../../../pages/design/field.js';
import type { FieldErrors } from '../../../platform/errors.js';
import type { PlainDate } from '../../../platform/time/plain-date.js';
import { type Texts, textsIn } from '../../../texts/texts.js';
import type { Service } from './api-answers.js';
import { priceText } from './booking-facts.js';
import { ContactFields, FormField, Hidden, idOf, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Frame, Page, Text } from './frame.js';
import { openForm, queryText } from './input.js';
import type { PlacedOrder } from './order.page.js';
import { problemSentence, problemsOf } from './problems.js';
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
  const shop = textsIn(frame.wording).shop;
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
      : shopProblems(answer.errors, serviceIds, frame, shop);
  sendShop(visit, answer.status, services, values, problems);
}

interface OrderedItem {
  service_id: number;
  quantity: string;
  amount?: string;
}

/** Returns the items for the API: services with a quantity, and one of each gift card that has only an amount. */
function toItems(values: Values, services: readonly Service[]): OrderedItem[] {
  return services.flatMap(({ id, price }) => {
    // People write 1 000 and 99,50.
    const amount = (price === null && values[amountName(id)]?.replace(/\s/g, '').replace(',', '.')) || undefined;
    const quantity = values[quantityName(id)] || '0';
    if (/^0+$/.test(quantity) && amount === undefined) return [];
    return [{ service_id: id, quantity: /^0+$/.test(quantity) ? '1' : quantity, ...(amount && { amount }) }];
  });
}

/** Reads the products, packages and gift cards that can be bought. */
export async function readSold(visit: Visit): Promise<Service[]> {
  const sold = await Promise.all(
    ['products', 'packages', 'gift_cards'].map((type) => read<{ service: Service }[]>(visit, `/services/${type}`)),
  );
  const services = sold.flat().map(({ service }) => service);
  return services.filter((service) => service.price !== null || service.booking_type === 'gift_card');
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
    <ShopPage
      {...{ frame, services, values, problems, isSent }}
      date={today(visit.context)}
      idempotencyKey={randomUUID()}
    />,
  );
}

/**
 * Converts the errors of an order to sentences for the fields of the form, in their order.
 *
 * @param serviceIds the services of the items, in the order in which they were sent
 */
function shopProblems(
  errors: FieldErrors,
  serviceIds: readonly number[],
  frame: Frame,
  { coupon: couponLabel, errors: sentences }: Texts['shop'],
): Problems {
  const problems = new Map<string, string>();
  if (errors['idempotency_key'] !== undefined) problems.set('', frame.texts.errors.sentBefore);
  const items = errors['order_line_items'];
  const item = items === undefined || Array.isArray(items) ? {} : items;
  const id = serviceIds[itemIndex(item)] ?? 0;
  if (item['service_id'] !== undefined) problems.set(quantityName(id), sentences.unavailable);
  if (item['amount'] !== undefined) problems.set(amountName(id), sentences.amount);
  if (item['quantity'] !== undefined) problems.set(quantityName(id), sentences.quantity);
  const person = errors['person_attributes'];
  if (person !== undefined && !Array.isArray(person)) {
    for (const [field, sentence] of problemsOf(person, frame)) if (field !== '') problems.set(field, sentence);
  }
  const coupon = errors['coupon_code'];
  if (Array.isArray(coupon)) problems.set('coupon_code', problemSentence(couponLabel, coupon, frame));
  if (problems.size === 0) problems.set('', sentences.refused);
  return problems;
}

/** Returns the index of the wrong item. Errors of one of several items end with `in item 2`. */
function itemIndex(item: FieldErrors): number {
  const messages = Object.values(item).flatMap((each) => (Array.isArray(each) ? each : []));
  const [, number = '1'] = messages.map((text) => /^in item (\d{1,2})$/.exec(text)).find(Boolean) ?? [];
  return Number(number) - 1;
}

interface ShopProps {
  frame: Frame;
  /** The products, packages and gift cards. */
  services: readonly Service[];
  values: Values;
  problems: Problems;
  /** Whether gift cards are sent by email. */
  isSent: boolean;
  /** Unique for each form that is shown, so that one that is sent twice buys once. */
  idempotencyKey: string;
  /** The date on which the visitor buys, in the zone of the account. */
  date: PlainDate;
}

/** The page on which a visitor buys products, packages and gift cards. */
function ShopPage({ frame, services, values, problems, isSent, date, idempotencyKey }: ShopProps): JSX.Element {
  const { language, wording, url } = frame;
  const shop = textsIn(wording).shop;
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
          <Choice {...{ frame, services, values, problems, date }} />
          <h2>{shop.details}</h2>
          <ContactFields {...common} email={{ required: true, hint: isSent ? shop.emailHint : undefined }} />
          <FormField {...common} name="coupon_code" label={shop.coupon} maxLength={255} />
          <button type="submit" class="button primary">
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
  const shop = textsIn(frame.wording).shop;
  const problem = problems.get('items');
  return (
    <fieldset class="field" id={idOf('items')} tabIndex={-1}>
      <legend>{shop.item}</legend>
      <FieldNotes id={idOf('items')} error={problem} />
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
  date,
  service,
}: Omit<ShopProps, 'isSent' | 'idempotencyKey'> & { service: Service }) {
  const shop = textsIn(frame.wording).shop;
  const { id, title, price, description } = service;
  const [quantity, amount] = [quantityName(id), amountName(id)];
  const common = { frame, values, problems, required: true, inputmode: 'numeric' } as const;
  return (
    <li>
      <fieldset class="field">
        <legend>
          <bdi>{title}</bdi> <span>{priceText(frame, service) ?? shop.openAmount}</span>
        </legend>
        {service.booking_type === 'gift_card' && <GiftCardPreview {...{ frame, service }} amount={values[amount]} />}
        {description !== null && <Text text={description} />}
        {service.package_units !== undefined && <p class="facts">{packageFacts(frame, service, date)}</p>}
        <div class="amounts">
          {price === null && (
            <FormField {...common} name={amount} label={shop.amount} required={false} maxLength={12} />
          )}
          <FormField {...common} name={quantity} label={shop.quantity} type="number" min={0} />
        </div>
      </fieldset>
    </li>
  );
}

/** The card as its owner will see it. Screen readers have read the same before. */
function GiftCardPreview({
  frame,
  service,
  amount,
}: {
  frame: Frame;
  service: Service;
  amount: string | undefined;
}): JSX.Element {
  const { site, formats } = frame;
  const { title, price } = service;
  const shown = price ?? (/^\d{1,5}$/.test(amount ?? '') ? amount : undefined);
  return (
    <figure class="gift-card" aria-hidden="true">
      <strong>
        <bdi>{site.name}</bdi>
      </strong>
      <bdi>{title}</bdi>
      <span>
        <code>•••• ••••</code> {shown !== undefined && <strong>{formats.price(shown)}</strong>}
      </span>
    </figure>
  );
}

/** Says how many visits a package has, and until when it is valid if it is bought on a date. */
function packageFacts(
  { formats, wording }: Frame,
  { package_units: units = 0, package_months: months, package_days: days }: Service,
  date: PlainDate,
): string {
  const until = validUntilOf(date, { months: months ?? null, days: days ?? null });
  const validity = until === null ? [] : [textsIn(wording).myBookings.validUntil({ day: formats.day(until) })];
  return [textsIn(wording).shop.units({ units }), ...validity].join(' · ');
}

/** The name of the field with the quantity of a service. */
const quantityName = (serviceId: number): string => `quantity_${serviceId}`;

/** The name of the field with the amount of a gift card without a fixed price. */
const amountName = (serviceId: number): string => `amount_${serviceId}`;
