import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** A key of `ENCRYPTION_KEY`. */
export interface EncryptionKey {
  /** Stored with each value that the key has encrypted, so that the key can be found after a rotation. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** A stored value cannot be decrypted with the keys of this process. */
export class EncryptionError extends Error {}

const cipherName = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
const prefix = 'sealed:';
const sealedForm = /^sealed:([\w-]{1,32}):([\w-]+)$/;

/**
 * Encrypts the secrets that this server must read again: keys of payment providers, of identity providers and of second
 * factors. Those that it only compares are stored as hashes.
 *
 * A sealed value is bound to its account and its column, so that a copy in another row cannot be opened. Without a key,
 * values are stored as they are, and those that were stored so stay readable after a key was set.
 */
export class Encryption {
  readonly #keys: ReadonlyMap<string, EncryptionKey>;

  /**
   * @param keys the first one encrypts, all decrypt
   * @param columns the only ones that are sealed and opened: the start and the rotation check no others. All by default.
   */
  constructor(
    readonly keys: readonly EncryptionKey[] = [],
    private readonly columns?: ReadonlySet<string>,
  ) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
  }

  get hasKey(): boolean {
    return this.keys.length > 0;
  }

  /**
   * Returns the value to store.
   *
   * @param column such as `payment_settings.secret_key`
   */
  seal(accountId: number, column: string, text: string): string {
    this.#requireDeclared(column);
    const [key] = this.keys;
    if (!key) return text;
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(cipherName, key.bytes, iv).setAAD(boundTo(accountId, column));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${prefix}${key.id}:${sealed.toString('base64url')}`;
  }

  /** Returns the value that was sealed. @throws EncryptionError */
  open(accountId: number, column: string, stored: string): string {
    this.#requireDeclared(column);
    if (!isSealed(stored)) return stored;
    const [, id = '', sealed = ''] = sealedForm.exec(stored) ?? [];
    const key = this.#keys.get(id);
    if (!key) throw new EncryptionError(`ENCRYPTION_KEY lacks the key ${id}, which has encrypted ${column}`);
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv(cipherName, key.bytes, bytes.subarray(0, ivLength), {
        authTagLength: tagLength,
      })
        .setAAD(boundTo(accountId, column))
        .setAuthTag(bytes.subarray(-tagLength));
      const text = decipher.update(bytes.subarray(ivLength, -tagLength));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new EncryptionError(`the key ${id} of ENCRYPTION_KEY is not the one that has encrypted ${column}`, {
        cause,
      });
    }
  }

  /** Whether a stored value is not sealed with the key that encrypts. */
  isOutdated(stored: string): boolean {
    const [key] = this.keys;
    return key !== undefined && !stored.startsWith(sealedBy(key.id));
  }

  #requireDeclared(column: string): void {
    if (this.columns?.has(column) === false) throw new Error(`declare ${column} with @sealedText`);
  }
}

/** Whether a stored value is encrypted. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(prefix);
}

/** The beginning of the values that a key has encrypted. */
export function sealedBy(keyId: string): string {
  return `${prefix}${keyId}:`;
}

/** Returns text that is the same for the same key, and shows nothing else of it. */
export function fingerprintOf({ bytes }: EncryptionKey): string {
  return createHmac('sha256', bytes).update('fingerprint of an encryption key').digest('base64url');
}

function boundTo(accountId: number, column: string): Buffer {
  return Buffer.from(`${accountId} ${column}`);
}
