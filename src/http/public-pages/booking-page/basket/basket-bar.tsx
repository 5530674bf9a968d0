import type { JSX } from 'preact';
import { textsIn } from '../../../../texts/texts.js';
import type { Frame } from '../frame.js';
import { personLabel } from '../my-bookings.js';
import {
  type Basket,
  type BasketItem,
  basketUrl,
  lengthRange,
  priceRange,
  rangeText,
  sumOfPrices,
  toBasket,
} from './basket.js';

interface BasketBarProps {
  frame: Frame;
  basket: Basket;
  /** The link to the next step. */
  action: { href: string; text: string };
}

/** The basket: at the side of a desktop, and at the bottom of a phone, where its services open above the bar. */
export function BasketBar({ frame, basket, action }: BasketBarProps): JSX.Element {
  const texts = textsIn(frame.wording).basket;
  const { items } = basket;
  return (
    <aside class="basket" aria-label={texts.title}>
      <div class="basket-side">
        <strong>{texts.title}</strong>
        <BasketItems frame={frame} basket={basket} />
        <p class="facts">
          <Sum frame={frame} basket={basket} />
        </p>
      </div>
      <details class="basket-phone">
        <summary>
          <strong>{texts.services({ services: items.length })}</strong>{' '}
          <span class="facts">
            <Sum frame={frame} basket={basket} />
          </span>
        </summary>
        <BasketItems frame={frame} basket={basket} />
      </details>
      <a class="button primary" href={action.href}>
        {action.text}
      </a>
    </aside>
  );
}

function BasketItems({ frame, basket }: Omit<BasketBarProps, 'action'>): JSX.Element {
  const { items } = basket;
  return (
    <ul class="basket-items">
      {items.map((item, index) => (
        <li key={`${index} ${item.serviceId}`}>
          <span>
            <bdi>{item.service.title}</bdi>
            <small>{itemTerms(frame, basket, item)}</small>
          </span>
          <RemoveLink {...{ frame, basket, index }} />
        </li>
      ))}
    </ul>
  );
}

/** The link to the page without an item. */
export function RemoveLink({ frame, basket, index }: Omit<BasketBarProps, 'action'> & { index: number }): JSX.Element {
  const texts = textsIn(frame.wording).basket;
  const { items, people, arrangement } = basket;
  const rest = toBasket(items.toSpliced(index, 1), people, arrangement);
  return (
    <a href={basketUrl(frame, rest)} aria-label={texts.removeService({ service: items[index]?.service.title ?? '' })}>
      {texts.remove}
    </a>
  );
}

/** The length of an item, its price and its person, unless the visitor may book for nobody else. */
function itemTerms(frame: Frame, { people }: Basket, item: BasketItem): string {
  const price = priceRange(item);
  const person = (people ?? []).length > 1 ? people?.find(({ id }) => id === item.personId) : undefined;
  return [
    lengthText(frame, lengthRange(item)),
    ...(price ? [rangeText(frame, price)] : []),
    ...(item.count > 1 ? [textsIn(frame.wording).basket.persons({ people: item.count })] : []),
    ...(person ? [personLabel(frame, person)] : []),
  ].join(' · ');
}

function lengthText({ formats }: Frame, [least, most]: readonly [least: number, most: number]): string {
  return least === most ? formats.minutes(least) : `${formats.minutes(least)} – ${formats.minutes(most)}`;
}

/** The length of all items, their price, and the number of different people. */
function Sum({ frame, basket: { items, arrangement } }: Omit<BasketBarProps, 'action'>): JSX.Element {
  const texts = textsIn(frame.wording).basket;
  const lengths = items.map(lengthRange);
  const total = (side: 0 | 1): number => {
    const values = lengths.map((length) => length[side]);
    return arrangement === 'at_once' ? Math.max(0, ...values) : values.reduce((sum, one) => sum + one, 0);
  };
  const price = sumOfPrices(items.map(priceRange));
  const people = new Set(items.flatMap(({ personId }) => personId ?? [])).size;
  return (
    <>
      <span>{lengthText(frame, [total(0), total(1)])}</span> {people > 1 && <span>{texts.persons({ people })}</span>}{' '}
      {price && <strong>{rangeText(frame, price)}</strong>}
    </>
  );
}
