import { databaseModel } from '../../domain/entities.js';
import { refusalOfCell } from '../../platform/cells/cell.js';
import { listKnownKeys, listUsedKeys } from '../../platform/database/encryption-keys.js';
import type { Session } from '../../platform/database/session.js';
import { listMovedTables } from './account-tables.js';
import type { CellConnection } from './cell-connection.js';
import { readOwnCell } from './open-cell.js';

/** An account that is moved. */
export interface MovingAccount {
  id: number;
  subdomain: string;
}

/** Checks whether an account can move from one cell to another. @throws Error that says what is missing */
export async function requireMovable(
  source: CellConnection,
  target: CellConnection,
  account: MovingAccount,
): Promise<void> {
  await readOwnCell(source);
  const refusal = refusalOfCell(await readOwnCell(target));
  if (refusal !== undefined) throw new Error(refusal);
  await requireServer(source, 'rolreplication', 'with REPLICATION');
  await requireServer(
    target,
    `pg_has_role(oid, to_regrole('pg_create_subscription'), 'usage')`,
    'in pg_create_subscription',
  );
  await requireLogicalLog(source);
  await requireSameVersion(source, target);
  await requireFree(target, account);
  await requireEncryptionKeys(source, target, account);
}

const oldestServer = 150_000;

/**
 * Checks the version of PostgreSQL and the role.
 *
 * @param privilege SQL: whether a role without superuser has what the move needs
 * @param advice names that privilege
 */
async function requireServer(connection: CellConnection, privilege: string, advice: string): Promise<void> {
  const [row] = await connection.execute<{ version: number; role: string; isAllowed: boolean }>(
    `select current_setting('server_version_num')::integer as version, rolname as role, rolsuper or (
       coalesce(${privilege}, false) and has_parameter_privilege(oid, 'session_replication_role', 'set')) as "isAllowed"
     from pg_roles where rolname = current_user`,
  );
  if (!row || row.version < oldestServer) throw new Error(`${connection.name} needs PostgreSQL 15 or later`);
  if (!row.isAllowed) {
    throw new Error(
      `the role ${row.role} of ${connection.name} must be a superuser, or ${advice} and allowed to set session_replication_role`,
    );
  }
}

async function requireLogicalLog(source: CellConnection): Promise<void> {
  const [row] = await source.execute<{ level: string }>(`select current_setting('wal_level') as level`);
  if (row?.level === 'logical') return;
  throw new Error(`${source.name} has wal_level=${row?.level}: set wal_level=logical and restart its PostgreSQL`);
}

/** Both cells must have the same tables, and the same functions. */
async function requireSameVersion(source: CellConnection, target: CellConnection): Promise<void> {
  const [ofSource, ofTarget] = await Promise.all([listSchema(source), listSchema(target)]);
  const missing = ofSource.filter((name) => !ofTarget.includes(name));
  const unknown = ofTarget.filter((name) => !ofSource.includes(name));
  if (missing.length > 0) throw new Error(`${target.name} has another version: it lacks ${missing[0]}`);
  if (unknown.length > 0) throw new Error(`${source.name} has another version: it lacks ${unknown[0]}`);
}

/** Returns the names of the migrations of a database, and of its functions with a hash. */
export async function listSchema(connection: Pick<Session, 'execute'>): Promise<string[]> {
  const rows = await connection.execute<{ name: string }>(
    'select name from schema_migration union all select name || hash from schema_function order by 1',
  );
  return rows.map(({ name }) => name);
}

/** The target must have neither the subdomain nor any row of the account. */
async function requireFree(target: CellConnection, { id, subdomain }: MovingAccount): Promise<void> {
  const [taken] = await target.execute<{ id: number }>(
    'select id from account where id = $1 or lower(subdomain) = lower($2) order by id = $1 desc',
    [id, subdomain],
  );
  if (taken && taken.id !== id) throw new Error(`account ${taken.id} of ${target.name} has the subdomain ${subdomain}`);
  const remains = taken ? ['account'] : await tablesWithRows(target, id);
  if (remains.length === 0) return;
  throw new Error(
    `${target.name} has rows of account ${id} in ${remains.join(', ')}: delete what an earlier move left by "account move --clean --cell ${target.name}"`,
  );
}

/** The target must know each key that has encrypted secrets of the account. */
async function requireEncryptionKeys(
  source: CellConnection,
  target: CellConnection,
  { id }: MovingAccount,
): Promise<void> {
  const used = await listUsedKeys(source, databaseModel.sealedColumns, id);
  if (used.length === 0) return;
  const [ofSource, ofTarget] = await Promise.all([listKnownKeys(source), listKnownKeys(target)]);
  const keyOf = (keys: typeof ofSource, name: string) => keys.find((key) => key.id === name)?.fingerprint;
  const lacking = used.find((name) => keyOf(ofTarget, name) === undefined);
  if (lacking !== undefined) {
    throw new Error(
      `${target.name} lacks the key ${lacking}, which encrypted secrets of account ${id}: add it to ENCRYPTION_KEY there, and restart the processes`,
    );
  }
  const different = used.find((name) => keyOf(ofSource, name) !== keyOf(ofTarget, name));
  if (different === undefined) return;
  throw new Error(
    `${source.name} and ${target.name} have different keys under the name ${different}: run "account encrypt-secrets" in ${source.name} with a key that both have`,
  );
}

/** Returns the tables that have rows of an account. */
export async function tablesWithRows(target: Pick<Session, 'execute'>, accountId: number): Promise<string[]> {
  const tables = await listMovedTables(target);
  const found = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from "${name}" where account_id = $1)`,
  );
  const rows = await target.execute<{ name: string }>(found.join(' union all '), [accountId]);
  return rows.map(({ name }) => name);
}
