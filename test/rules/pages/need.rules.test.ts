import {
  minutesOf,
  needInputOf,
  segmentsOf,
  textsOfNeed,
} from '../../../src/pages/dashboard/views/setup/need.rules.js';

const segments = (...pairs: [offset: number, length: number][]) =>
  pairs.map(([offset, length]) => ({ offset, length }));

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
  expect(needInputOf(textsOfNeed(need))).toEqual(need);
});

it('a new need is one resource for each booking, all the time', () => {
  expect(needInputOf(textsOfNeed(undefined))).toEqual({
    ...{ title: '', position: null, count: 1, per: 'BOOKING', visitorsChoose: false },
    segments: null,
  });
});
