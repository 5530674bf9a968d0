import { randomBytes } from 'node:crypto';
import { Encryption, EncryptionError, type EncryptionKey, isSealed } from '../../src/platform/encryption.js';

const keyOf = (id: string): EncryptionKey => ({ id, bytes: randomBytes(32) });
const [old, current] = [keyOf('2025'), keyOf('2026')];
const column = 'payment_settings.secret_key';
const secret = 'sk_live_æøå 🔑';

describe('with a key', () => {
  const encryption = new Encryption([current]);
  const sealed = encryption.seal(1, column, secret);

  it('returns what it has sealed, and seals it otherwise each time', () => {
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain('sk_live');
    expect(encryption.open(1, column, sealed)).toBe(secret);
    expect(encryption.seal(1, column, secret)).not.toBe(sealed);
    expect(encryption.open(1, column, encryption.seal(1, column, ''))).toBe('');
  });

  it('opens a value only in its account and column', () => {
    expect(() => encryption.open(2, column, sealed)).toThrow(EncryptionError);
    expect(() => encryption.open(1, 'payment_settings.webhook_secret', sealed)).toThrow(EncryptionError);
  });

  it('opens no value that was changed', () => {
    for (let at = 'sealed:2026:'.length; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      expect(() => encryption.open(1, column, changed)).toThrow(EncryptionError);
    }
    for (const changed of ['sealed:', 'sealed:2026:', 'sealed:2026:AAAA', `${sealed}!`]) {
      expect(() => encryption.open(1, column, changed)).toThrow(EncryptionError);
    }
  });

  it('refuses a key of the same name with other bytes, and names a key that is missing', () => {
    expect(() => new Encryption([keyOf('2026')]).open(1, column, sealed)).toThrow('is not the one');
    expect(() => new Encryption([old]).open(1, column, sealed)).toThrow('lacks the key 2026');
    expect(() => new Encryption().open(1, column, sealed)).toThrow('lacks the key 2026');
  });

  it('reads values of the key before, and says that they are outdated', () => {
    const before = new Encryption([old]).seal(1, column, secret);
    const rotated = new Encryption([current, old]);
    expect(rotated.open(1, column, before)).toBe(secret);
    expect(rotated.isOutdated(before)).toBe(true);
    expect(rotated.isOutdated(sealed)).toBe(false);
    expect(rotated.isOutdated(secret)).toBe(true);
  });
});

it('stores values as they are without a key, and reads them after one was set', () => {
  const without = new Encryption();
  expect(without.hasKey).toBe(false);
  expect(without.seal(1, column, secret)).toBe(secret);
  expect(without.isOutdated(secret)).toBe(false);
  expect(new Encryption([current]).open(1, column, secret)).toBe(secret);
});
