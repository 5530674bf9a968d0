import { UnreadableCalendar } from '../../domain/calendar-source/calendar-file.rules.js';
import {
  type CalendarOccurrence,
  type OccurrenceOptions,
  readOccurrences,
} from '../../domain/calendar-source/occurrences.rules.js';
import type { FieldErrors } from '../../platform/errors.js';
import type { Zone } from '../../platform/time/zone.js';
import { type FileLine, maxLines, personOf, UnreadableFile } from './file-line.js';

/** In milliseconds. Series are read for two years from now. */
const horizon = 731 * 86_400_000;

/**
 * Returns the bookings of an iCalendar file: its events, and those of its series that are to come.
 *
 * @throws UnreadableFile
 */
export async function calendarLines(
  bytes: Uint8Array,
  zone: Zone,
  now: Date,
  limits: Pick<OccurrenceOptions, 'maxSteps'> = {},
): Promise<FileLine[]> {
  const window = { from: now.getTime(), to: now.getTime() + horizon };
  try {
    const { occurrences, unread, leftOut } = await readOccurrences(bytes, {
      ...{ zone, window, maxOccurrences: maxLines },
      ...limits,
    });
    return [
      ...occurrences.map(toLine),
      ...unread.map(({ uid, reason }) => ({ place: placeOf(uid), errors: { base: [reason] } })),
      ...Array.from({ length: leftOut }, () => ({ place: '', isLeftOut: true as const })),
    ];
  } catch (error) {
    if (error instanceof UnreadableCalendar) throw new UnreadableFile(error.message);
    throw error;
  }
}

function toLine({ uid, original, from, to, title, notes, attendee }: CalendarOccurrence): FileLine {
  const externalId = original === undefined ? uid : `${uid}/${stampOf(original)}`;
  const place = placeOf(externalId);
  const errors: FieldErrors = {
    ...(!isSupported(from) && { bookedFrom: ['is invalid'] }),
    ...(!isSupported(to) && { bookedTo: ['is invalid'] }),
  };
  if (Object.keys(errors).length > 0) return { place, errors };
  const personAttributes = attendee && personOf(attendee.name?.trim() ?? '', attendee.email?.trim() ?? '', '');
  const input = {
    bookedFrom: new Date(from),
    bookedTo: new Date(to),
    ...(title?.trim() && { title: title.trim() }),
    ...(notes?.trim() && { notes: notes.trim() }),
    ...(personAttributes && { personAttributes }),
  };
  return { place, booking: { externalId, resource: undefined, service: undefined, input } };
}

/** The years that instants in requests may have, too. */
const [firstInstant, lastInstant] = [Date.UTC(1900, 0, 1), Date.UTC(2201, 0, 1)];

function isSupported(instant: number): boolean {
  return instant >= firstInstant && instant < lastInstant;
}

/** `20270302T090000Z` */
function stampOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function placeOf(uid: string): string {
  return uid === '' ? 'an entry' : `UID ${uid.slice(0, 200)}`;
}
