import { readGuides } from '../../src/http/documentation/guides.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const publicUrl = 'https://book.example.org';
const server = await useTestServer();
const web = await server.another({ publicUrl });
const ask = (path: string, origin = web.origin, method = 'GET') => rawRequest(origin + path, { method });

const descriptions = ['/api/v1/openapi.json', '/api/v1/asyncapi.json', '/docs/schema.graphql'];

/** Returns the addresses in a text that begin with the one of the server. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https:\/\/book\.example\.org([^\s")]*)/g)].flatMap(([, path = '']) => path.replace(/[:,]$/, ''));

/** An address that exists answers 200, or refuses the method or the key. */
async function exists(path: string): Promise<boolean> {
  const { status } = await ask(path.replace('{subdomain}', 'nobody'));
  return [200, 400, 401, 405].includes(status) || path === '/api/v1';
}

describe('/llms.txt', () => {
  it('links to every guide and API, at addresses that exist', async () => {
    const { status, text, headers } = await ask('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(/^# Booking server\n\n> /);
    const paths = addressesIn(text);
    expect(paths).toEqual(expect.arrayContaining(readGuides().map(({ name }) => `/docs/guides/${name}.md`)));
    expect(paths).toEqual(expect.arrayContaining(['/mcp', '/graphql', ...descriptions]));
    for (const path of paths) expect([path, await exists(path)]).toEqual([path, true]);
  });

  it('has no address of the headers of a request', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    for (const path of ['/llms.txt', '/.well-known/api-catalog']) {
      const { text, headers: answered } = await rawRequest(server.origin + path, { headers });
      expect(`${text} ${JSON.stringify(answered)}`).not.toContain('evil');
    }
  });
});

it('each guide is Markdown, whose links to guides are Markdown, too', async () => {
  const names = readGuides().map(({ name }) => name);
  for (const name of names) {
    const { status, text, headers } = await ask(`/docs/guides/${name}.md`);
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    const links = [...text.matchAll(/\]\((?!https?:|\.\.?\/|\/|#)([^)#]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !names.includes(link.replace(/\.md$/, '')))).toEqual([]);
  }
  expect((await ask('/docs/guides/nothing.md')).status).toBe(404);
});

describe('/.well-known/api-catalog', () => {
  it('lists the APIs with their descriptions, by RFC 9727', async () => {
    const { text, headers } = await ask('/.well-known/api-catalog');
    expect(headers['content-type']).toMatch(
      /^application\/linkset\+json; ?profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"/,
    );
    const { linkset } = JSON.parse(text);
    const items = linkset[0].item.map(({ href }: { href: string }) => href);
    expect(linkset.slice(1).map(({ anchor }: { anchor: string }) => anchor)).toEqual(items);
    const paths = addressesIn(text);
    expect(paths).toEqual(expect.arrayContaining(descriptions));
    for (const path of paths) expect([path, await exists(path)]).toEqual([path, true]);
  });

  it('names itself in a response to HEAD', async () => {
    const { text, headers } = await ask('/.well-known/api-catalog', web.origin, 'HEAD');
    expect([text, headers['link']]).toEqual(['', `<${publicUrl}/.well-known/api-catalog>; rel="api-catalog"`]);
    expect((await ask('/.well-known/api-catalog', web.origin, 'POST')).status).toBe(405);
  });
});
