import { siteAddress, withBoundCode } from '../../../src/domain/account/site-address.rules.js';

it.each([
  ['https://book.example.org', undefined, 'https://book.example.org/sites/acme'],
  ['https://example.org/book', undefined, 'https://example.org/book/sites/acme'],
  ['https://example.org/book', 'example.org', 'https://acme.example.org'],
  ['https://book.example.org', 'sites.example.org', 'https://acme.sites.example.org'],
  ['http://127.0.0.1:3000', 'localhost', 'http://acme.localhost:3000'],
  ['https://book.example.org:8443', 'example.org:443', 'https://acme.example.org'],
  ['https://book.example.org', 'example.org:8443', 'https://acme.example.org:8443'],
  ['https://acme.example.org', 'example.org', 'https://acme.example.org/sites/acme'],
  ['http://bad host', 'example.org', 'http://bad host/sites/acme'],
  ['', 'example.org', ''],
])('the site at %s with the domain %s is %s', (address, siteDomain, expected) => {
  expect(siteAddress(address, { subdomain: 'acme' }, { siteDomain })).toBe(expected);
});

it.each([
  ['https://book.example.org', undefined, true, 'Your code: 123456.\n\n@book.example.org #123456'],
  ['https://book.example.org:8443', 'example.org:8443', true, 'Your code: 123456.\n\n@acme.example.org #123456'],
  ['https://book.example.org', undefined, false, 'Your code: 123456.\n'],
  ['http://book.example.org', undefined, true, 'Your code: 123456.\n'],
  ['', undefined, true, 'Your code: 123456.\n'],
])(
  'an SMS with a code for the site at %s with the domain %s, public: %s',
  (address, siteDomain, publicAccess, sent) => {
    const account = { subdomain: 'acme', publicAccess };
    expect(withBoundCode('Your code: 123456.\n', '123456', account, { address, siteDomain })).toBe(sent);
  },
);
