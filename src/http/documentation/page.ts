import { readFileSync } from 'node:fs';
import type { Language } from '../../platform/language.js';
import { Html, html } from '../html.js';
import { readPageBundle } from '../page-bundle.js';
import { pageIcon } from '../page-headers.js';

interface Page {
  title: string;
  content: Html;
  /** Path from the folder of the page to the root of the server, such as `../`. By default the page is at the root. */
  root?: string;
  /** English by default. */
  language?: Language;
}

/**
 * Creates a documentation page, to be sent with `pageHeaders()`. Its script is not needed to read it. Links are relative, so that the page
 * works behind a proxy that adds a path prefix.
 */
export function documentationPage({ title, content, root = '', language = 'en' }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Booking server: ${title}</title>
<link rel="icon" href="${pageIcon}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${root}docs/page.css">
<script type="module" src="${root}docs/page.js"></script>
</head>
<body>
${content}
</body>
</html>
`.markup;
}

/** The files of the documentation pages: empty if the pages were not built. */
export function readDocumentFiles(): DocumentFiles {
  const bundle = readPageBundle('documents');
  const read = (name: string): string => (bundle ? readFileSync(bundle.pathOf(name), 'utf8') : '');
  return { page: read('main.css'), script: read('main.js'), links: read('links.css') };
}

export interface DocumentFiles {
  /** The style of all pages. */
  page: string;
  /** Adds a button to each block of code that copies it. The pages do without. */
  script: string;
  /** The style of the links above the documentation of REST. */
  links: string;
}

/** Joins markup. */
export function joinHtml(parts: readonly Html[], separator = ''): Html {
  return new Html(parts.map(({ markup }) => markup).join(separator));
}
