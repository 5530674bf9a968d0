import { trimEnd } from '../../src/platform/text.js';

it.each([
  ['a \t', ' \t', 'a'],
  [' a b ', ' ', ' a b'],
  ['///', '/', ''],
  ['', '/', ''],
  ['1.50', '0', '1.5'],
  ['a', '', 'a'],
])('%j without %j at its end is %j', (text, characters, trimmed) => {
  expect(trimEnd(text, characters)).toBe(trimmed);
});
