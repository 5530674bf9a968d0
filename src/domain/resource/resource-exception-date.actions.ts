import { recordChanges, recordRemoval, recordRemovals } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, notFound, rejectIfAny } from '../../platform/errors.js';
import type { PlainDate } from '../../platform/time/plain-date.js';
import { changedBy, type RequestContext } from '../context.js';
import { isSupportedDate } from '../records/period.input.js';
import { requireRevision } from '../records/record.rules.js';
import { Service } from '../service/service.entity.js';
import { normalizeOpeningHours, type OpeningHours, problemsOfHours } from './opening-hours.rules.js';
import { Resource } from './resource.entity.js';
import {
  ResourceExceptionDate,
  type ResourceExceptionDateEntry,
  type ResourceExceptionDateKey,
} from './resource-exception-date.entity.js';

/**
 * Creates, updates or deletes exception dates of a resource, all or none (spec, Resource exception dates). Deleting one
 * that does not exist is not an error.
 *
 * @returns the created and updated entries, in the order of the request
 * @throws DomainError INVALID by attribute, NOT_FOUND for the resource
 */
export function saveExceptionDates(
  context: RequestContext,
  resourceId: number,
  entries: readonly ResourceExceptionDateEntry[],
): Promise<ResourceExceptionDate[]> {
  return context.db.transaction(async (tx) => {
    await lockResource(tx, resourceId);
    const found = await findEntries(tx, resourceId, entries);
    const added = entries.filter((entry) => !entry._destroy && !found.has(exceptionKey(entry)));
    rejectIfAny(validateExceptionDates(entries), await validateServiceReferences(tx, entries, added));

    const created = added.map((entry) => newException(context, tx, resourceId, entry));
    await recordChanges(tx, 'resource_exception_date.created', created, changedBy(context));
    const kept = entries.filter(({ _destroy }) => !_destroy);
    const modified = kept.flatMap((entry) => changedException(entry, found.get(exceptionKey(entry))));
    await recordChanges(tx, 'resource_exception_date.modified', modified, changedBy(context));
    const removed = entries.flatMap((entry) => (entry._destroy && found.get(exceptionKey(entry))) || []);
    await recordRemovals(tx, 'resource_exception_date.deleted', removed, changedBy(context));

    const saved = new Map([...created, ...modified].map((exception) => [exceptionKey(exception), exception]));
    return kept.flatMap((entry) => saved.get(exceptionKey(entry)) ?? []);
  });
}

/** Deletes an exception date and returns its last state. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteExceptionDate(
  context: RequestContext,
  { resourceId, ...key }: ResourceExceptionDateKey,
  ifRevision?: number | null,
): Promise<ResourceExceptionDate> {
  return context.db.transaction(async (tx) => {
    await lockResource(tx, resourceId);
    const exception = (await findEntries(tx, resourceId, [key])).get(exceptionKey(key));
    if (!exception) throw notFound();
    requireRevision(exception, ifRevision, 'date');
    await recordRemoval(tx, 'resource_exception_date.deleted', exception, changedBy(context));
    return exception;
  });
}

/** Without the resource's lock, two requests could create the same entry, and a booking could overlook a new one. */
async function lockResource(tx: AccountTransaction, id: number): Promise<void> {
  const { active } = await tx.getLocked(Resource, id);
  if (!active) throw notFound();
}

async function findEntries(
  tx: AccountTransaction,
  resourceId: number,
  keys: readonly Pick<ResourceExceptionDateEntry, 'exceptionDate'>[],
): Promise<Map<string, ResourceExceptionDate>> {
  const dates = keys.map(({ exceptionDate }) => exceptionDate);
  const found = await tx.list(ResourceExceptionDate, { resourceId, exceptionDate: { $in: dates } });
  return new Map(found.map((exception) => [exceptionKey(exception), exception]));
}

/** Checks only the services of added entries: existing entries keep services that were deleted later. */
async function validateServiceReferences(
  tx: AccountTransaction,
  entries: readonly ResourceExceptionDateEntry[],
  added: readonly ResourceExceptionDateEntry[],
): Promise<FieldErrors> {
  const ids = new Set(added.flatMap(({ serviceId }) => serviceId ?? []));
  if (ids.size === 0) return {};
  const services = await tx.rows(Service, { id: { $in: [...ids] }, active: true });
  for (const { id } of services) ids.delete(id);
  return firstEntryError(entries, 'serviceId', ({ serviceId }) => (ids.has(serviceId ?? 0) ? ['does not exist'] : []));
}

function newException(
  { clock }: RequestContext,
  tx: AccountTransaction,
  resourceId: number,
  { exceptionDate, serviceId = null, openingHours }: ResourceExceptionDateEntry,
): ResourceExceptionDate {
  const exception = tx.create(ResourceExceptionDate, clock.now());
  return Object.assign(exception, { resourceId, exceptionDate, serviceId, openingHours: toStoredForm(openingHours) });
}

function changedException(
  { openingHours }: ResourceExceptionDateEntry,
  exception: ResourceExceptionDate | undefined,
): ResourceExceptionDate[] {
  if (!exception) return [];
  if (openingHours !== undefined) exception.openingHours = toStoredForm(openingHours);
  return [exception];
}

function toStoredForm(openingHours: string[] | null | undefined): string[] | null {
  return (openingHours && normalizeOpeningHours(openingHours)) ?? null;
}

/** The dates of a leap year. */
const maxEntries = 366;

interface Keyed {
  exceptionDate: PlainDate;
  serviceId?: number | null;
}

interface Entry extends Keyed {
  openingHours?: OpeningHours;
}

/** The key of an entry within its resource, which has at most one for each date and service. */
export function exceptionKey({ exceptionDate, serviceId }: Keyed): string {
  return `${exceptionDate} ${serviceId ?? ''}`;
}

/** Validates exception dates that are saved together (spec, Resource exception date). */
export function validateExceptionDates(entries: readonly Entry[]): FieldErrors {
  if (entries.length === 0) return { resourceExceptionDates: ["can't be blank"] };
  if (entries.length > maxEntries) return { resourceExceptionDates: [`is too long (maximum is ${maxEntries} items)`] };
  const keys = entries.map(exceptionKey);
  return {
    ...firstEntryError(entries, 'exceptionDate', (_, index) =>
      keys.indexOf(keys[index] ?? '') < index ? ['has already been taken'] : [],
    ),
    ...firstEntryError(entries, 'exceptionDate', ({ exceptionDate }) =>
      isSupportedDate(exceptionDate) ? [] : ['is invalid'],
    ),
    ...firstEntryError(entries, 'openingHours', ({ openingHours }) => problemsOfHours(openingHours ?? [])),
  };
}

/** Returns the messages about the first invalid entry. If there are several entries, the last message names it. */
function firstEntryError(
  entries: readonly Entry[],
  attribute: string,
  problemsOf: (entry: Entry, index: number) => readonly string[],
): FieldErrors {
  for (const [index, entry] of entries.entries()) {
    const problems = problemsOf(entry, index);
    if (problems.length === 0) continue;
    const name = entries.length === 1 ? [] : [`in item ${index + 1} (${entry.exceptionDate})`];
    return { [attribute]: [...problems, ...name] };
  }
  return {};
}
