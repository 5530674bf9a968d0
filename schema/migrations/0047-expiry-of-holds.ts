import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes holds by their expiry, for lists in that order. The index `booking_hold` lacks the order of holds without an
 * expiry. Other bookings pay nothing, because the index has holds only.
 */
export class ExpiryOfHolds extends Migration {
  override name = '0047-expiry-of-holds';

  override up(): void {
    this.addSql(`create index booking_hold_order on booking (account_id, coalesce(expires_at, 'infinity'), id)
  where state in ('awaiting_verification', 'awaiting_payment')`);
  }
}
