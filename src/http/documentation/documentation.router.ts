import { Router } from 'express';
import type { Operation } from '../../graphql/operations.js';
import { bookingSchema } from '../../graphql/schema.js';
import { type DemoEntry, isLocalVisitor } from '../dashboard/demo-links.js';
import { type Html, html } from '../html.js';
import { refuseOtherMethods } from '../http-errors.js';
import { pageHeaders, prefersJson } from '../page-headers.js';
import { preferredLanguage } from '../preferred-language.js';
import { scopeOf } from '../request-scope.js';
import { documentation } from '../rest/openapi/documentation.js';
import { routes } from '../rest/routes/index.js';
import { catalogueRouter } from './catalogue.router.js';
import { designRouter } from './design.router.js';
import { type Guide, guideOfName, readGuides } from './guides.js';
import { homePage } from './home.page.js';
import { joinHtml, readDocumentFiles } from './page.js';
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
 * Serves a page with links to everything at `/`, in the language of the browser, without authentication. Passes on requests that prefer JSON.
 *
 * @param demo the demo account, if there is one
 */
function homeRouter(guides: readonly Guide[], demo?: DemoEntry): Router {
  return Router().get('/', (request, response, next) => {
    const scope = scopeOf(request);
    scope.route = '/';
    response.vary('Accept');
    if (prefersJson(request)) return next();
    response.vary('Accept-Language');
    const isLocal = isLocalVisitor(request);
    // The host of another request may be anybody's.
    const address = scope.address || (isLocal ? scope.namedAddress : exampleAddress);
    const links = demo?.links?.isShown && isLocal ? demo.links : undefined;
    response
      .set({ ...pageHeaders(), ...(links && { 'Cache-Control': 'no-store' }) })
      .type('html')
      .send(
        homePage({
          language: preferredLanguage(request, 'en'),
          accountGuide: `docs/guides/${guideOfName(guides, 'accounts').name}`,
          demo: demo && { site: demo.subdomain, link: links?.create() },
          developers: developerPart(guides, address.replace(/\/$/, ''), demo?.subdomain),
        }),
      );
  });
}

/** Stands for the address of a server that does not know its own. */
const exampleAddress = 'https://book.example.org';

/**
 * Returns what developers need, in English.
 *
 * @param address the URL of the server, without a trailing slash
 */
function developerPart(guides: readonly Guide[], address: string, demoSite: string | undefined): Html {
  return html`${firstRequest(address, demoSite)}
<div lang="en">
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
</ul>
</div>`;
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
