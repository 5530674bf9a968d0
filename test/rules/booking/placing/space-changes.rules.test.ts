import { type PlaceChange, withPlaceChanges } from '../../../../src/domain/booking/placing/place.rules.js';

const taken = (from: number, to: number, bookingId?: number): PlaceChange => ({
  ...{ kind: 'taken', bookingId, from, to, count: 1 },
});
const released = (from: number, to: number, bookingId: number): PlaceChange => ({
  ...{ kind: 'released', bookingId, from, to, count: 1 },
});
const one = (from: number, to: number) => ({ from, to, count: 1 });

it.each([
  ['what is stored if nothing changes', [one(1, 2)], [], undefined, [one(1, 2)]],
  ['a new booking', [one(1, 2)], [taken(2, 3)], undefined, [one(1, 2), one(2, 3)]],
  ['no new booking outside the period', [], [taken(0, 1), taken(9, 10)], undefined, []],
  ['no booking that was released', [one(1, 2), one(1, 2)], [released(1, 2, 7)], undefined, [one(1, 2)]],
  ['a moved booking at its new time only', [one(1, 2)], [released(1, 2, 7), taken(4, 5, 7)], undefined, [one(4, 5)]],
  ['no change of the excepted booking', [one(1, 2)], [released(1, 2, 7), taken(4, 5, 7)], 7, [one(1, 2)]],
  ['what is stored if a released booking is not part of it', [one(1, 3)], [released(1, 2, 7)], undefined, [one(1, 3)]],
])('occupancies include %s', (_name, stored, changes, except, expected) => {
  expect(withPlaceChanges(stored, changes, { from: 1, to: 9 }, except)).toEqual(expected);
});
