import { partsIn, withEnd, withGap, withoutGap } from '../../../src/pages/dashboard/records/work-bar.rules.js';
import {
  minutesOf,
  needInputOf,
  segmentsOf,
  textsOfNeed,
} from '../../../src/pages/dashboard/views/setup/need.rules.js';

const segments = (...pairs: [offset: number, length: number][]) =>
  pairs.map(([offset, length]) => ({ offset, length }));

describe('the bar of work and gaps', () => {
  it.each<[string, number[] | undefined]>([
    ['30, 45, 30', [30, 45, 30]],
    ['', []],
    ['30, x', undefined],
    ['-5', undefined],
  ])('reads %j', (text, parts) => expect(partsIn(text)).toEqual(parts));

  it.each<[string, number[], number, number, number[]]>([
    ['lets an end move into the part after it', [30, 45, 30], 0, 40, [40, 35, 30]],
    ['keeps an end before the next one', [30, 45, 30], 0, 90, [75, 0, 30]],
    ['keeps an end after the one before', [30, 45, 30], 1, 10, [30, 0, 75]],
    ['keeps the last end within the length', [30, 45, 30], 2, 300, [30, 45, 45]],
    ['keeps the last end of what is too long already', [30, 45, 80], 2, 300, [30, 45, 80]],
  ])('%s', (_name, parts, index, end, moved) => expect(withEnd(parts, index, end, 120)).toEqual(moved));

  it('gets gaps in its last work, as long as there is room', () => {
    expect(withGap([], 120)).toEqual([40, 40, 40]);
    expect(withGap([40, 40, 40], 120)).toEqual([40, 40, 15, 15, 10]);
    expect(withGap([10], 10)).toBeUndefined();
    expect(withoutGap([40, 40, 15, 15, 10])).toEqual([40, 40, 40]);
    expect(withoutGap([40, 40, 40])).toEqual([]);
  });
});

describe('the work of a need', () => {
  it.each([
    ['30, 45, 30', segments([0, 30], [75, 30])],
    ['0, 15, 60', segments([15, 60])],
    ['30, 0, 75', segments([0, 30], [30, 75])],
    ['105', segments([0, 105])],
    ['', null],
  ])('is written as %j', (text, given) => {
    expect([minutesOf(given), segmentsOf(text)]).toEqual([text, given]);
  });

  it.each([
    ['30; 45;30', segments([0, 30], [75, 30])],
    ['30, 45', segments([0, 30])],
    ['30, 45, 0', segments([0, 30], [75, 0])],
    ['30, x', [{ offset: 0, length: 'x' }]],
    ['half', [{ offset: 0, length: 'half' }]],
  ])('is read from %j', (text, read) => {
    expect(segmentsOf(text)).toEqual(read);
  });
});

it('the form of a need sends what it shows', () => {
  const need = {
    ...{ title: 'Stylist', position: 2, count: 3, per: 'PERSON' as const, visitorsChoose: true },
    segments: segments([0, 30], [75, 30]),
  };
  const stored = { ...need, providers: { nodes: [{ resource: { id: 3 } }, { resource: { id: 7 } }] } };
  expect(needInputOf(textsOfNeed(stored))).toEqual(need);
  expect(textsOfNeed(stored)['resourceIds']).toBe('3,7');
});

it('a new need is one resource for each booking, all the time', () => {
  expect(needInputOf(textsOfNeed(undefined))).toEqual({
    ...{ title: '', position: null, count: 1, per: 'BOOKING', visitorsChoose: false },
    segments: null,
  });
});
