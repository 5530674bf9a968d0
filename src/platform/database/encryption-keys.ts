import { type Encryption, EncryptionError, type EncryptionKey, fingerprintOf } from '../encryption.js';
import type { Session } from './session.js';

type Statements = Pick<Session, 'execute'>;

/** A column with encrypted values, and the column of its table that has the account's id. */
export interface SealedColumn {
  /** Such as `payment_settings.secret_key`. */
  name: string;
  table: string;
  column: string;
  account: 'id' | 'account_id';
}

/** @param name such as `payment_settings.secret_key` */
export function sealedColumnOf(name: string): SealedColumn {
  const [table = '', column = ''] = name.split('.');
  return { name, table, column, account: table === 'account' ? 'id' : 'account_id' };
}

/** A key that a process of this database was started with. */
interface KnownKey {
  id: string;
  fingerprint: string;
}

/** Returns the keys that processes of this database were started with, by name. */
export function listKnownKeys(session: Statements): Promise<KnownKey[]> {
  return session.execute<KnownKey>('select id, fingerprint from encryption_key order by id');
}

/** SQL: the name of the key that has encrypted a value. */
const keyIdOf = (column: string): string => `split_part(${column}, ':', 2)`;

/** Returns the names of the keys that have encrypted values, of one account or of all. Reads all values. */
export async function listUsedKeys(
  session: Statements,
  columns: Iterable<string>,
  accountId?: number,
): Promise<string[]> {
  const found = [...columns].map(sealedColumnOf).map(
    ({ table, column, account }) => `select ${keyIdOf(column)} as id from "${table}"
       where ${column} like 'sealed:%' and ($1::integer is null or ${account} = $1)`,
  );
  if (found.length === 0) return [];
  const rows = await session.execute<{ id: string }>(`${found.join(' union ')} order by id`, [accountId ?? null]);
  return rows.map(({ id }) => id);
}

/**
 * Checks the keys of this process before it uses them: each has the fingerprint that the database has under its name, and
 * none that has encrypted values is missing. The first process with a key stores its fingerprint. Nothing that is stored is
 * ever replaced, so one of several processes that start with different keys under one name does not start.
 *
 * The values are read only if the database has a key that this process lacks.
 *
 * @throws EncryptionError with a sentence for the operator
 */
export async function requireKeys(
  session: Statements,
  encryption: Encryption,
  columns: Iterable<string>,
): Promise<void> {
  const { keys } = encryption;
  const known = await registerKeys(session, keys);
  for (const key of keys) {
    if (known.get(key.id) === fingerprintOf(key)) continue;
    throw new EncryptionError(
      `ENCRYPTION_KEY has another key under the name ${key.id} than this database was used with: nothing was changed; give the former key, or the new one a name of its own`,
    );
  }
  const given = new Set(keys.map(({ id }) => id));
  if ([...known.keys()].every((id) => given.has(id))) return;
  const missing = (await listUsedKeys(session, columns)).filter((id) => !given.has(id));
  if (missing.length === 0) return;
  throw new EncryptionError(
    `ENCRYPTION_KEY lacks ${missing.length > 1 ? 'the keys' : 'the key'} ${missing.join(' and ')}, which encrypted secrets of this database: nothing was changed; add it, behind the key that is to encrypt`,
  );
}

/** Stores the fingerprints of the keys that are new. Writes nothing otherwise, because the database may be read-only. */
async function registerKeys(session: Statements, keys: readonly EncryptionKey[]): Promise<Map<string, string>> {
  const read = async () => new Map((await listKnownKeys(session)).map(({ id, fingerprint }) => [id, fingerprint]));
  const known = await read();
  const added = keys.filter(({ id }) => !known.has(id));
  if (added.length === 0) return known;
  await session.execute(
    `insert into encryption_key (id, fingerprint) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [added.map(({ id }) => id), added.map(fingerprintOf)],
  );
  return read();
}

/** Whether there are secrets that nothing has encrypted, other than those that every account has from its creation. */
export async function hasPlainSecrets(session: Statements, columns: Iterable<string>): Promise<boolean> {
  const found = [...columns]
    .map(sealedColumnOf)
    .filter(({ table }) => table !== 'account')
    .map(({ table, column }) => `exists (select from "${table}" where ${column} not like 'sealed:%')`);
  if (found.length === 0) return false;
  const [row] = await session.execute<{ isAny: boolean }>(`select ${found.join(' or ')} as "isAny"`);
  return row?.isAny === true;
}
