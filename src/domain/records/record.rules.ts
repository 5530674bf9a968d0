import type { EntityClass } from '@mikro-orm/core';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { DomainError, notFound } from '../../platform/errors.js';
import { isVisitor, type RequestContext } from '../context.js';

interface Publishable {
  active: boolean;
  published?: boolean;
}

/** Visitors see only active records and published events (spec, public API). */
export function isVisible(context: RequestContext, { active, published = true }: Publishable): boolean {
  return !isVisitor(context) || (active && published);
}

/** Returns a record. Visitors do not see inactive and unpublished ones. @throws DomainError NOT_FOUND */
export async function getVisible<Entity extends AccountRecord & Publishable>(
  context: RequestContext,
  entity: EntityClass<Entity>,
  id: number,
): Promise<Entity> {
  const record = await context.db.get(entity, id);
  if (!isVisible(context, record)) throw notFound();
  return record;
}

/**
 * Checks that a locked record was not revised since the client read it, so that two people never overwrite each other.
 *
 * @param ifRevision the `revisionCount` that the client read; without one there is no check
 * @throws DomainError PRECONDITION_FAILED
 */
export function requireRevision(
  { revisionCount }: { revisionCount: number },
  ifRevision: number | null | undefined,
  name: string,
): void {
  if (ifRevision === null || ifRevision === undefined || revisionCount === ifRevision) return;
  throw new DomainError('PRECONDITION_FAILED', `The ${name} has changed`);
}

/** Deactivates a record that other rows refer to. @returns false if it is already inactive */
export function deactivate(record: Pick<Archivable, 'active'>): boolean {
  const wasActive = record.active;
  record.active = false;
  return wasActive;
}

/** A record that is archived instead of deleted, because other rows refer to it. */
interface Archivable {
  active: boolean;
  archivedAt: Date | null;
}

/** Archives a record and makes it inactive. @returns false if it is already archived */
export function archive(record: Archivable, now: Date): boolean {
  if (record.archivedAt !== null) return false;
  Object.assign(record, { active: false, archivedAt: now });
  return true;
}

/** Restores an archived record if the request sets `active` to true. */
export function restoreIfActive(record: Archivable, given: { active?: boolean | null }): void {
  if (given.active === true) record.archivedAt = null;
}
