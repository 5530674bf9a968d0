/** A record that stays for the rows that refer to it when it is deleted. */
interface Archivable {
  active: boolean;
  archivedAt: Date | null;
}

/** Archives a record. @returns false if it is archived already */
export function archive(record: Archivable, now: Date): boolean {
  if (record.archivedAt !== null) return false;
  Object.assign(record, { active: false, archivedAt: now });
  return true;
}

/** Restores an archived record that a request makes active. */
export function restoreIfActive(record: Archivable, given: { active?: boolean | null }): void {
  if (given.active === true) record.archivedAt = null;
}
