import { pageIcon } from '../page-headers.js';
import { Html, html } from '../public-pages/html.js';

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

export const pageStyle = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #ccc; padding: .25rem .5rem; text-align: left; vertical-align: top }
pre { background: #f4f4f4; padding: .75rem; overflow-x: auto }
nav { display: flex; flex-wrap: wrap; gap: 0 1.5rem }
`;

/** Joins markup. */
export function joinHtml(parts: readonly Html[], separator = ''): Html {
  return new Html(parts.map(({ markup }) => markup).join(separator));
}
