import { parseCustomFields } from '../../../src/http/public-pages/booking-page/booking-form.js';
import {
  formatQuestions,
  moved,
  newQuestion,
  parseQuestions,
  repeatedName,
  toName,
} from '../../../src/pages/dashboard/views/setup/questions/questions.rules.js';

const form = JSON.stringify([
  { name: 'allergies', label: 'Allergies', type: 'textarea', required: true, colour: 'red' },
  { name: 'size', label: '<b>Size', type: 'select', options: ['S', ' ', 'M'] },
]);

describe('the questions of a booking form', () => {
  it('are written as the booking page reads them, and keep what only others read', () => {
    const written = formatQuestions(parseQuestions(form) ?? []);
    expect(JSON.parse(written ?? '')[0]).toEqual({
      ...{ name: 'allergies', label: 'Allergies', type: 'textarea', required: true, colour: 'red' },
    });
    expect(parseCustomFields(written)).toEqual([
      { name: 'allergies', label: 'Allergies', type: 'textarea', required: true, options: [] },
      { name: 'size', label: '<b>Size', type: 'select', required: false, options: ['S', 'M'] },
    ]);
  });

  it.each([
    [null, []],
    [' ', []],
    ['[]', []],
    ['{{ liquid }}', undefined],
    ['{"name": "x"}', undefined],
    ['[1, null, {"name": "with space"}]', []],
  ])('of %j are %j', (text, expected) => {
    expect(parseQuestions(text)).toEqual(expected);
  });

  it('have names of their own, and none if there are none', () => {
    const first = newQuestion([]);
    const second = newQuestion([first]);
    expect([first.name, second.name, newQuestion([second]).name]).toEqual(['question_1', 'question_2', 'question_1']);
    expect(formatQuestions([])).toBeNull();
    expect(formatQuestions([first])).toBe(
      '[{"name":"question_1","label":"question_1","type":"text","required":false}]',
    );
  });

  it('have names that the booking page reads, each once', () => {
    expect(toName('Skostørrelse (EU)!')).toBe('Skost_rrelse__EU__');
    expect(toName('a'.repeat(51))).toBe('a'.repeat(50));
    const [first, second] = [newQuestion([]), { ...newQuestion([]), name: 'other' }];
    expect([repeatedName([first, second]), repeatedName([first, second, first])]).toEqual([undefined, 'question_1']);
  });

  it('are moved within the list only', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });
});
