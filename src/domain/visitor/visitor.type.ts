import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { CalendarDate, Instant } from '../../platform/scalars.js';
import { createConnectionType, createWholeListType } from '../records/connection.type.js';
import { PublicOrder } from '../shop/public-order.actions.js';
import { VisitorName } from '../text/contact-details.js';
import { WaitlistTicket } from '../waitlist/waitlist-entry.entity.js';

/** The response to a requested code. It does not reveal whether somebody has the address. */
@ObjectType({
  simpleResolvers: true,
  description: 'A code that is sent to an address, if a person of the account has it.',
})
export class VisitorCode {
  @Field(() => Instant, { description: 'When the code stops working.' }) expiresAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description:
      'The time from which a page offers to send another code: a minute after this one, or later if the address has had as many as it may. Null if that is not before this code stops working.',
  })
  resendableAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The code, if it is only for tries: in a sandbox, and in the demo account of a server that does not send it. Null otherwise.',
  })
  code!: string | null;
}

/** Somebody for whom a visitor may book. */
@ObjectType('VisitorPerson', { simpleResolvers: true, description: 'Somebody for whom a visitor may book.' })
export class VisitorPersonOfSession {
  @Field(() => Int, { description: 'The id of the person, for `personId` of a booking.' }) id!: number;
  @Field(() => String, { nullable: true, description: 'The name.' }) name!: string | null;
  @Field(() => CalendarDate, { nullable: true, description: 'The date of birth.' }) dateOfBirth!: string | null;
  @Field(() => Boolean, { description: 'Whether it is the visitor, and not a dependant.' }) isOwn!: boolean;
}

@ObjectType()
export class VisitorPersonConnection extends createWholeListType(VisitorPersonOfSession, 'VisitorPerson') {}

/** Somebody for whom a visitor wants to book. */
@InputType({ description: 'Somebody for whom a visitor wants to book, such as a child.' })
export class VisitorDependantInput {
  @VisitorName()
  @Field(() => String, { nullable: true, description: 'The name. Required.' })
  name?: string | null;
  @Field(() => CalendarDate, {
    nullable: true,
    description: 'The date of birth. Required: it tells two of the same name apart.',
  })
  dateOfBirth?: string | null;
}

export enum VisitorBookings {
  UPCOMING = 'upcoming',
  PAST = 'past',
}
describeEnum(VisitorBookings, 'VisitorBookings', 'The bookings of a visitor to list.', {
  UPCOMING: 'Active bookings that have not ended, soonest first.',
  PAST: 'Bookings that have ended, and those that were declined or cancelled, latest first.',
});

@ObjectType()
export class PublicOrderConnection extends createConnectionType(PublicOrder, 'PublicOrder') {}

@ObjectType()
export class WaitlistTicketConnection extends createConnectionType(WaitlistTicket, 'WaitlistTicket') {}
