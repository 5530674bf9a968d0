import { Field, ObjectType } from 'type-graphql';
import { describeEnum } from '../../platform/described-enum.js';
import { Instant } from '../../platform/scalars.js';
import { createConnectionType } from '../records/connection.type.js';
import { PublicOrder } from '../shop/public-order.actions.js';
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

/** The session of a visitor who has proved an address. */
@ObjectType({ simpleResolvers: true, description: 'The session of a visitor who has proved an address by a code.' })
export class VisitorSession {
  @Field(() => String, {
    nullable: true,
    description: 'The secret of the session. It is returned once, when the session starts; null otherwise.',
  })
  token!: string | null;

  @Field(() => String, { nullable: true, description: 'The email address that was proved. Null for a phone number.' })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The phone number that was proved, in E.164. Null for an email address.',
  })
  phoneNumber!: string | null;

  @Field(() => Instant, { description: 'When the session ends, unless it is used before.' }) expiresAt!: Date;
  @Field(() => Instant, { description: 'When the session ends, however much it is used.' }) endsAt!: Date;
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
