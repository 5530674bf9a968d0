import { hashPassword, isPassword, validatePassword } from '../../src/platform/password.js';

describe('a password', () => {
  it.each([
    ['x'.repeat(9), { password: ['is too short (minimum is 10 characters)'] }],
    ['x'.repeat(10), {}],
    ['x'.repeat(200), {}],
    ['x'.repeat(201), { password: ['is too long (maximum is 200 characters)'] }],
  ])('%j is validated: %j', (password, errors) => expect(validatePassword(password)).toEqual(errors));

  it('is stored as a unique hash that only it matches', async () => {
    const [hash, another] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(hash).not.toBe(another);
    expect(await isPassword(hash, 'correct horse')).toBe(true);
    expect(await isPassword(hash, 'correct horsf')).toBe(false);
    expect(await isPassword(hash, '')).toBe(false);
    expect(await isPassword(null, 'nobody has this one')).toBe(false);
    expect(await isPassword(hash, 'x'.repeat(1_000_000))).toBe(false);
  });
});
