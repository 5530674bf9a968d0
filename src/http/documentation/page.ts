import { Html, html } from '../html.js';
import { pageIcon } from '../page-headers.js';

interface Page {
  title: string;
  content: Html;
  /** Path from the folder of the page to the root of the server, such as `../`. By default the page is at the root. */
  root?: string;
}

/** Path of the style of all documentation pages, from the root of the server. */
export const pageStylePath = 'docs/page.css';

/**
 * Creates a documentation page, to be sent with `pageHeaders()`. It has no scripts. Links are relative, so that the page
 * works behind a proxy that adds a path prefix.
 */
export function documentationPage({ title, content, root = '' }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Booking server: ${title}</title>
<link rel="icon" href="${pageIcon}">
<link rel="stylesheet" href="${root}${pageStylePath}">
</head>
<body>
${content}
</body>
</html>
`.markup;
}

/** The style of links to the other pages, for every page, in the light and in the dark. */
export const linkStyle = `:root { color-scheme: light dark; --link: #0b57d0; --line: #ccc; --code: #f4f4f4; --page: #fff; --text: #1b1b1b }
@media (prefers-color-scheme: dark) { :root { --link: #8ab4f8; --line: #555; --code: #2a2a2a; --page: #121212; --text: #ececec } }
nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem }
.guides { columns: 22rem; column-gap: 2.5rem; padding-left: 1.75rem }
.guides li { break-inside: avoid; margin-bottom: .5rem }
.guides span { display: block }
.links { font: 1rem/1.5 system-ui, sans-serif; max-width: 1460px; margin: 1rem auto; padding: 0 20px; box-sizing: border-box }
.links a { color: var(--link) }
.links summary { cursor: pointer; margin-top: .5rem }
`;

/** Wide tables and code scroll by themselves, so that a phone shows the text at its width. */
export const pageStyle = `${linkStyle}body, html { background: var(--page); color: var(--text) }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word }
a { color: var(--link) }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; min-width: 5rem }
pre { background: var(--code); padding: .75rem; overflow-x: auto }
code { font-size: .9em }
@media (max-width: 40rem) {
  .guide thead { display: none }
  .guide table, .guide tbody, .guide tr, .guide td { display: block }
  .guide tr { border-bottom: 1px solid var(--line); padding: .5rem 0 }
  .guide td { border: 0; padding: 0 }
  .guide td:first-child { font-weight: 600 }
  .guide td:empty { display: none }
  .guide td + td::before { content: attr(data-label) ": "; opacity: .75 }
}
`;

/** Joins markup. */
export function joinHtml(parts: readonly Html[], separator = ''): Html {
  return new Html(parts.map(({ markup }) => markup).join(separator));
}
