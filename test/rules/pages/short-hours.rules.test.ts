import { readShortHours } from '../../../src/pages/dashboard/views/setup/quick/short-hours.rules.js';

it.each([
  ['9-17', ['09:00', '17:00']],
  ['9:30–17.45', ['09:30', '17:45']],
  ['0900 - 1700', ['09:00', '17:00']],
  ['9-12, 13-17', ['09:00', '12:00', '13:00', '17:00']],
  ['18-2', ['18:00', '02:00']],
])('hours as people write them are read: %s', (text, times) => {
  expect(readShortHours(text)).toEqual(times);
});

it.each(['', ',', 'closed', '9', '9-', '9-25', '9:60-17', '9-12-13', '9-12, x'])(
  'what is no hours is refused: “%s”',
  (text) => {
    expect(readShortHours(text)).toBeUndefined();
  },
);
