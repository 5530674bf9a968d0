import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { BookingState, bookingOfPersonSql, sqlStates } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';
import { type AskedDeposit, DepositFor, depositTermsOf } from '../../deposit.rules.js';
import type { Person } from '../../person/person.entity.js';
import type { Service } from '../../service/service.entity.js';
import { BookingStatus } from '../booking.entity.js';

/** Returns the deposit that a new booking of a person needs, by its service and account; null for none. */
export async function askedDeposit(
  { account, clock }: RequestContext,
  tx: AccountTransaction,
  service: Service | null,
  person: Person | undefined,
): Promise<AskedDeposit | null> {
  const terms = depositTermsOf(service, account);
  const whom = terms?.depositFor ?? DepositFor.ALWAYS;
  if (terms === null || whom === DepositFor.ALWAYS) return terms;
  const isKnown = person !== undefined && tx.tracker.hasRow(person);
  const isFound = isKnown && (await hasBooking(tx, person.id, whom, clock.now()));
  return isFound === (whom === DepositFor.NO_SHOWS) ? terms : null;
}

/** Whether the account asks for a card where fees are agreed and nothing is paid. */
export async function asksForCards(
  { account }: Pick<RequestContext, 'account'>,
  tx: Pick<AccountTransaction, 'query'>,
): Promise<boolean> {
  if (account.currency === null) return false;
  const found = await tx.query(
    'select 1 from payment_settings where account_id = $1 and active and asks_for_cards',
    [],
  );
  return found.length > 0;
}

const { NO_SHOW } = BookingStatus;

/** The bookings of people that decide about a deposit. A person is new without one of the first kind. */
const conditions = {
  [DepositFor.NEW_PEOPLE]: `state = '${BookingState.CONFIRMED}' and status is distinct from '${NO_SHOW}' and booked_from <= $3`,
  [DepositFor.NO_SHOWS]: `state in (${sqlStates.ongoing}) and status = '${NO_SHOW}' and booked_from <= $3`,
} as const;

/** Looks in the order of the index of people's bookings, so that no plan without statistics reads those of the account. */
async function hasBooking(
  tx: AccountTransaction,
  personId: number,
  whom: keyof typeof conditions,
  now: Date,
): Promise<boolean> {
  const found = await tx.query(
    `select 1 from booking where ${bookingOfPersonSql('$2::integer')} and ${conditions[whom]}
     order by booking.person_id, booked_from limit 1`,
    [personId, now],
  );
  return found.length > 0;
}
