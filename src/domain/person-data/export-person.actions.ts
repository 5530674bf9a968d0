import { invalid } from '../../platform/errors.js';
import type { RequestContext } from '../context.js';
import { Person } from '../person/person.entity.js';
import { recordSecurityEvent } from '../security-event/record-security-event.actions.js';
import { catalogue } from './catalogue.js';
import { listPersonRows } from './person-rows.queries.js';
import { findIdentifiers, listMergedIds, type PersonSubject } from './person-subject.queries.js';

/** Rows of one statement. More would block the event loop for too long. */
const batchSize = 200;

/** The largest export. */
const maxRows = 20_000;
/** In characters of JSON. */
const maxLength = 8 * 1024 * 1024;

/** The names of the tables that an export can contain. */
export const exportedTables: readonly string[] = [...new Set(catalogue.map(({ table }) => table))];

/** The rows of a person by table, with the names and forms of the database. */
export type ExportedTables = Record<string, Record<string, unknown>[]>;

/**
 * Returns all that is stored of a person and of the people who were merged into the person. Reads it in parts, without one
 * snapshot for all: what changes meanwhile may be missing or be there twice.
 *
 * @param tables the tables to export; all if undefined
 * @throws DomainError NOT_FOUND; INVALID on `tables` if one is unknown, or if there are more than 20,000 rows or 8 MB
 */
export async function exportPerson(
  context: RequestContext,
  id: number,
  tables?: readonly string[] | null,
): Promise<ExportedTables> {
  if (tables?.some((table) => !exportedTables.includes(table))) {
    throw invalid({ tables: ['is not included in the list', `must be some of ${exportedTables.join(', ')}`] });
  }
  await context.db.get(Person, id);
  // Before the data is read: it is not given out without a record.
  await context.db.transaction((tx) =>
    recordSecurityEvent(tx, context, { kind: 'person.exported', details: { personId: id } }),
  );
  const ids = await listMergedIds(context.db, id);
  const subject = { ids, ...(await findIdentifiers(context, context.db, ids)) };
  return readTables(context, subject, tables ?? exportedTables);
}

async function readTables(
  { db }: RequestContext,
  subject: PersonSubject,
  tables: readonly string[],
): Promise<ExportedTables> {
  const exported: ExportedTables = Object.fromEntries(tables.map((table) => [table, []]));
  const keys = new Set<string>();
  let length = 0;
  for (const table of catalogue) {
    const rows = exported[table.table];
    if (!rows) continue;
    let after: string | null = null;
    for (;;) {
      const batch = await listPersonRows(db, table, subject, after, batchSize);
      for (const { key, row, length: own } of batch) {
        if (keys.has(`${table.table}:${key}`)) continue;
        keys.add(`${table.table}:${key}`);
        length += own;
        rows.push(row);
      }
      if (keys.size > maxRows || length > maxLength) {
        throw invalid({
          tables: [`have more than ${maxRows} rows or 8 MB of this person: export some of them at a time`],
        });
      }
      after = batch.at(-1)?.key ?? null;
      if (batch.length < batchSize) break;
    }
  }
  return exported;
}
