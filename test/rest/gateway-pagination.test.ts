import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
await server.sql(
  `insert into person (account_id, created_at, updated_at, name)
     select ?, now(), now(), 'Person ' || number from generate_series(1, 120) number`,
  account.credentials.id,
);

const names = ['current-page', 'page-items', 'total-count', 'total-pages'];

/** Returns the four numbers of the headers, and the page or the URL of each link. */
async function pageOf(address: string, linked: (url: URL) => string | null = (url) => url.searchParams.get('page')) {
  const { status, body, headers } = await account.get(address);
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return {
    status,
    length: body.length,
    numbers: names.map((name) => headers.get(name)),
    links: Object.fromEntries([...links].map(([, url = '', relation = '']) => [relation, linked(new URL(url))])),
  };
}

describe('the headers of a page', () => {
  it.each([
    ['/people', 50, ['1', '50', '120', '3'], { first: '1', next: '2', last: '3' }],
    ['/people?page=1', 50, ['1', '50', '120', '3'], { first: '1', next: '2', last: '3' }],
    ['/people?page=', 50, ['1', '50', '120', '3'], { first: '1', next: '2', last: '3' }],
    ['/people?page=2', 50, ['2', '50', '120', '3'], { first: '1', prev: '1', next: '3', last: '3' }],
    ['/people?page=3', 20, ['3', '50', '120', '3'], { first: '1', prev: '2', last: '3' }],
    ['/people?page=4', 0, ['4', '50', '120', '3'], { first: '1', prev: '3', last: '3' }],
    ['/people?page=9', 0, ['9', '50', '120', '3'], { first: '1', prev: '3', last: '3' }],
    ['/people?page=2147483647', 0, ['2147483647', '50', '120', '3'], { first: '1', prev: '3', last: '3' }],
    ['/people?name=nobody', 0, ['1', '50', '0', '1'], { first: '1', last: '1' }],
    ['/people?name=Person%207', 1, ['1', '50', '1', '1'], { first: '1', last: '1' }],
    ['/events', 0, ['1', '50', '0', '1'], { first: '1', last: '1' }],
    ['/bookings', 0, ['1', '750', '0', '1'], { first: '1', last: '1' }],
  ])('%s with %i items has the numbers %j', async (address, length, numbers, links) => {
    expect(await pageOf(address)).toEqual({ status: 200, length, numbers, links });
  });

  it.each([
    ['0', 'must be greater than 0'],
    ['-1', 'must be greater than 0'],
    ['x', 'is not a number'],
    ['1.5', 'must be an integer'],
    ['2147483648', 'must be less than or equal to 2147483647'],
    ['9'.repeat(400), 'must be an integer'],
    ['1&page=2', 'is not a number'],
  ])('are not sent for the page %s, which is rejected', async (page, message) => {
    const answer = await account.get(`/people?page=${page}`);
    expect([answer.status, answer.body]).toEqual([400, { page: [message] }]);
  });

  it('do not exist for a list without pages', async () => {
    const { headers } = await account.get('/services');
    expect(['link', ...names].filter((name) => headers.has(name))).toEqual([]);
  });
});

describe('a long query', () => {
  const ids = (count: number): string =>
    Array.from({ length: count }, (_, index) => `person_id[]=${100_000 + index}`).join('&');

  it.each([
    [5, ['first', 'next', 'last']],
    [60, ['next']],
    [90, []],
    [700, []],
  ])('of %i ids has the links %j, and headers that fit into 4 kB', async (count, relations) => {
    const { status, headers } = await account.get(`/people?search=Person&${ids(count)}`);
    expect(status).toBe(200);
    const link = headers.get('link') ?? '';
    expect([...link.matchAll(/; rel="(\w+)"/g)].map(([, relation]) => relation)).toEqual(relations);
    expect(headers.has('link')).toBe(relations.length > 0);
    expect([...headers].map(([name, value]) => `${name}: ${value}`).join('\r\n').length).toBeLessThan(4_000);
    expect(names.map((name) => headers.get(name))).toEqual(['1', '50', '120', '3']);
  });

  it('is repeated by no answer without a bound', async () => {
    const long = 'x'.repeat(12_000);
    const { origin } = server;
    const site = `/sites/${account.credentials.subdomain}`;
    const headers = { authorization: `Bearer ${account.credentials.api_key}`, 'user-agent': 'tests' };
    const paths = [
      '/api/v1/people',
      '/api/v1/none',
      '/api/v1/people.csv',
      `${site}/events`,
      site,
      '/dashboard',
      '/docs/',
    ];
    for (const path of [...paths, '/graphql', '/mcp', '/session', '/', '/password/x']) {
      const answer = await rawRequest(`${origin}${path}?search=${long}`, {
        headers: { ...headers, accept: 'text/html' },
      });
      expect([path, JSON.stringify(answer.headers).length < 4_000]).toEqual([path, true]);
    }
  });
});

describe('links', () => {
  it('keep every other parameter', async () => {
    const query =
      'search=P%C3%A4r+%26&state[]=confirmed&state[]=declined&page=2&service_id=1,2&since=2026-01-01T00:00:00%2B01:00';
    const { links } = await pageOf(
      `/bookings.json?${query}`,
      ({ pathname, searchParams }) => `${pathname} ${JSON.stringify([...searchParams])}`,
    );
    const parameters = [
      ['search', 'Pär &'],
      ['state[]', 'confirmed'],
      ['state[]', 'declined'],
      ['page', '1'],
      ['service_id', '1,2'],
      ['since', '2026-01-01T00:00:00+01:00'],
    ];
    expect(links).toMatchObject({ first: `/api/v1/bookings.json ${JSON.stringify(parameters)}` });
  });

  const linkOf = async (origin: string, headers: Record<string, string> = {}, address = '/api/v1/people') => {
    const authorization = `Bearer ${account.credentials.api_key}`;
    const answer = await rawRequest(`${origin}${address}`, {
      headers: { authorization, 'user-agent': 'tests', ...headers },
    });
    return /<([^>]*)>; rel="first"/.exec(String(answer.headers['link']))?.[1] ?? answer;
  };
  const forwarded = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'book.example.org',
    'x-forwarded-for': '1.2.3.4',
  };

  it.each([
    ['of a foreign host', { host: 'api.example.org:81' }],
    ['of an invalid host', { host: '[' }],
    ['of a trusted proxy', forwarded],
  ])('have the address of the server despite headers %s', async (_name, headers) => {
    await using behindProxy = await server.another({ trustedHops: 1 });
    expect(await linkOf(behindProxy.origin, headers)).toBe(`${behindProxy.origin}/api/v1/people?page=1`);
    await using unnamed = await server.another({ trustedHops: 1, host: '0.0.0.0' });
    expect(await linkOf(unnamed.origin, headers)).toBe('/api/v1/people?page=1');
  });

  it.each([
    ['https://book.example.org', 'https://book.example.org/api/v1/people?page=1'],
    ['https://example.org/booking', 'https://example.org/booking/api/v1/people?page=1'],
  ])('have the PUBLIC_URL %s', async (publicUrl, expected) => {
    await using named = await server.another({ publicUrl });
    expect(await linkOf(named.origin, forwarded)).toBe(expected);
  });
});
