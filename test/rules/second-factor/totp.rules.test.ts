import { findStep, stepAt, toBase32, totpCode, totpUri } from '../../../src/domain/second-factor/totp.rules.js';

/** The secret and the codes of RFC 6238, appendix B, for SHA-1, of which apps show the last six digits. */
const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %d s the code is that of the RFC', (seconds, code) => {
  expect(totpCode(secret, stepAt(new Date(seconds * 1_000)))).toBe(code.slice(2));
});

it('accepts the codes of the step before and after', () => {
  const now = new Date('2026-03-02T07:00:00Z');
  const current = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((lead) => findStep(secret, totpCode(secret, current + lead), now));
  expect(found).toEqual([undefined, current - 1, current, current + 1, undefined]);
  expect(findStep(secret, '', now)).toBeUndefined();
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in Base32 as RFC 4648 does, without padding', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

it('gives apps an address with the account and the user', () => {
  const uri = new URL(totpUri(secret, 'Fjord: Studio', 'kari@example.org'));
  expect(decodeURIComponent(uri.pathname)).toMatch(/Fjord {2}Studio:kari@example\.org$/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Fjord: Studio',
  });
});
