import { openingOf } from '../../../src/domain/waitlist/waitlist-opening.rules.js';
import type { RecordedChange } from '../../../src/outbox/recorded-change.js';

const booking = {
  state: 'confirmed',
  resourceId: 3,
  eventId: null,
  bookedFrom: '2026-03-04T11:00:00.000Z',
  bookedTo: '2026-03-04T13:00:00.000Z',
  count: 2,
  bufferBefore: 0,
  bufferAfter: 0,
};
const event = {
  active: true,
  published: true,
  resourceId: 3,
  capacity: 5,
  startsAt: booking.bookedFrom,
  endsAt: booking.bookedTo,
};
const freed = { resourceId: 3, freed: { from: booking.bookedFrom, to: booking.bookedTo } };

/** Returns the opening of a change from one state to another, or of a creation. */
const opened = (objectType: RecordedChange['objectType'], before: object | null, after: object, name = 'modified') => {
  const snapshot = { ...after };
  const old = new Map(Object.entries(before ?? {}));
  const previous =
    before && Object.fromEntries([...old].filter(([attribute, value]) => Reflect.get(after, attribute) !== value));
  return openingOf({ objectType, objectId: 7, name: `${objectType}.${name}`, snapshot, previous } as RecordedChange);
};

/** Returns what such a change frees. */
const changed = (objectType: RecordedChange['objectType'], before: object | null, after: object) => {
  const { closes: _closes, ...freedPlace } = opened(objectType, before, after) ?? {};
  return Object.keys(freedPlace).length === 0 ? undefined : freedPlace;
};

describe('a booking frees its places', () => {
  it.each<[string, object | null, object, object | undefined]>([
    ['not when it is created', null, booking, undefined],
    ['when it is cancelled', booking, { ...booking, state: 'cancelled' }, freed],
    ['when it is deleted', booking, { ...booking, state: 'deleted' }, freed],
    ['when it is declined', { ...booking, state: 'awaiting_confirmation' }, { ...booking, state: 'declined' }, freed],
    [
      'not again when it is deleted after that',
      { ...booking, state: 'cancelled' },
      { ...booking, state: 'deleted' },
      undefined,
    ],
    [
      'when it is moved',
      booking,
      { ...booking, bookedFrom: '2026-03-04T12:00:00.000Z', bookedTo: '2026-03-04T14:00:00.000Z' },
      freed,
    ],
    ['when it gets another resource', booking, { ...booking, resourceId: 4 }, freed],
    ['when it is shortened', booking, { ...booking, bookedTo: '2026-03-04T12:00:00.000Z' }, freed],
    ['not when it is made longer', booking, { ...booking, bookedTo: '2026-03-04T14:00:00.000Z' }, undefined],
    ['when fewer people come', booking, { ...booking, count: 1 }, freed],
    ['not when more people come', booking, { ...booking, count: 3 }, undefined],
    ['not when its notes change', { ...booking, notes: 'a' }, { ...booking, notes: 'b' }, undefined],
    [
      'in its event when it is cancelled',
      { ...booking, eventId: 9 },
      { ...booking, eventId: 9, state: 'cancelled' },
      { eventId: 9 },
    ],
    [
      'not in its event when the event is moved',
      { ...booking, eventId: 9 },
      { ...booking, eventId: 9, bookedTo: '2026-03-04T12:00:00.000Z' },
      undefined,
    ],
    [
      'when a hold expires, which may be that of an offer',
      { ...booking, state: 'awaiting_verification' },
      { ...booking, state: 'verification_expired' },
      { ...freed, bookingId: 7 },
    ],
    [
      'not when a hold is verified, which only accepts its offer',
      { ...booking, state: 'awaiting_verification' },
      booking,
      { bookingId: 7 },
    ],
    ['when nobody pays', { ...booking, state: 'awaiting_payment' }, { ...booking, state: 'cancelled' }, freed],
  ])('%s', (_, before, after, opening) => {
    expect(changed('booking', before, after)).toEqual(opening);
  });
});

describe('a booking frees its buffers', () => {
  const buffered = { ...booking, bufferBefore: 15, bufferAfter: 30 };
  it.each<[string, object, object, object | undefined]>([
    [
      'when it is cancelled',
      buffered,
      { ...buffered, state: 'cancelled' },
      { resourceId: 3, freed: { from: '2026-03-04T10:45:00.000Z', to: '2026-03-04T13:30:00.000Z' } },
    ],
    [
      'when they get shorter',
      buffered,
      { ...buffered, bufferAfter: 0 },
      { resourceId: 3, freed: { from: '2026-03-04T10:45:00.000Z', to: '2026-03-04T13:30:00.000Z' } },
    ],
    ['not when they get longer', buffered, { ...buffered, bufferAfter: 60 }, undefined],
  ])('%s', (_, before, after, opening) => {
    expect(changed('booking', before, after)).toEqual(opening);
  });
});

describe('an event frees places', () => {
  it.each<[string, object | null, object, object | undefined]>([
    ['when it is created', null, event, { eventId: 7 }],
    ['not when it is created unpublished', null, { ...event, published: false }, undefined],
    ['when it is published', { ...event, published: false }, event, { eventId: 7 }],
    ['when its capacity is raised', event, { ...event, capacity: 6 }, { eventId: 7 }],
    ['not when its capacity is lowered', event, { ...event, capacity: 4 }, undefined],
    [
      'when it can be booked longer',
      { ...event, lastBookingAt: booking.bookedFrom },
      { ...event, lastBookingAt: null },
      { eventId: 7 },
    ],
    ['on its resource when it is deleted', event, { ...event, active: false }, freed],
    [
      'at its former and its new time when it is moved',
      event,
      { ...event, startsAt: '2026-03-04T12:00:00.000Z' },
      { ...freed, eventId: 7 },
    ],
    ['not when its title changes', { ...event, title: 'a' }, { ...event, title: 'b' }, undefined],
  ])('%s', (_, before, after, opening) => {
    expect(changed('event', before, after)).toEqual(opening);
  });
});

describe('times become free', () => {
  const resource = { active: true, capacity: 1, openingHoursMon: ['09:00', '17:00'] };
  const terms = { interval: null, price: null };
  const need = { serviceId: 7, title: 'Therapist', count: 2, per: 'booking', segments: null };
  const provider = { active: true, resourceId: 3, serviceId: 4, openingHoursMon: null, ...terms };
  const exception = { resourceId: 3, exceptionDate: '2026-03-04', openingHours: [] };
  const longer = ['09:00', '20:00'];
  const service = { active: true, interval: 60, bufferBefore: 0, bufferAfter: 10 };
  const rules = {
    futureBookablePeriod: '1 year',
    firstBookablePeriod: '2 hours',
    closedDays: [{ from: '2026-07-06' }],
  };
  it.each<[string, RecordedChange['objectType'], object | null, object, object | undefined]>([
    ['when a resource opens longer', 'resource', resource, { ...resource, openingHoursMon: longer }, { resourceId: 7 }],
    [
      'when the capacity of a resource is raised',
      'resource',
      resource,
      { ...resource, capacity: 2 },
      { resourceId: 7 },
    ],
    ['not when the capacity of a resource is lowered', 'resource', { ...resource, capacity: 2 }, resource, undefined],
    ['not when a resource is renamed', 'resource', { ...resource, title: 'a' }, { ...resource, title: 'b' }, undefined],
    ['not when a resource is created', 'resource', null, resource, undefined],
    ['when a provider is created', 'provider', null, provider, { resourceId: 3 }],
    ['when a provider opens longer', 'provider', provider, { ...provider, openingHoursMon: longer }, { resourceId: 3 }],
    [
      'when a provider gets a length of its own',
      'provider',
      provider,
      { ...provider, interval: 30 },
      { resourceId: 3 },
    ],
    ['not when a provider gets a price of its own', 'provider', provider, { ...provider, price: '9' }, undefined],
    ['not when a provider is deleted', 'provider', provider, { ...provider, active: false }, undefined],
    [
      'on the date of an exception',
      'resource_exception_date',
      null,
      exception,
      { resourceId: 3, freed: { date: '2026-03-04' } },
    ],
    ['when approved time off is withdrawn', 'time_off', { state: 'approved' }, { resourceId: 3 }, { resourceId: 3 }],
    ['when time off that was asked for is approved', 'time_off', { state: 'asked' }, { resourceId: 3 }, undefined],
    ['when a rota is created', 'rota', null, { resourceId: 3 }, { resourceId: 3 }],
    ['when a rota moves to another resource', 'rota', { resourceId: 2 }, { resourceId: 3 }, { anyPlace: true }],
    ['when fewer resources are needed', 'service_need', need, { ...need, count: 1 }, { serviceId: 7 }],
    ['not when a need is renamed', 'service_need', need, { ...need, title: 'Room' }, undefined],
    ['not when a need is created', 'service_need', null, need, undefined],
    ['not when a person changes', 'person', null, {}, undefined],
    ['when the buffers of a service get shorter', 'service', service, { ...service, bufferAfter: 5 }, { serviceId: 7 }],
    ['when a service takes less time', 'service', service, { ...service, interval: 30 }, { serviceId: 7 }],
    ['when a service is restored', 'service', { ...service, active: false }, service, { serviceId: 7 }],
    ['not when the buffers of a service get longer', 'service', service, { ...service, bufferAfter: 15 }, undefined],
    ['not when a service is renamed', 'service', { ...service, title: 'a' }, { ...service, title: 'b' }, undefined],
    ['not when a service is created', 'service', null, service, undefined],
    [
      'when more days are bookable',
      'account',
      rules,
      { ...rules, futureBookablePeriod: '2 years' },
      { anyPlace: true },
    ],
    ['when bookings may be made later', 'account', rules, { ...rules, firstBookablePeriod: null }, { anyPlace: true }],
    ['when a closed day is removed', 'account', rules, { ...rules, closedDays: [] }, { anyPlace: true }],
    ['not when an account is renamed', 'account', { ...rules, name: 'a' }, { ...rules, name: 'b' }, undefined],
  ])('%s', (_, type, before, after, opening) => {
    expect(changed(type, before, after)).toEqual(opening);
  });
});

describe('an entry of the waitlist is considered again', () => {
  const offered = { state: 'offered', bookingId: 9 };
  const returned = { returned: { entryId: 7, bookingId: 9 } };
  it.each<[string, object | null, object, object | undefined]>([
    ['when it returns to the line', offered, { state: 'waiting', bookingId: null }, returned],
    ['not when it is taken', offered, { state: 'taken', bookingId: 9 }, undefined],
    ['not when it leaves', offered, { state: 'left', bookingId: null }, undefined],
    ['not when it expires', offered, { state: 'expired', bookingId: null }, undefined],
    ['not when it joins', null, { state: 'waiting', bookingId: null }, undefined],
    ['not when it changes', { state: 'waiting', places: 1 }, { state: 'waiting', places: 2 }, undefined],
  ])('%s', (_, before, after, opening) => {
    expect(changed('waitlist_entry', before, after)).toEqual(opening);
  });
});

describe('entries may wait for what there is no longer', () => {
  const active = { active: true };
  it.each<[string, boolean, RecordedChange['objectType'], object | null, object, string?]>([
    ['when an event is deleted', true, 'event', { ...event }, { ...event, active: false }, 'deleted'],
    ['when an event gets smaller', true, 'event', { ...event }, { ...event, capacity: 4 }],
    ['not when an event is created', false, 'event', null, event],
    ['not when an event is moved', false, 'event', event, { ...event, startsAt: '2026-03-04T10:00:00.000Z' }],
    ['when a person is deleted', true, 'person', active, { active: false }, 'deleted'],
    ['not when a person is renamed', false, 'person', { name: 'a' }, { name: 'b' }],
    ['when a provider is deleted', true, 'provider', null, active, 'deleted'],
    ['when a provider stops', true, 'provider', active, { active: false }],
    ['when a provider offers another service', true, 'provider', { serviceId: 1 }, { serviceId: 2 }],
    ['when a resource is deleted', true, 'resource', active, { active: false }, 'deleted'],
    ['when a resource gets smaller', true, 'resource', { capacity: 2 }, { capacity: 1 }],
    ['when a service is deleted', true, 'service', active, { active: false }, 'deleted'],
    ['when a service takes fewer', true, 'service', { bookingCapacity: 2 }, { bookingCapacity: 1 }],
    ['when a service takes more only', true, 'service', { bookingMinimum: null }, { bookingMinimum: 2 }],
    ['not when an account changes', false, 'account', active, { active: false }],
    ['not when an exception date is deleted', false, 'resource_exception_date', null, { resourceId: 3 }, 'deleted'],
  ])('%s', (_name, closes, type, before, after, name) => {
    expect(opened(type, before, after, name)?.closes ?? false).toBe(closes);
  });
});
