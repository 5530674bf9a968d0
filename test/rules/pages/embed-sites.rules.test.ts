import { siteOf } from '../../../src/pages/dashboard/views/setup/embed-sites.rules.js';

it.each([
  ['https://www.example.org', 'https://www.example.org'],
  [' https://www.example.org/contact?from=menu#top ', 'https://www.example.org'],
  ['www.Example.org', 'https://www.example.org'],
  ['example.org:8443/shop', 'https://example.org:8443'],
  ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['https://frisør.no', 'https://xn--frisr-yua.no'],
  ['our shop', undefined],
  ['salon', undefined],
  ['', undefined],
  ['https://*.example.org', undefined],
  ['ftp://example.org', undefined],
  ['kari@example.org', undefined],
  ['mailto:kari@example.org', undefined],
])('the website at %s has the origin %s', (entered, origin) => {
  expect(siteOf(entered)).toBe(origin);
});
