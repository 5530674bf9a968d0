import { endAfter, lengthBetween } from '../../../src/pages/dashboard/events/event-length.rules.js';

it.each([
  ['2026-03-04T10:00:00+01:00', '2026-03-04T11:30:00+01:00', 90],
  ['2026-03-04T22:00:00+01:00', '2026-03-05T01:00:00+01:00', 180],
  // On the nights of clock changes, by the wall clock.
  ['2026-03-29T01:30:00+01:00', '2026-03-29T03:15:00+02:00', 105],
  ['2026-10-25T01:30:00+02:00', '2026-10-25T03:30:00+01:00', 120],
  ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00', 60],
  ['2026-10-25T02:45:00+02:00', '2026-10-25T02:15:00+01:00', 30],
])('an event from %s to %s has %i minutes', (startsAt, endsAt, minutes) => {
  expect(lengthBetween(startsAt, endsAt)).toBe(minutes);
});

it.each([
  ['2026-03-04T10:00', 90, '2026-03-04T11:30:00'],
  ['2026-03-04T22:00:00+01:00', 180, '2026-03-05T01:00:00'],
  ['2026-12-31T23:30', 60, '2027-01-01T00:30:00'],
  ['2026-03-04T10:00', 0, undefined],
  ['2026-03-04T10:00', null, undefined],
  ['2026-03-04T10:00', '1.5:', undefined],
])('an event that begins at %s and has the length %s ends at %s', (startsAt, length, end) => {
  expect(endAfter(startsAt, length)).toBe(end);
});
