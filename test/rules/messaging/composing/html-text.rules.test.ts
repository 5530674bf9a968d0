import { htmlToText, isHtml } from '../../../../src/domain/messaging/composing/rendered-message.rules.js';
import { cpuLimit, cpuTimeOf } from '../../../support/cpu-time.js';

describe('HTML', () => {
  it.each([
    '<p>Hello</p>',
    'Hello<br>you',
    'Hello<BR/>you',
    '<!DOCTYPE html>',
    '<a href="{{ booking.verification_link }}">here</a>',
    '<h1 class="x">Hello</h1>',
    '<table\n cellpadding="0"><tr><td>x</td></tr></table>',
  ])('is recognised in %s', (template) => {
    expect(isHtml(template)).toBe(true);
  });

  it.each([
    '',
    'Hello {{ booking.person.name }},\n\n1 < 2 > 0 & <3',
    'Write to <post@example.org>',
    '<https://example.org>',
    '{% if booking.count > 1 %}{{ booking.count }}{% endif %}',
    '<pre-order>',
    '<'.repeat(65_536),
    '<a '.repeat(20_000),
  ])('is not recognised in case %#', (template) => {
    expect(cpuTimeOf(() => expect(isHtml(template)).toBe(false))).toBeLessThan(cpuLimit(500));
  });
});

describe('the text of HTML', () => {
  it.each([
    ['<p>Hello Kari,</p><p>See you\n   at <b>12:00</b>.</p>', 'Hello Kari,\n\nSee you at 12:00.\n'],
    ['One<br>two<br/>three<hr>four', `One\ntwo\nthree\n\n${'-'.repeat(40)}\n\nfour\n`],
    ['<ul><li>one</li><li>two</li></ul>three', '- one\n- two\n\nthree\n'],
    ['<table><tr><td>Time</td><td>12:00</td></tr><tr><td>Place</td></tr></table>', 'Time 12:00\nPlace\n'],
    ['<a href="https://x.example.org/a?b=1&amp;c=2">Verify</a> now', 'Verify (https://x.example.org/a?b=1&c=2) now\n'],
    ["<a class=x href='https://x.example.org'>https://x.example.org</a>", 'https://x.example.org\n'],
    ['<a href="mailto:post@example.org">write</a>, <a name="top">top</a>', 'write (post@example.org), top\n'],
    ['<html><head><title>T</title><style>p > a { b: c }</style></head><body>B</body></html>', 'B\n'],
    ['a<script>if (1 < 2) alert("x")</script>b', 'ab\n'],
    ['a<!-- not <b>this</b> -->b<!--[if mso]><p>nor</p><![endif]-->c', 'abc\n'],
    [
      '&lt;b&gt; &amp;amp; &quot;&#39;&#x27;&apos; &aring;&Oslash;&nbsp;&euro; &unknown; &#99999999;',
      `<b> &amp; "''' åØ\u00a0€ &unknown; \ufffd\n`,
    ],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2\n'],
    ['', '\n'],
  ])('of %j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each(['<', '<a ', '<!--', '<style>', '<a href="https:', '&', '&#', '<br>', '\n', '-->', '<p> '])(
    'is extracted in linear time: %j',
    (part) => {
      const text = part.repeat(Math.ceil(65_536 / part.length));
      expect(cpuTimeOf(() => htmlToText(text))).toBeLessThan(cpuLimit(500));
    },
  );
});
