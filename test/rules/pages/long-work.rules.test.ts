import { datesOf, repetitionOf, ruleOf } from '../../../src/pages/dashboard/series/series.rules.js';
import { digestOf, partsOf, planImport } from '../../../src/pages/dashboard/views/people/import.rules.js';
import { datesBetween } from '../../../src/pages/dashboard/views/setup/move.rules.js';
import { parseCsv } from '../../../src/platform/read-csv.rules.js';

describe('planImport', () => {
  const plan = (text: string) => planImport(parseCsv(text));

  it('accepts several names of a column, and omits empty cells', () => {
    expect(plan('Navn;E-post;Shoe size\nKari;;39\n\n"<script>";x@example.org;40')).toEqual({
      items: [
        { line: 2, attributes: { name: 'Kari' } },
        { line: 4, attributes: { name: '<script>', email: 'x@example.org' } },
      ],
      ignored: ['Shoe size'],
      problem: undefined,
    });
  });

  it.each([
    ['an empty file', '', 'The first line must name the columns, such as: name, email, phone.'],
    [
      'a file without column names',
      'Kari,k@example.org',
      'The first line must name the columns, such as: name, email, phone.',
    ],
    ['a file with column names only', 'name,email', 'The file has no lines after the titles of its columns.'],
    ['two columns of the same meaning', 'email,e-mail\na,b', 'Two columns have the same meaning: email.'],
    [
      'more than 50000 people',
      `name\n${'Kari\n'.repeat(50_001)}`,
      'The file has 50001 people. Import at most 50000 at a time.',
    ],
  ])('rejects %s', (_name, text, problem) => expect(plan(text).problem).toBe(problem));
});

it('partsOf splits items into parts', () => {
  expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(partsOf([], 2)).toEqual([]);
});

it('digestOf is equal for equal texts and differs for others', () => {
  expect(digestOf('name\nKari')).toBe(digestOf('name\nKari'));
  expect(new Set(['', 'a', 'b', 'ab', 'ba', 'aa'].map(digestOf)).size).toBe(6);
});

it('datesOf continues a series across the end of a month and a clock change', () => {
  expect(ruleOf('fortnightly', 3)).toBe('FREQ=WEEKLY;INTERVAL=2;COUNT=3');
  expect(datesOf('2026-03-20', 'weekly', 3)).toEqual(['2026-03-20', '2026-03-27', '2026-04-03']);
});

describe('datesBetween', () => {
  it.each([
    ['2026-02-28', '2026-03-01', ['2026-02-28', '2026-03-01']],
    ['2026-03-29', '2026-03-29', ['2026-03-29']],
  ])('lists %s to %s', (first, last, expected) => expect(datesBetween(first, last)).toEqual(expected));

  it.each([
    ['2026-03-02', '2026-03-01', 'The last day must not be before the first.'],
    ['2026-03-01', '2026-04-01', 'Move at most 31 days at once.'],
    ['', '', 'Enter a date.'],
  ])('rejects %s to %s', (first, last, message) => expect(() => datesBetween(first, last)).toThrow(message));
});

describe('repetitionOf', () => {
  it('has the rule and the dates', () => {
    expect(repetitionOf('2026-03-20', 'weekly', '2')).toEqual({
      rrule: 'FREQ=WEEKLY;COUNT=2',
      dates: ['2026-03-20', '2026-03-27'],
    });
  });

  it.each([['1'], ['101'], ['2.5'], ['ten'], [''], [null]])('rejects %p times', (times) => {
    expect(() => repetitionOf('2026-03-20', 'daily', times)).toThrow(
      expect.objectContaining({ fields: { times: ['must be a number from 2 to 100'] } }),
    );
  });
});
