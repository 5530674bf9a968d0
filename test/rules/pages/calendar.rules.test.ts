import { coloursOf, ownColourStyles } from '../../../src/pages/dashboard/bookings/service-colours.rules.js';
import { addMinutes } from '../../../src/pages/dashboard/dates.js';
import {
  gridHoursOf,
  isMode,
  nextDate,
  rowHeightOf,
  shownDates,
  wallTimeOf,
} from '../../../src/pages/dashboard/views/calendar/calendar.rules.js';

const date = '2026-03-03';
const hoursOf = (...openingHours: string[]) => ({ resourceId: 1, date, openingHours });
const dayBefore = (...openingHours: string[]) => ({ resourceId: 1, date: '2026-03-02', openingHours });

describe('shownDates', () => {
  it.each([
    ['day', '2026-03-03', '2026-03-03', '2026-03-04'],
    ['day', '2026-12-31', '2026-12-31', '2027-01-01'],
    ['day', '2028-02-28', '2028-02-28', '2028-02-29'],
    ['week', '2026-03-03', '2026-03-02', '2026-03-09'],
    ['week', '2026-03-02', '2026-03-02', '2026-03-09'],
    ['week', '2026-03-08', '2026-03-02', '2026-03-09'],
    ['timeline', '2027-01-01', '2026-12-28', '2027-01-04'],
    ['days', '2026-12-30', '2026-12-30', '2027-01-02'],
    ['agenda', '2026-03-03', '2026-03-03', '2026-03-10'],
    ['month', '2026-03-31', '2026-02-23', '2026-04-06'],
    ['month', '2027-02-14', '2027-02-01', '2027-03-01'],
    ['month', '2026-12-01', '2026-11-30', '2027-01-04'],
  ] as const)('of %s with %s are from %s to %s', (mode, day, from, to) =>
    expect(shownDates(mode, day)).toEqual({ from, to }),
  );
});

it.each([
  ['day', '2026-03-01', -1, '2026-02-28'],
  ['days', '2026-03-03', 1, '2026-03-06'],
  ['agenda', '2026-03-03', 1, '2026-03-10'],
  ['week', '2026-03-03', -1, '2026-02-24'],
  ['timeline', '2026-03-03', 1, '2026-03-10'],
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['month', '2026-03-31', -1, '2026-02-28'],
  ['month', '2026-12-15', 1, '2027-01-15'],
  ['month', '2026-01-15', -1, '2025-12-15'],
] as const)('the step of %s from %s by %i is to %s', (mode, date, direction, expected) =>
  expect(nextDate(mode, date, direction)).toBe(expected),
);

it.each([
  ['08:00', '18:00', 800, 30, 40],
  ['08:00', '18:00', 800, 60, 80],
  ['08:00', '18:00', 800, 15, 28],
  ['00:00', '24:00', 800, 30, 28],
  ['09:00', '10:00', 0, 60, 28],
] as const)(
  'a row of the hours from %s to %s in %i pixels, one every %d minutes, has %i pixels',
  (min, max, available, minutes, height) => expect(rowHeightOf({ min, max }, available, minutes)).toBe(height),
);

describe('the colours of services', () => {
  const automatic = (id: number) => ({ id, colour: null });
  const of = (...ids: number[]) => [...coloursOf(ids.map(automatic))].map(([id, colour]) => `${id} ${colour}`);
  it('differ as long as there are enough, also for ids that would share one', () =>
    expect(of(13, 1, 25)).toEqual(['1 colour-1', '13 colour-2', '25 colour-3']));
  it('stay when a service is added', () => {
    const before = of(1, 13, 5);
    expect(of(1, 13, 5, 17)).toEqual([...before, '17 colour-6']);
  });
  it('start again after twelve', () => {
    const colours = [...coloursOf(Array.from({ length: 30 }, (_, index) => automatic(index + 1))).values()];
    expect(new Set(colours.slice(0, 12)).size).toBe(12);
    expect(new Set(colours.slice(12, 24)).size).toBe(12);
  });
  it('are those that were chosen, which change no other', () => {
    const services = [automatic(1), { id: 2, colour: '#ff0000' }, automatic(3)];
    expect([...coloursOf(services).values()]).toEqual(['colour-1', 'colour-own-2', 'colour-3']);
    expect(ownColourStyles(services)).toBe('.colour-own-2 { --hue: 29; --vivid: 1.00; }');
  });
  it.each([
    ['#00ff00', '--hue: 142; --vivid: 1.00;'],
    ['#0000FF', '--hue: 264; --vivid: 1.00;'],
    ['#d9c2b0', '--hue: 60; --vivid: 0.36;'],
  ])('have the hue of %s', (colour, expected) => {
    expect(ownColourStyles([{ id: 1, colour }])).toBe(`.colour-own-1 { ${expected} }`);
  });
  it.each(['#000000', '#808080', '#ffffff'])('have none for %s', (colour) => {
    expect(ownColourStyles([{ id: 1, colour }])).toContain('--vivid: 0.00;');
  });
});

describe('shownHours', () => {
  it.each([
    [[], '08:00', '18:00'],
    [['09:00', '17:00'], '08:00', '18:00'],
    [['09:30', '16:45'], '08:00', '18:00'],
    [['00:00', '24:00'], '00:00', '24:00'],
    [['06:00', '10:00', '20:00', '23:30'], '05:00', '24:00'],
  ])('of %j are from %s to %s', (times, min, max) =>
    expect(gridHoursOf([dayBefore('02:00', '23:00'), hoursOf(...times)])).toEqual({ min, max, first: min }),
  );

  it('are the whole day if a night passes midnight, also the one before, scrolled to the first opening', () => {
    const whole = { min: '00:00', max: '24:00' };
    expect(gridHoursOf([dayBefore(), hoursOf('18:00', '26:00')])).toEqual({ ...whole, first: '17:00' });
    expect(gridHoursOf([dayBefore('18:00', '26:00'), hoursOf()])).toEqual({ ...whole, first: '08:00' });
  });

  it('have room for every resource', () =>
    expect(gridHoursOf([dayBefore(), hoursOf('10:00', '12:00'), hoursOf('07:00', '09:00'), hoursOf()])).toEqual({
      min: '06:00',
      max: '13:00',
      first: '06:00',
    }));
});

it.each([
  ['2026-03-03T10:00:00', 90, '2026-03-03T11:30:00'],
  ['2026-03-03T23:30:00', 60, '2026-03-04T00:30:00'],
  ['2026-03-01T00:15:00', -30, '2026-02-28T23:45:00'],
])('%s and %i minutes are %s', (start, minutes, expected) => expect(addMinutes(start, minutes)).toBe(expected));

it.each([
  ['day', true],
  ['timeline', true],
  ['month', true],
  ['year', false],
  ['', false],
  [null, false],
])('isMode(%j) is %j', (text, expected) => expect(isMode(text)).toBe(expected));

it('reads the wall-clock time from the local parts of a date', () => {
  expect(wallTimeOf(new Date(2026, 2, 3, 9, 5, 7))).toBe('2026-03-03T09:05:07');
});
