import { parseArgs } from 'node:util';
import { createAccount, type NewAccount } from '../../src/domain/account/account.actions.js';
import { isUnavailable } from '../../src/platform/database/unavailable.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { withSql } from '../faults/judge/evidence.js';
import { judge } from '../faults/judge/verdict.js';
import { killInTurn, killOneOf } from '../faults/storm/kills.js';
import { type Clients, startClients } from '../faults/storm/storm.js';
import { killAll } from '../process/server-process.js';
import { siteDomain } from '../support/address-forms.js';
import { type CellName, cellNames, type MovingCells, startMovingCells } from '../support/moving-cells.js';
import { pick, seeded } from '../support/random.js';
import { seedOfRun } from '../support/seed.js';
import { startCellProcesses } from './processes.js';
import { checkRouter, partnerToken, problems, results } from './router-checks.js';
import { startFront } from './routers.js';

/**
 * Runs two cells behind nginx and HAProxy by the configurations of the guide "Operate at scale", with TLS in front of them,
 * while clients write to an account of each cell and follow it. Sends every form of address through the routers, and what can
 * go wrong, then kills what takes part at random. Prints a table of what the routers did, and what the judge finds in each
 * account; exits with 1 if anything is not as it should be. Settings: --seed or FAULT_SEED; FAULT_KILLS.
 */
const { FAULT_KILLS = '30' } = process.env;
const seed = seedOfRun(parseArgs({ options: { seed: { type: 'string' } } }).values.seed);
console.log(`FAULT_SEED=${seed} FAULT_KILLS=${FAULT_KILLS}`);
try {
  await using test = await startMovingCells({ isOperated: true });
  await using processes = await startCellProcesses(test, 2, {
    SITE_DOMAIN: siteDomain,
    PUBLIC_URL: 'http://book.example.org',
    PARTNER_TOKEN: partnerToken,
    TRUST_PROXY: '2', // the terminator and the router
  });
  await using front = await startFront(test);
  const clientsOf = (cell: CellName, number: number): Promise<Clients> => {
    const { database } = test.cells[cell];
    const create = (account: NewAccount) => onceAvailable(() => createAccount(database, systemClock, account));
    return startClients(
      { database, createAccount: create, origins: processes.webs[cell].flatMap(({ origin }) => origin ?? []) },
      { subdomain: `${cell}-${seed}`, seed: seed + number, writers: 2, messages: true },
      front.origins,
    );
  };
  await using one = await clientsOf('cell1', 1);
  await using two = await clientsOf('cell2', 2);
  for (const router of front.routers) await router.refresh();

  for (const router of front.routers) {
    await checkRouter(router, { test, processes }, [addressedOf(one), addressedOf(two)]);
    console.log(`the checks of ${router.name} are over`);
  }
  const random = seeded(seed);
  const victims = new Map<string, () => Promise<void>>([
    ['web process', () => killOneOf(processes.webs[pick(random, cellNames)], random)],
    ['worker', () => killOneOf(Object.values(processes.workers), random)],
    ['PostgreSQL', () => test.cells[pick(random, cellNames)].kill()],
    ['directory', test.killDirectory],
    ['router', () => pick(random, front.routers).kill('router')],
    ['TLS terminator', () => pick(random, front.routers).kill('TLS')],
  ]);
  const killed = await killInTurn(victims, Number(FAULT_KILLS), random, [300, 2_500]);
  for (const clients of [one, two]) await clients.endWriting();
  await processes.whenReady();

  const [ofOne, ofTwo] = await Promise.all([judged(test, 'cell1', one), judged(test, 'cell2', two)]);
  console.table(Object.fromEntries(results));
  console.table(killed);
  const figures = Object.keys(ofOne).map((name) => [name, { cell1: ofOne[name], cell2: ofTwo[name] }]);
  console.table(Object.fromEntries(figures));
  problems.push(...(await straysIn(test, 'cell2', one)), ...(await straysIn(test, 'cell1', two)));
  const crashes = processes.all.reduce((sum, member) => sum + member.crashes, 0);
  if (crashes > 0) problems.push(`${crashes} processes ended by themselves`);
  for (const problem of problems.slice(0, 50)) console.log(`WRONG: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  killAll();
}

/** A busy machine connects to the directory too late. */
async function onceAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}

function addressedOf({ account: { credentials } }: Clients) {
  return { id: credentials.id, subdomain: credentials.subdomain, apiKey: credentials.api_key };
}

/** Has it judged what the clients of an account saw. @returns the figures */
async function judged(test: MovingCells, cell: CellName, clients: Clients): Promise<Record<string, number>> {
  const { figures, problems: found } = await judge(clients.notebook.path, test.cells[cell].url);
  problems.push(...found.map((problem) => `${cell}: ${problem}`));
  console.log(`what the clients of ${cell} noted is in ${clients.notebook.path}`);
  return { ...figures, ...clients.resumes() };
}

/** Returns the tables of a cell that have rows of an account of the other. */
function straysIn(test: MovingCells, cell: CellName, { account: { credentials } }: Clients): Promise<string[]> {
  return withSql(test.cells[cell].url, async (sql) => {
    const tables = await sql(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where column_name = 'account_id' and table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const searches = tables.map(({ name }) => `select '${name}' as name from "${name}" where account_id = $1`);
    const found = await sql(searches.join(' union '), credentials.id);
    return found.map(({ name }) => `${cell} has rows of ${credentials.subdomain} in ${name}`);
  });
}
