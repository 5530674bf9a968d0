import pg from 'pg';
import type { AccountNote, Attributes, DeliveryNote, HookNote, Note, RequestNote, SeenNote } from './notes.js';

/** Runs a statement on the database of the account. */
export type Sql = (statement: string, ...parameters: unknown[]) => Promise<Attributes[]>;

/** Runs statements on a database in connections of its own, each until it is closed. */
export async function withSql<Result>(url: string, use: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'judge' });
  client.on('error', () => {}); // its server was killed: the statement fails, too
  await client.connect();
  try {
    return await use(async (statement, ...parameters) => (await client.query<Attributes>(statement, parameters)).rows);
  } finally {
    await client.end().catch(() => {});
  }
}

/** An entry of the change log. */
export interface Change {
  cursor: string;
  name: string;
  /** The kind of the object and its id. */
  object: string;
  objectId: number;
  /** The object after the change, by attributes in camel case. */
  snapshot: Attributes;
  at: number;
}

/** An acknowledged change of an object: the object that the client was shown after it. */
export interface Effect {
  name: string;
  object: string;
  shown: Attributes;
  request: RequestNote;
  /** Whether it may happen after the answer, as the later bookings of a series. */
  isLate: boolean;
}

/** All that clients noted about an account and all that is stored of it. */
export interface Evidence {
  account: AccountNote;
  hooks: readonly HookNote[];
  requests: readonly RequestNote[];
  deliveries: readonly DeliveryNote[];
  seen: readonly SeenNote[];
  /** The effects of acknowledged requests by object, in the order of the requests. */
  effects: ReadonlyMap<string, readonly Effect[]>;
  log: readonly Change[];
  bookings: readonly Attributes[];
  people: readonly Attributes[];
  /** Lines of orders, with the state, the person and the total of the order. */
  lines: readonly Attributes[];
  /** Work that the product still has to do, in words. */
  open: readonly string[];
  failedJobs: number;
}

/** SQL of the position of a change in the log, as clients get it. */
const cursorOf = `case when era = 1 then '' else era || '.' end || transaction_id || '-' || id`;

export async function readLog(sql: Sql, accountId: number): Promise<Change[]> {
  const rows = await sql(
    `select ${cursorOf} as cursor, name, object_type, object_id, snapshot, extract(epoch from created_at) * 1000 as at
     from change where account_id = $1 order by era, transaction_id, id`,
    accountId,
  );
  return rows.map((row) => ({
    cursor: String(row['cursor']),
    name: String(row['name']),
    object: `${row['object_type']} ${row['object_id']}`,
    objectId: Number(row['object_id']),
    snapshot: attributesOf(row['snapshot']),
    at: Number(row['at']),
  }));
}

/** Reads the database at one instant, so that no row is from before and no change from after a write. */
export async function gather(notes: readonly Note[], sql: Sql): Promise<Evidence> {
  const of = <Kind extends Note['kind']>(kind: Kind) =>
    notes.filter((note): note is Extract<Note, { kind: Kind }> => note.kind === kind);
  const [account] = of('account');
  if (!account) throw new Error('the notes name no account');
  const requests = of('request');
  await sql('begin transaction isolation level repeatable read, read only');
  const rows = async (table: string) =>
    (await sql(`select to_jsonb(${table}) as row from ${table} where account_id = $1 order by id`, account.id)).map(
      ({ row }) => attributesOf(row),
    );
  const counted = async (what: string, from: string): Promise<string[]> => {
    const [{ count = 0 } = {}] = await sql(`select count(*)::integer as count from ${from}`, account.id);
    return count === 0 ? [] : [`${count} ${what}`];
  };
  const [{ failed = 0 } = {}] = await sql(
    'select count(*)::integer as failed from failed_job where account_id = $1',
    account.id,
  );
  const bookings = await rows('booking');
  const evidence: Evidence = {
    account,
    requests,
    hooks: of('hook'),
    deliveries: of('delivery'),
    seen: of('seen'),
    effects: Map.groupBy(
      requests.flatMap((request) => effectsOf(request, bookings)),
      ({ object }) => object,
    ),
    log: await readLog(sql, account.id),
    bookings,
    people: await rows('person'),
    lines: await sql(
      `select line.booking_id, line.amount::float, line.quantity, booking_order.id as order_id, state, person_id
       from order_line_item line join booking_order on booking_order.account_id = line.account_id
         and booking_order.id = line.order_id where line.account_id = $1`,
      account.id,
    ),
    open: [
      ...(await counted('messages are not sent', `message where account_id = $1 and state in ('queued', 'sending')`)),
      ...(await counted('deliveries are pending', `web_hook_delivery where account_id = $1 and state = 'pending'`)),
    ],
    failedJobs: Number(failed),
  };
  await sql('commit');
  return evidence;
}

/**
 * Returns what an acknowledged request has changed, as its client was shown it.
 *
 * @param series the stored bookings, in which those of a series are found
 */
export function effectsOf(request: RequestNote, series: readonly Attributes[] = []): Effect[] {
  const { method, path, status, answer } = request;
  if (status !== 200) return [];
  const effect = (name: string, type: string, shown: Attributes, isLate = false): Effect => ({
    ...{ name: `${type}.${name}`, object: `${type} ${shown['id']}`, shown, request, isLate },
  });
  const one = attributesOf(answer);
  if (path === '/people') return [effect('created', 'person', attributesOf(one['person']))];
  if (path === '/bookings/recurring') {
    // Its answer names the bookings only by their collection.
    const { collection_id } = one;
    const { title, resource_id } = attributesOf(request.json['booking']);
    return series
      .filter((row) => row['collection_id'] === collection_id)
      .map(({ id }, index) => {
        const shown = { id, title, resource_id, collection_id, state: 'confirmed' };
        return effect('created', 'booking', shown, index > 0);
      });
  }
  const shown = attributesOf(one['booking']);
  if (method === 'POST') return [effect('created', 'booking', shown)];
  return [effect(path.endsWith('/cancel') ? 'cancelled' : 'modified', 'booking', shown)];
}

export const attributesOf = (value: unknown): Attributes =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
