import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { poolOptions } from '../../src/platform/database/connection.js';
import { silent } from '../jobs/change-writer.js';
import { openStudio } from '../socket/studio.js';
import { accepted, refusals } from '../support/concurrent-requests.js';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';
import { account as command, killAll, type ServerProcess, startMain } from './server-process.js';

let test: TestDatabase;
/** An empty database, because the tests include its migration. */
let direct: string;
let bouncer: PgBouncer;
let name: string;

async function open(): Promise<void> {
  test = await createTestDatabase();
  name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(test.url, `create database ${name}`);
  direct = test.url.replace(/\/[^/?]+($|\?)/, `/${name}$1`);
  bouncer = await startPgBouncer(direct, 5);
}

async function close(): Promise<void> {
  killAll();
  await bouncer[Symbol.asyncDispose]();
  await query(test.url, `drop database ${name} with (force)`);
  await test[Symbol.asyncDispose]();
}

async function query(url: string, statement: string): Promise<object[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

const settings = () => ({
  DATABASE_URL: bouncer.url,
  DATABASE_DIRECT_URL: `${direct}?application_name=direct`,
  DEMO: 'off',
});

/** Returns the log lines above the level `info`. */
const complaints = ({ lines }: ServerProcess): object[] =>
  lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level > 30);

async function createAccount(server: ServerProcess): Promise<TestAccount> {
  const attributes = ['--subdomain=acme', '--name=Acme', '--email=a@example.org', '--time-zone=Europe/Oslo'];
  const { out, errors } = await command(settings(), 'create', ...attributes, '--country=NO');
  if (errors) throw new Error(errors);
  return new TestAccount(server.origin, JSON.parse(out));
}

if (!hasPgBouncer) {
  process.stdout.write('pgbouncer is not installed: the server was not tried behind it\n');
  it.skip('behind PgBouncer in transaction mode', () => {});
} else {
  describe('behind PgBouncer in transaction mode', () => {
    beforeAll(open);
    afterAll(close);

    it('the start reports a missing DATABASE_DIRECT_URL', async () => {
      const server = startMain({ DATABASE_URL: bouncer.url });
      expect(await server.exited).toBe(1);
      expect(server.errors).toEqual([
        'Cannot start: the database cannot be reached or migrated: unsupported startup parameter: statement_timeout. ' +
          'If it is a pooler, also set DATABASE_DIRECT_URL',
      ]);
    });

    it('a named statement runs on any session', async () => {
      const named = { name: 'one', text: 'select 1 as one' };
      const runTwice = async (options: pg.PoolConfig) => {
        const pools = [1, 2].map(() => new pg.Pool({ ...options, connectionString: bouncer.url, max: 1 }));
        try {
          const results: object[][] = [];
          for (const pool of pools) results.push((await pool.query<object>(named)).rows);
          return results;
        } finally {
          for (const pool of pools) await pool.end();
        }
      };
      await expect(runTwice({})).rejects.toThrow('prepared statement "one" already exists');
      expect(await runTwice(poolOptions(true))).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    });

    it('the server migrates, serves, counts requests, listens and runs jobs', async () => {
      const processes = [1, 2].map(() => startMain({ ...settings(), RATE_LIMIT: '1000/600' }));
      const [server, other] = await Promise.all(processes.map((process) => process.ready()));
      if (!server || !other) throw new Error('two processes');
      const account = await createAccount(server);
      const signalled: unknown[] = [];
      const signal = new ChangeSignal(direct, silent);
      await signal.start();
      signal.on('change', (id) => signalled.push(id));

      const { resource, service } = await openStudio(account);
      await account.put(`/resources/${resource}`, { json: { resource: { capacity: 1 } } });
      const through = [account, account.at(other.origin)];
      const booking = {
        resource_id: resource,
        service_id: service,
        booked_from: '2099-03-04 10:00',
        booked_to: '2099-03-04 11:00',
        person_attributes: { name: 'Ola', email: 'ola@example.org' },
      };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (through[index % 2] ?? account).post('/bookings', {
            json: { booking, confirmation_send_email: true },
          }),
        ),
      );
      expect(accepted(answers)).toHaveLength(1);
      expect(refusals(answers)).toEqual([{ status: 400, resource_id: expect.anything() }]);

      for (const of of through) {
        const { body } = await of.get('/bookings');
        expect(body).toMatchObject([{ booking: { person: { name: 'Ola' }, resource: { id: resource } } }]);
        const { id } = body[0].booking;
        expect((await of.get(`/bookings/${id}`)).body).toEqual(body[0]);
      }

      await until(() => signalled.includes(account.credentials.id));
      await signal.stop();
      const sessions = `select query from pg_stat_activity where datname = current_database()`;
      const listening = await query(direct, `${sessions} and application_name = 'direct' and query ~ 'listen|notify'`);
      expect(listening).toHaveLength(2);
      expect(await query(direct, `select from rate_limit where key like 'address%'`)).toHaveLength(1);
      await until(async () => (await query(direct, `select from message where state = 'unsent'`)).length > 0);
      expect(await query(direct, 'show statement_timeout')).toEqual([{ statement_timeout: '8s' }]);
      const idle = 'idle_in_transaction_session_timeout';
      expect(await query(direct, `show ${idle}`)).toEqual([{ [idle]: '10s' }]);
      const workers = 'max_parallel_workers_per_gather';
      expect(await query(direct, `show ${workers}`)).toEqual([{ [workers]: '0' }]);

      expect(await Promise.all(processes.map((process) => process.end()))).toEqual([0, 0]);
      expect(processes.flatMap(complaints)).toEqual([]);
      expect(processes.flatMap(({ errors }) => errors)).toEqual([]);
    });
  });
}
