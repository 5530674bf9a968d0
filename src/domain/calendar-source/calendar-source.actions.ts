import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { type FieldErrors, hasErrors, rejectIfAny } from '../../platform/errors.js';
import { noteRows } from '../account/noted-rows.actions.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { Resource } from '../resource/resource.entity.js';
import { validateName } from '../text/contact-details.js';
import { assignCalDav } from './caldav-attributes.actions.js';
import { CalendarKind, CalendarSource, type CalendarSourceInput, secretUrlColumn } from './calendar-source.entity.js';
import { maskedUrl, maxSources, toReadableUrl, validateUrl } from './calendar-source.rules.js';
import { planEntries, writesEntries } from './plan-entries.actions.js';

/** Adds a calendar of another program to a resource. It is read within seconds. @throws DomainError INVALID by attribute */
export function createCalendarSource(context: RequestContext, input: CalendarSourceInput): Promise<CalendarSource> {
  return context.db.transaction(async (tx) => {
    await tx.lock(...resourceLock(input));
    const source = tx.create(CalendarSource, context.clock.now());
    source.nextReadAt = context.serverClock.now();
    rejectIfAny(changeSource(context, tx, source, input), await validateResource(tx, source, undefined));
    if (writesEntries(source)) source.plansEntriesSince = context.serverClock.now();
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
    const before = { ...source };
    rejectIfAny(changeSource(context, tx, source, input), await validateResource(tx, source, before.resourceId));
    const hasChanged = (...attributes: (keyof CalendarSource)[]): boolean =>
      attributes.some((attribute) => source[attribute] !== before[attribute]);
    const isOther = hasChanged('secretUrl', 'resourceId', 'username');
    if (isOther || (before.active && !source.active)) await forgetBusyTimes(tx, source);
    // The times that were read stay until those of the chosen calendars are.
    else if (hasChanged('calendars')) Object.assign(source, { etag: null, coveredUntil: null, failureCount: 0 });
    if (isOther || hasChanged('active', 'intervalMinutes', 'calendars', 'secretPassword')) {
      source.nextReadAt = context.serverClock.now();
    }
    if (isOther || hasChanged('active', 'secretPassword', 'target')) await planEntries(context, tx, source);
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
  context: RequestContext,
  tx: AccountTransaction,
  source: CalendarSource,
  { kind, ...input }: CalendarSourceInput,
): FieldErrors {
  // A new one has no address yet.
  const before = source.secretUrl === undefined ? undefined : { url: source.url, username: source.username };
  const kindErrors: FieldErrors = before && kind && kind !== source.kind ? { kind: ['cannot be changed'] } : {};
  if (!before) source.kind = kind ?? CalendarKind.ICS;
  const urlErrors = changeUrl(context, source, input.url);
  const calDavErrors = hasErrors(urlErrors) ? {} : assignCalDav(context, tx, source, input, before);
  const name = input.name?.trim() || (source.name ?? (source.url && new URL(source.url).hostname));
  const { resourceId, active, intervalMinutes } = input;
  const errors = assignAttributes(tx, source, { resourceId, active, intervalMinutes, name });
  const { name: _, ...others } = validateAttributes(CalendarSource, source);
  return { ...calDavErrors, ...others, ...errors, ...urlErrors, ...kindErrors, ...validateName(input.name) };
}

/** Assigns an address. That of an iCalendar file is a secret, that of a CalDAV server is not. */
function changeUrl(
  { db, allowsPrivateTargets = false }: RequestContext,
  source: CalendarSource,
  given: string | null | undefined,
): FieldErrors {
  const url = given?.trim() ? toReadableUrl(given) : undefined;
  if (url === undefined || url === source.url) return {};
  const errors = validateUrl(url, source.kind, allowsPrivateTargets);
  if (hasErrors(errors)) return errors;
  source.url = source.kind === CalendarKind.ICS ? maskedUrl(url) : url;
  // Sealing the same text again gives another value.
  const isSame = source.secretUrl !== undefined && db.open(secretUrlColumn, source.secretUrl) === url;
  if (!isSame) source.secretUrl = db.seal(secretUrlColumn, url);
  return {};
}

/** Deletes what was read from the calendar, so that the next read begins anew. */
async function forgetBusyTimes(tx: AccountTransaction, source: CalendarSource): Promise<void> {
  Object.assign(source, { etag: null, lastModified: null, coveredUntil: null });
  Object.assign(source, { syncedAt: null, error: null, failureCount: 0 });
  await tx.query('delete from external_busy where account_id = $1 and source_id = $2', [source.id]);
}

/** Notes at the account whether it has such calendars. */
function noteSources(tx: AccountTransaction): Promise<void> {
  return noteRows(tx, 'reads_calendars', 'exists (select from calendar_source where account_id = $1)');
}
