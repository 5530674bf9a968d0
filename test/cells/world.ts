import { mkdtemp, rm } from 'node:fs/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.js';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.js';
import { runAccountCommand } from '../../src/process/account-command.js';
import { type ServerProcess, startMain } from '../process/server-process.js';
import { type AddressedAccount, siteDomain } from '../support/address-forms.js';
import { newAccount } from '../support/cells.js';
import { makeDataFolder } from '../support/scratch.js';

export const cellNames = ['cell1', 'cell2'] as const;
export type CellName = (typeof cellNames)[number];

export const partnerToken = 'the-token-of-the-partner';

/** Two cells of two web processes and a worker each, and their directory, on one PostgreSQL. */
export interface World extends AsyncDisposable {
  /** Creates an account. */
  account(cell: CellName, subdomain: string): Promise<AddressedAccount>;
  /** Runs an account command in a cell, and returns the objects that it prints. */
  run(cell: CellName, ...args: string[]): Promise<{ status: number; printed: Record<string, unknown>[] }>;
  sql<Row extends object>(database: CellName | 'directory', statement: string): Promise<Row[]>;
  startWeb(cell: CellName): Promise<void>;
  killWeb(cell: CellName): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const dataDir = await makeDataFolder('booking-cells-');
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', max_connections: '200' } });
  const urlOf = (name: string): string => postgres.url.replace(/\/[^/?]+($|\?)/, `/${name}$1`);
  const pools = new Map<string, pg.Pool>();
  const sql = async <Row extends object>(database: string, statement: string): Promise<Row[]> => {
    const pool = pools.get(database) ?? new pg.Pool({ connectionString: urlOf(database), max: 1 });
    pools.set(database, pool);
    return (await pool.query<Row>(statement)).rows;
  };
  for (const name of ['directory', ...cellNames]) await sql('postgres', `create database ${name}`);
  const environmentOf = (cell: CellName): Record<string, string> => ({
    CELL: cell,
    DATABASE_URL: urlOf(cell),
    DIRECTORY_URL: urlOf('directory'),
    CELL_DATABASE_URLS: cellNames.map((name) => `${name}=${urlOf(name)}`).join(),
  });
  const run: World['run'] = async (cell, ...args) => {
    const { status, lines, error } = await runAccountCommand(args, environmentOf(cell));
    if (error !== undefined) throw new Error(error);
    return { status, printed: lines.map((line) => JSON.parse(line)) };
  };
  const ports = { cell1: [await freePort(), await freePort()], cell2: [await freePort(), await freePort()] };
  const ranges = { cell1: ['1', '1000000'], cell2: ['1000001', '2000000'] } as const;
  const webs = { cell1: [] as ServerProcess[], cell2: [] as ServerProcess[] };
  const workers: ServerProcess[] = [];
  const settingsOf = (cell: CellName): Record<string, string> => ({
    ...environmentOf(cell),
    LOG_LEVEL: 'error',
    SITE_DOMAIN: siteDomain,
    PUBLIC_URL: 'http://book.example.org',
    PARTNER_TOKEN: partnerToken,
    TRUST_PROXY: '1',
  });
  const startWeb = async (cell: CellName): Promise<void> => {
    webs[cell] = ports[cell].map((port) => startMain({ ...settingsOf(cell), ROLE: 'web', PORT: String(port) }));
    for (const web of webs[cell]) await web.ready('Health');
  };
  for (const cell of cellNames) {
    const [first, last] = ranges[cell];
    const origins = ports[cell].flatMap((port) => ['--origin', `http://127.0.0.1:${port}`]);
    await run(cell, 'cell', 'create', '--name', cell, '--first', first, '--last', last, ...origins);
    await startWeb(cell);
    const worker = startMain({ ...settingsOf(cell), ROLE: 'worker' });
    workers.push(worker);
    await worker.ready();
  }
  return {
    ...{ run, sql, startWeb },
    account: async (cell, subdomain) => {
      const { printed } = await run(cell, 'create', '--subdomain', subdomain, ...newAccount);
      return { id: Number(printed[0]?.['id']), subdomain, apiKey: String(printed[0]?.['api_key']) };
    },
    killWeb: async (cell) => {
      for (const web of webs[cell]) await web.end('SIGKILL');
    },
    [Symbol.asyncDispose]: async () => {
      for (const process of [...workers, ...Object.values(webs).flat()]) await process.end('SIGTERM').catch(() => {});
      for (const pool of pools.values()) await pool.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a folder for the files of a router, which workers of nginx under another user can read. */
export const makeRouterFolder = (name: string): Promise<string> => mkdtemp(`/tmp/booking-${name}-`);
