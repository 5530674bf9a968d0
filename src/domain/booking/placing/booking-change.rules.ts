import type { Buffers } from '../../availability/occupancy.rules.js';
import { differing, occupiedTimeOf, type TakenPlace } from './place.rules.js';

/** A need of a change of a booking. */
export type Need =
  /** It gets the buffers of its service. Otherwise it keeps those that it has. */
  | 'buffers'
  /** Its number of people must be allowed by its service. */
  | 'count'
  /** Its length must be allowed by its service, even if it stays the same. */
  | 'length'
  /** Its place is checked, even if its capacity is not. */
  | 'place'
  /** Its resource must offer its service. Otherwise both stay valid when they are no longer offered. */
  | 'offer'
  /** There must be room for it. */
  | 'room'
  /** Calendars of other programs must be free. Otherwise an entry that came later does not hinder the change. */
  | 'calendars'
  /** The limits of its person, service and resource are checked, and whether its person is elsewhere. */
  | 'limits'
  /** Staff confirm it again, if its person made the change. */
  | 'confirmation';

/** The cases of a change of a booking. Several can apply at once. If none does, the booking stays where it is. */
const needs = {
  /** It joins an event, or another one. The request names it, or a service that people attend. */
  event: ['buffers', 'place', 'room', 'calendars', 'limits', 'confirmation'],
  service: ['buffers', 'count', 'length', 'place', 'offer', 'limits', 'confirmation'],
  resource: ['buffers', 'place', 'offer', 'room', 'calendars', 'limits', 'confirmation'],
  /** It reaches beyond the time that it occupied, with the buffers that it had. */
  time: ['buffers', 'calendars', 'limits', 'confirmation'],
  /** With the buffers that it gets, it reaches beyond the time that it occupied. */
  occupiedTime: ['room', 'limits', 'confirmation'],
  /** Its time changes within the one that it occupied. */
  timeWithin: ['limits', 'confirmation'],
  morePeople: ['count', 'room', 'limits', 'confirmation'],
  fewerPeople: ['count', 'limits', 'confirmation'],
  person: ['limits'],
} as const satisfies Record<string, readonly Need[]>;

export type BookingChangeKind = keyof typeof needs;

/** The needs of all changes of a booking. */
export type Needs = ReadonlySet<Need>;

export function needsOf(changes: ReadonlySet<BookingChangeKind>): Needs {
  return new Set([...changes].flatMap((change): readonly Need[] => needs[change]));
}

interface ChangeFacts {
  buffers: Buffers;
  isAttended: boolean;
  isForAnother: boolean;
  takesOthers?: boolean;
}

/**
 * Names the changes of a booking.
 *
 * @param after the booking with the requested attributes and the buffers from before
 * @param buffers those that it gets if the changes need it
 * @param isAttended whether people attend its service, so that it joins an event that the request does not name
 * @param takesOthers whether it takes other resources for needs of its service
 */
export function changesOf(
  before: TakenPlace,
  after: TakenPlace,
  { buffers, isAttended, isForAnother, takesOthers = false }: ChangeFacts,
): ReadonlySet<BookingChangeKind> {
  const changes = new Set<BookingChangeKind>();
  if (isForAnother) changes.add('person');
  const isOfOtherService = after.serviceId !== before.serviceId;
  if (isOfOtherService) changes.add('service');
  if (after.eventId !== before.eventId || (isAttended && isOfOtherService)) changes.add('event');
  if (takesOthers || after.resourceId !== before.resourceId) changes.add('resource');
  if (after.count > before.count) changes.add('morePeople');
  if (after.count < before.count) changes.add('fewerPeople');
  // An event fixes the time of its bookings.
  if (after.eventId !== null) return changes;
  if (reachesBeyond(before, after)) changes.add('time');
  else if (differing(['bookedFrom', 'bookedTo'], before, after).length > 0) changes.add('timeWithin');
  if (needsOf(changes).has('buffers') && reachesBeyond(before, { ...after, ...buffers })) changes.add('occupiedTime');
  return changes;
}

function reachesBeyond(before: TakenPlace, after: TakenPlace): boolean {
  const [old, now] = [occupiedTimeOf(before), occupiedTimeOf(after)];
  return now.from < old.from || now.to > old.to;
}
