import type { JSX } from 'preact';
import { type Amount, toAmount } from '../../../../domain/money.rules.js';
import { textsIn } from '../../../../texts/texts.js';
import type { Resource } from '../api-answers.js';
import { onlyPrice, type Priced, placeFacts, priceText } from '../booking-facts.js';
import { ContactOfBooker, type CustomField, CustomFields } from '../booking-form.js';
import { dayOf } from '../dates.js';
import { depositFacts, depositFactsOfVisit } from '../deposit.js';
import { feeFacts } from '../fees.js';
import { FormField, Hidden, idOf, ProblemSummary, type Problems, type Values } from '../fields.js';
import { type Fact, Facts, type Frame, Page, Text } from '../frame.js';
import { personLabel } from '../my-bookings.js';
import { chosenOf, optionFacts } from '../options.js';
import { otherFacts } from '../other-resources.js';
import { Period, ZoneNote } from '../own-zone.js';
import { Steps } from '../steps.js';
import { type Basket, type BasketItem, basketQuery, priceRange, rangeText, sumOfPrices } from './basket.js';
import { itemProblem } from './basket-problems.js';
import { type PlannedTime, timesText } from './planned-times.js';
import type { PackageOfItem } from './visit-packages.js';

/** The value of `packages` for a visitor who pays without them. Otherwise it has their ids, by item. */
export const noPackages = 'none';

/** A service of the basket at the chosen time. */
export interface PlannedItem extends BasketItem {
  time: PlannedTime;
  /** Undefined if it is chosen when the visit is booked. */
  resource: Resource | undefined;
  /** The price with the resource. */
  priced: Priced;
  /** The package that pays for it, or has too few units left. Undefined without one. */
  paidBy: PackageOfItem | undefined;
}

interface VisitFormProps {
  frame: Frame;
  basket: Basket;
  items: readonly PlannedItem[];
  customFields: readonly CustomField[];
  /** The channel by which the visit is verified. */
  verification: 'email' | 'sms' | undefined;
  values: Values;
  problems: Problems;
  /** The prices that the page shows, by item: nothing is booked at another. */
  prices: string;
  /** Unique for each form that is shown, so that one that is sent twice books once. */
  idempotencyKey: string;
}

/** The page with the visitor's details, which books the visit. */
export function VisitFormPage(props: VisitFormProps): JSX.Element {
  const { frame, basket, items, customFields, values, problems, verification, prices, idempotencyKey } = props;
  const { texts, language, wording, url } = frame;
  const own = textsIn(wording).basket;
  const hasPackages = items.some(({ paidBy }) => paidBy?.pays);
  const total = sumOfPrices(items.map(priceOfItem));
  const totalLabel = hasPackages ? textsIn(wording).shop.toPay : own.total;
  const deposit = depositFactsOfVisit(
    frame,
    items.map((item) => ({ service: item.service, price: amountOf(item) })),
  );
  const sum: Fact[] = [
    ...(total ? [[totalLabel, rangeText(frame, total)] as const] : []),
    ...(deposit ?? []),
    ...placeFacts(frame),
  ];
  const packages = values['packages'] === noPackages ? noPackages : packagesText(items);
  const times = timesText(items.map(({ time }) => time));
  const day = items[0] && dayOf(items[0].time.from);
  const terms = new Map(
    items.flatMap(({ service }) => (service.terms === null ? [] : [[service.terms, service.title]])),
  );
  return (
    <Page frame={frame} title={texts.details}>
      <Steps frame={frame} current="details" hasCode={verification !== undefined} />
      <h1>{own.title}</h1>
      <form method="post" action={url('/visit')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden
          values={{ ...basketQuery(basket), times, packages, prices, language, idempotency_key: idempotencyKey }}
        />
        {items.map((item, index) => (
          <PlannedFacts
            key={`${index} ${item.serviceId}`}
            {...{ frame, basket, item, index, problems, hasDeposit: deposit === undefined }}
          />
        ))}
        {sum.length > 0 && <Facts facts={sum} />}
        <p class="row">
          <a href={url('/visit', { ...basketQuery(basket), date: day })}>{texts.changeTime}</a>
          {hasPackages && (
            <a href={url('/visit/new', { ...basketQuery(basket), times, packages: noPackages })}>
              {texts.withoutPackage}
            </a>
          )}
          {packages === noPackages && (
            <a href={url('/visit/new', { ...basketQuery(basket), times })}>{own.withPackage}</a>
          )}
        </p>
        <ZoneNote frame={frame} />
        <h2>{texts.details}</h2>
        {!basket.people && <ContactOfBooker {...{ frame, values, problems, verification }} />}
        <CustomFields {...{ frame, customFields, values, problems }} />
        <FormField frame={frame} name="notes" label={texts.notes} type="textarea" values={values} problems={problems} />
        {[...terms].map(([text, title]) => (
          <details key={text}>
            <summary>
              {texts.terms} <small dir="auto">{title}</small>
            </summary>
            <Text text={text} />
          </details>
        ))}
        <button type="submit" class="button primary">
          {texts.book}
        </button>
      </form>
    </Page>
  );
}

/** The ids of the packages that pay, by item, as forms name them. */
function packagesText(items: readonly PlannedItem[]): string {
  return items.map(({ paidBy }) => (paidBy?.pays ? paidBy.package.id : '')).join('_');
}

/** The price of an item with its resource, without what a package pays for; undefined without one. */
export function priceOfItem(item: PlannedItem): ReturnType<typeof priceRange> {
  const { price, price_from, price_to } = item.paidBy?.pays ? paid : item.priced;
  return priceRange({ ...item, service: { ...item.service, price, price_from, price_to } });
}

const paid = { price: '0', price_from: null, price_to: null } as const;

/** The price of an item, if it is certain. */
function amountOf(item: PlannedItem): Amount | undefined {
  const [least, most] = priceOfItem(item) ?? ['0', '0'];
  return least === most ? toAmount(least) : undefined;
}

interface PlannedFactsProps extends Pick<VisitFormProps, 'frame' | 'basket' | 'problems'> {
  item: PlannedItem;
  index: number;
  /** Whether it has its deposit itself, because the visit has no sum. */
  hasDeposit: boolean;
}

/** An item of the visit: what, for whom, when, with whom and for how much, with its problem. */
function PlannedFacts({ frame, basket, item, index, problems, hasDeposit }: PlannedFactsProps): JSX.Element {
  const { texts, wording } = frame;
  const { service, time, resource, others, priced, count, choice, paidBy } = item;
  const problem = problems.get(itemProblem(index));
  const id = idOf(itemProblem(index));
  const person = basket.people?.find((one) => one.id === item.personId);
  const unit = onlyPrice(priced);
  const price = count > 1 && unit !== undefined ? frame.formats.price(unit, count) : priceText(frame, priced);
  const facts: Fact[] = [
    [texts.service, service.title],
    ...(person ? [[texts.forWhom, personLabel(frame, person)] as const] : []),
    [texts.time, <Period key="time" frame={frame} from={time.from} to={time.to} />],
    [texts.who, resource?.title ?? texts.anyone],
    ...otherFacts(others),
    ...(count > 1 ? [[texts.people, String(count)] as const] : []),
    ...(price === undefined || paidBy?.pays ? [] : [[texts.price, price] as const]),
    ...(paidBy ? [[textsIn(wording).basket.package, packageText(frame, paidBy, count)] as const] : []),
    ...optionFacts(frame, chosenOf(choice)),
    ...(hasDeposit ? depositFacts(frame, service.deposit, amountOf(item)) : []),
    ...feeFacts(frame, service.cancellation_terms),
  ];
  return (
    <section id={id} tabIndex={-1} aria-label={service.title} class={problem && 'refused'}>
      <Facts facts={facts} />
      {problem !== undefined && (
        <p id={`${id}-error`} class="problem">
          {problem}
        </p>
      )}
    </section>
  );
}

function packageText({ wording }: Frame, { package: { title, units }, pays, left }: PackageOfItem, count: number) {
  const texts = textsIn(wording).basket;
  return pays ? texts.packageUse({ title, count, units, left }) : texts.packageShort({ title, units, left });
}
