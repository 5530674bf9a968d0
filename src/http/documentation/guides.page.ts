import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import { Marked, type Token } from 'marked';
import { Html, html } from '../html.js';
import { type Guide, guideOfFile } from './guides.js';
import { documentationPage, joinHtml } from './page.js';

/**
 * Replaces links to the files of other guides, which work in the repository, by links to their pages. Adds the heading
 * of its column to each cell of a table: a phone shows headings instead of columns.
 */
const markdown = new Marked({
  renderer: {
    // Can be focused, so that the keyboard scrolls it.
    code: ({ text, lang }) => html`<pre tabindex="0"><code>${highlighted(text, lang)}</code></pre>\n`.markup,
    table({ header, rows }) {
      const inline = (tokens: Token[]): Html => new Html(this.parser.parseInline(tokens));
      const heads = header.map(({ tokens }) => html`<th>${inline(tokens)}</th>`);
      const body = rows.map((row) => {
        const cells = row.map(
          ({ tokens }, column) => html`<td data-label="${header[column]?.text ?? ''}">${inline(tokens)}</td>`,
        );
        return html`<tr>${joinHtml(cells)}</tr>`;
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
