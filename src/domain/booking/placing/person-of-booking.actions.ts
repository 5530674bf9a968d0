import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { invalid, requireResult } from '../../../platform/errors.js';
import { nameKey } from '../../../platform/text.js';
import type { RequestContext } from '../../context.js';
import { Person } from '../../person/person.entity.js';
import { hasAddress } from '../../person/person.rules.js';
import { Booking } from '../booking.entity.js';
import { decideUpdates, saveUpdates } from './update-bookings.actions.js';

/**
 * Makes the one for whom a person booked a person of its own, whose parent is the one who booked, and gives it the booking.
 * A child that has the name and no address is taken instead of a new one. The one who booked gets the messages, so links that
 * were sent work on.
 *
 * @throws DomainError INVALID on `bookedForName` without one, and by attribute as an update of the booking; NOT_FOUND
 */
export function createPersonOfBooking(context: RequestContext, id: number): Promise<Booking> {
  return context.db.transaction(async (tx) => {
    const { bookedForName: name, personId: parentId } = await tx.getLocked(Booking, id);
    if (name === null || parentId === null) throw invalid({ bookedForName: ["can't be blank"] });
    const childId = await findChild(tx, parentId, name);
    const person =
      childId === undefined ? { personId: null, personAttributes: { name, parentId } } : { personId: childId };
    const input = { ...person, bookedByPersonId: parentId };
    // The time is taken already, so neither its capacity nor the limits of people decide again.
    const options = { ignoreCapacity: true, messages: {}, keepsLink: true };
    const decided = requireResult(await decideUpdates(context, tx, [{ id, input }], options));
    await saveUpdates(context, tx, [decided]);
    return decided.booking;
  });
}

async function findChild(tx: AccountTransaction, parentId: number, name: string): Promise<number | undefined> {
  const children = await tx.rows(Person, { parentId, active: true, blocked: false }, { orderBy: [{ id: 'asc' }] });
  return children.find((one) => !hasAddress(one) && nameKey(one.name ?? '') === nameKey(name))?.id;
}
