import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import escapeHtml from 'escape-html';
import type { Response } from 'express';
import { readPageBundle } from './page-bundle.js';
import { pageIcon } from './page-headers.js';

/** Escaped markup. */
export class Html {
  constructor(readonly markup: string) {}
}

/** Template tag that escapes its values, except values of type Html. */
export function html(strings: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const escaped = values.map((value) => (value instanceof Html ? value.markup : escapeHtml(value)));
  return new Html(String.raw({ raw: strings }, ...escaped));
}

/** Part of each page, because a page of this kind may be shown where no other request is answered. */
const style = readStyle();

function readStyle(): string {
  const bundle = readPageBundle('documents');
  return bundle ? readFileSync(bundle.pathOf('plain.css'), 'utf8') : '';
}

const styleDigest = createHash('sha256').update(style).digest('base64');

const headersFor = (frameAncestors: string): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${styleDigest}'`,
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/**
 * Sends a page without scripts, which is not cached and sends no referrer.
 *
 * @param frameAncestors the origins whose pages may show it in a frame, as in a content security policy; by default none
 */
export function sendPage(
  response: Response,
  status: number,
  locale: string,
  title: string,
  content: Html,
  frameAncestors = "'none'",
): void {
  const page = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${pageIcon}">
<style>${new Html(style)}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
  response.status(status).set(headersFor(frameAncestors)).type('html').send(page.markup);
}
