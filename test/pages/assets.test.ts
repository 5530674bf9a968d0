import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const limit = 6;

const server = await useOwnTestServer({
  config: { rateLimit: { requests: limit, seconds: 600 }, trustedHops: 1, siteDomain: 'book.example.org' },
});
const account = await server.account({ subdomain: 'acme', publicAccess: true });
await server.configure(account, { accent_colour: '#0a5c36' });

let addresses = 0;
/** Opens paths of the site from one client address. */
const clientOf = (address = `10.0.0.${++addresses}`) => ({
  page: (path = '/') => open(`/sites/acme${path}`, { 'x-forwarded-for': address }),
  pageOfHost: (path = '/') => open(path, { 'x-forwarded-for': address, 'x-forwarded-host': 'acme.book.example.org' }),
});
const open = (path: string, headers: Record<string, string>) =>
  rawRequest(server.origin + path, { headers: { accept: 'text/html', ...headers } });

/** The paths of the styles and scripts of a page. */
const filesOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="\/sites\/acme(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

describe('the files of a page', () => {
  it('do not use up the limit of its visitor', async () => {
    const { page, pageOfHost } = clientOf();
    const first = await page();
    const files = [...filesOf(first.text), '/embed.js'];
    expect(files.map((path) => path.split('.').at(-1)).sort()).toEqual(['css', 'css', 'js', 'js']);
    for (let times = 0; times < limit; times++) {
      for (const path of files) expect([path, (await page(path)).status]).toEqual([path, 200]);
      expect((await pageOfHost(files[0])).status).toBe(200);
    }
    const statuses = [];
    for (let pages = 1; pages <= limit; pages++) statuses.push((await page()).status);
    expect(statuses).toEqual([...Array(limit - 1).fill(200), 429]);
    expect((await page(files[0])).status).toBe(200);
  });

  it('have a limit of their own', async () => {
    const { page } = clientOf();
    const [file = ''] = filesOf((await page()).text);
    const statuses = await Promise.all(Array.from({ length: limit * 10 + 2 }, async () => (await page(file)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const refused = await page(file);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await page()).status).toBe(200);
  });

  it.each(['/assets/none.js', '/assets/colours/none.css', `/assets/images/${'a'.repeat(64)}`, '/assets'])(
    'count as requests if there is none at %s',
    async (path) => {
      const { page } = clientOf();
      const statuses = [];
      for (let times = 0; times <= limit; times++) statuses.push((await page(path)).status);
      expect(statuses).toEqual([...Array(limit).fill(404), 429]);
    },
  );
});
