import type { FieldErrors } from '../../platform/errors.js';
import { isZone, type Zone, zoneOf } from '../../platform/time/zone.js';
import { importedInstantOf } from './csv-lines.rules.js';
import { type FileLine, personOf } from './file-line.js';
import { type Columns, type Rows, tableRows } from './table.rules.js';

type Name =
  | 'id'
  | 'hash'
  | 'start_datetime'
  | 'end_datetime'
  | 'notes'
  | 'status'
  | 'is_unavailability'
  | 'provider'
  | 'timezone'
  | 'service'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone_number';

/** The columns of the query in the guide. `timezone` is that of the provider, and the names are those of the customer. */
export const easyAppointmentsColumns: Columns<Name> = {
  required: ['id', 'start_datetime', 'end_datetime', 'provider'],
  optional: [
    ...(['hash', 'notes', 'status', 'is_unavailability', 'timezone', 'service'] as const),
    ...(['first_name', 'last_name', 'email', 'phone_number'] as const),
  ],
};

/**
 * Yields the appointments and unavailabilities of Easy!Appointments, and undefined where a turn may end.
 *
 * @param zone of providers without one
 * @throws UnreadableFile for its columns
 */
export function* easyAppointmentsLines(rows: Rows, zone: Zone): Generator<FileLine | undefined> {
  for (const row of tableRows(rows, easyAppointmentsColumns)) {
    if (row === undefined) {
      yield undefined;
      continue;
    }
    const { line, cell, hasTooManyCells } = row;
    const place = `line ${line}`;
    // MySQL and phpMyAdmin write NULL for a missing value.
    const text = (name: Name): string => (cell(name) === 'NULL' ? '' : cell(name));
    if (/^cancell?ed$/i.test(text('status'))) {
      yield { place, isLeftOut: true };
      continue;
    }
    const timeZone = text('timezone');
    const own = isZone(timeZone) ? zoneOf(timeZone) : zone;
    const [from, to] = [importedInstantOf(text('start_datetime'), own), importedInstantOf(text('end_datetime'), own)];
    const errors: FieldErrors = {
      ...(hasTooManyCells && { base: ['has more cells than the first line'] }),
      ...(timeZone !== '' && !isZone(timeZone) && { timezone: ['is unknown'] }),
      ...(from && 'errors' in from && { start_datetime: from.errors }),
      ...(to && 'errors' in to && { end_datetime: to.errors }),
    };
    if (Object.keys(errors).length > 0) {
      yield { place, errors };
      continue;
    }
    const isUnavailability = text('is_unavailability') === '1';
    const name = [text('first_name'), text('last_name')].filter(Boolean).join(' ');
    const personAttributes = isUnavailability ? undefined : personOf(name, text('email'), text('phone_number'));
    const input = {
      ...(from instanceof Date && { bookedFrom: from }),
      ...(to instanceof Date && { bookedTo: to }),
      ...(text('notes') && { notes: text('notes') }),
      ...(personAttributes && { personAttributes }),
    };
    const service = isUnavailability ? null : text('service') || undefined;
    const externalId = text('hash') || text('id');
    yield { place, booking: { externalId, resource: text('provider') || undefined, service, input } };
  }
}
