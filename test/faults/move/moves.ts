import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/postmaster.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { ServerProcess } from '../../process/server-process.js';
import type { CellName, MovingCells } from '../../support/moving-cells.js';
import { between, pick, seeded } from '../../support/random.js';
import { readLog, withSql } from '../judge/evidence.js';
import type { Attributes } from '../judge/notes.js';
import { judge } from '../judge/verdict.js';
import { Member } from '../storm/cluster.js';
import { longest } from '../storm/spans.js';
import { type StormReport, startClients } from '../storm/storm.js';

export interface MovesOptions {
  /** The number of moves of the account, to and fro. */
  moves: number;
  /** The number of processes that are killed during each move; the first move is left alone. */
  kills: number;
  seed: number;
  /** Whether it sends no messages, which a killed worker delays for two minutes. */
  hurry?: boolean;
}

const names = ['cell1', 'cell2'] as const;
const otherOf = (cell: CellName): CellName => (cell === 'cell1' ? 'cell2' : 'cell1');

type Victim = 'the move' | 'the source' | 'the target' | 'a web process' | 'a worker';
const victims: readonly Victim[] = ['the move', 'the source', 'the target', 'a web process', 'a worker'];

/**
 * Moves an account to and fro between two cells while clients write, follow its changes and get deliveries, and kills what
 * takes part. Then has it judged what the clients saw, by the database of the cell that has the account.
 */
export async function runMoves(
  test: MovingCells,
  { moves, kills, seed, hurry = false }: MovesOptions,
): Promise<StormReport> {
  const random = seeded(seed);
  const members = new Map<CellName, { web: Member; worker: Member }>();
  for (const name of names) {
    const settings = {
      ...test.environmentOf(name),
      ...{ DEMO: 'off', LOG_LEVEL: 'error', WEBHOOK_PRIVATE_TARGETS: 'allow', WEBHOOK_RETRY_BASE_MS: '200' },
    };
    const port = await freePort();
    members.set(name, {
      web: new Member('web', { ...settings, PORT: String(port) }, `http://127.0.0.1:${port}`),
      worker: new Member('worker', settings),
    });
  }
  const all = [...members.values()].flatMap(({ web, worker }) => [web, worker]);
  const origins = all.flatMap(({ origin }) => origin ?? []);
  const whenReady = async (): Promise<void> => {
    while (!all.every(({ isReady }) => isReady)) await pass(100);
  };
  try {
    await whenReady();
    await using clients = await startClients(
      { database: test.cells.cell1.database, origins },
      { subdomain: `moving-${seed}`, seed, messages: !hurry },
    );
    const { subdomain, id: accountId } = clients.account.credentials;
    const counts: Record<string, number> = {};
    const count = (what: string): void => {
      counts[what] = (counts[what] ?? 0) + 1;
    };
    const pauses: number[] = [];
    const problems: string[] = [];
    let alive: Victim[] = [];
    let home: CellName = 'cell1';
    const kill = (victim: Victim, mover: ServerProcess): void => {
      count(`kills of ${victim}`);
      const cell = members.get(pick(random, [...names]));
      if (victim === 'the move') process.kill(mover.pid, 'SIGKILL');
      else if (victim === 'the source') void test.cells[home].kill();
      else if (victim === 'the target') void test.cells[otherOf(home)].kill();
      else (victim === 'a web process' ? cell?.web : cell?.worker)?.kill();
    };
    /** Runs a command in a process of its own, and kills something meanwhile. @returns whether it has succeeded */
    const command = async (victim: Victim | undefined, ...args: string[]): Promise<boolean> => {
      const mover = startCommand(test.environmentOf(home), 'move', '--subdomain', subdomain, ...args);
      const timer = victim && setTimeout(() => kill(victim, mover), between(random, 300, 5_000));
      const status = await mover.exited;
      clearTimeout(timer);
      if (status === 0) {
        const paused = Number(JSON.parse(mover.lines.at(-1) ?? '{}').paused);
        if (paused > 0) pauses.push(paused);
      } else count('commands that failed');
      return status === 0;
    };
    for (let turn = 0; turn < moves; turn += 1) {
      let left = turn === 0 ? 0 : kills;
      /** Each is killed equally often, in random order. */
      const nextVictim = (): Victim | undefined => {
        if (left-- <= 0) return undefined;
        if (alive.length === 0) alive = [...victims];
        const victim = pick(random, alive);
        alive.splice(alive.indexOf(victim), 1);
        return victim;
      };
      let isMoved = await command(nextVictim(), '--to', otherOf(home));
      const endsAt = performance.now() + 180_000;
      while (!isMoved && performance.now() < endsAt) {
        await pass(500);
        if (random(2) === 0 && (await command(nextVictim(), '--abort'))) count('aborts');
        // After an abort, or if the first command was killed before it began.
        isMoved = (await command(nextVictim(), '--resume')) || (await command(nextVictim(), '--to', otherOf(home)));
        if (!isMoved) isMoved = await isServedBy(test, otherOf(home), accountId);
      }
      if (!isMoved) problems.push(`move ${turn + 1} did not end`);
      if (!isMoved) break;
      count('moves');
      await pass(500);
      // A database that was killed is back only then.
      await whenReady();
      const readLogs = () =>
        Promise.all(
          [home, otherOf(home)].map((name) => withSql(test.cells[name].url, (sql) => readLog(sql, accountId))),
        );
      // A command may end before its victim is killed.
      const [ofSource = [], ofTarget = []] = await readLogs().catch(async () => {
        await whenReady();
        return readLogs();
      });
      const known = new Set(ofTarget.map(({ cursor }) => cursor));
      const lost = ofSource.filter(({ cursor }) => !known.has(cursor));
      if (lost.length > 0) problems.push(`${lost.length} changes are only in ${home} after move ${turn + 1}`);
      while (!(await command(undefined, '--clean'))) await pass(500);
      home = otherOf(home);
    }
    await clients.endWriting();
    await whenReady();
    const verdict = await judge(clients.notebook.path, test.cells[home].url);
    const crashes = all.reduce((sum, member) => sum + member.crashes, 0);
    return {
      figures: { ...counts, 'longest pause, ms': longest(pauses), ...verdict.figures, ...clients.resumes() },
      problems: [
        ...problems,
        ...verdict.problems,
        ...(crashes > 0 ? [`${crashes} processes ended by themselves`] : []),
        ...(await remainsOf(test, otherOf(home), accountId)),
      ],
      notes: clients.notebook.path,
    };
  } finally {
    await Promise.all(all.map((member) => member.end()));
  }
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
