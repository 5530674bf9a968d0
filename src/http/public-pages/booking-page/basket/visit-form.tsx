import type { JSX } from 'preact';
import { textsIn } from '../../../../texts/texts.js';
import type { Resource } from '../api-answers.js';
import { onlyPrice, type Priced, placeFacts, priceText } from '../booking-facts.js';
import { ContactOfBooker, type CustomField, CustomFields } from '../booking-form.js';
import { dayOf } from '../dates.js';
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

/** A service of the basket at the chosen time. */
export interface PlannedItem extends BasketItem {
  time: PlannedTime;
  /** Undefined if it is chosen when the visit is booked. */
  resource: Resource | undefined;
  /** The price with the resource. */
  priced: Priced;
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
  const total = sumOfPrices(items.map((item) => priceRange({ ...item, service: withPrice(item) })));
  const sum: Fact[] = [...(total ? [[own.total, rangeText(frame, total)] as const] : []), ...placeFacts(frame)];
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
        <Hidden values={{ ...basketQuery(basket), times, prices, language, idempotency_key: idempotencyKey }} />
        {items.map((item, index) => (
          <PlannedFacts key={`${index} ${item.serviceId}`} {...{ frame, basket, item, index, problems }} />
        ))}
        {sum.length > 0 && <Facts facts={sum} />}
        <p>
          <a href={url('/visit', { ...basketQuery(basket), date: day })}>{texts.changeTime}</a>
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

/** The service with the prices of the resource. */
function withPrice({ service, priced: { price, price_from, price_to } }: PlannedItem): BasketItem['service'] {
  return { ...service, price, price_from, price_to };
}

interface PlannedFactsProps extends Pick<VisitFormProps, 'frame' | 'basket' | 'problems'> {
  item: PlannedItem;
  index: number;
}

/** An item of the visit: what, for whom, when, with whom and for how much, with its problem. */
function PlannedFacts({ frame, basket, item, index, problems }: PlannedFactsProps): JSX.Element {
  const { texts } = frame;
  const { service, time, resource, others, priced, count, choice } = item;
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
    ...(price === undefined ? [] : [[texts.price, price] as const]),
    ...optionFacts(frame, chosenOf(choice)),
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
