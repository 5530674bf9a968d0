import { crowdsOf } from '../../../src/pages/dashboard/views/calendar/crowds.rules.js';

const at = (time: string): string => `2026-03-03T${time}:00`;
const entryOf = (text: string) => {
  const [name = '', start = '', end = ''] = text.split(' ');
  return { name, start: at(start), end: at(end) };
};

it.each([
  ['nothing', [], [], []],
  ['one after the other', ['a 09:00 10:00', 'b 10:00 11:00'], ['a', 'b'], []],
  ['two at once', ['a 09:00 10:00', 'b 09:30 10:30'], ['a', 'b'], []],
  ['three at once', ['a 09:00 10:00', 'b 09:15 10:30', 'c 09:30 10:00'], ['a 0', 'b 1'], ['09:00 1']],
  ['the longest first', ['a 09:00 09:30', 'b 09:00 11:00', 'c 09:00 10:00'], ['b 0', 'c 1'], ['09:00 1']],
  [
    'a lane that is free again',
    ['a 09:00 10:00', 'b 09:00 12:00', 'c 09:30 10:00', 'd 10:00 11:00'],
    ['a 1', 'b 0', 'd 1'],
    ['09:00 1'],
  ],
  [
    'others in two hours',
    ['a 09:00 11:00', 'b 09:00 11:00', 'c 09:30 10:30', 'd 09:45 10:00', 'e 10:15 10:30'],
    ['a 0', 'b 1'],
    ['09:00 2', '10:00 1'],
  ],
  [
    'short ones that are drawn higher',
    ['a 09:00 09:05', 'b 09:05 09:10', 'c 09:10 09:20'],
    ['a 0', 'b 1'],
    ['09:00 1'],
  ],
  [
    'a crowd and one alone',
    ['a 09:00 10:00', 'b 09:00 10:00', 'c 09:00 10:00', 'd 10:00 11:00'],
    ['a 0', 'b 1', 'd'],
    ['09:00 1'],
  ],
  ['an hour over midnight', ['a 23:00 23:59', 'b 23:00 23:59', 'c 23:30 23:59'], ['a 0', 'b 1'], ['23:00 1']],
])('of %s', (_name, entries, shown, more) => {
  const crowds = crowdsOf(entries.map(entryOf), 2);
  const names = crowds.shown.map(({ entry, lane }) =>
    [entry.name, lane].filter((part) => part !== undefined).join(' '),
  );
  expect(names.sort()).toEqual(shown);
  expect(crowds.more.map(({ start, count }) => `${start.slice(11, 16)} ${count}`)).toEqual(more);
  expect(crowds.shown.length + crowds.more.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
});
