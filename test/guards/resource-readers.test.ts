import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** The sources that read bookings and a resource, by what they do with the places of bookings of services with needs. */
const readers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'They read all places': {
    'domain/availability/counted-bookings-sql.ts': 'a booking counts once for each resource of its places',
    'domain/availability/joint-matching.rules.ts': 'matches the places of all needs of bookings',
    'domain/availability/placed-sql.ts': 'the places on a resource',
    'domain/availability/schedule.queries.ts': 'places occupy a resource as bookings do',
    'domain/booking/bulk/move-bookings.actions.ts': 'moves those of the first need, and names those of others',
    'domain/booking/booking.queries.ts': 'lists of a resource have the bookings with a place on it',
    'domain/booking/placing/limits.queries.ts': 'limits of a resource count a booking once for each of its places',
    'domain/booking/conflicts/time-conflicts.queries.ts': 'by the schedules, and by the rows of conflicts',
    'domain/booking/placing/booking-places.queries.ts': 'the places of bookings',
    'domain/booking/placing/place-needs.actions.ts': 'decides on them',
    'domain/booking/placing/places.queries.ts': 'locks their resources, and has those that are not written yet',
    'domain/booking/placing/update-bookings.actions.ts': 'decides on them anew with each change of the place',
    'domain/booking/states/booking-lock.actions.ts': 'locks the resources of all places of a hold',
    'domain/calendar-source/external-busy.queries.ts': 'each place may overlap an entry of another calendar',
    'domain/calendar-target/mark-entries.actions.ts': 'each resource has an entry in its calendar',
    'domain/calendar-target/planned-entries.actions.ts': 'each resource has an entry in its calendar',
    'domain/calendar/calendar-entry.queries.ts': 'each resource has an entry for the time in which it works',
    'domain/figures/booking-statements.ts': 'figures of a resource count the bookings with a place on it, each once',
    'domain/figures/used-time.queries.ts': 'each place is used time of its resource',
  },
  'They read the resource of the first need, which stands for the booking': {
    'domain/booking/booking.entity.ts': 'the attribute',
    'domain/booking/booking.input.ts': 'the resource that a request names',
    'domain/booking/booking.resolver.ts': 'a description',
    'domain/booking/link/booking-link.actions.ts': 'refreshes the calendars of all resources of the service',
    'domain/booking/placing/assignment.queries.ts': 'the reason why it was assigned',
    'domain/booking/placing/overlaps.queries.ts': 'where a person is: two bookings with one resource are in one place',
    'domain/booking/placing/place-booking.actions.ts': 'the resource that a request names',
    'domain/booking/placing/pools.queries.ts': 'the load by which the resource of the first need is assigned',
    'domain/booking/public/public-booking.input.ts': 'the resource that a request names',
    'domain/booking/sale/booking-sale.actions.ts': 'conditions of coupons',
    'domain/booking/sale/give-tip.actions.ts': 'the one who gets the tip of the booking',
    'domain/booking/visits/create-visit.actions.ts': 'an example in a comment',
    'domain/booking/visits/visit-link.actions.ts': 'the resource that a booking keeps when its visit moves',
    'domain/booking/visits/visit.input.ts': 'the resource that an item names',
    'domain/calendar/calendar.queries.ts': 'the owner of a feed',
    'domain/change-feed/change-feed.subscription.ts': 'entries of the change log have no places',
    'domain/change-feed/change-feed.type.ts': 'a description',
    'domain/figures/booking-figures.ts': 'groups of resources, so that sums over groups are those of all bookings',
    'domain/figures/figures.queries.ts': 'the titles of groups',
    'domain/messaging/composing/compose-message.actions.ts': 'the resource that messages name',
    'domain/messaging/composing/preview-template.queries.ts': 'the resource that messages name',
    'domain/recurrence/change-series.actions.ts': 'events',
    'domain/recurrence/recurrence.actions.ts': 'the resource that the bookings of a series share',
    'domain/recurrence/recurrence.queries.ts': 'a description',
    'domain/relations.ts': 'the resource of a booking',
    'domain/waitlist/waitlist-entry.entity.ts': 'the resource that an entry names',
    'domain/waitlist/waitlist-line.queries.ts': 'openings, which name no resource in accounts with needs',
    'domain/waitlist/waitlist-offer.actions.ts': 'the resource that is offered',
    'process/demo/demo-rows.ts': 'the demonstration has no needs',
    'process/import/import-lines.ts': 'the resource that a line names',
  },
  'They read events alone': {
    'domain/availability/event-slots.queries.ts': 'events have no needs',
    'domain/booking/events/event-writes.actions.ts': 'events have no needs',
  },
};

/** The parts whose data come from the others, by name. */
const others = /^(?:pages|packages|texts|http|examples|process\/client)\//;

/** Whether a source reads bookings, by SQL or as an entity, and a resource. */
const readsBoth = (text: string): boolean =>
  /\b(?:from|join|update) booking\b|\bBooking\b|\.booking\b|\bbooking\.resource/.test(text) &&
  /\bresource_id\b|\bresourceId\b/.test(text);

const folder = join(projectRoot, 'src');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !others.test(path))
  .filter((path) => readsBoth(readFileSync(join(folder, path), 'utf8')));

it('every source that reads the resource of bookings says what it does with their places', () => {
  expect(sources.toSorted()).toEqual(
    Object.values(readers)
      .flatMap((ofKind) => Object.keys(ofKind))
      .sort(),
  );
});
