import { Resolver } from 'type-graphql';
import { RequiresPermission } from '../account/permissions.rules.js';
import type { RequestContext } from '../context.js';
import { ListQuery, type ListRequest, readList } from '../records/list.js';
import { BookingRefusal, type BookingRefusalConnection } from './booking-refusal.entity.js';
import { type BookingRefusalFilter, bookingRefusalList } from './booking-refusal.queries.js';
import { maxKept } from './refusal-log.js';

@Resolver(() => BookingRefusal)
export class BookingRefusalResolver {
  @RequiresPermission('read')
  @ListQuery(bookingRefusalList, {
    description: `The refusals of requests to create or change bookings, or entries of the waitlist, newest first: the last ${maxKept}. A refusal is listed about a second after its response. Values that are not of their GraphQL type are refused before, and are not listed.`,
  })
  bookingRefusals(context: RequestContext, request: ListRequest<BookingRefusalFilter>): BookingRefusalConnection {
    return readList(context, bookingRefusalList, request);
  }
}
