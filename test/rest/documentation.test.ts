import { readFileSync } from 'node:fs';
import { declaredOperations } from '../../src/graphql/authorisation.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { openApiFile } from '../../src/process/open-api.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { trustedHops: 1 } });

/** Requests without a key and without the headers of browsers. */
const ask = (path: string, headers: Record<string, string> = {}, origin = server.origin): Promise<RawAnswer> =>
  rawRequest(origin + path, { headers });

/** Returns the servers of the private API, and those of a path outside it. */
const serversOf = ({ text }: RawAnswer): unknown => {
  const { servers, paths } = JSON.parse(text);
  return [...servers, ...paths['/session'].servers];
};

describe('/api/v1/openapi.json', () => {
  it('is the committed document, without authentication', async () => {
    const { status, text, headers } = await ask('/api/v1/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const committed = JSON.parse(readFileSync(openApiFile, 'utf8'));
    const { paths, ...rest } = JSON.parse(text);
    const { paths: committedPaths, ...committedRest } = committed;
    expect(rest).toEqual(committedRest);
    expect(paths).toEqual(committedPaths);
  });

  it('names the server by a relative URL, whatever headers say', async () => {
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'booking.example.org' };
    const sent: Record<string, string>[] = [{}, proxied, { host: 'localhost:1' }, { host: 'a b' }];
    for (const headers of sent) {
      expect(serversOf(await ask('/api/v1/openapi.json?a=b', headers))).toEqual([{ url: '/api/v1' }, { url: '/' }]);
    }
  });

  it('names the server of PUBLIC_URL, also with a path', async () => {
    await using other = await server.another({ publicUrl: 'https://example.org/booking' });
    expect(serversOf(await ask('/api/v1/openapi.json', {}, other.origin))).toEqual([
      { url: 'https://example.org/booking/api/v1' },
      { url: 'https://example.org/booking' },
    ]);
  });
});

describe('/docs', () => {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

  it('is a page with only files of this server', async () => {
    const { status, text, headers } = await ask('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(policy);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).not.toMatch(/<script(?! src="docs\/[\w.-]+"><\/script>)|<style|style=| on\w+=|\/\//);
    const files = [...text.matchAll(/(?:src|href)="([^"]+\.[a-z]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBe(4);
    const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', png: 'image/png' };
    for (const file of files) {
      const found = await ask(`/${file}`);
      expect([found.status, found.headers['content-type']?.toString().split(';')[0]]).toEqual([
        200,
        types[file.split('.').at(-1) ?? ''],
      ]);
      expect(found.headers['content-security-policy']).toMatch(policy);
      expect(found.text.length).toBeGreaterThan(100);
    }
  });

  it('reads the document from its own origin, and requests nothing else', async () => {
    const { text } = await ask('/docs/initializer.js');
    const [, url = ''] = /url: '([^']+)'/.exec(text) ?? [];
    expect(new URL(url, `${server.origin}/docs`).href).toBe(`${server.origin}/api/v1/openapi.json`);
    expect(new URL(url, 'https://example.org/booking/docs').href).toBe(
      'https://example.org/booking/api/v1/openapi.json',
    );
    expect(text).toContain('validatorUrl: null');
    expect(text).not.toContain('//');
  });

  it('ignores a slash at the end', async () => {
    const { status, headers } = await ask('/docs/');
    expect([status, headers['location']]).toEqual([302, '../docs']);
  });

  it('lists the permissions with their roles and operations', async () => {
    const { status, text, headers } = await ask('/docs/permissions');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(policy);
    expect(text).toContain('<td><a href="#users">users</a></td>');
    expect(text).toMatch(/#sales">sales<\/a><\/td><td>[^<]+<\/td><td>yes<\/td><td>yes<\/td><td>no<\/td>/);
    expect(text).toContain('<td><code>updateAccount</code></td><td><code>PUT /client</code></td>');
    const names = declaredOperations(bookingSchema()).map(({ name }) => name);
    expect(names.filter((name) => !text.includes(`<code>${name}</code>`))).toEqual([]);
    expect((await ask('/docs/page.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it.each(['/docs/index.html', '/docs/swagger-initializer.js', '/docs/package.json', '/docs/..%2fpackage.json'])(
    'has no other files: %s',
    async (path) => expect((await ask(path)).status).toBe(404),
  );
});
