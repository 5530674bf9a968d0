import { resourceDayOf } from '../../../src/pages/dashboard/views/calendar/free-time.rules.js';

const date = '2026-03-03';
const instantOf = (time: string): string => (time === '24:00' ? '2026-03-04T00:00:00' : `${date}T${time}:00`);
const periodOf = (text: string) => {
  const [start = '', end = '', count = '1'] = text.split(' ');
  return { start: instantOf(start), end: instantOf(end), count: Number(count) };
};
const textOf = ({ start, end }: { start: string; end: string }): string =>
  `${start.slice(11, 16)} ${end.slice(11, 16)}`;

it.each([
  ['an open day', ['09:00', '17:00'], 1, [], ['09:00 17:00'], []],
  ['a closed day', [], 1, ['10:00 11:00'], [], []],
  ['bookings in a row', ['09:00', '12:00'], 1, ['09:00 10:00', '10:00 11:00'], ['11:00 12:00'], ['09:00 11:00']],
  [
    'a break',
    ['09:00', '12:00', '13:00', '15:00'],
    1,
    ['12:30 13:30'],
    ['09:00 12:00', '13:30 15:00'],
    ['13:00 13:30'],
  ],
  ['a place that is left', ['09:00', '12:00'], 2, ['09:00 10:00'], ['09:00 12:00'], []],
  [
    'places that are taken together',
    ['09:00', '12:00'],
    3,
    ['09:00 11:00 2', '10:00 12:00'],
    ['09:00 10:00', '11:00 12:00'],
    ['10:00 11:00'],
  ],
  ['hours until midnight', ['22:00', '24:00'], 1, ['23:00 24:00'], ['22:00 23:00'], ['23:00 00:00']],
  ['hours past midnight', ['22:00', '26:00'], 1, [], ['22:00 00:00'], []],
])('%s', (_name, openingHours, capacity, taken, free, full) => {
  const hours = [
    { resourceId: 1, date: '2026-03-02', openingHours: [] },
    { resourceId: 1, date, openingHours },
  ];
  const day = resourceDayOf(date, capacity, hours, taken.map(periodOf));
  expect(day.free.map(textOf)).toEqual(free);
  expect(day.full.map(textOf)).toEqual(full);
});
