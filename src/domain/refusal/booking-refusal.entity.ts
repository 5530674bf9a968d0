import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { AccountRecord } from '../../platform/database/account-record.entity.js';
import { instant, integer, requiredInteger, requiredText, text } from '../../platform/database/columns.js';
import { listCost } from '../../platform/list-cost.js';
import type { AccessInterface } from '../context.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';
import { maxRules } from './refusal.rules.js';

/** A refusal of a write of a booking. Ids have no foreign key: the request may have named what does not exist. */
@Entity()
@ObjectType({
  simpleResolvers: true,
  description: 'The refusal of a request to create or change a booking, or an entry of the waitlist.',
})
export class BookingRefusal extends AccountRecord {
  @requiredText({ length: 100, description: 'The id of the request, which its response had as `X-Request-Id`.' })
  requestId!: string;
  @requiredText({
    length: 15,
    description:
      'The interface by which it came in, `site` for a visitor of the public site or a link, else as in the security log: `rest`, `graphql` or `dashboard`.',
  })
  interface!: AccessInterface | 'site';
  @requiredText({ length: 63, description: 'The mutation that refused it, such as `createBooking`.' })
  operation!: string;
  @integer({ description: 'The id of the user who sent it.' }) userId: number | null = null;
  @integer({ description: 'The id of the API key that sent it.' }) apiKeyId: number | null = null;
  @requiredText({ length: 31, description: 'The code of the error, such as `BAD_USER_INPUT`.' }) code!: string;
  @text({ length: 63, description: 'The first attribute that was refused, such as `resourceId`. Null if none was.' })
  attribute: string | null = null;
  @requiredText({
    length: 100,
    description: 'The beginning of the first message, without values, such as `is too long`.',
  })
  rule!: string;

  @Property({ type: 'json' })
  @Field(() => [String], {
    complexity: listCost(maxRules),
    description: `All attributes that were refused, each with its rule, at most ${maxRules}.`,
  })
  rules: string[] = [];

  @integer({ description: 'The id of the booking that was to be changed.' }) bookingId: number | null = null;
  @integer({ description: 'The id of the service that was requested.' })
  @reference('service', 'Service', {
    description: 'The service that was requested. Null also if there is none with that id.',
  })
  serviceId: number | null = null;
  @integer({ description: 'The id of the resource that was requested.' })
  @reference('resource', 'Resource', {
    description: 'The resource that was requested. Null also if there is none with that id.',
  })
  resourceId: number | null = null;
  @integer({ description: 'The id of the event that was requested.' })
  @reference('event', 'Event', {
    description: 'The event that was requested. Null also if there is none with that id.',
  })
  eventId: number | null = null;
  @instant({ description: 'The start that was requested.' }) bookedFrom: Date | null = null;
  @requiredInteger({
    description: 'Further refusals of the same second that were not stored, because they were too many.',
  })
  leftOut = 0;
}

@ObjectType()
export class BookingRefusalConnection extends createConnectionType(BookingRefusal, 'BookingRefusal') {}
