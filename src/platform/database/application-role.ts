import type { EntityManager } from '@mikro-orm/postgresql';
import { escapeIdentifier } from 'pg';
import { sessionSettings } from './connection.js';
import type { Session } from './session.js';

/** The rights of the role of the application in the database. */
export interface ApplicationRole {
  name: string;
  /** Whether a table is closed to it, or the schema. */
  lacksGrants: boolean;
  /**
   * Whether it can change tables, triggers and functions, because it owns them, is a member of the role that does, may
   * create objects beside them, or is a superuser.
   */
  isOwner: boolean;
}

const tables = `from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`;

export async function readApplicationRole(session: Pick<Session, 'execute'>): Promise<ApplicationRole> {
  const [role] = await session.execute<ApplicationRole>(
    `select current_user::text as name,
       not has_schema_privilege('public', 'usage') or exists (
         select ${tables} and not has_table_privilege(pg_class.oid, 'select')) as "lacksGrants",
       has_schema_privilege('public', 'create') or (select rolsuper from pg_roles where rolname = current_user) or exists (
         select ${tables} and pg_has_role(relowner, 'member')) as "isOwner"`,
  );
  if (!role) throw new Error('a select without a table returns one row');
  return role;
}

/** The tables that only migrations write. */
const ownerTables = ['schema_migration', 'schema_function'];

/**
 * Lets the role of the application read and write the rows of all tables, and draw ids. Grants it nothing on what other roles
 * own, such as an extension of the operator. Tables of later migrations get the same by the default privileges of the role
 * of `em`. Anyone may execute functions: none is `security definer`, so each does what its caller may.
 */
export async function grantToApplication(em: EntityManager, name: string): Promise<void> {
  const role = escapeIdentifier(name);
  const objects = await em.execute<{ name: string; isSequence: boolean }[]>(
    `select oid::regclass::text as name, relkind = 'S' as "isSequence" from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S') and relowner = current_user::regrole`,
  );
  const rights = { tables: 'select, insert, update, delete', sequences: 'usage, select' };
  const statements = [
    `grant usage on schema public to ${role}`,
    ...Object.entries(rights).map(
      ([kind, list]) => `alter default privileges in schema public grant ${list} on ${kind} to ${role}`,
    ),
    ...objects.map(({ name: object, isSequence }) =>
      isSequence
        ? `grant ${rights.sequences} on sequence ${object} to ${role}`
        : `grant ${ownerTables.includes(object) ? 'select' : rights.tables} on ${object} to ${role}`,
    ),
    ...ownerTables
      .filter((table) => objects.some((object) => object.name === table))
      .map((table) => `revoke insert, update, delete on ${table} from ${role}`),
  ];
  await em.execute(statements.join('; '));
}

const roleLock = 7_463_003;

/**
 * Makes the session settings the defaults of the role in this database, except those that the operator has set: a pooler
 * does not pass them on. `set local` in each transaction was rejected, because it would leave out statements outside of
 * one. Sessions that the pooler has open keep their settings until it closes them.
 */
export async function limitRole(session: Session): Promise<void> {
  const unset = await session.execute<{ name: keyof typeof sessionSettings }>(
    'select name from pg_settings where name = any ($1::text[]) and setting = boot_val',
    [Object.keys(sessionSettings)],
  );
  if (unset.length === 0) return;
  const settings = unset.map(
    ({ name }) =>
      `execute format('alter role current_user in database %I set ${name} = ${sessionSettings[name]}', current_database());`,
  );
  await session.transaction(async (transaction) => {
    await transaction.execute('select pg_advisory_xact_lock($1)', [roleLock]);
    await transaction.execute(`do $$ begin ${settings.join(' ')} end $$`);
  });
}
