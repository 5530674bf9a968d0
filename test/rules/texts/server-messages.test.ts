import { toTexts } from '../../../src/texts/messages.js';
import { translator } from '../../../src/texts/server-messages.js';
import { messageInLanguage } from '../../../src/texts/texts.js';

it.each([
  ['is invalid', 'er ugyldig'],
  ['must be between 1 and 9', 'må være mellom 1 og 9'],
  ['to must not be before from', 'den siste dagen må ikke være før den første'],
  ['in item 3 (2026-03-01)', 'i oppføring 3 (2026-03-01)'],
  ['could not be read: the host was not found', 'kunne ikke leses: verten ble ikke funnet'],
  ['Work: the connection was refused', 'Work: forbindelsen ble avvist'],
  ['undefined filter: shout, line:1, col:4', 'filteret shout finnes ikke (linje 1, kolonne 4)'],
  ['subject: undefined filter: shout, line:1, col:4', 'subject: filteret shout finnes ikke (linje 1, kolonne 4)'],
  [
    'an entry could not be read completely, one without a title: it ends before it starts',
    'en oppføring kunne ikke leses helt, en uten tittel: den slutter før den begynner',
  ],
  ['must be a colour such as #1f5fbf', 'må være en farge som #1f5fbf'],
  ['has a value of a later version', 'has a value of a later version'],
  ['Kari: Lie', 'Kari: Lie'],
  ['', ''],
])('the message "%s" is "%s" in Norwegian', (message, text) => {
  expect(messageInLanguage(message, 'nb')).toBe(text);
});

it('the most exact message decides, and names of attributes are those of the page', () => {
  const messages = toTexts(
    { serverErrors: { 'must be #': 'a {0}', 'must be after #': 'b {0}', 'must be after noon': 'c' } },
    'en',
  );
  const translate = translator(messages.serverErrors, (attribute) => attribute.toUpperCase());
  expect(['must be 1', 'must be after 2', 'must be after starts_at', 'must be after noon'].map(translate)).toEqual([
    'a 1',
    'b 2',
    'b STARTS_AT',
    'c',
  ]);
});

it('a text that is none of our messages stays as it is, in time that does not grow with it', () => {
  const text = `an entry could not be read completely, ${', line:1'.repeat(100_000)}`;
  expect(messageInLanguage(text, 'de')).toBe(text);
});
