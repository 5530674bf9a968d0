import { Field, Int, ObjectType } from 'type-graphql';
import { languageOf } from '../../platform/language.js';
import { listCost } from '../../platform/list-cost.js';
import { CalendarDate, Decimal, Instant } from '../../platform/scalars.js';
import { formatLocalized } from '../../platform/time/localized.js';
import type { RequestContext } from '../context.js';
import { createWholeListType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import type { ListedSlot } from './slot-cache.js';
import { type PriceRange, servicePrice } from './slot-intervals.rules.js';
import type { Slot } from './slots.rules.js';

/** A time that can be booked (spec, Slot). Slots are not stored but computed from opening hours, bookings and events. */
@ObjectType('Slot', { simpleResolvers: true, description: 'A time that can be booked.' })
export class SlotType implements ListedSlot {
  @Field(() => Instant, { description: 'When it begins.' })
  timestamp!: Date;

  @Field(() => Instant, { description: 'When it ends.' })
  timestampEnd!: Date;

  @Field(() => String, { description: "Weekday, date and time in the account's locale." })
  formattedTimestamp!: string;

  @Field(() => String, { description: "The weekday, date and time of its end, in the account's locale." })
  formattedTimestampEnd!: string;

  @Field(() => Int, { description: 'The number of people who can still book.' })
  free!: number;

  @Field(() => Int, { description: 'The number of people who can book if there are no bookings yet.' })
  maximumCapacity!: number;

  @Field(() => [Int], {
    description: 'Ids of the resources that are free during the whole slot.',
    complexity: listCost(5),
  })
  availableResources!: number[];

  @Field(() => Int, { nullable: true, description: 'The event to book, if the service is an attendance service.' })
  @reference('event', 'Event', {
    description: 'The event to book, if the service is an attendance service. Null otherwise.',
  })
  eventId!: number | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'The lowest price of its resources for one person. Null if no resource that offers the service has a price of its own, so that all have that of the service.',
  })
  priceFrom!: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'The highest price of its resources for one person, like `priceFrom`.',
  })
  priceTo!: string | null;
}

@ObjectType()
export class SlotConnection extends createWholeListType(SlotType, 'Slot') {}

/** A date with a free slot. */
@ObjectType({ simpleResolvers: true, description: 'A date with a free slot.' })
export class AvailableDate {
  @Field(() => CalendarDate, { description: 'The date.' })
  date!: string;
}

@ObjectType()
export class AvailableDateConnection extends createWholeListType(AvailableDate, 'AvailableDate') {}

/** The first date with a free slot in the searched period. */
@ObjectType({ simpleResolvers: true, description: 'The next date with a free slot, if there is one.' })
export class NextAvailableDate {
  @Field(() => [AvailableDate], { description: 'One date, or an empty list.', complexity: listCost(1) })
  dates!: AvailableDate[];
}

/** A slot for an appointment, or for an event. */
export interface FoundSlot extends Slot {
  eventId?: number;
  prices?: PriceRange;
}

/**
 * Returns a function that presents slots. It formats each instant once, because slots often start when others end. Texts are
 * in the language alone, as the contract shows them: in English as in the United States, whatever the account's country.
 */
export function slotPresenter({ account, zone }: RequestContext): (slot: FoundSlot) => SlotType {
  const language = languageOf(account.locale);
  const texts = new Map<number, string>();
  const textOf = (instant: number): string => {
    const text = texts.get(instant) ?? formatLocalized(instant, language, zone);
    texts.set(instant, text);
    return text;
  };
  return (slot) => ({
    timestamp: new Date(slot.from),
    timestampEnd: new Date(slot.to),
    formattedTimestamp: textOf(slot.from),
    formattedTimestampEnd: textOf(slot.to),
    free: slot.free,
    maximumCapacity: slot.maximumCapacity,
    availableResources: slot.resourceIds,
    eventId: slot.eventId ?? null,
    ...(slot.prices ?? servicePrice),
  });
}
