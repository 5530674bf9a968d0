import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid, requireResult } from '../../../platform/errors.js';
import { nameKey } from '../../../platform/text.js';
import type { RequestContext } from '../../context.js';
import type { Person } from '../../person/person.entity.js';
import { Booking } from '../booking.entity.js';
import { decideUpdates, saveUpdates } from './update-bookings.actions.js';

/** Facts by which the one for whom a booking was made is known, beside the name. */
export interface KnownDependant {
  /** The id of a dependant of the one who booked. */
  personId?: number | null | undefined;
  /** An ISO date. */
  dateOfBirth?: string | null | undefined;
}

/**
 * Makes the one for whom a person booked a person of its own, whose parent is the one who booked, and gives it the booking.
 * A dependant of the one who booked is taken instead if its id is given, or if it has the name and the given birthday: a name
 * alone may be that of a sibling. The one who booked gets the messages, so links that were sent work on.
 *
 * @throws DomainError INVALID on `bookedForName` without one, on `personId` unless it is such a dependant, and by attribute as an
 *   update of the booking; NOT_FOUND
 */
export function createPersonOfBooking(
  context: RequestContext,
  id: number,
  { personId, dateOfBirth }: KnownDependant,
): Promise<Booking> {
  return context.db.transaction(async (tx) => {
    const { bookedForName: name, personId: parentId } = await tx.getLocked(Booking, id);
    if (name === null || parentId === null) throw invalid({ bookedForName: ["can't be blank"] });
    const dependants = await listDependants(tx, parentId);
    const known =
      typeof personId === 'number'
        ? dependants.find((one) => one.id === personId)
        : dateOfBirth &&
          dependants.find((one) => one.dateOfBirth === dateOfBirth && nameKey(one.name ?? '') === nameKey(name));
    if (typeof personId === 'number' && !known) throw invalid({ personId: ['does not exist'] });
    const person = known
      ? { personId: known.id }
      : { personId: null, personAttributes: { name, parentId, ...(dateOfBirth && { dateOfBirth }) } };
    const input = { ...person, bookedByPersonId: parentId };
    // The time is taken already, so neither its capacity nor the limits of people decide again.
    const options = { ignoreCapacity: true, messages: {}, keepsLink: true };
    const decided = requireResult(await decideUpdates(context, tx, [{ id, input }], options));
    await saveUpdates(context, tx, [decided]);
    return decided.booking;
  });
}

/** Lists the active people of whom a person is a guardian, or the parent. */
function listDependants(
  tx: AccountTransaction,
  personId: number,
): Promise<Pick<Person, 'id' | 'name' | 'dateOfBirth'>[]> {
  return tx.query<Pick<Person, 'id' | 'name' | 'dateOfBirth'>>(
    `select person.id, name, date_of_birth::text as "dateOfBirth" from guardian
     join person on person.account_id = $1 and person.id = guardian.dependant_id and person.active and not blocked
     where guardian.account_id = $1 and guardian.person_id = $2 order by person.id`,
    [personId],
  );
}
