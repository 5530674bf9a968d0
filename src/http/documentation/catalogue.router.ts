import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { projectRoot } from '../../platform/project-root.js';
import { refuseOtherMethods } from '../http-errors.js';
import { scopeOf } from '../request-scope.js';
import { type Guide, markdownForWeb } from './guides.js';

const catalogueType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * Serves what programs read to find their way, without authentication: `/llms.txt`, the guides in Markdown, the schema of
 * GraphQL, and the list of all APIs at `/.well-known/api-catalog` (RFC 9727). Addresses are those of `PUBLIC_URL`: without
 * it they are relative, because the host of a request may be anybody's.
 */
export function catalogueRouter(guides: readonly Guide[]): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const serve = (path: string, type: string, contentOf: (address: string) => string | Promise<string>): void => {
    const handler: RequestHandler = async (request, response) => {
      const scope = scopeOf(request);
      scope.route = path;
      response.set({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' });
      if (type === catalogueType) response.set('Link', `<${scope.address}${path}>; rel="api-catalog"`);
      response.set('Content-Type', type).send(await contentOf(scope.address));
    };
    router.get(path, handler).all(path, refuseOtherMethods('GET'));
  };
  serve('/llms.txt', 'text/plain; charset=utf-8', (address) => overview(guides, address));
  serve('/.well-known/api-catalog', catalogueType, (address) => JSON.stringify(catalogue(address)));
  serve('/docs/schema.graphql', 'text/plain; charset=utf-8', () =>
    readFile(join(projectRoot, 'schema', 'schema.graphql'), 'utf8'),
  );
  for (const guide of guides) {
    serve(`/docs/guides/${guide.name}.md`, 'text/markdown; charset=utf-8', () => markdownForWeb(guide));
  }
  return router;
}

/** Describes the server for a model, by the proposal of https://llmstxt.org. */
function overview(guides: readonly Guide[], address: string): string {
  const entries = guides.map(({ name, title, lead }) => `- [${title}](${address}/docs/guides/${name}.md): ${lead}`);
  return `# Booking server

> It takes bookings of appointments, classes and events, over pages, REST, GraphQL and the Model Context Protocol, and reports each change at once.

## APIs

- [Tools for agents](${address}/docs/guides/agents.md): the Model Context Protocol at ${address}/mcp by an API key, and at ${address}/sites/{subdomain}/mcp for visitors without a key
- [OpenAPI](${address}/api/v1/openapi.json): REST below ${address}/api/v1, and the public API of a site
- [AsyncAPI](${address}/api/v1/asyncapi.json): webhooks, and subscriptions over WebSocket and Server-Sent Events
- [GraphQL schema](${address}/docs/schema.graphql): queries, mutations and subscriptions at ${address}/graphql
- [Catalogue of APIs](${address}/.well-known/api-catalog): the same as links, by RFC 9727

## Guides

${entries.join('\n')}
`;
}

interface Link {
  href: string;
  type?: string;
}

/** Lists the APIs with their descriptions (RFC 9727, in the format of RFC 9264). */
function catalogue(address: string): { linkset: object[] } {
  const link = (path: string, type?: string): Link => ({ href: `${address}${path}`, ...(type && { type }) });
  const guide = (name: string): Link[] => [link(`/docs/guides/${name}`, 'text/html')];
  const openApi = link('/api/v1/openapi.json', 'application/json');
  const asyncApi = link('/api/v1/asyncapi.json', 'application/json');
  const status = [link('/readyz', 'application/json')];
  return {
    linkset: [
      { anchor: `${address}/.well-known/api-catalog`, item: [link('/api/v1'), link('/graphql'), link('/mcp')] },
      {
        anchor: `${address}/api/v1`,
        'service-desc': [openApi, asyncApi],
        'service-doc': [link('/docs', 'text/html')],
        status,
      },
      {
        anchor: `${address}/graphql`,
        'service-desc': [link('/docs/schema.graphql', 'text/plain'), asyncApi],
        'service-doc': guide('graphql'),
        status,
      },
      { anchor: `${address}/mcp`, 'service-doc': guide('agents'), status },
    ],
  };
}
