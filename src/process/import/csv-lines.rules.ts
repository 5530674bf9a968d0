import { BookingState } from '../../domain/booking-states.js';
import { accepted } from '../../platform/accepted.js';
import type { FieldErrors } from '../../platform/errors.js';
import { parseInstant } from '../../platform/time/instant-input.js';
import type { Zone } from '../../platform/time/zone.js';
import { type FileLine, personOf } from './file-line.js';
import { type Columns, type Rows, tableRows } from './table.rules.js';

type Name =
  | 'external_id'
  | 'booked_from'
  | 'booked_to'
  | 'title'
  | 'notes'
  | 'count'
  | 'name'
  | 'email'
  | 'phone_number'
  | 'resource'
  | 'service'
  | 'state';

/** The columns of a CSV file, named like the attributes of REST. */
export const csvColumns: Columns<Name> = {
  required: ['external_id', 'booked_from', 'booked_to'],
  optional: ['title', 'notes', 'count', 'name', 'email', 'phone_number', 'resource', 'service', 'state'],
};

/** States of bookings that take no place. */
const leftOutStates: readonly string[] = [
  ...[BookingState.CANCELLED, BookingState.DECLINED, BookingState.DELETED],
  ...['canceled', 'expired'],
];

/**
 * Yields the bookings of a CSV file, and undefined where a turn may end.
 *
 * @param zone of date-times without an offset
 * @throws UnreadableFile for its columns
 */
export function* csvLines(rows: Rows, zone: Zone): Generator<FileLine | undefined> {
  for (const row of tableRows(rows, csvColumns)) {
    if (row === undefined) {
      yield undefined;
      continue;
    }
    const { line, cell, hasTooManyCells } = row;
    const place = `line ${line}`;
    const state = cell('state').toLowerCase();
    if (leftOutStates.includes(state)) {
      yield { place, isLeftOut: true };
      continue;
    }
    const [from, to] = [importedInstantOf(cell('booked_from'), zone), importedInstantOf(cell('booked_to'), zone)];
    // Spreadsheets write whole numbers with decimals, too.
    const count = cell('count').replace(/[.,]0+$/, '');
    const errors: FieldErrors = {
      ...(hasTooManyCells && { base: ['has more cells than the first line'] }),
      ...(from && 'errors' in from && { bookedFrom: from.errors }),
      ...(to && 'errors' in to && { bookedTo: to.errors }),
      ...(!/^\d{0,9}$/.test(count) && { count: ['is not a number'] }),
      ...(!['', 'confirmed'].includes(state) && { state: ['must be confirmed, or cancelled, which is left out'] }),
    };
    if (Object.keys(errors).length > 0) {
      yield { place, errors };
      continue;
    }
    const personAttributes = personOf(cell('name'), cell('email'), cell('phone_number'));
    const input = {
      ...(from instanceof Date && { bookedFrom: from }),
      ...(to instanceof Date && { bookedTo: to }),
      ...(cell('title') && { title: cell('title') }),
      ...(cell('notes') && { notes: cell('notes') }),
      ...(count !== '' && { count: Number(count) }),
      ...(personAttributes && { personAttributes }),
    };
    const [resource, service] = [cell('resource') || undefined, cell('service') || undefined];
    yield { place, booking: { externalId: cell('external_id'), resource, service, input } };
  }
}

/** Returns the instant of a text, undefined if it is empty, or errors. Takes `2.3.2027 9.00` of spreadsheets, too. */
export function importedInstantOf(text: string, zone: Zone): Date | undefined | { errors: string[] } {
  if (text === '') return undefined;
  const instant = parseInstant(text.replace(dottedForm, toTwoDigits), zone);
  return instant === undefined ? { errors: ['is invalid', accepted.dateTime] } : new Date(instant);
}

const dottedForm = /^(\d{1,2})\.(\d{1,2})\.(\d+)(?: +(\d{1,2})[.:](\d\d)(?:[.:](\d\d))?)?$/;

function toTwoDigits(_: string, day: string, month: string, year: string, hour = '', minute = '', second = ''): string {
  const time = [hour, minute, second].filter(Boolean).join(':');
  return `${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year} ${time}`.trim();
}
