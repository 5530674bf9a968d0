import {
  basicAuthentication,
  type Deprecation,
  deprecationHeaders,
  deprecations,
  deprecationsIn,
  isBasic,
} from '../../../src/http/rest/deprecations.js';
import { openApi } from '../../../src/process/open-api.js';

const declared = deprecations.flatMap(({ attributes }) => attributes);

/** Returns the names of all attributes that are marked as deprecated. */
function deprecatedIn(described: unknown, name = ''): string[] {
  if (typeof described !== 'object' || described === null) return [];
  const own = 'deprecated' in described && described.deprecated === true ? [name] : [];
  return [...own, ...Object.entries(described).flatMap(([key, value]) => deprecatedIn(value, key))];
}

it('the deprecated attributes are those that OpenAPI marks', () => {
  expect([...new Set(deprecatedIn(openApi()))].toSorted()).toEqual(declared.toSorted());
});

it.each(deprecations)('$part is deprecated before it ends, for a year at least', ({ since, until }) => {
  expect(Date.parse(until) - Date.parse(since)).toBeGreaterThan(365 * 86_400_000);
});

describe('what a request uses', () => {
  it.each<[object, string[]]>([
    [{ phone_number: '1' }, []],
    [{ phonenumber: '1' }, ['phonenumber']],
    [{ person: { phonenumber: '1', open_3: '08:00' } }, ['phonenumber', 'open_3']],
    [{ booking: { person_attributes: { phonenumber: null } } }, ['phonenumber']],
    [{ booking: { custom_data: { more: { phonenumber: '1' } } } }, []],
    [{ ids: [{ phonenumber: '1' }] }, []],
    [{ phonenumber: {} }, ['phonenumber']],
    [{ close_0: '1' }, []],
  ])('%j: %j', (sent, names) => {
    const used = deprecationsIn(['phonenumber', 'open_3'], { ...sent });
    expect(used.flatMap(({ attributes }) => attributes.filter((name) => names.includes(name)))).toEqual(names);
  });

  it.each([
    ['Basic abc', true],
    [' basic  abc', true],
    ['Bearer Basic', false],
    ['Basics abc', false],
    [undefined, false],
  ])('%p is Basic: %p', (header, expected) => expect(isBasic(header)).toBe(expected));
});

describe('the headers', () => {
  it('have the dates and links to the guide', () => {
    const used = { ...basicAuthentication, since: '2026-11-27', until: '2028-12-01' };
    expect(deprecationHeaders([used], 'https://book.example.org')).toEqual({
      Deprecation: '@1795737600',
      Sunset: 'Fri, 01 Dec 2028 00:00:00 GMT',
      Link: '<https://book.example.org/docs/guides/requests#deprecated>; rel="deprecation"; type="text/html", <https://book.example.org/docs/guides/requests#deprecated>; rel="sunset"; type="text/html"',
    });
  });

  it('have the first dates of several parts, and a relative link without an address', () => {
    const of = (since: string, until: string): Deprecation => ({ ...basicAuthentication, since, until });
    const headers = deprecationHeaders([of('2026-11-28', '2028-12-01'), of('2026-11-27', '2029-12-01')], '');
    expect(headers).toMatchObject({
      Deprecation: '@1795737600',
      Sunset: 'Fri, 01 Dec 2028 00:00:00 GMT',
      Link: expect.stringMatching(/^<\/docs\/guides\/requests#deprecated>; /),
    });
  });

  it('are none if nothing is used', () => expect(deprecationHeaders([], '')).toEqual({}));
});
