import { createBookableService } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { sendRequest } from '../support/send-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = await server.account({ subdomain: 'fjord', publicAccess: true, name: 'Fjord Studio' });
const visitor = new HtmlVisitor({ origin: server.origin, subdomain: 'fjord' }, { 'accept-language': 'en' });

it.each(['/bookings', '/waitlist', '/nothing', '/nothing/at/all', '/services/999999', '/events/x'])(
  'a browser gets a page with a way on at %s, where nothing is',
  async (path) => {
    const page = await visitor.open(path);
    expect([page.status, page.heading]).toEqual([404, 'This page does not exist']);
    expect((await visitor.follow(page, 'All services')).heading).toBe('Book at Fjord Studio');
  },
);

it.each([
  ['an unknown address', 'GET', '/nothing', 404, "'self' https://host.example.org"],
  ['a form that cannot be read', 'POST', '/bookings', 400, "'self' https://host.example.org"],
  ['a text for a number', 'GET', '/events/x', 404, "'self' https://host.example.org"],
  ['a path that cannot be decoded', 'GET', '/%zz', 404, '*'],
])('the page of %s can be in a frame: %s %s', async (_name, method, path, status, ancestors) => {
  await account.put('/client', { json: { client: { embed_origins: ['https://host.example.org'] } } });
  const page = await visitor.load(`${server.origin}/sites/fjord${path}`, method, method === 'POST' ? '%' : undefined);
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    status,
    expect.stringContaining(`frame-ancestors ${ancestors}`),
  ]);
  expect((await visitor.follow(page, 'All services')).heading).toBe('Book at Fjord Studio');
});

it('a form that is too large is refused in the language of the visitor, with a way back', async () => {
  const norwegian = new HtmlVisitor({ origin: server.origin, subdomain: 'fjord' }, { 'accept-language': 'nb' });
  const page = await norwegian.post(`${server.origin}/sites/fjord/bookings`, { notes: 'x'.repeat(70_000) });
  expect([page.status, page.text]).toEqual([
    400,
    expect.stringContaining('Skjemaet er for stort (høyst 64 kB). Gå tilbake: det du skrev, er der fortsatt.'),
  ]);
});

it('an unknown site is a page, too, and other clients still get JSON', async () => {
  const page = await visitor.load(`${server.origin}/sites/nobody/`);
  expect([page.status, page.heading]).toEqual([404, 'This page does not exist']);
  for (const path of ['nobody/', 'fjord/nothing', 'fjord/bookings']) {
    const { status, text } = await sendRequest(`${server.origin}/sites/${path}`, {
      method: 'GET',
      headers: { accept: '*/*' },
    });
    expect([path, status === 404 || status === 405, JSON.parse(text)]).toEqual([path, true, expect.anything()]);
  }
  const { status, text } = await sendRequest(`${server.origin}/sites/fjord/categories`, {
    method: 'GET',
    headers: { accept: 'text/html' },
  });
  expect([status, text]).toEqual([200, '[]']);
});

describe('more requests than the rate limit', () => {
  let limited: HtmlVisitor;
  beforeAll(async () => {
    const { serviceId } = await createBookableService(account);
    const { origin } = await server.another({ rateLimit: { requests: 1, seconds: 600 } });
    limited = new HtmlVisitor({ origin, subdomain: 'fjord' }, { 'accept-language': 'nb' });
    expect((await limited.open(`/services/${serviceId}`)).status).toBe(200);
  });

  it('are a page that says when to try again', async () => {
    const page = await limited.open('/');
    expect([page.status, page.heading]).toEqual([429, 'Vent litt']);
    expect(page.text).toMatch(/prøv igjen om \d+ sekunder: det du skrev, er der fortsatt/);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are a page with a way on in a frame of any origin', async () => {
    const page = await limited.open('/services/1?date=2026-03-03');
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *;');
    const again = await limited.follow(page, 'Prøv igjen');
    expect(again.url).toBe(page.url);
    const form = await limited.post(`${limited.site.origin}/sites/fjord/bookings`, {});
    expect(form.headers.get('content-security-policy')).toContain('frame-ancestors *;');
    expect((await limited.follow(form, 'Alle tjenester')).url).toBe(`${limited.site.origin}/sites/fjord/`);
  });

  it.each(['/password/token', '/verify/link', '/dashboard/sign-in/fjord', '/dashboard/demo/token'])(
    'are a page in no frame at %s, and JSON for other clients',
    async (path) => {
      const page = await limited.load(`${limited.site.origin}${path}`);
      expect([page.status, page.heading]).toEqual([429, 'Vent litt']);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none';");
      expect((await limited.follow(page, 'Prøv igjen')).url).toBe(page.url);
      const { status, text } = await sendRequest(`${limited.site.origin}${path}`, { method: 'GET', headers: {} });
      expect([status, Object.keys(JSON.parse(text))]).toEqual([429, ['error']]);
    },
  );

  it('are a form, too, and JSON for other clients', async () => {
    expect((await limited.post(`${limited.site.origin}/sites/fjord/bookings`, {})).heading).toBe('Vent litt');
    const { status, text } = await sendRequest(`${limited.site.origin}/sites/fjord/services`, {
      method: 'GET',
      headers: {},
    });
    expect([status, Object.keys(JSON.parse(text))]).toEqual([429, ['error']]);
  });
});
