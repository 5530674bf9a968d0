import { languages } from '../../../src/platform/language.js';
import { textsIn } from '../../../src/texts/texts.js';
import { rewordMessage, trades } from '../../../src/texts/trade-words.js';

/** Returns the texts of a part, with the values of messages by their names. */
function sentencesOf(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return [String(part(new Proxy({}, { get: () => 2 })))];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(sentencesOf) : [];
}

it.each(languages)('no text of a trade has the word of the catalogues for a resource: %s', (language) => {
  for (const trade of trades) {
    const found = sentencesOf(textsIn(language, trade)).filter((text) => /(?<![\p{L}-])res+o?ur[cs]/iu.test(text));
    if (trade === 'other') expect(found).not.toEqual([]);
    else expect([trade, found]).toEqual([trade, []]);
  }
});

it.each([
  ['en', 'salon', 'New team member', 'Services'],
  ['en', 'clinic', 'New team member', 'Treatments'],
  ['en', 'studio', 'New room', 'Classes'],
  ['en', 'rental', 'New unit', 'Services'],
  ['en', 'other', 'New resource', 'Services'],
  ['de', 'studio', 'Neuer Raum', 'Kursarten'],
  ['nb', 'salon', 'Ny medarbeider', 'Tjenester'],
  ['da', 'clinic', 'Ny medarbejder', 'Behandlinger'],
  ['sv', 'rental', 'Ny enhet', 'Tjänster'],
  ['fr', 'clinic', 'Nouvelle personne de l’équipe', 'Consultations'],
] as const)('the words of the trade are those of its language: %s, %s', (language, trade, create, services) => {
  const { nouns, parts } = textsIn(language, trade).setup;
  expect([nouns.resource.create, parts.services]).toEqual([create, services]);
});

it('what changes beside a word changes with it', () => {
  const { nouns, move, needs } = textsIn('de', 'studio').setup;
  expect(nouns.resource).toEqual({
    ...{ create: 'Neuer Raum', record: 'Der Raum' },
    ...{ remove: 'Den Raum löschen', removed: 'Der Raum ist gelöscht.' },
  });
  expect(move.lead).toContain('zu einem anderen Raum passen');
  expect(needs.none).toBe('Kein Bedarf: Eine Buchung belegt einen Raum.');
  expect(textsIn('fr', 'rental').setup.catalog.noResources).toBe('Pas encore d’unités.');
});

it('values keep their words, and branches of plurals and selects get those of the trade', () => {
  const reword = (text: string) => text.replaceAll('resource', 'room');
  const message = [
    ['resource'] as [string],
    ' is a resource',
    ['count', 2, { one: 'resource', other: [0, ' resources'] }] as never,
  ];
  expect(rewordMessage(message, reword)).toEqual([
    ['resource'],
    ' is a room',
    ['count', 2, { one: 'room', other: [0, ' rooms'] }],
  ]);
});
