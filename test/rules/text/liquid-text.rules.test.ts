import { validateLiquid } from '../../../src/domain/text/liquid-text.rules.js';
import { cpuLimit } from '../../support/cpu-time.js';
import { longestTurnOf } from '../../support/longest-turn.js';

describe('validateLiquid', () => {
  it.each([
    null,
    '',
    'Plain text with { and }',
    '{{ booking.person.name | escape | newline_to_br }}',
    '{{ booking.booked_from | i18n_date: "%d.%m.%Y" }}',
    '{% if booking.count > 1 %}{{ booking.count }}{% else %}one{% endif %}',
    '{% capture name %}{{ booking.title | raw }}{% endcapture %}',
  ])('accepts %s', async (text) => {
    expect(await validateLiquid({ text }, ['text'])).toEqual({});
  });

  it.each([
    ['{{ booking.title', 'output "{{ booking.title" not closed, line:1, col:1'],
    ['{% if booking %}', 'tag {% if booking %} not closed, line:1, col:1'],
    ['Hi\n{% nonsense %}', 'tag "nonsense" not found, line:2, col:1'],
    ['{{ booking.title | nonsense }}', 'undefined filter: nonsense, line:1, col:1'],
  ])('rejects %j', async (text, message) => {
    expect(await validateLiquid({ text, other: text }, ['text'])).toEqual({ text: ['is invalid', message] });
  });

  it.each(['sample', 'number_of_words'])(
    'rejects the filter %s, whose result differs from call to call',
    async (filter) => {
      const message = `undefined filter: ${filter}, line:1, col:1`;
      expect(await validateLiquid({ text: `{{ a | ${filter} }}` }, ['text'])).toEqual({
        text: ['is invalid', message],
      });
    },
  );

  it.each(['include', 'render', 'layout', 'block'])('rejects the tag %s, because there are no files', async (tag) => {
    const message = `tag "${tag}" not found, line:1, col:1`;
    expect(await validateLiquid({ text: `{% ${tag} "a" %}` }, ['text'])).toEqual({ text: ['is invalid', message] });
  });

  it('takes the steps of all texts of a request together', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `text${index}`);
    const texts = Object.fromEntries(names.map((name) => [name, '{{ a }}'.repeat(3_000)]));
    const errors = await validateLiquid(texts, names);
    expect(Object.keys(errors)).toEqual(names.slice(7));
    expect(errors['text7']).toEqual(['is invalid', expect.stringContaining('step limit of')]);
  });

  it.each(['{{', '{%', '{{ a }}', '{% if a %}', '{{ a | b', '"', '{% raw %}'])(
    'is divided into turns for %s',
    async (part) => {
      const text = part.repeat(Math.floor(65_536 / part.length));
      const limit = cpuLimit(20);
      expect(await longestTurnOf(() => validateLiquid({ text }, ['text']), limit)).toBeLessThan(limit);
    },
  );
});
