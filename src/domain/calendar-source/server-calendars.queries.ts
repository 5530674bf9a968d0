import { Field, ObjectType } from 'type-graphql';
import { DavError } from '../../platform/caldav/dav-error.js';
import { type DavCalendar, findCalendars } from '../../platform/caldav/find-calendars.js';
import { invalid } from '../../platform/errors.js';
import { OutboundError } from '../../platform/outbound/guarded-request.js';
import type { RequestContext } from '../context.js';
import { createWholeListType } from '../records/connection.type.js';
import { davServerOf } from './caldav-server.js';
import { CalendarKind, CalendarSource } from './calendar-source.entity.js';
import { countsByDefault } from './read-caldav.actions.js';

@ObjectType({ simpleResolvers: true, description: 'A calendar of a user on a CalDAV server.' })
export class ServerCalendar {
  @Field(() => String, { description: 'The address: one of `calendars`, or `target`.' }) url!: string;
  @Field(() => String, { description: 'The name that the user has given to it.' }) name!: string;
  @Field(() => Boolean, { description: 'Whether it can hold events. Others hold tasks.' }) holdsEvents!: boolean;
  @Field(() => Boolean, { description: 'Whether the user may add entries, so that it can be `target`.' })
  writable!: boolean;
  @Field(() => Boolean, { description: 'Whether its entries occupy the resource.' }) counts!: boolean;
}

@ObjectType()
export class ServerCalendarConnection extends createWholeListType(ServerCalendar, 'ServerCalendar') {}

/** Calendars of a server that are listed. */
export const maxListed = 200;
/** In milliseconds, for all requests together. */
const timeout = 10_000;

/**
 * Lists the first 200 calendars of the user at a CalDAV server, as the server has them now. An iCalendar file has none.
 *
 * @throws DomainError NOT_FOUND; INVALID with the reason why the server did not list them
 */
export async function listServerCalendars(context: RequestContext, id: number): Promise<ServerCalendarConnection> {
  const { db, allowsPrivateTargets: allowPrivate = false } = context;
  const source = await db.get(CalendarSource, id);
  if (source.kind !== CalendarKind.CALDAV) return new ServerCalendarConnection([]);
  const found = await orInvalid(findCalendars(davServerOf(db, source, { timeout, allowPrivate })));
  const listed = found.length === 1 ? found : found.toSorted((a, b) => a.name.localeCompare(b.name));
  const counts = ({ url }: DavCalendar): boolean => source.calendars.includes(url);
  const calendars = listed.slice(0, maxListed).map((calendar) => ({
    url: calendar.url,
    name: calendar.name,
    holdsEvents: calendar.holdsEvents,
    writable: calendar.isWritable,
    counts: source.calendars.length > 0 ? counts(calendar) : countsByDefault(calendar, found.length),
  }));
  return new ServerCalendarConnection(calendars);
}

function orInvalid<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof DavError || error instanceof OutboundError) throw invalid({ base: [error.message] });
    throw error;
  });
}
