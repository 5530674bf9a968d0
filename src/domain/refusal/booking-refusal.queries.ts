import { Field, InputType, Int } from 'type-graphql';
import { byId, createListOrder, RecordFilter } from '../records/list.input.js';
import type { List } from '../records/list.js';
import { BookingRefusal, BookingRefusalConnection } from './booking-refusal.entity.js';

const refusalOrder = createListOrder('BookingRefusalOrder', { ID: byId }, 'ID_DESC');

@InputType({ description: 'Conditions that must all hold. One that is left out does not restrict.' })
export class BookingRefusalFilter extends RecordFilter {
  @Field(() => String, { nullable: true, description: 'Returns the refusals of this attribute, such as `resourceId`.' })
  attribute?: string | null;
  @Field(() => String, { nullable: true, description: 'Returns the refusals by this rule, such as `is too long`.' })
  rule?: string | null;
  @Field(() => String, { nullable: true, description: 'Returns the refusals of the request with this id.' })
  requestId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Returns the refusals of this mutation, such as `createBooking`.',
  })
  operation?: string | null;
  @Field(() => Int, { nullable: true, description: 'Returns the refusals of requests with this API key.' })
  apiKeyId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns the refusals of requests of this user.' })
  userId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns the refusals of requests for this service.' })
  serviceId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns the refusals of requests for this resource.' })
  resourceId?: number | null;
  @Field(() => Int, { nullable: true, description: 'Returns the refusals of changes of this booking.' })
  bookingId?: number | null;
}

/** At most 1,000 rows of an account, which PostgreSQL reads by their primary key. */
export const bookingRefusalList: List<BookingRefusal, BookingRefusalFilter, BookingRefusalConnection> = {
  name: 'bookingRefusals',
  entity: BookingRefusal,
  connection: BookingRefusalConnection,
  filter: BookingRefusalFilter,
  order: refusalOrder,
  conditions: (_context, { ids, createdAt, updatedAt, ...attributes }) => {
    const given = Object.entries(attributes).filter(([, value]) => (value ?? null) !== null);
    return { $and: [Object.fromEntries(given)] };
  },
};
