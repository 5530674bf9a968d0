import { matches } from '../../../src/domain/change-feed/change-feed.subscription.js';

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
    ['are optional', [], null, true],
    [
      'are ignored if they are null or undefined',
      [
        ['resourceId', null],
        ['serviceId', undefined],
      ],
      null,
      true,
    ],
    ['match an equal value', [['resourceId', 1]], null, true],
    ['do not match another value', [['resourceId', 2]], null, false],
    ['do not match an attribute without a value', [['personId', 1]], null, false],
    ['match a list with the value', [['resourceId', [2, 1]]], null, true],
    ['do not match a list without the value', [['resourceId', [2, 3]]], null, false],
    ['do not match an empty list', [['resourceId', []]], null, false],
    [
      'do not match if two conditions exclude each other',
      [
        ['resourceId', 1],
        ['resourceId', [2]],
      ],
      null,
      false,
    ],
    ['match the value before the change', [['resourceId', 9]], { resourceId: 9 }, true],
    [
      'match two values before the change',
      [
        ['resourceId', 9],
        ['serviceId', 2],
      ],
      { resourceId: 9 },
      true,
    ],
    [
      'do not match one value before and one after the change',
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

  it('do not match objects of other types', () => expect(matches(change(null), 'person', [])).toBe(false));
});

describe('a period', () => {
  it.each<[string, string | null, string | null, Previous, boolean]>([
    ['matches without a start and an end', null, null, null, true],
    ['matches a booking within it', '09:00', '12:00', null, true],
    ['matches a booking that contains it', '10:15', '10:30', null, true],
    ['does not match a booking that starts at its end', '09:00', '10:00', null, false],
    ['does not match a booking that ends at its start', '11:00', '12:00', null, false],
    ['matches with only a start', '10:59', null, null, true],
    ['does not match a booking at an end without a start', null, '10:00', null, false],
    [
      'matches a booking that overlapped it before the change',
      '08:00',
      '09:00',
      { bookedFrom: instant('08:00'), bookedTo: instant('09:00') },
      true,
    ],
    ['matches a booking that overlaps it since the change', '10:00', '12:00', { bookedFrom: instant('08:00') }, true],
    [
      'does not match a booking outside it before and after the change',
      '12:00',
      '13:00',
      { bookedFrom: instant('08:00') },
      false,
    ],
  ])('%s', (_name, from, to, previous, isMatch) => {
    const period = {
      from: from === null ? null : new Date(instant(from)),
      to: to === null ? null : new Date(instant(to)),
    };
    const overlap = { period, from: 'bookedFrom', to: 'bookedTo' };
    expect(matches(change(previous), 'booking', [], overlap)).toBe(isMatch);
  });
});
