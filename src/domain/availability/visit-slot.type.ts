import { Extensions, Field, InputType, Int, ObjectType } from 'type-graphql';
import type { ListBounds } from '../../platform/accepted.js';
import { describeEnum } from '../../platform/described-enum.js';
import { listCost } from '../../platform/list-cost.js';
import { Instant } from '../../platform/scalars.js';
import { createWholeListType } from '../records/connection.type.js';
import { OtherResources } from './other-resources.rules.js';
import { maxReordered } from './visit-slots.rules.js';

/** The maximum of bookings in one visit. */
export const maxVisitItems = 8;

/** The longest wait between two bookings of a visit, in minutes. */
export const maxVisitWait = 120;

export enum VisitArrangement {
  IN_ORDER = 'in_order',
  ANY_ORDER = 'any_order',
  AT_ONCE = 'at_once',
}
describeEnum(VisitArrangement, 'VisitArrangement', 'The order of the items of a visit.', {
  IN_ORDER: 'One after the other, as they are given.',
  ANY_ORDER: `One after the other, in whichever order ends first. At most ${maxReordered} items.`,
  AT_ONCE: 'All begin at the same time, for different people.',
});

export enum SameResource {
  PREFER = 'prefer',
  REQUIRE = 'require',
  ANY = 'any',
}
describeEnum(SameResource, 'SameResource', 'Whether one resource serves all items of a visit.', {
  PREFER: 'One resource where that is possible, also if the visit then ends later.',
  REQUIRE: 'One resource.',
  ANY: 'Any resources.',
});

/** Declares the items of a visit. A list outside of the bounds is refused before anything is executed. */
export const VisitItems = () => Extensions({ items: { least: 1, most: maxVisitItems } satisfies ListBounds });

@InputType({ description: 'A service that is part of a visit.' })
export class VisitSlotItemInput {
  @Field(() => Int, { description: 'The id of an appointment service.' }) serviceId!: number;
  @Field(() => Int, { nullable: true, description: 'The id of its resource. Default: any that offers the service.' })
  resourceId?: number | null;
  @OtherResources() otherResources?: number[] | null;
  @Field(() => Int, {
    nullable: true,
    description: 'The person whose limits apply. At once, each item needs another. Visitors cannot name a person.',
  })
  personId?: number | null;
  @Field(() => Int, { nullable: true, description: 'The number of people. 1 by default.' }) count?: number | null;
  @Field(() => Int, { nullable: true, description: 'The length in intervals of the service. 1 by default.' })
  intervals?: number | null;
  @Field(() => [Int], {
    nullable: true,
    description: 'Ids of options of the service by whose minutes it is longer, as those of `slots`. None by default.',
  })
  optionIds?: number[] | null;
}

@InputType({ description: 'The services of a visit, and how they may follow each other.' })
export class VisitSearchInput {
  @VisitItems()
  @Field(() => [VisitSlotItemInput], { description: `From 1 to ${maxVisitItems} items.` })
  items!: VisitSlotItemInput[];
  @Field(() => VisitArrangement, { nullable: true, description: 'Their order. `IN_ORDER` by default.' })
  arrangement?: VisitArrangement | null;
  @Field(() => Int, {
    nullable: true,
    description: `The most minutes between the end of one item and the start of the next, from 0, the default, to ${maxVisitWait}.`,
  })
  maxWait?: number | null;
  @Field(() => SameResource, {
    nullable: true,
    description: 'Whether one resource serves all items. `PREFER` by default.',
  })
  sameResource?: SameResource | null;
}

@ObjectType({ simpleResolvers: true, description: 'The time and the resource of an item of a visit.' })
export class VisitSlotItem {
  @Field(() => Int, { description: 'The id of its service.' }) serviceId!: number;
  @Field(() => Int, { description: 'The id of a resource that is free for it.' }) resourceId!: number;
  @Field(() => Instant, { description: 'When it begins.' }) timestamp!: Date;
  @Field(() => Instant, { description: 'When it ends.' }) timestampEnd!: Date;
}

/** A time at which a visit can be booked. Visits are computed from the slots of their services. */
@ObjectType({ simpleResolvers: true, description: 'A time at which a visit can be booked.' })
export class VisitSlot {
  @Field(() => Instant, { description: 'When its first item begins.' }) timestamp!: Date;
  @Field(() => Instant, { description: 'When its last item ends.' }) timestampEnd!: Date;
  @Field(() => [VisitSlotItem], {
    description: 'Its items, as they were asked for. With these resources, they can be booked together.',
    complexity: listCost(maxVisitItems),
  })
  items!: VisitSlotItem[];
}

@ObjectType()
export class VisitSlotConnection extends createWholeListType(VisitSlot, 'VisitSlot') {}
