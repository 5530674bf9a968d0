import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { BookingState, bookingOfPersonSql, sqlStates } from '../../booking-states.js';
import type { RequestContext } from '../../context.js';
import { type AskedDeposit, DepositFor, depositTermsOf } from '../../deposit.rules.js';
import type { People, PeopleRequest } from '../../person/people.queries.js';
import type { Person } from '../../person/person.entity.js';
import type { Service } from '../../service/service.entity.js';
import { BookingStatus } from '../booking.entity.js';

/**
 * The deposits and cards that new bookings need which are decided together. What is read of the account or of their people is
 * read once for all of them.
 */
export class FirstPayments {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly #requests: readonly PeopleRequest[];
  #asksForCards: Promise<boolean> | undefined;
  /** Whether people have a booking that decides about a deposit. */
  readonly #found = {
    [DepositFor.NEW_PEOPLE]: new Map<number, boolean>(),
    [DepositFor.NO_SHOWS]: new Map<number, boolean>(),
  };

  /** @param requests of the people of the bookings */
  constructor(context: RequestContext, tx: AccountTransaction, requests: readonly PeopleRequest[]) {
    this.#context = context;
    this.#tx = tx;
    this.#requests = requests;
  }

  /** Whether the account asks for a card where fees are agreed and nothing is paid. */
  asksForCards(): Promise<boolean> {
    this.#asksForCards ??= asksForCards(this.#context, this.#tx);
    return this.#asksForCards;
  }

  /** Returns the deposit that a new booking of a person needs, by its service and account; null for none. */
  async depositOf(service: Service | null, person: Person | undefined, people: People): Promise<AskedDeposit | null> {
    const terms = depositTermsOf(service, this.#context.account);
    const whom = terms?.depositFor ?? DepositFor.ALWAYS;
    if (terms === null || whom === DepositFor.ALWAYS) return terms;
    const isKnown = person !== undefined && this.#tx.tracker.hasRow(person);
    const isFound = isKnown && (await this.#hasBooking(person.id, whom, people));
    return isFound === (whom === DepositFor.NO_SHOWS) ? terms : null;
  }

  async #hasBooking(personId: number, whom: keyof typeof conditions, people: People): Promise<boolean> {
    const found = this.#found[whom];
    const known = found.get(personId);
    if (known !== undefined) return known;
    const possible = await Promise.all(this.#requests.map((request) => people.possibleIds(request, null)));
    const ids = [...new Set([personId, ...possible.flatMap((some) => [...some])])].filter((id) => !found.has(id));
    const having = await withBooking(this.#tx, ids, whom, this.#context.clock.now());
    for (const id of ids) found.set(id, having.has(id));
    return having.has(personId);
  }
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

/**
 * Returns the people who have such a booking. Looks in the order of the index of people's bookings, so that no plan without
 * statistics reads those of the account.
 */
async function withBooking(
  tx: AccountTransaction,
  personIds: readonly number[],
  whom: keyof typeof conditions,
  now: Date,
): Promise<ReadonlySet<number>> {
  const found = await tx.query<{ id: number }>(
    `select sought.id from unnest($2::integer[]) as sought (id) cross join lateral (
       select from booking where ${bookingOfPersonSql('sought.id')} and ${conditions[whom]}
       order by booking.person_id, booked_from limit 1) found`,
    [personIds, now],
  );
  return new Set(found.map(({ id }) => id));
}
