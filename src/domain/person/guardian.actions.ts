import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { type FieldErrors, invalid, notFound, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { validateReferences } from '../records/reference.js';
import { Guardian, type GuardianInput, maxGuardians } from './guardian.entity.js';
import { PersonTree, personTreeLock } from './people.queries.js';
import { requireNotErased } from './person.actions.js';
import { Person } from './person.entity.js';

/**
 * Makes a person the guardian of another.
 *
 * @throws DomainError NOT_FOUND if the dependant is unknown; INVALID on `base` if it was erased, on `position` if that is taken
 *   or all are, on `personId` if that is the dependant itself, one of its own dependants or its guardian already
 */
export function createGuardian(context: RequestContext, dependantId: number, input: GuardianInput): Promise<Guardian> {
  return context.db.transaction((tx) => addGuardian(context, tx, dependantId, input));
}

/** Like `createGuardian`, in a transaction of the caller. */
export async function addGuardian(
  context: RequestContext,
  tx: AccountTransaction,
  dependantId: number,
  input: GuardianInput,
): Promise<Guardian> {
  const dependant = await lockDependant(tx, dependantId, input.personId);
  requireNotErased(dependant);
  const guardian = tx.create(Guardian, context.clock.now());
  guardian.dependantId = dependantId;
  rejectIfAny(await changeGuardian(tx, guardian, input));
  await recordChange(tx, 'guardian.created', guardian, changedBy(context));
  await keepFamily(context, tx, dependant, guardian);
  return guardian;
}

/**
 * Changes a guardian: its position, its rights, or the person who is one.
 *
 * @throws DomainError like `createGuardian`, PRECONDITION_FAILED
 */
export function updateGuardian(
  context: RequestContext,
  id: number,
  input: GuardianInput,
  ifRevision?: number | null,
): Promise<Guardian> {
  return context.db.transaction(async (tx) => {
    const { guardian, dependant } = await lockGuardian(tx, id, ifRevision, input.personId);
    const before = guardian.position;
    rejectIfAny(await changeGuardian(tx, guardian, input));
    await recordChange(tx, 'guardian.modified', guardian, changedBy(context));
    await keepFamily(context, tx, dependant, guardian, before);
    return guardian;
  });
}

/**
 * Removes a guardian. From then on, its sessions and the links that it got show nothing of the dependant.
 *
 * @returns its last state
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED
 */
export function deleteGuardian(context: RequestContext, id: number, ifRevision?: number | null): Promise<Guardian> {
  return context.db.transaction(async (tx) => {
    const { guardian, dependant } = await lockGuardian(tx, id, ifRevision);
    await recordRemoval(tx, 'guardian.deleted', guardian, changedBy(context));
    if (guardian.position === 1) await changeParent(context, tx, dependant, null);
    return guardian;
  });
}

/** Locks the dependant, a new guardian, and the tree of people, in which two concurrent changes could close a cycle. */
function lockDependant(tx: AccountTransaction, dependantId: number, personId?: number | null): Promise<Person> {
  const ofGuardian: Lock[] = typeof personId === 'number' ? [[Person, personId]] : [];
  return tx.getLocked(Person, dependantId, ...ofGuardian, personTreeLock(tx));
}

async function lockGuardian(
  tx: AccountTransaction,
  id: number,
  ifRevision: number | null | undefined,
  personId?: number | null,
): Promise<{ guardian: Guardian; dependant: Person }> {
  const [row] = await tx.rows(Guardian, { id }, { limit: 1 });
  if (!row) throw notFound();
  const dependant = await lockDependant(tx, row.dependantId, personId);
  const guardian = await tx.getLocked(Guardian, id);
  requireRevision(guardian, ifRevision, 'guardian');
  return { guardian, dependant };
}

/** Assigns the input to the guardian and returns the errors of the result. */
async function changeGuardian(
  tx: AccountTransaction,
  guardian: Guardian,
  { position, ...input }: GuardianInput,
): Promise<FieldErrors> {
  const { dependantId } = guardian;
  const referenceErrors = await validateReferences(tx, Guardian, guardian, input);
  const isMoved = position !== undefined || guardian.position === undefined;
  const chosen = isMoved ? (position ?? (await findFreePosition(tx, guardian))) : guardian.position;
  if (chosen === undefined) throw invalid({ base: [`has too many guardians (maximum is ${maxGuardians})`] });
  const attributeErrors = assignAttributes(tx, guardian, { ...input, position: chosen });
  const { personId } = guardian;
  const closesCycle = typeof personId === 'number' && (await new PersonTree(tx).isAncestor(dependantId, personId));
  return {
    ...validateAttributes(Guardian, guardian),
    ...attributeErrors,
    ...(closesCycle && { personId: ['is invalid'] }),
    ...referenceErrors,
  };
}

/** Returns the first position without another guardian; undefined if there is none. */
async function findFreePosition(tx: AccountTransaction, { id, dependantId }: Guardian): Promise<number | undefined> {
  const taken = (await tx.rows(Guardian, { dependantId })).filter((other) => other.id !== id);
  const positions = Array.from({ length: maxGuardians }, (_, index) => index + 1);
  return positions.find((one) => !taken.some(({ position }) => position === one));
}

/** Writes into the dependant what follows from a guardian that was written. */
async function keepFamily(
  context: RequestContext,
  tx: AccountTransaction,
  dependant: Person,
  { position, personId }: Guardian,
  before?: number,
): Promise<void> {
  await markGuarded(tx, dependant);
  if (position === 1) await changeParent(context, tx, dependant, personId);
  else if (before === 1) await changeParent(context, tx, dependant, null);
}

/** Notes that a person has a guardian with rights. */
export async function markGuarded(tx: AccountTransaction, { id, hasGuardians }: Person): Promise<void> {
  if (hasGuardians) return;
  await tx.query('update person set has_guardians = true where account_id = $1 and id = $2', [id]);
}

/** Makes the first guardian the parent. Its row is written before: the database would create one without rights. */
async function changeParent(
  context: RequestContext,
  tx: AccountTransaction,
  dependant: Person,
  parentId: number | null,
): Promise<void> {
  dependant.parentId = parentId;
  await recordChange(tx, 'person.modified', dependant, changedBy(context));
}
