import { type Language, languageOf } from '../../src/platform/language.js';

it.each<[(string | null | undefined)[], Language]>([
  [['sv'], 'sv'],
  [['sv-SE', 'en'], 'sv'],
  [['nb_NO'], 'nb'],
  [['no'], 'nb'],
  [['nn-NO', 'sv'], 'nb'],
  [['NN'], 'nb'],
  [['it', 'nb'], 'nb'],
  [[null, undefined, '', 'sv'], 'sv'],
  [['constructor'], 'en'],
  [['it', 'svx'], 'en'],
  [['da-DK'], 'da'],
  [['de-AT', 'en'], 'de'],
  [[], 'en'],
])('texts for the locales %j are in %s', (locales, language) => {
  expect(languageOf(...locales)).toBe(language);
});
