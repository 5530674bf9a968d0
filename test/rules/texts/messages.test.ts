import { toTexts } from '../../../src/texts/messages.js';
import { textsIn } from '../../../src/texts/texts.js';

const plain = (text: string): string => text.replace(/\p{Zs}/gu, ' ');

it.each([
  ['en', ['0 places left', '1 place left', '2 places left', '1,234 places left']],
  ['fr', ['0 place restante', '1 place restante', '2 places restantes', '1 234 places restantes']],
  ['de', ['Noch 0 Plätze', 'Noch 1 Platz', 'Noch 2 Plätze', 'Noch 1.234 Plätze']],
] as const)('a plural has the forms and the numbers of the language: %s', (language, expected) => {
  const { placesLeft } = textsIn(language).booking;
  expect([0, 1, 2, 1234].map((places) => plain(placesLeft({ places })))).toEqual(expected);
});

it('an exact number has a text of its own', () => {
  const { dates } = textsIn('en').series;
  expect([0, 1, 2].map((leftOut) => dates({ dates: 5, leftOut }))).toEqual([
    '5 dates, none left out.',
    '5 dates, 1 left out:',
    '5 dates, 2 left out:',
  ]);
});

it('values stay as they are, and quoted braces are braces', () => {
  const { booking, setup } = textsIn('fr');
  expect(booking.title({ site: "<b>l'{x}" })).toBe("Réserver chez <b>l'{x}");
  expect(setup.fields.textHint).toMatch(/ \{\{ booking\.person\.name \}\} /);
});

it('compiled messages are read as those that are not', () => {
  const compiled = toTexts({ booking: { title: ['Book at ', ['site']], skip: 'Skip' } }, 'en').booking;
  expect([compiled.title({ site: 'Fjord' }), compiled.skip]).toEqual(['Book at Fjord', 'Skip']);
});
