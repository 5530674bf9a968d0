import {
  type BookingChangeKind,
  changesOf,
  needsOf,
} from '../../../../src/domain/booking/placing/booking-change.rules.js';

const date = (time: string): Date => new Date(`2026-03-03T${time}:00Z`);

const before = {
  eventId: null,
  resourceId: 1,
  serviceId: 1,
  bookedFrom: date('10:00'),
  bookedTo: date('12:00'),
  bufferBefore: 10,
  bufferAfter: 20,
  count: 2,
};
const { bufferBefore, bufferAfter } = before;
const kept = { bufferBefore, bufferAfter };
const longer = { bufferBefore: 10, bufferAfter: 25 };
const none = { bufferBefore: 0, bufferAfter: 0 };

it.each<[string, object, { bufferBefore: number; bufferAfter: number }, BookingChangeKind[], string]>([
  ['no change', {}, longer, [], ''],
  ['fewer people', { count: 1 }, longer, ['fewerPeople'], 'count limits confirmation'],
  ['more people', { count: 3 }, longer, ['morePeople'], 'count room limits confirmation'],
  ['a shorter time', { bookedFrom: date('10:30') }, longer, ['timeWithin'], 'limits confirmation'],
  [
    'a later end in place of a buffer',
    { bookedTo: date('12:15') },
    none,
    ['time'],
    'buffers calendars limits confirmation',
  ],
  [
    'a later time within the buffers',
    { bookedTo: date('12:20'), bufferAfter: 0 },
    kept,
    ['timeWithin'],
    'limits confirmation',
  ],
  [
    'an earlier start',
    { bookedFrom: date('09:59') },
    kept,
    ['time', 'occupiedTime'],
    'buffers calendars room limits confirmation',
  ],
  [
    'a later end',
    { bookedTo: date('12:01') },
    kept,
    ['time', 'occupiedTime'],
    'buffers calendars room limits confirmation',
  ],
  ['another resource', { resourceId: 2 }, kept, ['resource'], 'buffers place offer room calendars limits confirmation'],
  ['another service', { serviceId: 2 }, kept, ['service'], 'buffers count length place offer limits confirmation'],
  [
    'another service without buffers',
    { serviceId: 2 },
    none,
    ['service'],
    'buffers count length place offer limits confirmation',
  ],
  [
    'another service with longer buffers',
    { serviceId: 2 },
    longer,
    ['service', 'occupiedTime'],
    'buffers count length place offer room limits confirmation',
  ],
  ['a move to an event', { eventId: 1 }, none, ['event'], 'buffers place room calendars limits confirmation'],
])('%s', (_, change, buffers, changes, needs) => {
  const after = { ...before, ...change };
  const named = changesOf(before, after, { buffers, isAttended: false, isForAnother: false });
  expect([...named].toSorted()).toEqual(changes.toSorted());
  expect([...needsOf(named)].toSorted()).toEqual(needs.split(' ').filter(Boolean).toSorted());
  const ofAnother = changesOf(before, after, { buffers, isAttended: false, isForAnother: true });
  expect([...ofAnother].toSorted()).toEqual([...changes, 'person'].toSorted());
  expect(needsOf(ofAnother)).toEqual(new Set([...needsOf(named), 'limits']));
});

it('names only the event and the number of people of an attendance', () => {
  const attendance = { ...before, eventId: 5 };
  const namesOf = (change: object) => [
    ...changesOf(attendance, { ...attendance, ...change }, { buffers: longer, isAttended: true, isForAnother: false }),
  ];
  expect(namesOf({ bookedTo: date('13:00') })).toEqual([]);
  expect(namesOf({ count: 3 })).toEqual(['morePeople']);
  expect(namesOf({ eventId: 6, bookedTo: date('13:00') })).toEqual(['event']);
});

it('names the event that a service of another kind has', () => {
  const options = { buffers: none, isAttended: true, isForAnother: false };
  expect([...changesOf(before, { ...before, serviceId: 2 }, options)]).toEqual(['service', 'event']);
  expect([...changesOf(before, { ...before, count: 1 }, options)]).toEqual(['fewerPeople']);
});
