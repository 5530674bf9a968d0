import { filters, tags } from 'liquidjs';
import { createTextEngine } from '../../../src/domain/text/liquid-text.rules.js';
import { renderTemplate, TemplateError, templateBudget } from '../../../src/platform/liquid/engine.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { cpuLimit } from '../../support/cpu-time.js';
import { longestTurnOf } from '../../support/longest-turn.js';
import { sampled } from '../../support/sample.js';

const engine = createTextEngine('en', zoneOf('Europe/Oslo'));

/** In milliseconds. Nothing else is served for that long. */
const maxTurn = cpuLimit(20);

const text = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));
const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);
const words = (length: number): string[] => numbers(length).map((index) => `word ${length - index}`);
const nested = numbers(30).reduce<unknown>((inner) => [inner, { name: inner === 0 ? 'x' : 'y' }], 0);

/** Values that a visitor or a user could have stored, and larger ones. */
const values = {
  words1000: words(1_000),
  words3000: words(3_000),
  numbers100000: numbers(100_000),
  equal: Array.from({ length: 2_000 }, () => ({ name: text('a', 200), title: 'b' })),
  long: text('<a&', 100_000),
  long2: text('a', 100_000),
  needle: `${text('a', 40_000)}b`,
  spaces: text(' \n', 50_000),
  dates: text('%A %', 60_000),
  zeros: `%${text('0', 60_000)}\n`,
  keys: Object.fromEntries(numbers(10_000).map((index) => [`key${index}`, index])),
  nested,
  huge: 2 ** 53,
  item: { name: 'x' },
};
const names = Object.keys(values);

/** Renders a template, which must stop within the limits. */
async function run(template: string): Promise<void> {
  const steps = new Set<number>();
  const work = async (): Promise<void> => {
    const budget = templateBudget();
    await renderTemplate(engine, template, values, budget).catch(requireTemplateError);
    steps.add(budget.taken);
  };
  const longest = await longestTurnOf(work, maxTurn);
  if (longest >= maxTurn) throw new Error(`${template.slice(0, 200)} takes ${longest} ms in a turn`);
  expect(steps.size).toBe(1);
}

function requireTemplateError(error: unknown): void {
  if (!(error instanceof TemplateError)) throw error;
}

const expression = `'x', "words1000 | find_exp: 'y', 'y == -1'"`;
const givens = ['', ": ''", ': needle', ": 'a', long2", ': zeros', ': words1000', ': 100000', `: ${expression}`];

describe.each(sampled(Object.keys(filters), 10, 'filters'))('the filter %s is bounded', (filter) => {
  it.each(givens)('with the arguments "%s"', async (given) => {
    for (const name of names) await run(`{{ ${name} | ${filter}${given} }}`);
  });

  it('in a chain of 1,000', async () => {
    for (const name of ['words1000', 'long', 'zeros']) {
      await run(`{{ ${name}${` | ${filter}`.repeat(1_000)} }}`);
      await run(`{{ ${name}${` | ${filter}: 'a', 'b'`.repeat(1_000)} }}`);
    }
  });

  it('in a loop', async () => {
    for (const name of ['keys', 'huge', "'ab'"]) {
      await run(`{% for i in (1..5000) %}{% assign x = ${name} | ${filter}: i %}{% endfor %}`);
    }
    await run(`{% for i in words3000 %}{% assign x = i | ${filter}: 'a', 'b' %}{% endfor %}`);
  });

  it('on its own results', async () => {
    await run(`{% assign a = item %}${`{% assign a = a | ${filter}: a %}`.repeat(500)}{{ a }}`);
    await run(`{% assign a = 'ab' %}${`{% assign a = a | ${filter}: 'a', 'aa' %}`.repeat(500)}{{ a }}`);
  });
});

/** The text of each tag, with an expression in it. */
const tagsOf: Record<string, (expression: string, body: string) => string> = {
  assign: (expression) => `{% assign x = ${expression} %}`,
  capture: (expression, body) => `{% capture x %}{{ ${expression} }}${body}{{ x }}{{ x }}{% endcapture %}`,
  case: (expression, body) => `{% case ${expression} %}{% when ${expression}, 1 or 2 %}${body}{% endcase %}`,
  comment: (expression) => `{% comment %}${expression}{% endcomment %}`,
  cycle: (expression) => `{% cycle ${expression}: ${'a, '.repeat(1_000)}b %}`,
  decrement: () => '{% decrement x %}',
  increment: () => '{% increment x %}',
  if: (expression, body) => `{% if ${expression} == ${expression} %}${body}{% elsif ${expression} %}{% endif %}`,
  unless: (expression, body) => `{% unless ${expression} contains ${expression} %}${body}{% endunless %}`,
  for: (expression, body) => `{% for i in ${expression} reversed ${'a '.repeat(500)} %}${body}{% endfor %}`,
  tablerow: (expression, body) => `{% tablerow i in ${expression} cols: 1 %}${body}{% endtablerow %}`,
  break: () => '{% break %}',
  continue: () => '{% continue %}',
  echo: (expression) => `{% echo ${expression} %}`,
  liquid: (expression) => `{% liquid${`\necho ${expression}`.repeat(20)} %}`,
  raw: (expression) => `{% raw %}{{ ${expression} }}{% endraw %}`,
  '#': (expression) => `{% # ${expression}${'\n'.repeat(20_000)}# %}`,
  include: (expression) => `{% include ${expression} %}`,
  render: (expression) => `{% render 'x', a: ${expression} %}`,
  layout: (expression) => `{% layout ${expression} %}`,
  block: (_, body) => `{% block x %}${body}{% endblock %}`,
};

describe.each(sampled(Object.keys(tags), 5, 'tags'))('the tag %s is bounded', (name) => {
  const tag = tagsOf[name];
  if (!tag) throw new Error(`Say in this test how the tag ${name} is written`);

  it.each([...names, '(1..100000)', '(huge..9007199254740999)', '(9007199254740992..9007199254740996)'])(
    'for %s',
    async (expression) => {
      await run(tag(expression, 'x'));
      await run(`{% for i in (1..5000) %}${tag(expression, 'x')}{% endfor %}`);
    },
  );

  it('nested in itself and repeated', async () => {
    for (const levels of [3, 50, 3_000]) {
      await run(numbers(levels).reduce((body) => tag('words1000', body), 'x'));
      await run(numbers(levels).reduce((body) => tag('i', body), 'x'));
    }
    const once = tag('1', 'x');
    await run(once.repeat(Math.floor(65_000 / once.length)));
  });
});

describe('a template is bounded', () => {
  it.each([
    ['a list in a list', `{% assign a = item %}${'{% assign a = a | push: a %}'.repeat(60)}{{ a }}`],
    ['a list as a key', `{% assign a = words3000 %}${'{% assign x = keys[a] %}'.repeat(1_000)}`],
    ['the size of an object', '{% for i in (1..5000) %}{% if keys.size == 1 %}{% endif %}{% endfor %}'],
    ['an empty object', '{% for i in (1..5000) %}{% if keys == empty or long2 == blank %}{% endif %}{% endfor %}'],
    ['one item of a long list', '{% for i in (1..5000) %}{% for j in keys limit: 1 %}{% endfor %}{% endfor %}'],
    ['equal texts', '{% for i in (1..5000) %}{% if long2 == needle or long2 > needle %}{% endif %}{% endfor %}'],
    ['a text in a text', '{% if long2 contains needle %}{% endif %}'],
    ['an expression in its own', `{% assign e = "x | find_exp: 'x', e" %}{{ e | find_exp: 'x', e }}`],
    ['brackets in brackets', `{{ ${'a['.repeat(15_000)}b${']'.repeat(15_000)} }}`],
    ['few brackets in brackets', `{{ ${'a['.repeat(1_000)}b${']'.repeat(1_000)} }}`],
    ['many variables', '{{a}}'.repeat(13_000)],
    ['many operators', `{{ a ${'and a '.repeat(10_000)} }}`],
    ['many arguments', `{{ a | default: ${'a, '.repeat(20_000)} b }}`],
    ['many values of a cycle', `{% cycle ${'a,'.repeat(30_000)} b %}`],
    ['a range in a property', "{{ words1000 | where: 'a[(9007199254740992..9007199254740999)]', 1 }}"],
    [
      'an object of a loop',
      `{% for i in (1..5000) %}{{ forloop }}{% assign x = forloop | append: forloop %}{% endfor %}`,
    ],
  ])('%s', async (_, template) => {
    await run(template);
  });

  it('whatever characters it repeats', async () => {
    for (const part of [
      '{{',
      '{%',
      '}}',
      '{{ a',
      '{% if a %}',
      '{{ "',
      "{{ 'a\\",
      '{%-',
      '{{- a -}}',
      ' {{-',
      '{% raw',
      '[',
      '{{ (',
    ]) {
      await run(text(part, 65_000));
    }
  });

  it('at the same step, however often and however slowly it is rendered', async () => {
    const messages: unknown[] = [];
    for (const pause of [1, 2, 3]) {
      const slow = {
        words: words(1_000),
        get pause() {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause * 100);
          return pause;
        },
      };
      const rendering = renderTemplate(
        engine,
        '{{ pause }}{% for j in (1..900) %}{% for i in words %}{{ i }}{% endfor %}{% endfor %}',
        slow,
      );
      messages.push(
        await rendering.catch((error: unknown) => (error instanceof TemplateError ? error.message : error)),
      );
    }
    expect(messages).toEqual(messages.map(() => 'step limit of 1000000 exceeded, line:1, col:55'));
  });
});
