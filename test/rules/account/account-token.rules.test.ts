import { createAccountToken, parseAccountToken } from '../../../src/domain/account/account-token.rules.js';

it('creates a token that contains the account and cannot be guessed', () => {
  const { token, hash } = createAccountToken(7);
  expect(token).toMatch(/^7-[\w-]{43}$/);
  expect(parseAccountToken(token)).toEqual({ accountId: 7, hash });
  expect(token).not.toContain(hash);
  expect(createAccountToken(7).token).not.toBe(token);
});

const secret = 'a'.repeat(43);
it.each([
  '',
  '7',
  '7-',
  `-${secret}`,
  `x-${secret}`,
  `7-${secret}b`,
  `7-${secret.slice(1)}`,
  `1234567890-${secret}`,
  `7-${secret}\n`,
])('rejects %j', (token) => expect(parseAccountToken(token)).toBeUndefined());
