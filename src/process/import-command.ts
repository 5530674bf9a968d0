import { readFile, stat } from 'node:fs/promises';
import type { RequestContext } from '../domain/context.js';
import { type FieldErrors, rejectIfAny } from '../platform/errors.js';
import { csvRows } from '../platform/read-csv.rules.js';
import { StepBudget } from '../platform/step-budget.js';
import { UsageError } from './command.js';
import { calendarLines } from './import/calendar-lines.rules.js';
import { csvColumns, csvLines } from './import/csv-lines.rules.js';
import { easyAppointmentsLines } from './import/easyappointments-lines.rules.js';
import { type FileLine, UnreadableFile } from './import/file-line.js';
import { type ImportResult, importLines } from './import/import-lines.js';
import { NamedIds } from './import/named-ids.js';
import { type Rows, requireReadable, rowsOf, textOf } from './import/table.rules.js';

export const importUsage = `account import --subdomain NAME --from ics|csv|easyappointments-csv FILE
               [--resource ID|TITLE] [--service ID|TITLE] [--dry-run]
               creates the bookings of a file that the account does not have yet, by their ids there, without messages
               and whatever is free or open; ics needs a resource, or a service of one resource
               csv has ${[...csvColumns.required, ...csvColumns.optional].join(', ')}
               dry-run checks everything and writes nothing`;

const formats = ['ics', 'csv', 'easyappointments-csv'] as const;

export interface ImportOptions {
  from: string | undefined;
  /** Ids or titles. */
  resource: string | undefined;
  service: string | undefined;
  isRehearsal: boolean;
}

/**
 * Creates the bookings of a file in an account.
 *
 * @throws UsageError; UnreadableFile before anything is written; DomainError INVALID on `resource` or `service`
 */
export async function importFile(
  context: RequestContext,
  path: string | undefined,
  { from, resource, service, isRehearsal }: ImportOptions,
): Promise<ImportResult> {
  const format = formats.find((name) => name === from);
  if (!format) throw new UsageError('--from must be ics, csv or easyappointments-csv');
  if (!path) throw new UsageError('the name of a file is missing');
  const ids = new NamedIds(context);
  const errors: FieldErrors = {};
  const resourceId = await ids.find('resource', resource, errors);
  const serviceId = await ids.find('service', service, errors);
  rejectIfAny(errors);
  if (format === 'ics' && resourceId === undefined) {
    if (serviceId === undefined) throw new UsageError('--resource or --service is required, because ics names none');
    if (!(await ids.isOfferedByOne(serviceId))) {
      throw new UsageError('--resource is required, because not exactly one resource offers the service');
    }
  }
  const budget = new StepBudget();
  const lines = await linesOf(context, format, await bytesOf(path), budget);
  return importLines(context, lines, { budget, ids, resourceId, serviceId, isRehearsal });
}

async function linesOf(
  { zone, clock }: RequestContext,
  format: (typeof formats)[number],
  bytes: Uint8Array,
  budget: StepBudget,
): Promise<Iterable<FileLine | undefined>> {
  if (format === 'ics') return calendarLines(bytes, zone, clock.now());
  const text = textOf(bytes);
  const rows = (): Rows => (format === 'csv' ? csvRows(text, budget) : rowsOf(text, budget));
  await requireReadable(rows(), budget);
  return format === 'csv' ? csvLines(rows(), zone) : easyAppointmentsLines(rows(), zone);
}

/** In bytes. */
const maxSize = 50_000_000;

/** Returns the content of a file, without reading one that is too large. @throws UnreadableFile */
export async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new UnreadableFile(`${path} is a folder: give the name of a file`);
    if (!found.isFile()) throw new UnreadableFile(`${path} is no file that can be read twice: save it in one`);
    if (found.size === 0) throw new UnreadableFile(`the file ${path} is empty`);
    if (found.size > maxSize) throw new UnreadableFile(`the file is larger than ${maxSize / 1_000_000} MB: divide it`);
    return await readFile(path);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(reasonOf(error, path));
  }
}

function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file ${path}`;
  if (code === 'EACCES' || code === 'EPERM') return `the file ${path} may not be read by this user`;
  return `the file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
