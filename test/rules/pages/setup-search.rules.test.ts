import { findSettings } from '../../../src/pages/dashboard/views/setup/search.rules.js';

const settings = [
  { title: 'Buchungsregeln', detail: '', path: 'setup/rules', words: 'stornieren, Frist' },
  { title: 'Öffnungszeiten', detail: 'Ressourcen', path: 'setup/resources', field: 'openingHoursMon', words: '' },
  {
    title: 'Stornieren bis',
    detail: 'Buchungsregeln',
    path: 'setup/rules',
    field: 'cancellationPeriod',
    words: 'vorher',
  },
  { title: 'Das Ressourcen-Limit', detail: '', path: 'setup/limit', words: '' },
];
const found = (text: string) => findSettings(text, settings).map(({ title }) => title);

it.each([
  ['stor', ['Stornieren bis', 'Buchungsregeln']],
  ['offnung', ['Öffnungszeiten']],
  ['ÖFFNUNG', ['Öffnungszeiten']],
  ['ressourcen', ['Das Ressourcen-Limit', 'Öffnungszeiten']],
  ['stornieren vorher', ['Stornieren bis']],
  ['ornieren', []],
  [' ', []],
])('finds settings by the beginnings of words: “%s”', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

it('shows eight at most', () => {
  const many = Array.from({ length: 20 }, (_none, index) => ({
    title: `Rule ${index}`,
    detail: '',
    path: '',
    words: '',
  }));
  expect(findSettings('rule', many)).toHaveLength(8);
});
