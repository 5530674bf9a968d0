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
