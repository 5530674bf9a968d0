import { type SpaceChange, withSpaceChanges } from '../../../src/domain/booking/space-changes.rules.js';

const taken = (from: number, to: number, bookingId?: number): SpaceChange => ({
  ...{ kind: 'taken', bookingId, from, to, count: 1 },
});
const released = (from: number, to: number, bookingId: number): SpaceChange => ({
  ...{ kind: 'released', bookingId, from, to, count: 1 },
});
const one = (from: number, to: number) => ({ from, to, count: 1 });

it.each([
  ['nothing', [one(1, 2)], [], undefined, [one(1, 2)]],
  ['a new booking', [one(1, 2)], [taken(2, 3)], undefined, [one(1, 2), one(2, 3)]],
  ['a booking outside of the period', [], [taken(0, 1), taken(9, 10)], undefined, []],
  ['a booking that leaves', [one(1, 2), one(1, 2)], [released(1, 2, 7)], undefined, [one(1, 2)]],
  ['a booking that moves', [one(1, 2)], [released(1, 2, 7), taken(4, 5, 7)], undefined, [one(4, 5)]],
  ['the booking itself', [one(1, 2)], [released(1, 2, 7), taken(4, 5, 7)], 7, [one(1, 2)]],
  ['a booking that was not counted', [one(1, 3)], [released(1, 2, 7)], undefined, [one(1, 3)]],
])('occupancies include %s', (_name, stored, changes, except, expected) => {
  expect(withSpaceChanges(stored, changes, { from: 1, to: 9 }, except)).toEqual(expected);
});
