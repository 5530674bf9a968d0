import { type Language, languageOf } from '../../src/platform/language.js';

it.each<[(string | null | undefined)[], Language]>([
  [['sv'], 'sv'],
  [['sv-SE', 'en'], 'sv'],
  [['nb_NO'], 'nb'],
  [['no'], 'nb'],
  [['nn-NO', 'sv'], 'nb'],
  [['NN'], 'nb'],
  [['de', 'nb'], 'nb'],
  [[null, undefined, '', 'sv'], 'sv'],
  [['constructor'], 'en'],
  [['de', 'svx'], 'en'],
  [[], 'en'],
])('texts for the locales %j are in %s', (locales, language) => {
  expect(languageOf(...locales)).toBe(language);
});
