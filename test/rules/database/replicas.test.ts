import { Replicas } from '../../../src/platform/database/replicas.js';
import type { Session } from '../../../src/platform/database/session.js';

/** A session that returns one row for every statement. */
function sessionOf(row: object): Session {
  const session: Session = {
    execute: async <Result extends object>() => [row as Result],
    transaction: (work) => work(session),
  };
  return session;
}

const identity = { system: '1', timeline: 1 };
const primary = sessionOf({ ...identity, lsn: '0/1' });

function poolOf(name: string, used: number, waiting: number) {
  const session = sessionOf({ ...identity, name, isStandby: true, hasReplayed: true, age: 0 });
  return { session, ofAccount: () => session, connections: () => ({ used, idle: 0, waiting }), close: async () => {} };
}

it.each<[string, [used: number, waiting: number][], string]>([
  [
    'the first of idle ones',
    [
      [0, 0],
      [0, 0],
    ],
    'r0',
  ],
  [
    'that with fewer connections in use',
    [
      [3, 0],
      [1, 0],
      [2, 0],
    ],
    'r1',
  ],
  [
    'that for which nobody waits',
    [
      [5, 3],
      [6, 0],
    ],
    'r1',
  ],
])('the least busy replica is %s', async (_case, loads, chosen) => {
  const pools = loads.map(([used, waiting], index) => [`r${index}`, poolOf(`r${index}`, used, waiting)] as const);
  const replicas = new Replicas(new Map(pools), { maxLag: 5, onChange: () => {} });
  const [row] = await replicas.session(primary, 1).execute<{ name: string }>('select');
  expect(row?.name).toBe(chosen);
  expect(replicas.outcomes().filter(({ count }) => count > 0)).toEqual([
    { replica: chosen, outcome: 'replica', count: 1 },
  ]);
});

it.each([
  ['behind', 'for a moment', 5, []],
  ['lagging', 'for longer than the bound', 0, [['r0', 'it lags behind by more than REPLICA_MAX_LAG']]],
])('a replica that has not replayed in time is %s %s', async (outcome, _, maxLag, changes) => {
  const session = sessionOf({ ...identity, isStandby: true, hasReplayed: false, hasReplayedMissed: false, age: 0 });
  const connections = () => ({ used: 0, idle: 0, waiting: 0 });
  const pool = { session, ofAccount: () => session, connections, close: async () => {} };
  const noted: [string, string | undefined][] = [];
  const replicas = new Replicas(new Map([['r0', pool]]), {
    ...{ maxLag, patience: 5 },
    onChange: (replica, away) => noted.push([replica, away]),
  });
  await replicas.session(primary, 1).execute('select');
  expect(replicas.outcomes().filter(({ count }) => count > 0)).toEqual([{ replica: 'r0', outcome, count: 1 }]);
  expect(noted).toEqual(changes);
});
