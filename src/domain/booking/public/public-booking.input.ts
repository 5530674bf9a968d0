import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject, Decimal, Instant } from '../../../platform/scalars.js';
import { OtherResources } from '../../availability/other-resources.rules.js';
import { Person } from '../../person/person.entity.js';
import { DescribedBy } from '../../records/attributes.js';
import { ChosenOptionInput } from '../../service/service-option.entity.js';
import { VisitorName } from '../../text/contact-details.js';
import { Booking } from '../booking.entity.js';

/** The attributes of a person that a visitor may set. They exclude the identifiers that only the account has. */
@DescribedBy(Person)
@InputType({
  description:
    'The attributes of a person that a visitor may set. One that is left out is empty, unless its description names a default.',
})
export class PublicPersonInput {
  @VisitorName()
  @Field(() => String, { nullable: true })
  name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => String, { nullable: true }) street?: string | null;
  @Field(() => String, { nullable: true }) city?: string | null;
  @Field(() => String, { nullable: true }) postalCode?: string | null;
  @Field(() => String, { nullable: true }) state?: string | null;
  @Field(() => String, { nullable: true }) countryCode?: string | null;
  @Field(() => String, { nullable: true }) locale?: string | null;
}

/**
 * The attributes of a booking that a visitor may set (spec, public API). They exclude the payment, the
 * expiry of the hold, and the id of the coupon, which can be guessed, unlike its code.
 */
@DescribedBy(Booking)
@InputType({
  description:
    'The attributes of a booking that a visitor may set. One that is left out is empty, unless its description names a default.',
})
export class PublicBookingItemInput {
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) eventId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @OtherResources() otherResources?: number[] | null;
  @Field(() => Instant, { nullable: true }) bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true }) bookedTo?: Date | null;
  @Field(() => Int, { nullable: true }) count?: number | null;

  @Field(() => [ChosenOptionInput], {
    nullable: true,
    description:
      'The options of its service that it has. `bookedTo` includes their minutes. By default none, which a group with a minimum refuses.',
  })
  options?: ChosenOptionInput[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The id of a package of its person that pays for its service. Only with a session.',
  })
  packageId?: number | null;

  @Field(() => String, { nullable: true }) couponCode?: string | null;
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => String, { nullable: true }) notes?: string | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'The price of the whole booking before a discount, as its person saw it. If it is another by now, nothing is booked: `CONFLICT`, in REST 409 with the price. Default: any price.',
  })
  expectedPrice?: string | null;
}

@InputType({
  description:
    'The attributes of a booking that a visitor may set, with its person. One that is left out is empty, unless its description names a default.',
})
export class PublicBookingInput extends PublicBookingItemInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the person for whom a visitor with a session books: itself, or one for whom it may book, see `visitorPeople`. Replaces `personAttributes`. The session also replaces a code that would go to the address that it has proved. Ignored without a session.',
  })
  personId?: number | null;

  @Field(() => PublicPersonInput, {
    nullable: true,
    description:
      'The person of the booking, matched by phone number, then email, or created. The empty attributes of a match are filled only after verification. The code is sent to the address or number given here.',
  })
  personAttributes?: PublicPersonInput | null;
}
