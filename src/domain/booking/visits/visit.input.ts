import { Field, InputType, Int } from 'type-graphql';
import { Instant } from '../../../platform/scalars.js';
import { maxVisitItems, VisitItems } from '../../availability/visit-slot.type.js';
import { PersonAttributesInput } from '../../person/person.input.js';
import { DescribedBy } from '../../records/attributes.js';
import { Booking } from '../booking.entity.js';
import { NewBookingInput } from '../booking.input.js';
import { NeedResourcesInput } from '../placing/need-resources.input.js';
import { PublicBookingItemInput, PublicPersonInput } from '../public/public-booking.input.js';

const itemsDescription = `From 1 to ${maxVisitItems} bookings, which are decided in this order. All are made, or none.`;

const Offered = () =>
  Field(() => Int, {
    nullable: true,
    description:
      'The resource of the listed time, if nobody has chosen one. It is taken if it is free, unless the service assigns fairly.',
  });

@InputType({ description: 'A booking of a new visit. An attribute that is left out is empty.' })
export class NewVisitItemInput extends NewBookingInput {
  @Offered() offeredResourceId?: number | null;
}

@DescribedBy(Booking)
@InputType({ description: 'A new visit. An attribute that is left out is empty.' })
export class NewVisitInput {
  @Field(() => Int, { nullable: true, description: 'The id of the person of all bookings that name no other.' })
  personId?: number | null;

  @Field(() => PersonAttributesInput, {
    nullable: true,
    description: 'The person of all bookings that name no other, matched or created as the person of a booking.',
  })
  personAttributes?: PersonAttributesInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the public rules apply to all bookings.' })
  publicBooking?: boolean | null;

  @VisitItems()
  @Field(() => [NewVisitItemInput], { description: itemsDescription })
  items!: NewVisitItemInput[];
}

@InputType({ description: 'A booking of a visit of a visitor. An attribute that is left out is empty.' })
export class PublicVisitItemInput extends PublicBookingItemInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the person for whom a visitor with a session books it, as `personId` of a booking. Default: that of the visit.',
  })
  personId?: number | null;

  @Offered() offeredResourceId?: number | null;
}

@InputType({ description: 'A visit of a visitor of the public site. An attribute that is left out is empty.' })
export class PublicVisitInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the person of all bookings that name no other, as `personId` of a booking. If the visit or one of its bookings names a person, all do, and `personAttributes` have no effect. Ignored without a session.',
  })
  personId?: number | null;

  @Field(() => PublicPersonInput, {
    nullable: true,
    description: 'The person of all bookings, as of a booking. One code is sent for all of them.',
  })
  personAttributes?: PublicPersonInput | null;

  @VisitItems()
  @Field(() => [PublicVisitItemInput], { description: itemsDescription })
  items!: PublicVisitItemInput[];
}

/** The new place of one booking of a visit. */
@DescribedBy(Booking)
@InputType({ description: 'The new place of a booking of a visit. An absent attribute stays unchanged.' })
export class VisitItemMoveInput {
  @Field(() => Int, { description: 'The id of the booking.' }) id!: number;
  @Field(() => Instant, { nullable: true }) bookedFrom?: Date | null;
  @Field(() => Instant, {
    nullable: true,
    description: 'When it is to end. By default it keeps its duration if it gets another start.',
  })
  bookedTo?: Date | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;

  @Field(() => [NeedResourcesInput], {
    nullable: true,
    description: 'The resources for needs of its service, in place of `resourceId`, as those of `updateBooking`.',
  })
  resources?: NeedResourcesInput[] | null;
}

@InputType({ description: 'The new time of the bookings of a visit that a link opens.' })
export class LinkedVisitMoveInput {
  @Field(() => Instant, {
    nullable: true,
    description:
      'When the first of them is to begin. They keep their lengths and resources, and the times between them. Without it, none moves.',
  })
  bookedFrom?: Date | null;
}

@InputType({ description: 'The new time of a visit: give `bookedFrom` or `items`.' })
export class VisitMoveInput {
  @Field(() => Instant, {
    nullable: true,
    description: 'When the visit is to begin. Its active bookings keep their lengths, and the times between them.',
  })
  bookedFrom?: Date | null;

  @VisitItems()
  @Field(() => [VisitItemMoveInput], {
    nullable: true,
    description: 'The new places of its bookings. Those that are left out stay where they are.',
  })
  items?: VisitItemMoveInput[] | null;
}
