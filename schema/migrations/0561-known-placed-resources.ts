import { ConcurrentMigration } from './concurrent-migration.js';

/** Fills in the resources of the places of earlier bookings. It locks only bookings that have some. */
export class KnownPlacedResources extends ConcurrentMigration {
  override name = '0561-known-placed-resources';

  override up(): void {
    this.addSql(`update booking set placed_resource_ids = placed.ids
  from (select account_id, booking_id, jsonb_agg(distinct resource_id) as ids from booking_place group by 1, 2) as placed
  where booking.account_id = placed.account_id and booking.id = placed.booking_id and has_places
    and placed_resource_ids is null`);
  }
}
