import type { RequestContext } from '../../domain/context.js';
import { type FieldErrors } from '../../platform/errors.js';

type Table = 'resource' | 'service';

/** Finds resources and services by id or exact title. Keeps what it has found. */
export class NamedIds {
  readonly #found = new Map<string, Promise<number | string[]>>();

  constructor(private readonly context: RequestContext) {}

  /** Returns the id; undefined without a name. Adds an error to `errors` if there is none. */
  async find(table: Table, name: string | undefined, errors: FieldErrors): Promise<number | undefined> {
    if (name === undefined) return undefined;
    const key = `${table}:${name}`;
    const search = this.#found.get(key) ?? this.#search(table, name);
    if (this.#found.size < maxNames) this.#found.set(key, search);
    const found = await search;
    if (typeof found === 'number') return found;
    errors[table] = found;
    return undefined;
  }

  async #search(table: Table, name: string): Promise<number | string[]> {
    const id = /^\d{1,9}$/.test(name) ? Number(name) : 0;
    const rows = await this.context.db.query<{ id: number }>(
      `select id from ${table} where account_id = $1 and active and (id = $2 or title = $3) order by id = $2 desc, id limit 2`,
      [id, name],
    );
    const [first, second] = rows;
    if (first === undefined) return ['does not exist'];
    return second === undefined || first.id === id ? first.id : ['is the title of several: give the id'];
  }

  /** Whether exactly one resource offers a service. */
  async isOfferedByOne(serviceId: number): Promise<boolean> {
    const rows = await this.context.db.query<{ id: number }>(
      'select id from provider where account_id = $1 and service_id = $2 and active limit 2',
      [serviceId],
    );
    return rows.length === 1;
  }
}

/** More than an account has. */
const maxNames = 10_000;
