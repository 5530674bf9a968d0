import {
  NeedPer,
  peopleAt,
  resourcesFor,
  validateSegments,
  workTimesOf,
} from '../../../src/domain/service/service-need.rules.js';

const segments = (...pairs: [offset: number, length: number][]) =>
  pairs.map(([offset, length]) => ({ offset, length }));

describe('segments of a need of 105 minutes', () => {
  const order = 'must be in order and must not overlap';
  const range = 'must have offsets of at least 0 and lengths of at least 1 minute';
  it.each([
    ['null', null, undefined],
    ['work, gap, work', segments([0, 30], [75, 30]), undefined],
    ['that touch', segments([0, 30], [30, 75]), undefined],
    ['none', segments(), 'must have at least one segment: null means the whole length of the service'],
    ['that overlap', segments([0, 30], [29, 30]), order],
    ['out of order', segments([75, 30], [0, 30]), order],
    ['a negative offset', segments([-1, 30]), range],
    ['no length', segments([0, 0]), range],
    ['a negative length', segments([10, -5]), range],
    ['beyond the length', segments([0, 30], [75, 31]), 'must end within the 105 minutes of the service'],
    [
      'too many',
      segments(...Array.from({ length: 11 }, (_, at): [number, number] => [at, 1])),
      'must have at most 10 segments',
    ],
  ])('%s', (_name, given, problem) => {
    expect(validateSegments(given, 105)).toEqual(problem === undefined ? {} : { segments: ['is invalid', problem] });
  });
});

describe('the work in a booking', () => {
  const minute = 60_000;
  const minutesOf = (given: ReturnType<typeof segments> | null, length: number) =>
    workTimesOf({ segments: given }, { from: 0, to: length * minute }, 105).map(({ from, to }) => [
      from / minute,
      to / minute,
    ]);

  it.each([
    ['lasts as long as the booking without segments', null, 200, [[0, 200]]],
    [
      'is its segments',
      segments([0, 30], [75, 30]),
      105,
      [
        [0, 30],
        [75, 105],
      ],
    ],
    [
      'ends with a longer booking if it ends with the service',
      segments([0, 30], [75, 30]),
      120,
      [
        [0, 30],
        [75, 120],
      ],
    ],
    ['keeps its end otherwise', segments([0, 30]), 120, [[0, 30]]],
    [
      'ends with a shorter booking',
      segments([0, 30], [75, 30]),
      80,
      [
        [0, 30],
        [75, 80],
      ],
    ],
    ['has no part after a shorter booking', segments([0, 30], [75, 30]), 60, [[0, 30]]],
  ])('%s', (_name, given, length, expected) => {
    expect(minutesOf(given, length)).toEqual(expected);
  });
});

it.each([
  [NeedPer.BOOKING, 2, 3, 2, 3],
  [NeedPer.PERSON, 2, 3, 6, 1],
  [NeedPer.PERSON, 1, 1, 1, 1],
])(
  'a need per %s of %d with %d people takes %d resources with %d people each',
  (per, count, people, resources, each) => {
    expect([resourcesFor({ count, per }, people), peopleAt({ per }, people)]).toEqual([resources, each]);
  },
);
