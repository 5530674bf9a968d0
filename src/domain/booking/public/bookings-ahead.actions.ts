import { clientNetwork, widerNetwork } from '../../../platform/addresses.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { attemptDigest } from '../../../platform/database/attempt-limiter.js';
import { invalid } from '../../../platform/errors.js';
import type { RequestContext } from '../../context.js';
import type { Booking } from '../booking.entity.js';

/** Bookings of an account, held or to come, that visitors of an address and of a network can have at once. */
export const mostAhead = { address: 60, network: 180 };

/** Returns the beginnings of the keys under which bookings of the client are noted, with their limits. */
function keysOf({ account, clientAddress }: Pick<RequestContext, 'account' | 'clientAddress'>): [string, number][] {
  const key = (network: string): string => `booking-ahead:${attemptDigest(account, network)}:`;
  return [
    [key(clientNetwork(clientAddress)), mostAhead.address],
    [key(widerNetwork(clientAddress)), mostAhead.network],
  ];
}

/**
 * Refuses a booking of a visitor whose address or network has too many that are active and not over. Those that were
 * verified by a code do not count: each took a message to an address of its own. Call it after `countAttempt`, whose row
 * makes concurrent bookings of a network wait for each other.
 *
 * @throws DomainError INVALID on `base`. The account sees it among the refused bookings.
 */
export async function requireFewAhead(context: RequestContext, tx: AccountTransaction): Promise<void> {
  for (const [prefix, most] of keysOf(context)) {
    const [row] = await tx.query<{ count: number }>(
      `select count(*)::integer as count from attempt
       join booking on booking.account_id = attempt.account_id and booking.id = split_part(attempt.key, ':', 3)::integer
       where attempt.account_id = $1 and attempt.key like 'booking-ahead:%'
         and attempt.key ~>=~ $2 and attempt.key ~<~ ($2 || '~')
         and booking.booked_to > $3 and is_active_booking(booking.state, booking.expires_at, $3)
         and (booking.verification_method is null or booking.state = 'awaiting_verification')`,
      [prefix, context.clock.now()],
    );
    if ((row?.count ?? 0) < most) continue;
    throw invalid({
      base: [`has too many bookings to come from this network: at most ${most}, without those verified by a code`],
    });
  }
}

/** Notes a booking of a visitor until its end, under digests of the client's networks. */
export async function noteAhead(
  context: RequestContext,
  tx: AccountTransaction,
  { id, bookedTo }: Pick<Booking, 'id' | 'bookedTo'>,
): Promise<void> {
  await tx.query(
    `insert into attempt (account_id, key, count, expires_at)
     select $1, key || $3, 1, $4 from unnest($2::text[]) as key on conflict (account_id, key) do nothing`,
    [keysOf(context).map(([prefix]) => prefix), String(id), bookedTo],
  );
}
