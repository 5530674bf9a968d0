import { BookingType } from '../../../src/domain/service/service.entity.js';
import {
  closingErrors,
  closingReason,
  type WaitlistTarget,
} from '../../../src/domain/waitlist/waitlist-closing.actions.js';

const ofService: WaitlistTarget = {
  ...{ places: 2, eventActive: null, eventCapacity: null, serviceActive: true, bookingType: BookingType.APPOINTMENT },
  ...{ bookingMinimum: null, bookingCapacity: null, resourceActive: null, personActive: null, offeredCapacity: 2 },
};
const ofEvent = { ...ofService, bookingType: BookingType.ATTENDANCE, eventActive: true, eventCapacity: 2 };
const ofResource = { ...ofService, resourceActive: true };

it.each<[string, WaitlistTarget, string | null, object]>([
  ['a service', ofService, null, {}],
  ['a resource', ofResource, null, {}],
  ['an event', ofEvent, null, {}],
  ['a person', { ...ofService, personActive: true }, null, {}],
  ['a service that nobody offers yet', { ...ofService, offeredCapacity: null }, null, {}],
  [
    'a resource of a service with events',
    { ...ofResource, bookingType: BookingType.ATTENDANCE, offeredCapacity: null },
    null,
    {},
  ],
  ['a deleted event', { ...ofEvent, eventActive: false }, 'event_deleted', { eventId: ['does not exist'] }],
  ['a deleted service', { ...ofService, serviceActive: false }, 'service_deleted', { serviceId: ['does not exist'] }],
  [
    'a deleted resource',
    { ...ofService, resourceActive: false },
    'resource_deleted',
    { resourceId: ['does not exist'] },
  ],
  ['a deleted person', { ...ofEvent, personActive: false }, 'person_deleted', { personId: ['does not exist'] }],
  [
    'a resource without the service',
    { ...ofResource, offeredCapacity: null },
    'not_offered',
    { serviceId: ['is not offered by the resource'] },
  ],
  [
    'more than the event',
    { ...ofEvent, places: 3 },
    'too_many_places',
    { places: ['must be less than or equal to 2'] },
  ],
  [
    'more than the resources',
    { ...ofService, places: 3 },
    'too_many_places',
    { places: ['must be less than or equal to 2'] },
  ],
  [
    'more than the service takes',
    { ...ofService, bookingCapacity: 1 },
    'too_many_places',
    { places: ['must be less than or equal to 1'] },
  ],
  [
    'more than the service of the event takes',
    { ...ofEvent, bookingCapacity: 1 },
    'too_many_places',
    { places: ['must be less than or equal to 1'] },
  ],
  [
    'fewer than the service takes',
    { ...ofService, bookingMinimum: 3 },
    'too_few_places',
    { places: ['must be greater than or equal to 3'] },
  ],
])('an entry for %s', (_name, target, reason, errors) => {
  expect([closingReason(target), closingErrors(closingReason(target), target)]).toEqual([reason, errors]);
});
