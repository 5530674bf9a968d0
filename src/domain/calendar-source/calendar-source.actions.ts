import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { type FieldErrors, hasErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { Resource } from '../resource/resource.entity.js';
import { validateName } from '../text/contact-details.js';
import { CalendarSource, type CalendarSourceInput, secretUrlColumn } from './calendar-source.entity.js';
import { maskedUrl, maxSources, toReadableUrl, validateUrl } from './calendar-source.rules.js';

/** Adds a calendar of another program to a resource. It is read within seconds. @throws DomainError INVALID by attribute */
export function createCalendarSource(context: RequestContext, input: CalendarSourceInput): Promise<CalendarSource> {
  return context.db.transaction(async (tx) => {
    await tx.lock(...resourceLock(input));
    const source = tx.create(CalendarSource, context.clock.now());
    source.nextReadAt = context.serverClock.now();
    rejectIfAny(changeSource(context, tx, source, input), await validateResource(tx, source, undefined));
    await recordChange(tx, 'calendar_source.created', source, changedBy(context));
    await noteSources(tx);
    return source;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateCalendarSource(
  context: RequestContext,
  id: number,
  input: CalendarSourceInput,
  ifRevision?: number | null,
): Promise<CalendarSource> {
  return context.db.transaction(async (tx) => {
    const source = await tx.getLocked(CalendarSource, id, ...resourceLock(input));
    requireRevision(source, ifRevision, 'calendar');
    const { secretUrl, resourceId, active, intervalMinutes } = source;
    rejectIfAny(changeSource(context, tx, source, input), await validateResource(tx, source, resourceId));
    const isOther = source.secretUrl !== secretUrl || source.resourceId !== resourceId;
    if (isOther || (active && !source.active)) await forgetBusyTimes(tx, source);
    if (isOther || source.active !== active || source.intervalMinutes !== intervalMinutes) {
      source.nextReadAt = context.serverClock.now();
    }
    await recordChange(tx, 'calendar_source.modified', source, changedBy(context));
    return source;
  });
}

/** The lock under which the calendars of a resource are counted. */
function resourceLock({ resourceId }: CalendarSourceInput): Lock[] {
  return typeof resourceId === 'number' ? [[Resource, resourceId]] : [];
}

/** Checks a new resource, whose lock is held. */
async function validateResource(
  tx: AccountTransaction,
  source: CalendarSource,
  before: number | undefined,
): Promise<FieldErrors> {
  const { resourceId } = source;
  if (resourceId === undefined || resourceId === before) return {};
  const resource = await tx.find(Resource, resourceId);
  if (!resource?.active) return { resourceId: ['does not exist'] };
  const count = await tx.count(CalendarSource, { resourceId });
  return count < maxSources ? {} : { resourceId: [`has ${maxSources} calendars already, which is the maximum`] };
}

/** Removes a calendar with the times that it occupies. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteCalendarSource(
  context: RequestContext,
  id: number,
  ifRevision?: number | null,
): Promise<CalendarSource> {
  return context.db.transaction(async (tx) => {
    const source = await tx.getLocked(CalendarSource, id);
    requireRevision(source, ifRevision, 'calendar');
    await recordRemoval(tx, 'calendar_source.deleted', source, changedBy(context));
    await noteSources(tx);
    return source;
  });
}

/** Assigns the input to the calendar and returns the errors of the result. */
function changeSource(
  { db, allowsPrivateTargets = false }: RequestContext,
  tx: AccountTransaction,
  source: CalendarSource,
  { url: given, ...input }: CalendarSourceInput,
): FieldErrors {
  const url = given?.trim() ? toReadableUrl(given) : undefined;
  const isChanged = url !== undefined && url !== source.url;
  const urlErrors = isChanged ? validateUrl(url, allowsPrivateTargets) : {};
  if (isChanged && !hasErrors(urlErrors)) {
    source.url = maskedUrl(url);
    // Sealing the same text again gives another value.
    const isSame = source.secretUrl !== undefined && db.open(secretUrlColumn, source.secretUrl) === url;
    if (!isSame) source.secretUrl = db.seal(secretUrlColumn, url);
  }
  const name = input.name?.trim() || (source.name ?? (source.url && new URL(source.url).hostname));
  const errors = assignAttributes(tx, source, { ...input, name });
  const { name: _, ...others } = validateAttributes(CalendarSource, source);
  return { ...others, ...errors, ...urlErrors, ...validateName(input.name) };
}

/** Deletes what was read from the calendar, so that the next read begins anew. */
async function forgetBusyTimes(tx: AccountTransaction, source: CalendarSource): Promise<void> {
  Object.assign(source, { etag: null, lastModified: null, coveredUntil: null });
  Object.assign(source, { syncedAt: null, error: null, failureCount: 0 });
  await tx.query('delete from external_busy where account_id = $1 and source_id = $2', [source.id]);
}

/**
 * Notes at the account whether it has such calendars, so that others need no statement about them. The lock makes two
 * requests follow each other, the first and the last of which would overlook the other's calendar.
 */
async function noteSources(tx: AccountTransaction): Promise<void> {
  await tx.lockText('calendar_sources');
  const changed = await tx.query<{ id: number }>(
    `update account set reads_calendars = not reads_calendars
     where id = $1 and reads_calendars <> exists (select from calendar_source where account_id = $1) returning id`,
  );
  // This process caches the account by its own commits.
  if (changed.length > 0) tx.changed.add('account');
}
