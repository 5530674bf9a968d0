import { recordChange } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, invalid, rejectIfAny } from '../../platform/errors.js';
import { nameKey } from '../../platform/text.js';
import { removeUrls } from '../booking/public/public-booking.rules.js';
import { changedBy, type RequestContext } from '../context.js';
import { addGuardian } from '../person/guardian.actions.js';
import { personTreeLock } from '../person/people.queries.js';
import { assignPerson } from '../person/person.actions.js';
import { Person } from '../person/person.entity.js';
import { validateName } from '../text/contact-details.js';
import { requireVisitor } from '../visitor-session/visitor-session.actions.js';
import { type VisitorDependantInput, VisitorPersonConnection, type VisitorPersonOfSession } from './visitor.type.js';

/** The most people whom a visitor may have as dependants to add another one. */
const maxDependants = 10;

/** Lists the people for whom a visitor may book: itself first. @throws DomainError UNAUTHENTICATED, NOT_FOUND */
export async function listVisitorPeopleOfSession(
  context: RequestContext,
  token: string | null | undefined,
): Promise<VisitorPersonConnection> {
  const { people } = await requireVisitor(context, token);
  return new VisitorPersonConnection(
    people.map(({ guardianId, ...person }) => ({ ...person, isOwn: guardianId === null })),
  );
}

/**
 * Adds a child or somebody else for whom a visitor books. It is a new person, of whom the visitor is the first guardian: nobody
 * who exists is found by a name. Two of the same name differ by their birthdays.
 *
 * @throws DomainError INVALID by attribute, and on `base` if the visitor has too many; UNAUTHENTICATED, NOT_FOUND
 */
export async function addVisitorDependant(
  context: RequestContext,
  token: string | null | undefined,
  { name, dateOfBirth }: VisitorDependantInput,
): Promise<VisitorPersonOfSession> {
  const visitor = await requireVisitor(context, token);
  const guardianId = visitor.people.find((one) => one.guardianId === null)?.id ?? 0;
  return context.db.transaction(async (tx) => {
    await tx.lock([Person, guardianId], personTreeLock(tx));
    const given = { name: removeUrls(name ?? ''), dateOfBirth };
    const errors = await validateDependant(context, tx, guardianId, given);
    const person = tx.create(Person, context.clock.now());
    const personErrors = await assignPerson(context, tx, person, given);
    rejectIfAny({ ...personErrors, ...validateName(name), ...errors });
    await recordChange(tx, 'person.created', person, changedBy(context));
    await addGuardian(context, tx, person.id, { personId: guardianId });
    return { id: person.id, name: person.name, dateOfBirth: person.dateOfBirth, isOwn: false };
  });
}

/** @throws DomainError INVALID on `base` */
async function validateDependant(
  { clock, zone }: RequestContext,
  tx: AccountTransaction,
  guardianId: number,
  { name, dateOfBirth }: VisitorDependantInput,
): Promise<FieldErrors> {
  const known = await tx.query<Pick<Person, 'name' | 'dateOfBirth'>>(
    `select name, date_of_birth::text as "dateOfBirth" from guardian
     join person on person.account_id = $1 and person.id = guardian.dependant_id and person.active
     where guardian.account_id = $1 and guardian.person_id = $2`,
    [guardianId],
  );
  if (known.length >= maxDependants) throw invalid({ base: [`has too many dependants (maximum is ${maxDependants})`] });
  const isKnown = known.some(
    (one) => one.dateOfBirth === dateOfBirth && nameKey(one.name ?? '') === nameKey(name ?? ''),
  );
  const today = zone.dateAt(clock.now().getTime());
  return {
    ...(isKnown && { name: ['has already been taken'] }),
    ...(!name?.trim() && { name: ["can't be blank"] }),
    ...(dateOfBirth && dateOfBirth > today && { dateOfBirth: ["can't be in the future"] }),
    ...(!dateOfBirth && { dateOfBirth: ["can't be blank"] }),
  };
}
