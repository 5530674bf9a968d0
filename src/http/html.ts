import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import type { Response } from 'express';
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

const style = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; overflow-wrap: anywhere }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit }
input { margin: .25rem 0 1rem; padding: .5rem }
button, .button { padding: .5rem }
.button { display: block; border: 1px solid; border-radius: .25rem; text-align: center; text-decoration: none }
[role=alert] { color: light-dark(#a00, #ff9f9f) }`;

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
