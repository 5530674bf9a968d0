import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseModel } from '../../src/domain/entities.js';
import { formatCursor, startOfLog } from '../../src/outbox/cursor.js';
import { readChanges, resolveCursor } from '../../src/outbox/log-reader.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { createAccount, openTransaction, writeChange } from '../jobs/change-writer.js';
import { dumpDatabase } from '../support/logical-copy.js';
import { makeDataFolder } from '../support/scratch.js';
import { until } from '../support/until.js';
import { pidIn, signalIfAlive } from './storm/pid.js';

/**
 * The ways in which a database comes back, with servers of their own: `schema/functions/open_change_log_era.sql` lists them.
 * Each case writes changes 1, 2, … whose object ids are these numbers. `pg_upgrade` is missing, because it needs the programs
 * of two versions.
 */

/** A PostgreSQL server on files of its own, and a client of it. */
class Server {
  private constructor(
    readonly folder: string,
    readonly postgres: EmbeddedPostgres,
    readonly database: Database,
  ) {}

  static async start(folder: string, settings: Record<string, string> = {}): Promise<Server> {
    const tuning = { fsync: 'off', shared_buffers: '16MB', autovacuum: 'off', wal_level: 'logical', ...settings };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: tuning });
    const server = new Server(folder, postgres, await Database.connect(postgres.url, databaseModel, 2));
    running.add(server);
    return server;
  }

  get cluster(): string {
    return join(this.folder, 'postgres', 'cluster');
  }

  async stop(): Promise<void> {
    running.delete(this);
    await this.database.close();
    await this.postgres.stop();
  }

  async sql<Row extends object>(statement: string): Promise<Row[]> {
    return this.database.orm.em.fork().execute<Row[]>(statement);
  }

  write(change: number): Promise<void> {
    return writeChange(this.database, account, change);
  }

  /** Returns the settled changes, and whether others follow. */
  async read(): Promise<{ settled: number[]; hasUnsettled: boolean }> {
    const { changes, hasUnsettled } = await readChanges(this.database.account(account), startOfLog, 100);
    return { settled: changes.map(({ objectId }) => objectId), hasUnsettled };
  }

  /** Returns the settled changes when all are. */
  async readAll(): Promise<number[]> {
    let settled: number[] = [];
    await until(async () => {
      const page = await this.read();
      settled = page.settled;
      return !page.hasUnsettled;
    }, 20_000);
    return settled;
  }

  /** Returns the cursors of the changes in the order of the log, whether they are settled or not. */
  async cursors(): Promise<string[]> {
    const rows = await this.sql<{ era: number; transactionId: string; id: string }>(
      `select era, transaction_id::text as "transactionId", id::text as id from change
       where account_id = ${account} order by era, transaction_id, id`,
    );
    return rows.map(formatCursor);
  }

  async era(): Promise<number> {
    const [row] = await this.sql<{ era: number }>(`select max(era) as era from change where account_id = ${account}`);
    return row?.era ?? 0;
  }

  /** Returns the changes after a cursor, or the refusal. */
  async after(text: string): Promise<unknown> {
    const db = this.database.account(account);
    try {
      const { changes } = await readChanges(db, await resolveCursor(db, text), 100);
      return changes.map(({ objectId }) => objectId);
    } catch (error) {
      return String(error);
    }
  }
}

const running = new Set<Server>();
const folders: string[] = [];
let account: number;
/** The files of a stopped server whose database has change 1. */
let base: string;

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder('booking-returned-');
  folders.push(folder);
  return folder;
}

async function copyOf(folder: string): Promise<string> {
  const copy = await newFolder();
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
  return copy;
}

beforeAll(async () => {
  base = await newFolder();
  const server = await Server.start(base);
  await migrate(server.database);
  account = await createAccount(server.database);
  await server.write(1);
  await server.stop();
});
afterEach(async () => {
  for (const server of running) await server.stop();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Starts a standby of the server on a copy of its files. The server must have started from `files`, which are older. */
async function startStandby(primary: Server, files: string): Promise<Server> {
  const cluster = join(files, 'postgres', 'cluster');
  await writeFile(join(cluster, 'standby.signal'), '');
  // `alter system` can change it here, but not if it is an option of the command.
  await writeFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary.postgres.url}'\n`);
  const standby = await Server.start(files);
  await replay(primary, standby);
  return standby;
}

/** Waits until the standby has replayed all that the primary has written. */
async function replay(primary: Server, standby: Server): Promise<void> {
  const [written] = await primary.sql<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  await until(async () => {
    const [row] = await standby.sql<{ done: boolean }>(`select pg_last_wal_replay_lsn() >= '${written?.lsn}' as done`);
    return row?.done === true;
  }, 20_000);
}

const refused = 'DomainError: The input is invalid';

describe('the change log of a server that', () => {
  it.each<[string, (server: Server) => Promise<Server>]>([
    [
      'is restarted',
      async (server) => {
        await server.stop();
        return Server.start(server.folder);
      },
    ],
    [
      'crashes',
      async (server) => {
        const old = await pidIn(join(server.cluster, 'postmaster.pid'));
        signalIfAlive(old, 'SIGKILL');
        await until(async () => ![old, undefined].includes(await pidIn(join(server.cluster, 'postmaster.pid'))));
        await until(() => server.sql('select').then(Boolean, () => false));
        return server;
      },
    ],
  ])('%s goes on in the next era', async (_, bringBack) => {
    const before = await Server.start(await copyOf(base));
    await before.write(2);
    const [, second = ''] = await before.cursors();
    const era = await before.era();
    const server = await bringBack(before);
    expect(await server.readAll()).toEqual([1, 2]);
    await server.write(3);
    expect(await server.readAll()).toEqual([1, 2, 3]);
    expect(await server.after(second)).toEqual([3]);
    expect(await server.era()).toBeGreaterThan(era);
  });
});

describe('changes that are lost', () => {
  it('because older files are put back are refused, although the same transaction ids are given out again', async () => {
    const lost = await Server.start(await copyOf(base));
    await lost.write(2);
    const [first = '', second = ''] = await lost.cursors();
    await lost.stop();
    await pass(1_000); // the number of an era contains the second of its start
    const server = await Server.start(await copyOf(base));
    expect(await server.after(second)).toEqual(refused);
    await server.write(3);
    expect(await server.readAll()).toEqual([1, 3]);
    const transactions = [second, (await server.cursors())[1]].map((cursor) => /\.(\d+)-/.exec(cursor ?? '')?.[1]);
    expect(transactions[0]).toBe(transactions[1]);
    expect([await server.after(first), await server.after(second)]).toEqual([[3], refused]);
  });

  it('by a recovery to a point in time are refused', async () => {
    const archive = await newFolder();
    const files = await copyOf(base);
    const archived = join(archive, 'wal');
    await mkdir(archived);
    const archiving = { archive_mode: 'on', archive_command: `cp "%p" "${archived}/%f"` };
    const lost = await Server.start(await copyOf(base), archiving);
    await lost.write(2);
    await lost.sql(`select pg_create_restore_point('here')`);
    await lost.write(3);
    const [, second = '', third = ''] = await lost.cursors();
    await lost.sql('select pg_switch_wal()');
    await lost.stop(); // which archives the rest

    await writeFile(join(files, 'postgres', 'cluster', 'recovery.signal'), '');
    const server = await Server.start(files, {
      restore_command: `cp "${archived}/%f" "%p"`,
      recovery_target_name: 'here',
      recovery_target_action: 'promote',
    });
    await untilPromoted(server);
    expect([await server.readAll(), await server.after(third)]).toEqual([[1, 2], refused]);
    await server.write(4);
    expect(await server.readAll()).toEqual([1, 2, 4]);
    expect([await server.after(second), await server.after(third)]).toEqual([[4], refused]);
  });

  it('by a promotion are refused, and those that the standby has are not', async () => {
    const primary = await Server.start(await copyOf(base));
    const standby = await startStandby(primary, await copyOf(base));
    await primary.write(2);
    await replay(primary, standby);
    await standby.sql(`alter system set primary_conninfo = ''`);
    await standby.sql('select pg_reload_conf()');
    await until(async () => (await standby.sql('select from pg_stat_wal_receiver')).length === 0, 20_000);
    await primary.write(3);
    const [, second = '', third = ''] = await primary.cursors();
    await primary.stop();
    await promote(standby);
    expect([await standby.readAll(), await standby.after(third)]).toEqual([[1, 2], refused]);
    await standby.write(4);
    expect(await standby.readAll()).toEqual([1, 2, 4]);
    expect([await standby.after(second), await standby.after(third)]).toEqual([[4], refused]);
  });
});

async function promote(standby: Server): Promise<void> {
  await standby.sql('select pg_promote()');
  await untilPromoted(standby);
}

const untilPromoted = (server: Server): Promise<void> =>
  until(async () => {
    const [row] = await server.sql<{ waits: boolean }>('select pg_is_in_recovery() as waits');
    return row?.waits === false;
  }, 20_000);

describe('on a standby', () => {
  it('a change is settled only if it is on the primary, until the end and after a promotion', async () => {
    const primary = await Server.start(await copyOf(base));
    await primary.write(2); // opens the era, so that the next transactions do not wait for each other
    const standby = await startStandby(primary, await copyOf(base));
    const servers = [primary, standby];
    const readBoth = async () => {
      await replay(primary, standby);
      return Promise.all(servers.map((server) => server.read()));
    };
    await using slow = await openTransaction(primary.postgres.url);
    slow.client.on('error', () => {}); // if an expectation fails, the server stops before it
    await slow.write(account, 3);
    await primary.write(4);
    const held = { settled: [1, 2], hasUnsettled: true };
    expect(await readBoth()).toEqual([held, held]);
    await slow.commit();
    await replay(primary, standby);
    expect(await Promise.all(servers.map((server) => server.readAll()))).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ]);

    await slow.begin();
    await slow.write(account, 5);
    await primary.write(6);
    await replay(primary, standby);
    expect((await standby.read()).hasUnsettled).toBe(true);
    // Its transaction is lost with the primary, and does not hold the rest back.
    await slow.client.end();
    await primary.stop();
    await promote(standby);
    expect(await standby.readAll()).toEqual([1, 2, 3, 4, 6]);
    await standby.write(7);
    expect(await standby.readAll()).toEqual([1, 2, 3, 4, 6, 7]);
  });
});

/** Changes that another server recorded, whose transaction ids this server has not reached. */
const fromFarAhead = 'update change set transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8';
/** The effect of a dump that is loaded by a transaction with the id of the one that wrote the row. */
const accident = 'update change_log_era set era = era; update change_log_era set writer = xmin';

describe('on another server', () => {
  async function startOther(): Promise<Server> {
    const other = await Server.start(await newFolder());
    await migrate(other.database);
    return other;
  }

  it.each([
    ['a dump', ''],
    ['a dump whose transaction has the id that wrote the row of the era', accident],
  ])('%s is settled, and goes on in the next era', async (_, statement) => {
    const source = await Server.start(await copyOf(base));
    await source.write(2);
    await source.sql(fromFarAhead);
    await using dump = await dumpDatabase(source.postgres.url);
    await source.write(3);
    const [, second = '', third = ''] = (await source.cursors()).toSorted(byId);
    const other = await startOther();
    await dump.restore(other.postgres.url);
    if (statement) await other.database.orm.em.fork().transactional((em) => em.execute(statement));
    expect(await other.readAll()).toEqual([1, 2]);
    await other.write(4);
    expect(await other.readAll()).toEqual([1, 2, 4]);
    expect([await other.after(second), await other.after(third)]).toEqual([[4], refused]);
  });

  it('rows of logical replication are settled, and go on in the next era', async () => {
    const source = await Server.start(await copyOf(base));
    await source.sql(fromFarAhead);
    const other = await startOther();
    await source.sql('create publication moving for table account, change_log_era, change');
    await other.sql(`create subscription moving connection '${source.postgres.url}' publication moving`);
    const isEmpty = (rows: string) => async () => (await other.sql(rows)).length === 0;
    await until(isEmpty(`select from pg_subscription_rel where srsubstate <> 'r'`), 20_000);
    await source.write(2);
    await until(isEmpty('select from (select max(object_id) as last from change) as log where last < 2'), 20_000);
    await other.sql('drop subscription moving');
    await other.sql(`select setval('change_id_seq', 1000)`);
    expect((await other.readAll()).toSorted()).toEqual([1, 2]);
    await other.write(3);
    expect((await other.readAll()).at(-1)).toBe(3);
    expect(await other.era()).toBeGreaterThan(await source.era());
  });
});

/** Compares cursors by the ids of their changes, because `fromFarAhead` changes their order. */
const byId = (a: string, b: string): number => Number(a.split('-').at(-1)) - Number(b.split('-').at(-1));
