import { recordChanges, recordRemovals } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { changedBy, type RequestContext } from '../context.js';
import { markGuarded } from './guardian.actions.js';
import { Guardian, maxGuardians } from './guardian.entity.js';
import { PersonTree } from './people.queries.js';
import type { Person } from './person.entity.js';

const rights = ['mayBook', 'pays', 'getsMessages'] as const;

interface Moves {
  created: Guardian[];
  modified: Guardian[];
  removed: Guardian[];
}

/**
 * Gives the kept one of two people that are merged what the other has: its dependants, and its guardians at the free positions
 * from the second one, because the merge keeps the parent. One that both have gets the rights of both. Call it under the
 * lock of the tree and before the parents of children move: the database would remove the rights of the first guardian.
 */
export async function mergeGuardians(
  context: RequestContext,
  tx: AccountTransaction,
  merged: Person,
  kept: Person,
): Promise<void> {
  const ids = [merged.id, kept.id];
  const rows = await tx.list(Guardian, { $or: [{ personId: { $in: ids } }, { dependantId: { $in: ids } }] });
  if (rows.length === 0) return;
  const moves: Moves = { created: [], modified: [], removed: [] };
  for (const row of rows) if (row.personId === merged.id) moveDependant(rows, row, kept, moves);
  const descends = await listDescending(tx, rows, kept.id);
  for (const row of rows) {
    if (row.dependantId !== merged.id || row.personId === kept.id) continue;
    if (!descends.has(row.personId)) moveGuardian(context, tx, { rows, row, kept }, moves);
    else if (row.position > 1) moves.removed.push(row);
  }
  const by = changedBy(context);
  await recordRemovals(tx, 'guardian.deleted', moves.removed, by);
  await recordChanges(tx, 'guardian.modified', moves.modified, by);
  await recordChanges(tx, 'guardian.created', moves.created, by);
  const isGuarded = [...moves.created, ...moves.modified].some(({ dependantId }) => dependantId === kept.id);
  if (isGuarded) await markGuarded(tx, kept);
}

/** The people who have the person as an ancestor, so that they cannot become its guardians. */
async function listDescending(
  tx: AccountTransaction,
  rows: readonly Guardian[],
  id: number,
): Promise<ReadonlySet<number>> {
  const tree = new PersonTree(tx);
  const found = new Set<number>();
  for (const { personId } of rows) if (await tree.isAncestor(id, personId)) found.add(personId);
  return found;
}

/** Makes the kept person the guardian instead of the merged one. */
function moveDependant(rows: readonly Guardian[], row: Guardian, kept: Person, moves: Moves): void {
  const own = rows.find(({ personId, dependantId }) => personId === kept.id && dependantId === row.dependantId);
  if (!own) {
    // The database makes the kept person the first one with the parent.
    if (row.position === 1 && !hasRights(row)) return;
    row.personId = kept.id;
    moves.modified.push(row);
    return;
  }
  addRights(own, row);
  if (row.position === 1) own.position = 1;
  moves.removed.push(row);
  moves.modified.push(own);
}

/** Makes a guardian of the merged person one of the kept person. */
function moveGuardian(
  context: RequestContext,
  tx: AccountTransaction,
  { rows, row, kept }: { rows: readonly Guardian[]; row: Guardian; kept: Person },
  moves: Moves,
): void {
  const ofKept = [...rows, ...moves.created].filter(({ dependantId }) => dependantId === kept.id);
  const own = ofKept.find(({ personId }) => personId === row.personId);
  // The database keeps the first one equal to the parent of the merged person, which that person keeps.
  const isParent = row.position === 1;
  if (own) {
    addRights(own, row);
    moves.modified.push(own);
    if (!isParent) moves.removed.push(row);
    return;
  }
  const position = [2, 3, maxGuardians].find((one) => !ofKept.some((other) => other.position === one));
  if (isParent && hasRights(row) && position !== undefined) {
    const { personId, mayBook, pays, getsMessages } = row;
    const copy = { dependantId: kept.id, personId, position, mayBook, pays, getsMessages };
    moves.created.push(Object.assign(tx.create(Guardian, context.clock.now()), copy));
  } else if (!isParent && position !== undefined) {
    Object.assign(row, { dependantId: kept.id, position });
    moves.modified.push(row);
  } else if (!isParent) moves.removed.push(row);
}

const hasRights = (guardian: Guardian): boolean => rights.some((right) => guardian[right]);

function addRights(own: Guardian, other: Guardian): void {
  for (const right of rights) own[right] ||= other[right];
}
