import { catalogue } from '../../src/domain/person-data/catalogue.js';
import type { TestServer } from './test-server.js';

/** A column that can hold text: of text, JSON or bytes, or an array of them. */
export interface TextColumn {
  table: string;
  column: string;
  type: string;
  /** In characters; null without a limit. */
  length: number | null;
}

/** Lists the columns of all tables that can hold text, from the catalog of the database. */
export function listTextColumns(server: Pick<TestServer, 'sql'>): Promise<TextColumn[]> {
  return server.sql<TextColumn>(
    `select relname as table, attname as column, format_type(atttypid, null) as type,
       case when atttypmod > 0 then atttypmod - 4 end as length
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
       and format_type(atttypid, null) ~ '^(text|character|character varying|json|jsonb|bytea|name|xml)(\\[\\])?$'
     order by relname, attname`,
  );
}

/** The treatment of a column with data of people by an erasure. */
type Treatment = 'erased' | 'kept';

/** Returns what the catalogue says of a column; undefined for one that it does not name. */
export function treatmentOf({ table, column }: Pick<TextColumn, 'table' | 'column'>): Treatment | undefined {
  const entries = catalogue.filter((entry) => entry.table === table);
  if (entries.some(({ erase }) => erase === 'row' || column in erase)) return 'erased';
  return entries.some(({ kept }) => kept && column in kept) ? 'kept' : undefined;
}
