import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/postmaster.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { ServerProcess } from '../../process/server-process.js';
import type { CellName, MovingCells } from '../../support/moving-cells.js';
import { between, pick, seeded } from '../../support/random.js';
import { expireLocksOf, Member } from '../storm/cluster.js';
import { poll, subscribe } from '../storm/readers.js';
import { startReceiver } from '../storm/receiver.js';
import { longest } from '../storm/spans.js';
import { openAccount, releaseLocks, type StormReport, settle } from '../storm/storm.js';
import { problemsOf, query, readLog, wrongOrder } from '../storm/verdict.js';
import { nothingYet, Writer } from '../storm/writers.js';

export interface MovesOptions {
  /** The number of moves of the account, to and fro. */
  moves: number;
  /** The number of processes that are killed during each move; the first move is left alone. */
  kills: number;
  seed: number;
}

const names = ['cell1', 'cell2'] as const;
const otherOf = (cell: CellName): CellName => (cell === 'cell1' ? 'cell2' : 'cell1');

type Victim = 'the move' | 'the source' | 'the target' | 'a web process' | 'a worker';
const victims: readonly Victim[] = ['the move', 'the source', 'the target', 'a web process', 'a worker'];

/**
 * Moves an account to and fro between two cells while clients write, follow its changes and get deliveries, and kills what
 * takes part. Then compares what the clients saw with the database of the cell that has the account.
 */
export async function runMoves(test: MovingCells, { moves, kills, seed }: MovesOptions): Promise<StormReport> {
  const random = seeded(seed);
  await using receiver = await startReceiver();
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
    const { accounts, accountId, place, hooks } = await openAccount(
      { database: test.cells.cell1.database, origins: origins.slice(0, 1) },
      `moving-${seed}`,
      receiver.address,
    );
    const [account] = accounts;
    if (!account) throw new Error('no account');
    const clients = origins.map((origin) => account.at(origin));
    const [subscriber, follower] = [subscribe(clients), poll(clients)];
    const done = nothingYet();
    let isOver = false;
    const writers = [1, 2, 3, 4].map((number) =>
      new Writer(`w${number}`, clients, place, seeded(seed + number), done).writeUntil(() => isOver),
    );
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
      const mover = startCommand(test.environmentOf(home), 'move', '--subdomain', account.subdomain, ...args);
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
        Promise.all([home, otherOf(home)].map((name) => readLog(test.cells[name as CellName].database, accountId)));
      // A command may end before its victim is killed.
      const [ofSource, ofTarget] = await readLogs().catch(async () => {
        await whenReady();
        return readLogs();
      });
      const known = new Set(ofTarget?.map(({ cursor }) => cursor));
      const lost = ofSource?.filter(({ cursor }) => !known.has(cursor)) ?? [];
      if (lost.length > 0) problems.push(`${lost.length} changes are only in ${home} after move ${turn + 1}`);
      while (!(await command(undefined, '--clean'))) await pass(500);
      home = otherOf(home);
    }
    isOver = true;
    await Promise.all(writers);
    await whenReady();
    const { database } = test.cells[home];
    await releaseLocks({ members: all, database, expireLocks: () => expireLocksOf(database) });
    const unsettled = await settle({ database }, accountId, [subscriber, follower]);
    await subscriber.stop();
    await follower.stop();
    const log = await readLog(database, accountId);
    const crashes = all.reduce((sum, member) => sum + member.crashes, 0);
    return {
      figures: {
        ...counts,
        'longest pause, ms': longest(pauses),
        'bookings acknowledged': [...done.bookings.values()].reduce((sum, rows) => sum + rows, 0),
        people: done.people.size,
        changes: log.length,
        deliveries: receiver.deliveries.length,
        'longest wait for an acknowledgement, ms': longest(done.waits.map(({ from, to }) => to - from)),
        'subscriber resumed': subscriber.resumes,
        'follower resumed': follower.resumes,
      },
      problems: [
        ...problems,
        ...unsettled,
        ...(crashes > 0 ? [`${crashes} processes ended by themselves`] : []),
        ...(await problemsOf(database, accountId, {
          done,
          hooks,
          log,
          subscriber,
          follower,
          received: receiver.deliveries,
        })),
        ...(await wrongOrder(database, accountId, hooks, log, receiver.deliveries)),
        ...(await remainsOf(test, otherOf(home), accountId)),
      ],
    };
  } finally {
    await Promise.all(all.map((member) => member.end()));
  }
}

const startCommand = (settings: Record<string, string>, ...args: string[]): ServerProcess =>
  new ServerProcess(process.execPath, [join(projectRoot, 'dist/src/process/cli.js'), ...args], settings, projectRoot);

/** Whether a cell serves the account, and its move has left nothing but the rows of the source. */
async function isServedBy(test: MovingCells, cell: CellName, accountId: number): Promise<boolean> {
  const ofTarget = await query(
    test.cells[cell].database,
    'select from account where id = ? and moved_to is null',
    accountId,
  ).catch(() => []);
  const moving = await query(test.cells[otherOf(cell)].database, 'select from account_move').catch(() => [{}]);
  return ofTarget.length > 0 && moving.length === 0;
}

/** Returns what is left of an account in the cell that it has left. */
async function remainsOf(test: MovingCells, cell: CellName, accountId: number): Promise<string[]> {
  const { database } = test.cells[cell];
  const rows = await query<{ name: string }>(
    database,
    `select 'an account' as name from account where id = ? union all select 'a booking' from booking where account_id = ?
     union all select pubname::text from pg_publication union all select subname::text from pg_subscription
     union all select slot_name::text from pg_replication_slots`,
    accountId,
    accountId,
  );
  return rows.map(({ name }) => `${name} is left in ${cell}`);
}
