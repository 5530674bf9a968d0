import {
  bookingChangeAt,
  bookingTemplateAfter,
  eventTemplateAfter,
  seriesChange,
  shiftOccurrence,
  splitPending,
} from '../../../src/domain/recurrence/series-change.rules.js';
import { zoneOf } from '../../../src/platform/time/zone.js';

const zone = zoneOf('Europe/Oslo');
const at = (text: string): number => Date.parse(text);
const hour = (text: string, hours = 1) => ({ from: at(text), to: at(text) + hours * 3_600_000 });
const iso = ({ from, to }: { from: number; to: number }) => [new Date(from).toISOString(), new Date(to).toISOString()];

/** Moves a booking in winter from 10:00–11:00 to 12:00–14:00. */
const change = seriesChange(hour('2026-03-16T09:00Z'), hour('2026-03-16T11:00Z', 2), zone);

it.each([
  ['in winter', hour('2026-03-23T09:00Z'), ['2026-03-23T11:00:00.000Z', '2026-03-23T13:00:00.000Z']],
  ['in summer', hour('2026-03-30T08:00Z'), ['2026-03-30T10:00:00.000Z', '2026-03-30T12:00:00.000Z']],
  [
    'across the hour that the clock skips',
    hour('2026-03-29T00:30Z'),
    ['2026-03-29T01:30:00.000Z', '2026-03-29T04:30:00.000Z'],
  ],
])('an occurrence moves by the wall clock: %s', (_name, occurrence, moved) => {
  expect(iso(shiftOccurrence(occurrence, change))).toEqual(moved);
});

it('an occurrence that is not moved keeps its instant, even in the hour that the clock repeats', () => {
  const second = hour('2026-10-25T01:15Z');
  const unmoved = seriesChange(hour('2026-10-18T00:15Z'), hour('2026-10-18T00:15Z'), zone);
  expect(shiftOccurrence(second, unmoved)).toEqual(second);
});

it.each([
  ['no change if nothing is given', {}, {}],
  ['the new title', { title: 'B' }, { title: 'B' }],
  [
    'the new start at its own date',
    { bookedFrom: new Date('2026-03-16T11:00Z') },
    { bookedFrom: new Date('2026-03-30T10:00:00Z') },
  ],
  [
    'a reminder a day before',
    { reminderAt: new Date('2026-03-15T11:00Z') },
    { reminderAt: new Date('2026-03-29T10:00:00Z') },
  ],
  ['no reminder if it is removed', { reminderAt: null }, { reminderAt: null }],
])('a booking two weeks later, in summer, gets %s', (_name, input, expected) => {
  expect(bookingChangeAt(input, change, hour('2026-03-30T08:00Z'))).toEqual(expected);
});

const options = { confirm: true, ignoreCapacity: false, addMessages: false, messages: {} };

it('the template of later bookings is moved with them and keeps attributes that are not given', () => {
  const input = {
    bookedFrom: '2026-03-16T09:00:00.000Z',
    bookedTo: '2026-03-16T10:00:00.000Z',
    title: 'A',
    notes: 'n',
  };
  const given = { bookedFrom: new Date('2026-03-16T11:00Z'), title: null };
  expect(bookingTemplateAfter({ input, options }, given, change)).toEqual({
    options,
    input: { bookedFrom: '2026-03-16T11:00:00.000Z', bookedTo: '2026-03-16T13:00:00.000Z', title: null, notes: 'n' },
  });
});

it('the template of later events moves with them', () => {
  const input = { startsAt: '2026-03-16T09:00:00.000Z', endsAt: '2026-03-16T10:00:00.000Z', capacity: 3 };
  expect(eventTemplateAfter({ input }, { capacity: 5 }, change)).toEqual({
    input: { startsAt: '2026-03-16T11:00:00.000Z', endsAt: '2026-03-16T13:00:00.000Z', capacity: 5 },
  });
});

it.each([
  [undefined, [[], [1, 2, 3]]],
  [2, [[1], [2, 3]]],
  [4, [[1, 2, 3], []]],
])('occurrences that are not created yet are split at %s', (from, expected) => {
  const pending = [1, 2, 3].map((start) => ({ from: start, to: start + 1 }));
  const { unchanged, changed } = splitPending(pending, from);
  expect([unchanged, changed].map((list) => list.map((one) => one.from))).toEqual(expected);
});
