import { validateLiquid } from '../../../src/domain/text/liquid-text.rules.js';
import { cpuLimit, cpuTimeOf } from '../../support/cpu-time.js';

describe('validateLiquid', () => {
  it.each([
    null,
    '',
    'Plain text with { and }',
    '{{ booking.person.name | escape | newline_to_br }}',
    '{{ booking.booked_from | i18n_date: "%d.%m.%Y" }}',
    '{% if booking.count > 1 %}{{ booking.count }}{% else %}one{% endif %}',
    '{% capture name %}{{ booking.title | raw }}{% endcapture %}',
  ])('accepts %s', (text) => {
    expect(validateLiquid({ text }, ['text'])).toEqual({});
  });

  it.each([
    ['{{ booking.title', 'output "{{ booking.title" not closed, line:1, col:1'],
    ['{% if booking %}', 'tag {% if booking %} not closed, line:1, col:1'],
    ['Hi\n{% nonsense %}', 'tag "nonsense" not found, line:2, col:1'],
    ['{{ booking.title | nonsense }}', 'undefined filter: nonsense, line:1, col:1'],
  ])('rejects %j', (text, message) => {
    expect(validateLiquid({ text, other: text }, ['text'])).toEqual({ text: ['is invalid', message] });
  });

  it.each(['sample', 'number_of_words'])('rejects the filter %s, whose result differs from call to call', (filter) => {
    const message = `undefined filter: ${filter}, line:1, col:1`;
    expect(validateLiquid({ text: `{{ a | ${filter} }}` }, ['text'])).toEqual({ text: ['is invalid', message] });
  });

  it.each(['include', 'render', 'layout', 'block'])('rejects the tag %s, because there are no files', (tag) => {
    const message = `tag "${tag}" not found, line:1, col:1`;
    expect(validateLiquid({ text: `{% ${tag} "a" %}` }, ['text'])).toEqual({ text: ['is invalid', message] });
  });

  it('takes the steps of all texts of a request together', () => {
    const names = Array.from({ length: 24 }, (_, index) => `text${index}`);
    const texts = Object.fromEntries(names.map((name) => [name, '{{a}}'.repeat(13_000)]));
    const validate = () => expect(Object.keys(validateLiquid(texts, names))).toEqual(names.slice(1));
    expect(cpuTimeOf(validate)).toBeLessThan(cpuLimit(250));
  });

  it('is fast for hostile texts', () => {
    for (const part of ['{{', '{%', '{{ a }}', '{% if a %}', '{{ a | b', '"', '{% raw %}']) {
      const text = part.repeat(Math.floor(65_536 / part.length));
      expect([part, cpuTimeOf(() => validateLiquid({ text }, ['text'])) < cpuLimit(250)]).toEqual([part, true]);
    }
  });
});
