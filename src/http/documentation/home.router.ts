import { Router } from 'express';
import { pageHeaders } from '../page-headers.js';
import { html } from '../public-pages/html.js';
import { scopeOf } from '../request-scope.js';
import type { Guide } from './guides.js';
import { documentationPage, joinHtml } from './page.js';

/** Serves a page with links to everything to browsers at `/`, without authentication. Passes on all other requests. */
export function homeRouter(guides: readonly Guide[]): Router {
  const page = homePage(guides);
  return Router().get('/', (request, response, next) => {
    scopeOf(request).route = '/';
    response.vary('Accept');
    // A client that accepts everything gets no page.
    if (request.accepts(['application/json', 'text/html']) !== 'text/html') return next();
    response.set(pageHeaders()).type('html').send(page);
  });
}

function homePage(guides: readonly Guide[]): string {
  const links = guides.map(({ name, title }) => html`<li><a href="docs/guides/${name}">${title}</a></li>`);
  const content = html`<h1>Booking server</h1>
<p>This server takes bookings of appointments, classes and events, over REST and GraphQL, and reports each change at once.</p>
<h2>APIs</h2>
<ul>
<li><a href="docs">REST</a>: every path, with examples to try (<a href="api/v1/openapi.json">OpenAPI</a>)</li>
<li><a href="graphql">GraphQL</a>: an explorer with queries and subscriptions</li>
<li><a href="docs/permissions">Permissions</a>: what each role may do</li>
</ul>
<h2><a href="docs/guides">Guides</a></h2>
<ol>
${joinHtml(links, '\n')}
</ol>
<h2>Health</h2>
<ul>
<li><a href="healthz">healthz</a>: whether the process runs</li>
<li><a href="readyz">readyz</a>: whether it can serve requests</li>
</ul>`;
  return documentationPage({ title: 'home', content });
}

/** Returns the markup of the links from the documentation of REST to the other pages. */
export function documentationLinks(guides: readonly Guide[]): string {
  const links = guides.map(({ name, title }) => html`<a href="docs/guides/${name}">${title}</a>`);
  return html`<nav class="wrapper"><a href="./">Home</a> | <a href="docs/permissions">Permissions</a> | <a href="graphql">GraphQL</a> |
      Guides: ${joinHtml(links, ', ')}</nav>`.markup;
}
