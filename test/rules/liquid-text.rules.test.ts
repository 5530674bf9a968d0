import { validateLiquid } from '../../src/domain/liquid-text.rules.js';
import { cpuTimeOf } from '../support/cpu-time.js';

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

  it('is fast for hostile texts', () => {
    for (const part of ['{{', '{%', '{{ a }}', '{% if a %}', '{{ a | b', '"', '{% raw %}']) {
      const text = part.repeat(Math.floor(65_536 / part.length));
      expect([part, cpuTimeOf(() => validateLiquid({ text }, ['text'])) < 250]).toEqual([part, true]);
    }
  });
});
