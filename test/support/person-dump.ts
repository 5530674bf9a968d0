import type { TestServer } from './test-server.js';

/** Returns the rows of all tables of the database in which a text occurs, as text, by table. */
export async function searchDump(server: Pick<TestServer, 'sql'>, pattern: string): Promise<Record<string, string[]>> {
  const tables = await server.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await server.sql<{ text: string }>(
      `select line::text as text from "${name}" line where line::text ~* ? order by 1`,
      pattern,
    );
    if (rows.length > 0) found[name] = rows.map(({ text }) => text);
  }
  return found;
}
