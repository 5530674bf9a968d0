import { Field, InputType, Int } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { DescribedBy } from '../records/attributes.js';
import { VisitorName } from '../text/contact-details.js';
import { WaitlistEntry } from './waitlist-entry.entity.js';

/** The attributes of an entry that a visitor may set. */
@DescribedBy(WaitlistEntry)
@InputType({
  description:
    'The attributes of an entry that a visitor may set. One that is left out is empty, unless its description names a default.',
})
export class PublicWaitlistEntryInput {
  @Field(() => Int, { nullable: true }) serviceId?: number | null;
  @Field(() => Int, { nullable: true }) eventId?: number | null;
  @Field(() => Int, { nullable: true }) resourceId?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The start of the period: a date and time, or a date for its beginning. Defaults to now for an entry of an event.',
  })
  from?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The end of the period: a date and time, or a date, which is included. Defaults to the end of the event for an entry of an event.',
  })
  to?: string | null;

  @Field(() => Int, { nullable: true }) places?: number | null;
  @VisitorName()
  @Field(() => String, { nullable: true })
  name?: string | null;
  @Field(() => String, { nullable: true }) email?: string | null;
  @Field(() => String, { nullable: true }) phoneNumber?: string | null;
  @Field(() => String, { nullable: true }) locale?: string | null;
}

/** Attributes of an entry. An absent attribute stays unchanged; null clears it or restores its default. */
@InputType({
  description: 'Attributes of an entry. An absent one stays unchanged. Null clears it or restores its default.',
})
export class WaitlistEntryInput extends PublicWaitlistEntryInput {
  @Field(() => Int, {
    nullable: true,
    description:
      'The id of the person. Without it, the person who matches the phone number or the email, if there is one.',
  })
  personId?: number | null;
}

/** The answer of a person on the waitlist. */
export enum WaitlistAnswer {
  TAKE = 'take',
  DECLINE = 'decline',
  LEAVE = 'leave',
}
describeEnum(WaitlistAnswer, 'WaitlistAnswer', 'The answer of a person on the waitlist.', {
  TAKE: 'Takes the offered time. Needs the token of the message with the offer.',
  DECLINE: 'Declines the offered time, and waits for another.',
  LEAVE: 'Leaves the waitlist, and declines an open offer.',
});
