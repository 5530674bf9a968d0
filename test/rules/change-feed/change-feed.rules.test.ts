import { matches } from '../../../src/domain/change-feed/change-feed.rules.js';

const instant = (time: string): string => `2026-03-03T${time}:00.000Z`;
const booking = {
  id: 7,
  resourceId: 1,
  serviceId: 2,
  personId: null,
  bookedFrom: instant('10:00'),
  bookedTo: instant('11:00'),
};
type Previous = Record<string, unknown> | null;

const change = (previous: Previous) => ({ objectType: 'booking' as const, snapshot: booking, previous });

describe('conditions', () => {
  it.each<[string, Parameters<typeof matches>[2], Previous, boolean]>([
    ['none', [], null, true],
    [
      'null and undefined',
      [
        ['resourceId', null],
        ['serviceId', undefined],
      ],
      null,
      true,
    ],
    ['one that is met', [['resourceId', 1]], null, true],
    ['one that is not met', [['resourceId', 2]], null, false],
    ['one of an attribute without a value', [['personId', 1]], null, false],
    ['a list with the value', [['resourceId', [2, 1]]], null, true],
    ['a list without the value', [['resourceId', [2, 3]]], null, false],
    ['an empty list', [['resourceId', []]], null, false],
    [
      'a value and a list that exclude each other',
      [
        ['resourceId', 1],
        ['resourceId', [2]],
      ],
      null,
      false,
    ],
    ['one that was met before', [['resourceId', 9]], { resourceId: 9 }, true],
    [
      'two that were met before together',
      [
        ['resourceId', 9],
        ['serviceId', 2],
      ],
      { resourceId: 9 },
      true,
    ],
    [
      'two that were never met together',
      [
        ['resourceId', 9],
        ['serviceId', 2],
      ],
      { resourceId: 9, serviceId: 3 },
      false,
    ],
  ])('%s', (_name, conditions, previous, isMatch) => {
    expect(matches(change(previous), 'booking', conditions)).toBe(isMatch);
  });

  it('exclude objects of other types', () => expect(matches(change(null), 'person', [])).toBe(false));
});

describe('a period', () => {
  it.each<[string, string | null, string | null, Previous, boolean]>([
    ['without ends', null, null, null, true],
    ['that contains the booking', '09:00', '12:00', null, true],
    ['inside the booking', '10:15', '10:30', null, true],
    ['that ends when the booking begins', '09:00', '10:00', null, false],
    ['that begins when the booking ends', '11:00', '12:00', null, false],
    ['with a beginning only', '10:59', null, null, true],
    ['with an end only', null, '10:00', null, false],
    ['that the booking has left', '08:00', '09:00', { bookedFrom: instant('08:00'), bookedTo: instant('09:00') }, true],
    ['that the booking has begun to overlap', '10:00', '12:00', { bookedFrom: instant('08:00') }, true],
    ['that the booking never overlaps', '12:00', '13:00', { bookedFrom: instant('08:00') }, false],
  ])('%s', (_name, from, to, previous, isMatch) => {
    const period = {
      from: from === null ? null : new Date(instant(from)),
      to: to === null ? null : new Date(instant(to)),
    };
    const overlap = { period, from: 'bookedFrom', to: 'bookedTo' };
    expect(matches(change(previous), 'booking', [], overlap)).toBe(isMatch);
  });
});
