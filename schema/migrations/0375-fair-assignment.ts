import { Migration } from '@mikro-orm/migrations';

/**
 * Lets a service assign its resources in a fair way, and stores why a booking got its resource.
 *
 * Processes of the version before do not offer the new strategies. Until they have ended, one of them refuses a booking
 * without a resource of a service that already has one.
 *
 * The index finds the last booking that was assigned to each resource of a service. It has only bookings with an
 * assignment, so others do not pay for it. The bookings of a month are counted by `booking_created_at`.
 */
export class FairAssignment extends Migration {
  static readonly backwardCompatible = true;
  override name = '0375-fair-assignment';

  override up(): void {
    this.addSql(`alter table service alter priority_strategy type varchar(12),
  drop constraint service_priority_strategy_check,
  add constraint service_priority_strategy_check
    check (priority_strategy in ('order', 'random', 'weight', 'balanced', 'least_recent')),
  add counts_named_bookings boolean not null default true`);
    this.addSql('alter table booking add assignment jsonb');
    this.addSql(`create index booking_assignment on booking (account_id, service_id, resource_id, id)
  where assignment is not null`);
  }
}
