import { compile } from 'html-to-text';
import { trimEnd } from '../../../platform/text.js';

const tag =
  /<\/?(?:!doctype|html|head|style|body|table|tr|td|th|p|div|span|br|hr|h[1-6]|ul|ol|li|a|b|i|u|strong|em|small|center|font|img|blockquote)\b[^<>]*>/i;

/** Returns whether a template contains an HTML tag. */
export function isHtml(template: string): boolean {
  return tag.test(template);
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }));

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100, maxBaseElements: 1, maxInputLength: 500_000 },
  selectors: [
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...headings,
  ],
});

/** Converts HTML to plain text, with the address of each link after it. */
export function htmlToText(html: string): string {
  const lines = convert(html)
    .split('\n')
    .map((line) => trimEnd(line, ' \t'));
  return `${lines.join('\n').trim()}\n`;
}
