import { filters } from 'liquidjs';
import { createRenderer } from '../../../src/domain/text/liquid-text.rules.js';
import { TemplateError } from '../../../src/platform/liquid/engine.js';
import type { Locale } from '../../../src/platform/time/localized.js';
import { zoneOf } from '../../../src/platform/time/zone.js';
import { cpuLimit } from '../../support/cpu-time.js';
import { turnsOf } from '../../support/longest-turn.js';

const oslo = zoneOf('Europe/Oslo');
const values = {
  booking: {
    id: 7,
    title: null,
    booked_from: '2026-03-04 12:00:00 +0100',
    custom_data: { room: 'A', list: [1, 2] },
    person: { name: '<Kari>' },
  },
  locale: 'en',
};
const render = createRenderer('en', oslo);

describe('a template', () => {
  it.each([
    ['Hello {{ booking.person.name }}', 'Hello <Kari>'],
    ['{{ booking.title }}{{ booking.nothing.at.all }}', ''],
    ['{{ booking.custom_data.room | downcase }}{{ booking.custom_data.list | join: "-" }}', 'a1-2'],
    ['{% if locale == "en" %}{{ booking.id | plus: 1 }}{% endif %}', '8'],
    ['{{ booking.booked_from | i18n_date }}', 'Wednesday, March 4, 2026 at 12:00 PM'],
    ["{{ booking.booked_from | i18n_date: '%d.%m.%Y %H:%M' }}", '04.03.2026 12:00'],
    ["{{ booking.booked_from | date: '%H:%M' }}", '12:00'],
    ["{{ '2026-03-04T11:00:00Z' | i18n_date: '%H:%M' }}", '12:00'],
    ["{{ 'x' | i18n_date }}{{ nothing | i18n_date }}", 'x'],
    ['{{ booking.booked_from | i18n_zone }}', 'Central European Standard Time'],
    ["{{ '2026-07-04T10:00:00Z' | i18n_zone }}", 'Central European Summer Time'],
    ["{{ 'x' | i18n_zone }}{{ nothing | i18n_zone }}{{ booking.id | i18n_zone }}", ''],
    ['{{ booking.constructor }}{{ booking.__proto__ }}{{ booking.custom_data.toString }}', ''],
    ['{{ booking.person.name.constructor.constructor }}', ''],
  ])('%s', async (template, text) => {
    expect(await render(template, values)).toBe(text);
  });

  it.each(Intl.supportedValuesOf('timeZone'))('writes a plain date as the same day in %s', async (zone) => {
    const template =
      "{{ d | i18n_date }} {{ d | i18n_date: '%d.%m.%Y' }} {{ d | date: '%Y-%m-%d' }} {{ d | date_to_string }}";
    const text = await createRenderer('en', zoneOf(zone))(template, { d: '2026-03-03' });
    expect(text).toBe('Tuesday, March 3, 2026 03.03.2026 2026-03-03 03 Mar 2026');
  });

  it.each<[Locale, string, string]>([
    ['en-NO', 'Wednesday, 4 March 2026 at 12:00', 'March'],
    ['sv', 'onsdag 4 mars 2026 kl. 12:00', 'mars'],
    ['nb', 'onsdag 4. mars 2026 kl. 12:00', 'mars'],
  ])('writes dates in %s', async (locale, text, month) => {
    const filled = await createRenderer(locale, oslo)(
      "{{ booking.booked_from | i18n_date }}|{{ booking.booked_from | i18n_date: '%B' }}",
      values,
    );
    expect(filled).toBe(`${text}|${month}`);
  });

  it.each([
    ['undefined filter: nope', '{{ booking.id | nope }}'],
    ['tag "nope" not found', '{% nope %}'],
    ['tag {% if booking %} not closed', '{% if booking %}'],
    ['output "{{ booking.id" not closed', '{{ booking.id'],
    ['tag "include" not found', '{% include "/etc/passwd" %}'],
    ['tag "render" not found', '{% render "../package.json" %}'],
    ['tag "layout" not found', '{% layout "/etc/passwd" %}'],
    ['is longer than 65536 characters', 'x'.repeat(65_537)],
  ])('is rejected with the message %j', async (problem, template) => {
    await expect(render(template, values)).rejects.toThrow(problem);
  });

  const doubled = (text: string, times: number): string => `{% assign s = "aaaaaaaaaa" %}${text.repeat(times)}`;
  const thousand = '{% assign a = (1..1000) %}';
  it.each([
    ['a loop over a long range', '{% for i in (1..100000000) %}x{% endfor %}'],
    [
      'nested loops over ranges',
      '{% for i in (1..900) %}{% for j in (1..900) %}{% for k in (1..900) %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    ['nested loops over an array', `${thousand}${'{% for i in a %}'.repeat(4)}${'{% endfor %}'.repeat(4)}`],
    ['a table of many rows', '{% tablerow i in (1..999999) %}x{% endtablerow %}'],
    ['text that is doubled repeatedly', doubled('{% assign s = s | append: s %}', 60)],
    ['captures that double a text', doubled('{% capture s %}{{ s }}{{ s }}{% endcapture %}', 25)],
    [
      'text captured in a loop',
      '{% assign s = "aaaa" %}{% for i in (1..60) %}{% capture s %}{{s}}{{s}}{% endcapture %}{% endfor %}',
    ],
    ['a date padded to a great width', '{{ booking.booked_from | i18n_date: "%1000000000Y" }}'],
    [
      'an expression for each pair of items',
      `{% assign a = "${'b,'.repeat(1_000)}" | split: "," %}{{ a | find_exp: "x", "a | find_exp: 'y', 'y == 1'" }}`,
    ],
    ['an output of more than 65,536 characters', '{% for i in (1..70000) %}x{% endfor %}'],
  ])('is limited: %s', async (_, template) => {
    const refusal = /limit of \d+ exceeded|too many steps at once|makes more than 65536 characters/;
    const turns = await turnsOf(() => expect(render(template, values)).rejects.toThrow(refusal));
    expect(turns.reduce((sum, turn) => sum + turn)).toBeLessThan(cpuLimit(250));
  });
});

describe('a template of HTML', () => {
  const person = { name: '<img src=x onerror="alert(1)">', email: "a'b@example.org" };
  const hostile = { booking: { person, notes: '%3Cscript%3E', title: 'Tom & Jerry &lt;3' }, names: ['<b>', '<i>'] };
  const renderHtml = createRenderer('en', oslo, true);

  it.each([
    ['<p>{{ booking.person.name }}</p>', '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</p>'],
    ["<a title='{{ booking.person.email }}'>", "<a title='a&#39;b@example.org'>"],
    ['{{ booking.person.name | raw | size }}', '30'],
    ['{{ booking.notes | url_decode }}', '&lt;script&gt;'],
    ['{{ booking.title }}', 'Tom &amp; Jerry &lt;3'],
    ['{{ booking.title | escape }}|{{ "Tom & Jerry" | escape }}', 'Tom &amp; Jerry &amp;lt;3|Tom &amp; Jerry'],
    ['{% echo booking.person.name %}', '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'],
    ['{% cycle booking.person.name, 1 %}', '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'],
    ['{{ names }}{{ names | join }}', '&lt;b&gt;,&lt;i&gt;&lt;b&gt; &lt;i&gt;'],
    ['{% for name in names %}{{ name }}{% endfor %}', '&lt;b&gt;&lt;i&gt;'],
    ['{{ booking.nothing }}{{ nil }}', ''],
    ['{% capture who %}<b>{{ names[1] }}</b>{% endcapture %}{{ who }}', '<b>&lt;i&gt;</b>'],
    [
      '{% capture who %}<b>{{ names[1] }}</b>{% endcapture %}{{ who | upcase }}',
      '&lt;B&gt;&amp;LT;I&amp;GT;&lt;/B&gt;',
    ],
    ['{% capture who %}<i>{% endcapture %}{% if who == names[1] and who contains "i" %}same{% endif %}', 'same'],
    ['{{ "<b>\\n</b>" | newline_to_br }}', '&lt;b&gt;<br />\n&lt;/b&gt;'],
    ['{% assign who = names[1] %}{{ who }}', '&lt;i&gt;'],
    ['{{ "2026-03-04T11:00:00Z" | i18n_date: "<b>%H" }}', '&lt;b&gt;12'],
  ])('escapes markup in values: %s', async (template, text) => {
    expect(await renderHtml(template, hostile)).toBe(text);
  });

  it('escapes the results of every filter', async () => {
    for (const filter of Object.keys(filters)) {
      for (const value of ['booking.person.name', 'booking.notes', 'names', 'booking.title']) {
        try {
          expect(await renderHtml(`{{ ${value} | ${filter} }}`, hostile)).not.toMatch(/[<>]/);
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }
    }
  });
});
