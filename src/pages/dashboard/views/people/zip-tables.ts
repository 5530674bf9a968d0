import { strToU8, zipSync } from 'fflate';

/** Returns a ZIP archive with one JSON file for each table that has rows. */
export function zipTables(tables: Record<string, unknown>): Uint8Array<ArrayBuffer> {
  const filled = Object.entries(tables).filter(([, rows]) => Array.isArray(rows) && rows.length > 0);
  const files = filled.map(([table, rows]) => [`${table}.json`, strToU8(JSON.stringify(rows, null, 2))] as const);
  return new Uint8Array(zipSync(Object.fromEntries(files)));
}
