import { toAmount, toDecimal } from '../../../../domain/money.rules.js';
import { DomainError } from '../../../../platform/errors.js';
import type { Service, ServiceForm, VisitorPerson } from '../api-answers.js';
import { lengthsOf } from '../booking-facts.js';
import type { Frame } from '../frame.js';
import { type Choice, choiceOf, minutesOf, priceOf } from '../options.js';
import { type OtherChoice, othersOf } from '../other-resources.js';
import { read, type Visit } from '../visit.js';
import { itemsText, type WantedItem } from './wanted-items.js';

/** The orders of a visit to choose from. The first is that of a visitor who has not chosen. */
export const arrangements = ['in_order', 'any_order', 'at_once'] as const;
export type Arrangement = (typeof arrangements)[number];

/** The most services of which every order is tried. */
const maxReordered = 4;

/** A service of the basket, with what is offered of it. */
export interface BasketItem extends WantedItem {
  service: Service;
  form: ServiceForm;
  choice: Choice;
  others: OtherChoice;
}

/** The services that a visitor wants on one visit. */
export interface Basket {
  items: readonly BasketItem[];
  /** The people for whom the visitor may book; undefined without a session. */
  people: readonly VisitorPerson[] | undefined;
  arrangement: Arrangement;
}

/** Whether a service can be booked together with others. */
export function canJoin({ booking_type, has_day_booking }: Pick<Service, 'booking_type' | 'has_day_booking'>): boolean {
  return booking_type === 'appointment' && !has_day_booking;
}

/** Reads what is offered of the wanted services. Those that are not offered any more are left out. */
export async function readItems(visit: Visit, wanted: readonly WantedItem[]): Promise<BasketItem[]> {
  const ids = [...new Set(wanted.map(({ serviceId }) => serviceId))];
  const offered = new Map(await Promise.all(ids.map(async (id) => [id, await findOffered(visit, id)] as const)));
  return wanted.flatMap((item) => {
    const found = offered.get(item.serviceId);
    return found ? toItem(item, found) : [];
  });
}

type Offered = Pick<BasketItem, 'service' | 'form'>;

async function findOffered(visit: Visit, id: number): Promise<Offered | undefined> {
  try {
    const [{ service }, { service: form }] = await Promise.all([
      read<{ service: Service }>(visit, `/services/${id}`),
      read<{ service: ServiceForm }>(visit, `/services/${id}/form`),
    ]);
    return canJoin(service) ? { service, form } : undefined;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Limits the choices to those that the service offers. */
function toItem(wanted: WantedItem, { service, form }: Offered): BasketItem {
  const choice = choiceOf(wanted.options.join(','), form);
  const others = othersOf(wanted.otherResources.join(','), service, form);
  const least = service.booking_minimum ?? 1;
  return {
    ...{ service, form, choice, others, serviceId: service.id, personId: wanted.personId },
    resourceId: form.visitors_choose ? wanted.resourceId : undefined,
    intervals: lengthsOf(service).has(wanted.intervals) ? wanted.intervals : 1,
    count: Math.max(least, Math.min(wanted.count, service.booking_capacity ?? 1)),
    options: choice.text?.split(',').map(Number) ?? [],
    otherResources: [...others.chosen.values()],
  };
}

/** Completes a basket: whom the items are for, and their order. Without a choice, different people are served at once. */
export function toBasket(items: readonly BasketItem[], people: Basket['people'], asked: string): Basket {
  const own = people?.find(({ is_own }) => is_own)?.id;
  const named = items.map((item) => {
    const isKnown = people?.some(({ id }) => id === item.personId) === true;
    return { ...item, personId: isKnown ? item.personId : own };
  });
  const allowed = allowedArrangements(named);
  const usual = allowed.includes('at_once') ? 'at_once' : 'in_order';
  return { items: named, people, arrangement: allowed.find((one) => one === asked) ?? usual };
}

/** Nobody can be in two places at once, and the orders of many items are too many to try. */
export function allowedArrangements(items: readonly Pick<BasketItem, 'personId'>[]): Arrangement[] {
  const people = new Set(items.flatMap(({ personId }) => personId ?? []));
  const areDifferent = items.length > 1 && people.size === items.length;
  return arrangements.filter(
    (one) => one === 'in_order' || (one === 'at_once' ? areDifferent : items.length <= maxReordered),
  );
}

/** The parameters of URLs with a basket. */
export function basketQuery({ items, arrangement }: Basket): { items: string; arrangement: string } {
  return { items: itemsText(items), arrangement };
}

/** The URL of the next step: the times of the visit, or of its only service. */
export function basketUrl({ url }: Pick<Frame, 'url'>, basket: Basket): string {
  const [first, ...others] = basket.items;
  if (!first) return url('/');
  if (others.length > 0) return url('/visit', basketQuery(basket));
  return url(`/services/${first.serviceId}`, {
    resource_id: first.resourceId,
    other_resources: first.others.text,
    intervals: first.intervals > 1 ? first.intervals : undefined,
    options: first.choice.text,
  });
}

/** Returns the minutes of an item, with its options. Of several lengths the shortest and the longest. */
export function lengthRange({ service, intervals, choice }: BasketItem): [least: number, most: number] {
  const { interval, interval_from, interval_to } = service;
  const lengthWith = (minutes: number): number => minutes * intervals + minutesOf(choice);
  return [lengthWith(interval_from ?? interval), lengthWith(interval_to ?? interval)];
}

/** Returns the price of an item for all its people, with its options; undefined without one. */
export function priceRange({ service, count, choice }: BasketItem): [least: string, most: string] | undefined {
  const { price, price_from, price_to } = service;
  const lowest = price_from ?? price;
  const options = toAmount(priceOf(choice));
  if (lowest === null && options === 0n) return undefined;
  const priceWith = (unit: string): string => toDecimal(toAmount(unit) * BigInt(count) + options);
  return [priceWith(lowest ?? '0'), priceWith(price_to ?? lowest ?? '0')];
}

/** Returns the sum of prices; undefined if no item has one. */
export function sumOfPrices(
  prices: readonly (readonly [least: string, most: string] | undefined)[],
): [least: string, most: string] | undefined {
  const known = prices.flatMap((price) => (price ? [price] : []));
  if (known.length === 0) return undefined;
  const sum = (side: 0 | 1): string => toDecimal(known.reduce((total, price) => total + toAmount(price[side]), 0n));
  return [sum(0), sum(1)];
}

/** An amount with `from` if it can be more. */
export function rangeText({ texts, formats }: Frame, [least, most]: readonly [least: string, most: string]): string {
  const amount = formats.price(least);
  return least === most ? amount : texts.fromPrice({ price: amount });
}
