import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject, Instant } from '../../platform/scalars.js';

/** What a visitor may say of a person: never how an existing one is known elsewhere or to the account. */
@InputType()
export class PublicPersonInput {
  @Field(() => String, { nullable: true }) name?: string | null;
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
 * What a visitor may say of a booking (spec, public API), and all of it: not who an existing person is, nor what is
 * paid, how long it is held, or by which coupon, whose ids can be guessed.
 */
@InputType()
export class PublicBookingInput {
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) eventId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;
  @Field(() => Instant, { nullable: true }) bookedFrom?: Date | null;
  @Field(() => Instant, { nullable: true }) bookedTo?: Date | null;
  @Field(() => Int, { nullable: true }) count?: number | null;
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => String, { nullable: true }) notes?: string | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;

  @Field(() => PublicPersonInput, {
    nullable: true,
    description:
      'Who it is for: matched by phone number, then email, or made. A match gets what it lacks once the right code has come, and nothing before. The code goes to the address or number given here.',
  })
  personAttributes?: PublicPersonInput | null;
}
