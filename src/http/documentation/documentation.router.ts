import { Router } from 'express';
import type { Operation } from '../../graphql/operations.js';
import { bookingSchema } from '../../graphql/schema.js';
import { type DemoEntry, isLocalVisitor } from '../dashboard/demo-links.js';
import { type Html, html } from '../html.js';
import { refuseOtherMethods } from '../http-errors.js';
import { pageHeaders, prefersJson } from '../page-headers.js';
import { scopeOf } from '../request-scope.js';
import { documentation } from '../rest/openapi/documentation.js';
import { routes } from '../rest/routes/index.js';
import { catalogueRouter } from './catalogue.router.js';
import { designRouter } from './design.router.js';
import { type Guide, guideOfName, readGuides } from './guides.js';
import { documentationPage, joinHtml, readDocumentFiles } from './page.js';
import { permissionsPage } from './permissions.page.js';

interface DocumentationOptions {
  /** The demo account, if there is one. */
  demo?: DemoEntry | undefined;
  /** Whether `/docs/design` shows the components of the pages. */
  hasDesign: boolean;
}

/** Serves the pages at `/`, `/docs`, `/docs/permissions` and `/docs/guides`, and what programs read, without authentication. */
export function documentationRouter(
  operations: ReadonlyMap<string, Operation>,
  { demo, hasDesign }: DocumentationOptions,
): Router {
  const guides = readGuides();
  const links = documentationLinks(guides);
  const files = readDocumentFiles();
  const describePermissions = async () => permissionsPage({ schema: bookingSchema(), operations, routes });
  return Router().use(
    homeRouter(guides, demo),
    documentation({ describePermissions, links, files }),
    guidesRouter(guides),
    catalogueRouter(guides),
    ...(hasDesign ? [designRouter()] : []),
  );
}

/**
 * Serves a page with links to everything at `/`, without authentication. Passes on requests that prefer JSON.
 *
 * @param demo the demo account, if there is one
 */
function homeRouter(guides: readonly Guide[], demo?: DemoEntry): Router {
  return Router().get('/', (request, response, next) => {
    const scope = scopeOf(request);
    scope.route = '/';
    response.vary('Accept');
    if (prefersJson(request)) return next();
    const isLocal = isLocalVisitor(request);
    // The host of another request may be anybody's.
    const address = scope.address || (isLocal ? scope.namedAddress : exampleAddress);
    const links = demo?.links?.isShown && isLocal ? demo.links : undefined;
    response
      .set({ ...pageHeaders(), ...(links && { 'Cache-Control': 'no-store' }) })
      .type('html')
      .send(homePage(guides, address.replace(/\/$/, ''), demo?.subdomain, links?.create()));
  });
}

/** Stands for the address of a server that does not know its own. */
const exampleAddress = 'https://book.example.org';

/**
 * @param address the URL of the server, without a trailing slash
 * @param demoLink the path that signs the visitor in to the demo account
 */
function homePage(guides: readonly Guide[], address: string, demoSite?: string, demoLink?: string): string {
  const content = html`<h1>Bookings for your business</h1>
<p class="lead">Customers book appointments, classes and events on a page in your colours. You see each day, its customers and its money in one place.</p>
<ul class="cards entrances">
${demoEntrances(demoSite, demoLink)}<li><a href="docs/guides/${guideOfName(guides, 'accounts').name}">Create your business</a> <span>whoever runs this server opens it with one command, and invites you</span></li>
<li><a href="dashboard">Sign in</a> <span>to the dashboard of your business</span></li>
</ul>
<h2>For developers</h2>
<p>REST, GraphQL and webhooks can do all that the pages can, and report each change at once. The first request:</p>
${firstRequest(address, demoSite)}
<ul class="cards entrances">
<li><a href="docs">REST</a> <span>every path, with examples to try (<a href="api/v1/openapi.json">OpenAPI</a>)</span></li>
<li><a href="graphql">GraphQL</a> <span>an explorer with queries and subscriptions</span></li>
</ul>
<h2><a href="docs/guides">Guides</a></h2>
${guideList(guides)}
<h2>Look up</h2>
<ul>
<li><a href="docs/guides/${guideOfName(guides, 'requests').name}">Errors</a>: what each status and code means</li>
<li><a href="docs/permissions">Permissions</a>: what each role may do</li>
<li><a href="healthz">healthz</a>: whether the process runs</li>
<li><a href="readyz">readyz</a>: whether it can serve requests</li>
</ul>`;
  return documentationPage({ title: 'home', content });
}

/** The ways into the demo account: as its owner, if the visitor may be signed in by a link, and as a customer. */
function demoEntrances(site: string | undefined, link: string | undefined): Html {
  if (site === undefined) return html``;
  const page = html`sites/${site}/`;
  if (link === undefined) {
    return html`<li><a href="${page}">Open the demo</a> <span>its booking page, as customers see it; the start of the server prints how its owner signs in</span></li>\n`;
  }
  return html`<li><a href="${link}">Open the demo</a> <span>as its owner: this link signs you in</span></li>
<li><a href="${page}">Book in the demo</a> <span>as its customers do</span></li>\n`;
}

/** The public API of the demo account needs no key. */
function firstRequest(address: string, demoSite: string | undefined): Html {
  return demoSite === undefined
    ? html`<pre tabindex="0"><code>curl -H 'Authorization: Bearer bk_…' ${address}/api/v1/services</code></pre>`
    : html`<pre tabindex="0"><code>curl ${address}/sites/${demoSite}/services</code></pre>`;
}

/** Returns the guides with what each is for. */
function guideList(guides: readonly Guide[]): Html {
  const entries = guides.map(
    ({ name, title, lead }) => html`<li><a href="docs/guides/${name}">${title}</a> <span>${lead}</span></li>`,
  );
  return html`<ol class="guides">
${joinHtml(entries, '\n')}
</ol>`;
}

/** Returns the markup of the links from the documentation of REST to the other pages. */
function documentationLinks(guides: readonly Guide[]): string {
  return html`<div class="links"><nav><a href="./">Home</a> <a href="docs/guides">Guides</a> <a href="docs/guides/${guideOfName(guides, 'requests').name}">Errors</a> <a href="docs/permissions">Permissions</a> <a href="graphql">GraphQL</a></nav>
      <details><summary>Guides, from a first booking to settings and operation</summary>${guideList(guides)}</details></div>`
    .markup;
}

/** Serves the guides at `/docs/guides`, without authentication. */
function guidesRouter(guides: readonly Guide[]): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/docs/guides', async (_request, response) => {
    const { guideListPage } = await pages();
    response.set(pageHeaders()).type('html').send(guideListPage(guides));
  });
  for (const [index, { name }] of guides.entries()) {
    router.get(`/docs/guides/${name}`, async (_request, response) => {
      const { guidePage } = await pages();
      response.set(pageHeaders()).type('html').send(guidePage(guides, index));
    });
  }
  router.all(['/docs/guides', ...guides.map(({ name }) => `/docs/guides/${name}`)], refuseOtherMethods('GET'));
  return router;
}

/** Loads the module, and the Markdown renderer, at the first call. */
const pages = () => import('./guides.page.js');
