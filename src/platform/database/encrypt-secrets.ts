import { type EncryptionKey, sealedBy } from '../encryption.js';
import type { Database } from './database.js';
import { listKnownKeys, listUsedKeys, type SealedColumn, sealedColumnOf } from './encryption-keys.js';

const batchSize = 500;

/** The result of `encryptSecrets`. */
export interface EncryptedSecrets {
  /** The name of the key that encrypts. */
  key: string;
  /** The number of values that it has encrypted now. */
  encrypted: number;
  /** The number of values that are left: those of accounts that are paused or in another cell. */
  left: number;
  /** The names of former keys that no value needs any more. */
  unused_keys: string[];
}

/**
 * Encrypts the secrets of all accounts with the first key that are plain text, or encrypted with another one. Safe to run
 * while the server runs, several times and at the same time: a value is replaced only if it is still the one that was read.
 *
 * @throws Error if there is no key; EncryptionError if a value cannot be opened
 */
export async function encryptSecrets(database: Database): Promise<EncryptedSecrets> {
  const { session, encryption } = database;
  const { sealedColumns } = database.model;
  const [key] = encryption.keys;
  if (!key) throw new Error('ENCRYPTION_KEY is not set');
  let encrypted = 0;
  let left = 0;
  for (const column of [...sealedColumns].map(sealedColumnOf)) {
    encrypted += await encryptColumn(database, key, column);
    left += await countOutdated(database, key, column);
  }
  const used = new Set(await listUsedKeys(session, sealedColumns));
  const known = await listKnownKeys(session);
  const unused = known.map(({ id }) => id).filter((id) => id !== key.id && !used.has(id));
  return { key: key.id, encrypted, left, unused_keys: unused };
}

/** SQL: whether a value is not encrypted with the key whose values begin with `$1`. */
const isOutdated = ({ column }: SealedColumn): string => `not starts_with(row.${column}, $1)`;

interface StoredSecret {
  account: number;
  id: number;
  stored: string;
}

async function encryptColumn(
  { session, encryption }: Database,
  key: EncryptionKey,
  sealed: SealedColumn,
): Promise<number> {
  const { name, table, column, account } = sealed;
  let [encrypted, last] = [0, { account: 0, id: 0 }];
  for (;;) {
    const found = await session.execute<StoredSecret>(
      `select row.${account} as account, row.id, row.${column} as stored from "${table}" row
       join account owner on owner.id = row.${account} and owner.paused_at is null and owner.moved_to is null
       where (row.${account}, row.id) > ($2::integer, $3::integer) and ${isOutdated(sealed)}
       order by row.${account}, row.id limit ${batchSize}`,
      [sealedBy(key.id), last.account, last.id],
    );
    const batch = found.map((row) => ({
      ...row,
      value: encryption.seal(row.account, name, encryption.open(row.account, name, row.stored)),
    }));
    encrypted += await session.transaction(async (within) => {
      await within.execute('select write_to_accounts()');
      const written = await within.execute(
        `update "${table}" row set ${column} = given.value
         from unnest($1::integer[], $2::integer[], $3::text[], $4::text[]) as given (account, id, stored, value)
         join account owner on owner.id = given.account and owner.paused_at is null and owner.moved_to is null
         where row.${account} = given.account and row.id = given.id and row.${column} = given.stored returning row.id`,
        [
          ...[batch.map((row) => row.account), batch.map((row) => row.id)],
          ...[batch.map((row) => row.stored), batch.map((row) => row.value)],
        ],
      );
      return written.length;
    });
    const end = found.at(-1);
    if (found.length < batchSize || !end) return encrypted;
    last = end;
  }
}

async function countOutdated({ session }: Database, key: EncryptionKey, sealed: SealedColumn): Promise<number> {
  const [row] = await session.execute<{ count: number }>(
    `select count(*)::integer as count from "${sealed.table}" row where ${isOutdated(sealed)}`,
    [sealedBy(key.id)],
  );
  return row?.count ?? 0;
}
