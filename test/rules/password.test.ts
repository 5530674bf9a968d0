import { RateLimitError } from '../../src/platform/errors.js';
import { hashPassword, isPassword, validatePassword } from '../../src/platform/password.js';

const guessed = (message: string) => ({ password: [message, expect.stringContaining('must not be')] });

describe('a password', () => {
  it.each(['1234567890', 'qwertyuiop', 'password123', 'PassWord123', '1qaz2wsx3edc'])(
    '%j is too common',
    (password) => {
      expect(validatePassword(password)).toEqual(guessed('is too common'));
    },
  );

  it.each(['\n1234567890', 'xx1234567890', '12345678\n123456789'])('%j is not in the list', (password) => {
    expect(validatePassword(password)).toEqual({});
  });

  it('must not be what others know', () => {
    const known = ['Fjord Studio', 'fjord-studio', 'kari@example.org', '', null, undefined];
    for (const password of ['FJORD studio', 'fjord-studio', 'Kari@Example.org']) {
      expect(validatePassword(password, { known })).toEqual(guessed('is too easy to guess'));
    }
    expect(validatePassword('Fjord Studio 7', { known })).toEqual({});
  });

  it.each([
    ['x'.repeat(9), { password: ['is too short (minimum is 10 characters)'] }],
    ['three words together', {}],
    ['x'.repeat(200), {}],
    ['x'.repeat(201), { password: ['is too long (maximum is 200 characters)'] }],
  ])('%j is validated: %j', (password, errors) => expect(validatePassword(password)).toEqual(errors));

  it('is stored as a unique hash that only it matches', async () => {
    const [hash, another] = [await hashPassword(1, 'correct horse'), await hashPassword(1, 'correct horse')];
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(hash).not.toBe(another);
    expect(await isPassword(1, hash, 'correct horse')).toBe(true);
    expect(await isPassword(1, hash, 'correct horsf')).toBe(false);
    expect(await isPassword(1, hash, '')).toBe(false);
    expect(await isPassword(1, null, 'nobody has this one')).toBe(false);
    expect(await isPassword(1, hash, 'x'.repeat(1_000_000))).toBe(false);
  });

  it('is checked in the turn of its account, and refused if a hundred of the account wait', async () => {
    const ended: string[] = [];
    const check = (accountId: number): Promise<unknown> =>
      isPassword(accountId, null, 'wrong').then(
        () => ended.push(`checked ${accountId}`),
        (error: unknown) => error,
      );
    const checks = Array.from({ length: 110 }, () => check(1));
    await check(2);
    expect(ended.filter((one) => one === 'checked 1').length).toBeLessThan(10);
    const refused = (await Promise.all(checks)).filter((outcome) => outcome instanceof RateLimitError);
    // At first two run. Others may end while the last ones are added.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ seconds: 5 });
  });
});
