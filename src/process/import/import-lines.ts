import {
  type ImportedBooking,
  type ImportOutcome,
  importBookings,
  maxImported,
} from '../../domain/booking/bulk/import-bookings.actions.js';
import type { RequestContext } from '../../domain/context.js';
import { damageErrors } from '../../domain/text/spreadsheet-damage.rules.js';
import { type FieldErrors, hasErrors } from '../../platform/errors.js';
import type { StepBudget } from '../../platform/step-budget.js';
import { snakeCase } from '../../platform/text.js';
import { endTurn } from '../../platform/turns.js';
import type { FileBooking, FileLine } from './file-line.js';
import type { NamedIds } from './named-ids.js';

interface ImportOptions {
  /** The budget of reading the file. */
  budget: StepBudget;
  ids: NamedIds;
  /** Of all bookings, in place of those that the file names. */
  resourceId: number | undefined;
  serviceId: number | undefined;
  isRehearsal: boolean;
}

export interface ImportResult {
  counts: { created: number; known: number; left_out: number; refused: number };
  /** A sentence for each line that was refused, in their order. */
  refusals: string[];
}

interface Checked {
  place: string;
  /** A booking to write, or why it is refused. */
  result: ImportedBooking | { errors: FieldErrors };
}

/** Creates the bookings of a file, 50 in a transaction. If the process ends meanwhile, a further import creates the others. */
export async function importLines(
  context: RequestContext,
  lines: Iterable<FileLine | undefined>,
  options: ImportOptions,
): Promise<ImportResult> {
  const counts = { created: 0, known: 0, left_out: 0, refused: 0 };
  const refusals: string[] = [];
  const seen = new Map<string, string>();
  let batch: Checked[] = [];
  const write = async (): Promise<void> => {
    const outcomes = await outcomesOf(context, batch, options);
    for (const [index, { place }] of batch.entries()) {
      const outcome = outcomes[index] ?? {};
      if (typeof outcome === 'string') counts[outcome] += 1;
      else {
        counts.refused += 1;
        refusals.push(sentenceOf(place, outcome));
      }
    }
    batch = [];
  };
  for (const line of lines) {
    if (line === undefined) {
      await endTurn(options.budget);
      continue;
    }
    if ('isLeftOut' in line) {
      counts.left_out += 1;
      continue;
    }
    const { place } = line;
    batch.push({ place, result: 'errors' in line ? line : await check(place, line.booking, seen, options) });
    if (batch.length === maxImported) await write();
  }
  if (batch.length > 0) await write();
  return { counts, refusals };
}

/** @param seen the places of the bookings before, by their external ids */
async function check(
  place: string,
  { externalId, resource, service, input }: FileBooking,
  seen: Map<string, string>,
  { ids, ...given }: ImportOptions,
): Promise<Checked['result']> {
  const { title, notes, personAttributes } = input;
  const errors: FieldErrors = damageErrors({ externalId, resource, service, title, notes, ...personAttributes });
  const before = seen.get(externalId);
  if (externalId === '') errors['externalId'] = ["can't be blank"];
  else if (before !== undefined && !hasErrors(errors)) errors['externalId'] = [`is that of ${before}, too`];
  else seen.set(externalId, place);
  const resourceId = given.resourceId ?? (await ids.find('resource', resource, errors));
  const serviceId = service === null ? undefined : (given.serviceId ?? (await ids.find('service', service, errors)));
  if (hasErrors(errors)) return { errors };
  const at = { ...(resourceId !== undefined && { resourceId }), ...(serviceId !== undefined && { serviceId }) };
  return { ...input, ...at, externalId };
}

async function outcomesOf(
  context: RequestContext,
  batch: readonly Checked[],
  options: ImportOptions,
): Promise<ImportOutcome[]> {
  const bookings = batch.flatMap(({ result }) => ('errors' in result ? [] : [result]));
  const written = bookings.length > 0 ? await importBookings(context, bookings, options) : [];
  return batch.map(({ result }) => ('errors' in result ? result.errors : (written.shift() ?? {})));
}

/** `line 3: booked_to must be after booked_from` */
function sentenceOf(place: string, errors: FieldErrors): string {
  return `${place}: ${messagesOf(errors).join(', ')}`.replaceAll(/\p{Cc}+/gu, ' ');
}

function messagesOf(errors: FieldErrors): string[] {
  return Object.entries(errors).flatMap(([attribute, value]) => {
    // The errors of a person are there, too.
    if (attribute === 'person' && 'personAttributes' in errors) return [];
    if (!Array.isArray(value)) return messagesOf(value);
    return value.map((message) => (attribute === 'base' ? message : `${snakeCase(attribute)} ${message}`));
  });
}
