import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import { Marked, type Token } from 'marked';
import { projectRoot } from '../../platform/project-root.js';
import { Html, html } from '../html.js';
import { type Guide, guideOfFile } from './guides.js';
import { documentationPage, joinHtml } from './page.js';

/** The SVG of diagrams by their source, as `src/pages/diagrams.mjs` has drawn them. Empty if the pages were not built. */
const drawings: Readonly<Record<string, string>> = readDrawings();

function readDrawings(): Record<string, string> {
  const path = join(projectRoot, 'dist', 'pages', 'diagrams', 'drawn.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Replaces links to the files of other guides, which work in the repository, by links to their pages. Sections and the
 * statuses of errors have addresses. Adds the heading of its column to each cell of a table: a phone shows headings
 * instead of columns.
 */
const markdown = new Marked({
  renderer: {
    code({ text, lang }) {
      const drawing = lang === 'mermaid' ? drawings[text] : undefined;
      if (drawing !== undefined) return html`<div class="diagram">${new Html(drawing)}</div>\n`.markup;
      // Can be focused, so that the keyboard scrolls it.
      return html`<pre tabindex="0"><code>${highlighted(text, lang)}</code></pre>\n`.markup;
    },
    heading({ tokens, depth, text }) {
      const id = depth === 1 ? '' : ` id="${text.toLowerCase().replaceAll(/\W+/g, '-')}"`;
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    table({ header, rows }) {
      const inline = (tokens: Token[]): Html => new Html(this.parser.parseInline(tokens));
      const heads = header.map(({ tokens }) => html`<th>${inline(tokens)}</th>`);
      const body = rows.map((row) => {
        const cells = row.map(
          ({ tokens }, column) => html`<td data-label="${header[column]?.text ?? ''}">${inline(tokens)}</td>`,
        );
        // Errors in the form of RFC 9457 name the row of their status.
        const status = /^\d{3}$/.test(row[0]?.text ?? '') ? html` id="status-${row[0]?.text ?? ''}"` : html``;
        return html`<tr${status}>${joinHtml(cells)}</tr>`;
      });
      return html`<table><thead><tr>${joinHtml(heads)}</tr></thead><tbody>${joinHtml(body, '\n')}</tbody></table>\n`
        .markup;
    },
  },
  walkTokens: (token) => {
    if (token.type === 'link') token['href'] = guideOfFile(token['href']) ?? token['href'];
  },
});

for (const [name, language] of Object.entries({ sh: bash, graphql, js: javascript, json })) {
  hljs.registerLanguage(name, language);
}

/** Marks the parts of code in a language that is known. A fence may have more words, such as `json refused`. */
function highlighted(code: string, fence = ''): Html | string {
  const [language = ''] = fence.split(' ');
  return hljs.getLanguage(language) ? new Html(hljs.highlight(code, { language }).value) : code;
}

/** Creates the page of the guide at an index. */
export function guidePage(guides: readonly Guide[], index: number): string {
  const guide = guides[index];
  if (!guide) throw new Error(`there is no guide ${index}`);
  const content = html`<nav><a href="../../">Home</a> <a href="../../docs">REST</a> <a href="../guides">Guides</a></nav>
<main class="guide">
${new Html(markdown.parse(guide.markdown, { async: false }))}
</main>
<nav>${linkTo('Before', guides[index - 1])} ${linkTo('Next', guides[index + 1])}</nav>`;
  return documentationPage({ title: guide.title, content, root: '../../' });
}

function linkTo(label: string, guide: Guide | undefined): Html {
  return guide ? html`<span>${label}: <a href="${guide.name}">${guide.title}</a></span>` : html``;
}

/** Creates the page that lists the guides, each with what it is for. */
export function guideListPage(guides: readonly Guide[]): string {
  const entries = guides.map(
    ({ name, title, lead }) => html`<h2><a href="guides/${name}">${title}</a></h2>\n<p>${lead}</p>`,
  );
  const content = html`<nav><a href="../">Home</a> <a href="../docs">REST</a></nav>
<h1>Guides</h1>
${joinHtml(entries, '\n')}`;
  return documentationPage({ title: 'guides', content, root: '../' });
}
