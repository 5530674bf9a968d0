import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { projectRoot } from '../../../src/platform/project-root.js';
import { startCellProcesses } from '../../cells/processes.js';
import { type Router, type RouterPart, routerParts, startFront } from '../../cells/routers.js';
import { ServerProcess } from '../../process/server-process.js';
import { type CellName, cellNames, type MovingCells } from '../../support/moving-cells.js';
import { between, pick, seeded } from '../../support/random.js';
import { readLog, withSql } from '../judge/evidence.js';
import type { Attributes } from '../judge/notes.js';
import { judge } from '../judge/verdict.js';
import { killOneOf } from '../storm/kills.js';
import { signalIfAlive } from '../storm/pid.js';
import { longest } from '../storm/spans.js';
import { type StormReport, startClients } from '../storm/storm.js';

export interface MovesOptions {
  /** The number of moves of the account, to and fro. */
  moves: number;
  /** The most processes that are killed during each move; the first move is left alone. */
  kills: number;
  seed: number;
  /** Whether it sends no messages, which a killed worker delays for two minutes. */
  hurry?: boolean;
  /** Whether the clients reach the cells by both routers of the guide, with TLS in front of them, which are killed, too. */
  isRouted?: boolean;
}

const otherOf = (cell: CellName): CellName => (cell === 'cell1' ? 'cell2' : 'cell1');

/**
 * Moves an account to and fro between two cells while clients write, follow its changes and get deliveries, and kills what
 * takes part. Then has it judged what the clients saw, by the database of the cell that has the account.
 */
export async function runMoves(
  test: MovingCells,
  { moves, kills, seed, hurry = false, isRouted = false }: MovesOptions,
): Promise<StormReport> {
  const random = seeded(seed);
  // Behind the terminator and the router.
  await using members = await startCellProcesses(test, 1, isRouted ? { TRUST_PROXY: '2' } : {});
  const { all, whenReady } = members;
  const webs = cellNames.flatMap((name) => members.webs[name]);
  const origins = webs.flatMap(({ origin }) => origin ?? []);
  await using front = isRouted ? await startFront(test) : undefined;
  await using _refreshing = front && refreshing(front.routers);
  await using clients = await startClients(
    { database: test.cells.cell1.database, origins },
    { subdomain: `moving-${seed}`, seed, messages: !hurry },
    front?.origins,
  );
  const { subdomain, id: accountId } = clients.account.credentials;
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const [pauses, times]: [number[], number[]] = [[], []];
  const problems: string[] = [];
  let home: CellName = 'cell1';
  let mover: ServerProcess | undefined;
  const victims = new Map<string, () => Promise<void>>([
    ['the move', async () => void signalIfAlive(mover?.pid, 'SIGKILL')],
    ['the source', () => test.cells[home].kill()],
    ['the target', () => test.cells[otherOf(home)].kill()],
    ['a web process', () => killOneOf(webs, random)],
    ['a worker', () => killOneOf(Object.values(members.workers), random)],
    ...(front
      ? ([
          ['the directory', test.killDirectory],
          ...routerParts.map((part) => [nameOf[part], () => pick(random, front.routers).kill(part)] as const),
        ] as const)
      : []),
  ]);
  let alive: string[] = [];
  /** Each is killed equally often, in random order. */
  const killSome = async (isOver: () => boolean): Promise<void> => {
    for (let left = kills; left > 0; left -= 1) {
      await pass(between(random, 300, 8_000));
      if (isOver()) return;
      if (alive.length === 0) alive = [...victims.keys()];
      const victim = pick(random, alive);
      alive.splice(alive.indexOf(victim), 1);
      count(`kills of ${victim}`);
      await victims.get(victim)?.();
    }
  };
  /** Runs a command in a process of its own. @returns whether it has succeeded */
  const command = async (...args: string[]): Promise<boolean> => {
    const started = startCommand(test.environmentOf(home), 'move', '--subdomain', subdomain, ...args);
    mover = started;
    const status = await started.exited;
    mover = undefined;
    if (status === 0) {
      const paused = Number(JSON.parse(started.lines.at(-1) ?? '{}').paused);
      if (paused > 0) pauses.push(paused);
    } else count('commands that failed');
    return status === 0;
  };
  for (let turn = 0; turn < moves; turn += 1) {
    let isOver = turn === 0;
    const killing = killSome(() => isOver);
    const begun = performance.now();
    let isMoved = await command('--to', otherOf(home));
    const endsAt = performance.now() + 180_000;
    while (!isMoved && performance.now() < endsAt) {
      await pass(500);
      if (random(2) === 0 && (await command('--abort'))) count('aborts');
      // After an abort, or if the first command was killed before it began.
      isMoved = (await command('--resume')) || (await command('--to', otherOf(home)));
      if (!isMoved) isMoved = await isServedBy(test, otherOf(home), accountId);
    }
    isOver = true;
    await killing;
    if (!isMoved) problems.push(`move ${turn + 1} did not end`);
    if (!isMoved) break;
    count('moves');
    times.push(performance.now() - begun);
    await pass(500);
    // A database that was killed is back only then.
    await whenReady();
    const readLogs = () =>
      Promise.all([home, otherOf(home)].map((name) => withSql(test.cells[name].url, (sql) => readLog(sql, accountId))));
    // A command may end before its victim is killed.
    const [ofSource = [], ofTarget = []] = await readLogs().catch(async () => {
      await whenReady();
      return readLogs();
    });
    const known = new Set(ofTarget.map(({ cursor }) => cursor));
    const lost = ofSource.filter(({ cursor }) => !known.has(cursor));
    if (lost.length > 0) problems.push(`${lost.length} changes are only in ${home} after move ${turn + 1}`);
    while (!(await command('--clean'))) await pass(500);
    home = otherOf(home);
  }
  await clients.endWriting();
  await whenReady();
  const verdict = await judge(clients.notebook.path, test.cells[home].url);
  const crashes = all.reduce((sum, member) => sum + member.crashes, 0);
  return {
    figures: {
      ...counts,
      'longest move with its kills, ms': longest(times),
      'longest pause, ms': longest(pauses),
      ...verdict.figures,
      ...clients.resumes(),
    },
    problems: [
      ...problems,
      ...verdict.problems,
      ...(crashes > 0 ? [`${crashes} processes ended by themselves`] : []),
      ...(await remainsOf(test, otherOf(home), accountId)),
    ],
    notes: clients.notebook.path,
  };
}

const nameOf: Readonly<Record<RouterPart, string>> = { router: 'a router', TLS: 'a TLS terminator' };

/** Writes the files of routers by the directory again and again, as the guide says. */
function refreshing(routers: readonly Router[]): AsyncDisposable {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      for (const router of routers) await router.refresh();
      await pass(2_000);
    }
  })();
  return {
    [Symbol.asyncDispose]: () => {
      isOver = true;
      return running;
    },
  };
}

const startCommand = (settings: Record<string, string>, ...args: string[]): ServerProcess =>
  new ServerProcess(process.execPath, [join(projectRoot, 'dist/src/process/cli.js'), ...args], settings, projectRoot);

const query = (test: MovingCells, cell: CellName, statement: string, ...parameters: unknown[]): Promise<Attributes[]> =>
  withSql(test.cells[cell].url, (sql) => sql(statement, ...parameters));

/** Whether a cell serves the account, and its move has left nothing but the rows of the source. */
async function isServedBy(test: MovingCells, cell: CellName, accountId: number): Promise<boolean> {
  const served = 'select from account where id = $1 and moved_to is null';
  const ofTarget = await query(test, cell, served, accountId).catch(() => []);
  const moving = await query(test, otherOf(cell), 'select from account_move').catch(() => [{}]);
  return ofTarget.length > 0 && moving.length === 0;
}

/** Returns what is left of an account in the cell that it has left. */
async function remainsOf(test: MovingCells, cell: CellName, accountId: number): Promise<string[]> {
  const rows = await query(
    test,
    cell,
    `select 'an account' as name from account where id = $1 union all select 'a booking' from booking where account_id = $1
     union all select pubname::text from pg_publication union all select subname::text from pg_subscription
     union all select slot_name::text from pg_replication_slots`,
    accountId,
  );
  return rows.map(({ name }) => `${name} is left in ${cell}`);
}
