import { type ByteText, decodeLine, isParsable } from './content-lines.rules.js';
import { parameterOf, parseProperty, textParameterOf } from './ical-property.rules.js';

/** The texts of a VEVENT, as they are in the file, and its people. */
export interface EntryDetails {
  title: string | undefined;
  notes: string | undefined;
  /** The first two people who take part, because the organizer may be the first. */
  attendees: Attendee[];
  /** The address of the organizer, in lower case. */
  organizer: string | undefined;
  /** The first property that is too long to be read. */
  unreadable: string | undefined;
}

interface Attendee {
  name: string | undefined;
  email: string | undefined;
  /** In lower case. */
  address: string;
}

export const newDetails = (): EntryDetails => ({
  title: undefined,
  notes: undefined,
  attendees: [],
  organizer: undefined,
  unreadable: undefined,
});

/** In bytes, folded. The longest notes of a booking have 65,536 characters. */
const maxLineLength = 300_000;

/** Reads a line of a VEVENT. Lines of other names are not parsed. */
export function readDetail(details: EntryDetails, name: string, line: ByteText): void {
  if (!isDetail(name)) return;
  const property = isParsable(line, maxLineLength) ? parseProperty(decodeLine(line)) : undefined;
  if (!property) {
    details.unreadable ??= name;
    return;
  }
  const value = String(property.values[0] ?? '');
  switch (name) {
    case 'SUMMARY':
      details.title = value;
      return;
    case 'DESCRIPTION':
      details.notes = value;
      return;
    case 'ORGANIZER':
      details.organizer = value.trim().toLowerCase();
      return;
    case 'ATTENDEE': {
      // Rooms and things are invited, too.
      if (details.attendees.length > 1 || isThing(parameterOf(property, 'cutype'))) return;
      const email = /^mailto:(.+)$/i.exec(value.trim())?.[1] ?? (textParameterOf(property, 'email') || undefined);
      const person = { name: textParameterOf(property, 'cn') || undefined, email };
      details.attendees.push({ ...person, address: value.trim().toLowerCase() });
    }
  }
}

type DetailName = 'SUMMARY' | 'DESCRIPTION' | 'ORGANIZER' | 'ATTENDEE';

function isDetail(name: string): name is DetailName {
  return name === 'SUMMARY' || name === 'DESCRIPTION' || name === 'ORGANIZER' || name === 'ATTENDEE';
}

function isThing(kind: string): boolean {
  return kind === 'ROOM' || kind === 'RESOURCE';
}

/** Returns the first who takes part and is not the organizer. */
export function attendeeOf({ attendees, organizer }: EntryDetails): Attendee | undefined {
  return attendees.find(({ address }) => address !== organizer);
}
