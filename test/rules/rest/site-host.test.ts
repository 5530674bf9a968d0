import { siteFinder } from '../../../src/http/request-scope.js';

describe('the site of a host', () => {
  it.each([
    ['acme.book.example.org', 'acme'],
    ['ACME.Book.Example.ORG', 'acme'],
    ['a-1.book.example.org', 'a-1'],
    ['book.example.org', undefined],
    ['.book.example.org', undefined],
    ['a.b.book.example.org', undefined],
    ['acme_1.book.example.org', undefined],
    ['acmebook.example.org', undefined],
    ['acme.book.example.org.evil.net', undefined],
    ['api.book.example.org', undefined],
    ['localhost', undefined],
    ['127.0.0.1', undefined],
    ['', undefined],
  ])('%j is %s', (hostname, site) => {
    for (const domain of ['book.example.org', 'book.example.org:3000']) {
      expect(siteFinder(domain, 'https://api.book.example.org/base')(hostname)).toBe(site);
    }
  });

  it('is undefined without a domain for sites', () => {
    expect(siteFinder(undefined, undefined)('acme.book.example.org')).toBeUndefined();
  });
});
