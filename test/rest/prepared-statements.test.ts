import pg from 'pg';
import { PreparingClient, prepareStatement, SessionlessClient } from '../../src/platform/database/preparing-client.js';
import { createBookableService } from '../support/catalog.js';
import { type RestAnswer, startTestServer, type TestAccount, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

let server: TestServer;
let account: TestAccount;
/** A session that changes the schema. */
let session: pg.Client;
beforeAll(async () => {
  server = await startTestServer();
  account = await server.account();
  session = new pg.Client(server.databaseUrl);
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await server[Symbol.asyncDispose]();
});

type SendTo = (of: TestAccount) => Promise<RestAnswer>;

/** Kinds of requests for a booking. */
let requests: Record<string, SendTo>;
beforeAll(async () => {
  const { serviceId, resourceId } = await createBookableService(account, { resource: { capacity: 100_000 } });
  const booking = {
    service_id: serviceId,
    resource_id: resourceId,
    booked_from: '2026-03-03 10:00',
    booked_to: '2026-03-03 11:00',
    person_attributes: { name: 'Kari', email: 'kari@example.org' },
  };
  const { id } = await account.create('/bookings', 'booking', booking);
  let number = 0;
  const next = (): number => {
    number += 1;
    return number;
  };
  const change = (): object => ({ json: { booking: { title: `Title ${next()}` } } });
  requests = {
    'a read of one': (of) => of.get(`/bookings/${id}`),
    'a read of a list': (of) => of.get('/bookings?start=2026-03-03&end=2026-03-03 11:00'),
    'a read of free times': (of) => of.get(`/services/${serviceId}/slots?from=2026-03-03&to=2026-03-03`),
    'a creation': (of) => of.post('/bookings', { json: { booking } }),
    'a change': (of) => of.put(`/bookings/${id}`, change()),
    'a creation with an idempotency key': (of) =>
      of.post('/bookings', { json: { booking }, headers: { 'idempotency-key': `key-${next()}` } }),
    'a change with a condition': (of) => of.put(`/bookings/${id}`, { ...change(), headers: { 'if-match': '*' } }),
  };
});

const kinds = [
  'a read of one',
  'a read of a list',
  'a read of free times',
  'a creation',
  'a change',
  'a creation with an idempotency key',
  'a change with a condition',
];

async function alter(alterations: readonly string[], before: () => Promise<void> = async () => {}): Promise<void> {
  for (const alteration of alterations) {
    await before();
    await session.query(alteration);
  }
}

const alterationsTo = (type: string): string[] =>
  ['booking.title', 'person.name', 'resource.title', 'service.title'].map((column) => {
    const [table, name] = column.split('.');
    return `alter table ${table} alter column ${name} type ${type}`;
  });

const refused = (answers: readonly RestAnswer[]): object[] =>
  answers.filter(({ status }) => status !== 200).map(({ status, text }) => ({ status, text }));

/** Changes the type of columns, so that prepared statements return another type than they were prepared for. */
describe('changed types of columns', () => {
  /** The account at a process of few connections, all of which a few concurrent requests use. */
  let atFew: TestAccount;
  beforeAll(async () => {
    atFew = account.at((await server.another({}, { poolSize: 3 })).origin);
  });

  it.each(kinds)('do not make %s fail', async (kind) => {
    const concurrently = () => Promise.all(Array.from({ length: 8 }, () => requests[kind]?.(atFew)));
    for (const type of ['varchar(1001)', 'varchar(1002)', 'text']) {
      // Prepares them on each connection of the pool.
      await concurrently();
      await alter(alterationsTo(type));
      expect(refused((await concurrently()).flatMap((answer) => answer ?? []))).toEqual([]);
    }
  });

  it('do not make concurrent requests fail, and each write has one effect', async () => {
    const other = await server.another();
    const count = async (): Promise<number> => (await server.sql('select from booking')).length;
    const before = await count();
    const answers: RestAnswer[] = [];
    let isOver = false;
    const clients = [server.origin, other.origin].flatMap((origin) =>
      Object.values(requests).map(async (request) => {
        while (!isOver) answers.push(await request(account.at(origin)));
      }),
    );
    const alterations = ['varchar(1001)', 'varchar(1002)', 'text'].flatMap(alterationsTo);
    try {
      await alter(alterations, () => {
        const answered = answers.length;
        return until(() => answers.length >= answered + clients.length);
      });
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
    expect(refused(answers)).toEqual([]);
    const written = new Set(answers.flatMap(({ body }) => body.booking?.id ?? []));
    // The requested booking is one of them.
    expect(await count()).toBe(before + written.size - 1);
  });
});

describe('a process', () => {
  /** A pool of one connection, to list its prepared statements. */
  async function oneConnection() {
    const { database } = await server.another({}, { poolSize: 1 });
    return database.account(account.credentials.id);
  }

  it('sends more composed statements than it prepares', async () => {
    const db = await oneConnection();
    const numbers = Array.from({ length: 600 }, (_, index) => index);
    for (let round = 0; round < 2; round += 1) {
      const rows = await Promise.all(
        numbers.map((number) =>
          db.query(`select $1::integer + ${number} as "sum", $2::text as "text.id"`, ['x'], 'composed'),
        ),
      );
      expect(rows.flat()).toEqual(
        numbers.map((number) => ({ sum: account.credentials.id + number, text: { id: 'x' } })),
      );
    }
    const [prepared] = await db.query<{ count: number }>(
      'select count(*)::integer as count from pg_prepared_statements where $1 > 0',
    );
    expect(prepared?.count).toBeGreaterThan(0);
    expect(prepared?.count).toBeLessThanOrEqual(500);
  });

  it('prepares a statement once on each connection, also if many requests are the first to send it', async () => {
    const text = 'select $1::integer as account, pg_backend_pid() as connection, $2::integer as number';
    const db = () => server.database.account(account.credentials.id);
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const rows = await Promise.all(
      numbers.map((number) => db().query<{ number: number; connection: number }>(text, [number])),
    );
    expect(rows.map(([row]) => row?.number)).toEqual(numbers);
    expect(new Set(rows.map(([row]) => row?.connection)).size).toBeGreaterThan(1);
  });
});

describe('the first statement of a transaction', () => {
  const insertion = 'insert into begun select $1::integer from generate_series(1, 6 / $1::integer)';
  const unprepared = 'select $1::integer as unprepared';
  const insert = (value: number): [string, number[]] => [insertion, [value]];

  let client: PreparingClient;
  let roundTrips: number;
  beforeEach(async () => {
    // Changed types of columns make a process forget its prepared statements.
    prepareStatement(insertion, 'constant');
    await server.sql('create table begun (value integer)');
    await open(PreparingClient);
  });
  afterEach(async () => {
    await client.end();
    await server.sql('drop table begun');
  });

  async function open(Client: typeof PreparingClient): Promise<void> {
    client = new Client(server.databaseUrl);
    await client.connect();
    client.connection.on('readyForQuery', () => {
      roundTrips += 1;
    });
  }

  /** Sends statements as the ORM does. @returns the number of round trips */
  async function send(...sent: [text: string, values?: number[]][]): Promise<number> {
    roundTrips = 0;
    for (const [text, values = []] of sent) await client.query(text, values);
    return roundTrips;
  }
  const stored = async () => (await server.sql<{ value: number }>('select value from begun')).map(({ value }) => value);

  it.each<[string, [string, number[]?][], number]>([
    ['begins it in the same message, if it is prepared', [['begin'], insert(6), ['commit']], 2],
    [
      'begins it in the same message, if it has values and is not prepared',
      [['begin'], [unprepared, [1]], ['commit']],
      2,
    ],
    ['begins it before, if it has no values', [['begin'], ['select 1'], ['commit']], 3],
    ['does not exist, and nothing is sent: a commit', [['begin'], ['commit']], 0],
    ['does not exist, and nothing is sent: a rollback', [['begin'], ['rollback']], 0],
  ])('%s', async (_name, statements, expected) => {
    await send(['begin'], insert(6), ['commit']);
    expect(await send(...statements)).toBe(expected);
  });

  it('is part of it', async () => {
    for (const _ of [1, 2]) {
      await send(['begin'], insert(6), ['rollback']);
      expect(await stored()).toEqual([]);
    }
    await send(['begin'], insert(6), ['commit']);
    expect(await stored()).toEqual([6]);
  });

  it('may fail: the transaction is then rolled back, and the connection can be used', async () => {
    await send(['begin'], insert(6), ['commit']);
    await expect(send(['begin'], insert(0))).rejects.toMatchObject({ code: '22012' });
    await expect(send(insert(6))).rejects.toMatchObject({ code: '25P02' });
    await send(['rollback'], insert(6));
    expect(await stored()).toEqual([6, 6]);
  });

  it('begins it in the same message behind a pooler, which keeps no prepared statements', async () => {
    await client.end();
    await open(SessionlessClient);
    for (const _ of [1, 2]) expect(await send(['begin'], insert(6), ['rollback'])).toBe(2);
    expect(await stored()).toEqual([]);
  });
});
