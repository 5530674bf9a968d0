import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { projectRoot } from '../project-root.js';

/** A file in `schema/functions`. Its text creates or replaces a function of the database and its triggers. */
export interface DatabaseFunction {
  name: string;
  text: string;
  hash: string;
}

const folder = join(projectRoot, 'schema', 'functions');

const functions: readonly DatabaseFunction[] = readdirSync(folder)
  .sort()
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return { name: file.replace(/\.sql$/, ''), text, hash: createHash('sha256').update(text).digest('hex') };
  });

/**
 * Returns the functions of which the database has no text or another one.
 *
 * @param applied the hashes of the texts that the database has, by name
 */
export function outdatedFunctions(applied: Readonly<Record<string, string>>): DatabaseFunction[] {
  return functions.filter(({ name, hash }) => applied[name] !== hash);
}

/** Applies the texts in the transaction of `em`, and stores their hashes. */
export async function applyFunctions(em: EntityManager, outdated: readonly DatabaseFunction[]): Promise<void> {
  for (const { name, text, hash } of outdated) {
    await em.execute(text);
    await em.execute(
      'insert into schema_function (name, hash) values (?, ?) on conflict (name) do update set hash = excluded.hash',
      [name, hash],
    );
  }
}
