import { ApiKeyRequests, trimApiKeyRequests } from '../../src/domain/account/api-key-use.js';
import { authenticate } from '../../src/domain/account/create-context.js';
import type { RequestContext } from '../../src/domain/context.js';
import { ManualClock } from '../support/manual-clock.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest();
let clock: ManualClock;
let context: RequestContext;
beforeEach(async () => {
  clock = new ManualClock('2026-03-28T12:00:00Z');
  const sender = { requestId: 'x', clientAddress: '', address: '', allowsPrivateTargets: false };
  context = await authenticate(server.database, clock, account.credentials.api_key, sender);
});

const stored = () =>
  server.sql<{ day: string; api_key_id: number; requests: number }>(
    `select to_char(day at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as day, api_key_id, requests
     from api_key_requests where account_id = ? order by account_id, day, api_key_id`,
    account.credentials.id,
  );

/** Counts requests whose interval passes when the test says so. */
function createCounter(onError: (error: unknown) => void = () => {}) {
  let work = (): void => {};
  let hasEnded = false;
  const counter = new ApiKeyRequests(server.database, {
    onError,
    repeat: (given) => {
      work = given;
      return () => {
        hasEnded = true;
      };
    },
  });
  return { counter, passInterval: () => work(), hasEnded: () => hasEnded };
}

it('a process counts without statements and writes all keys with one when the interval has passed', async () => {
  const { counter, passInterval, hasEnded } = createCounter();
  const { statements: counted } = await statementsOf(server.database, async () => {
    for (let request = 0; request < 5; request += 1) counter.count(context, 1);
    counter.count(context, 2);
  });
  expect(counted).toEqual([]);
  expect(await stored()).toEqual([]);
  passInterval();
  await counter.write();
  const day = '2026-03-27 23:00';
  expect(await stored()).toEqual([
    { day, api_key_id: 1, requests: 5 },
    { day, api_key_id: 2, requests: 1 },
  ]);
  counter.count(context, 1);
  await counter.stop();
  expect(hasEnded()).toBe(true);
  expect((await stored())[0]).toEqual({ day, api_key_id: 1, requests: 6 });
});

it('the days are those of the wall clock, also if one has 23 hours', async () => {
  const { counter } = createCounter();
  for (const at of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) {
    clock.set(at);
    counter.count(context, 1);
  }
  await counter.write();
  expect(await stored()).toEqual([
    { day: '2026-03-27 23:00', api_key_id: 1, requests: 1 },
    { day: '2026-03-28 23:00', api_key_id: 1, requests: 2 },
    { day: '2026-03-29 22:00', api_key_id: 1, requests: 1 },
  ]);
});

it('two processes add up, also when they write at the same time', async () => {
  const counters = [createCounter().counter, createCounter().counter];
  for (const counter of counters) for (let key = 1; key <= 50; key += 1) counter.count(context, key);
  await Promise.all(counters.map((counter) => counter.write()));
  expect((await stored()).map(({ requests }) => requests)).toEqual(Array.from({ length: 50 }, () => 2));
});

it('counts that could not be written are written with the next', async () => {
  const errors: unknown[] = [];
  const { counter } = createCounter((error) => errors.push(error));
  counter.count(context, 1);
  await server.sql('alter table api_key_requests rename to away');
  await counter.write();
  await server.sql('alter table away rename to api_key_requests');
  expect(errors).toHaveLength(1);
  counter.count(context, 1);
  await counter.write();
  expect((await stored()).map(({ requests }) => requests)).toEqual([2]);
});

it('old days are deleted', async () => {
  const { counter } = createCounter();
  for (const at of ['2026-03-01T12:00:00Z', '2026-03-28T12:00:00Z']) {
    clock.set(at);
    counter.count(context, 1);
  }
  await counter.write();
  await trimApiKeyRequests(server.database, new Date('2026-03-02T00:00:00Z'));
  expect((await stored()).map(({ day }) => day)).toEqual(['2026-03-27 23:00']);
});
