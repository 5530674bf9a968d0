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

const standby = { ...identity, isStandby: true, hasReplayed: true, hasReplayedMissed: true, age: 0 };
const lacking = { ...standby, hasReplayed: false };

/** One replica, which answers with these rows one after the other, and with the last again. */
function oneReplica(maxLag: number, ...rows: object[]) {
  const noted: [string, string | undefined][] = [];
  let asked = 0;
  const session: Session = {
    execute: async <Result extends object>() => {
      asked += 1;
      return [(rows[asked - 1] ?? rows.at(-1)) as Result];
    },
    transaction: (work) => work(session),
  };
  const connections = () => ({ used: 0, idle: 0, waiting: 0 });
  const pool = { session, ofAccount: () => session, connections, close: async () => {} };
  const onChange = (replica: string, away: string | undefined): void => void noted.push([replica, away]);
  const replicas = new Replicas(new Map([['r0', pool]]), { maxLag, patience: 5, onChange });
  const read = (from = primary) => replicas.session(from, 1).execute('select');
  const outcomes = () => replicas.outcomes().flatMap(({ outcome, count }) => (count > 0 ? [[outcome, count]] : []));
  return { read, outcomes, noted };
}

it.each([
  ['behind', 'for a moment', 5, []],
  ['lagging', 'for longer than the bound', 0, [['r0', 'it lags behind by more than REPLICA_MAX_LAG']]],
])('a replica that has not replayed in time is %s %s', async (outcome, _, maxLag, changes) => {
  const { read, outcomes, noted } = oneReplica(maxLag, { ...lacking, hasReplayedMissed: false });
  await read();
  expect([outcomes(), noted]).toEqual([[[outcome, 1]], changes]);
});

it.each<[string, object, Session]>([
  ['that was promoted', { ...standby, isStandby: false }, primary],
  ['of another server', { ...standby, system: '2' }, primary],
  ['of another timeline', { ...standby, timeline: 2 }, primary],
  ['of a primary that is a standby itself', standby, sessionOf({ ...identity, lsn: null })],
])('a replica %s is foreign, and is left alone', async (_, row, of) => {
  const { read, outcomes, noted } = oneReplica(5, row);
  for (const answered of [await read(of), await read(of)]) expect(answered).toEqual(await of.execute('select'));
  expect(outcomes()).toEqual([
    ['foreign', 1],
    ['left_alone', 1],
  ]);
  expect(noted).toEqual([['r0', 'it is no standby of this primary']]);
});

it('how long a replica is behind begins at the first position that it lacks still', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { read, outcomes } = oneReplica(1, lacking, lacking, lacking, lacking, lacking);
  const still = { ...lacking, hasReplayedMissed: false };
  await read();
  expect(outcomes()).toEqual([['behind', 1]]);
  now = 1_500;
  await read();
  expect(outcomes()).toEqual([['behind', 2]]);
  const other = oneReplica(1, still);
  await other.read();
  now = 3_000;
  await other.read();
  expect(other.outcomes()).toEqual([
    ['behind', 1],
    ['lagging', 1],
  ]);
  clock.mockRestore();
});

it('a replica is noted as away once, and once as back', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { read, noted } = oneReplica(5, { ...standby, system: '2' }, { ...standby, system: '2' }, standby);
  for (now of [0, 10_000, 20_000, 30_000]) await read();
  expect(noted).toEqual([
    ['r0', 'it is no standby of this primary'],
    ['r0', undefined],
  ]);
  clock.mockRestore();
});
