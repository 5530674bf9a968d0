import { AccountUsage, RequestQuota } from '../../../src/platform/fairness.js';

const [loud, quiet] = [1, 2];
const quota = { requests: 8, databaseSeconds: 20, patience: 20 };

let now = 0;
let usage: AccountUsage;
let requests: RequestQuota;
beforeEach(() => {
  now = 1_000;
  usage = new AccountUsage(() => now);
  requests = new RequestQuota(usage, quota);
});

/** Begins requests of an account. @returns how many are in progress, and how many were refused */
async function begin(accountId: number, count: number): Promise<[inProgress: number, refused: number]> {
  const begun = await Promise.allSettled(Array.from({ length: count }, () => requests.begin(accountId)));
  const refused = begun.filter(({ status }) => status === 'rejected');
  return [requests.counts().running.get(accountId) ?? 0, refused.length];
}

it('a lone account has all requests in progress', async () => {
  usage.add(loud, 'databaseSeconds', 1);
  expect(await begin(loud, 10)).toEqual([8, 2]);
});

it('an account has a quarter of them while another uses the database', async () => {
  usage.add(quiet, 'databaseSeconds', 0.001);
  expect(await begin(loud, 10)).toEqual([2, 8]);
  expect(usage.lastMinute('refusedRequests').get(loud)).toBe(8);
});

it('an account has all of them again ten seconds after the other', async () => {
  usage.add(quiet, 'databaseSeconds', 0.001);
  now += 9.9;
  expect(await begin(loud, 10)).toEqual([2, 8]);
  now += 0.1;
  expect(await begin(quiet, 10)).toEqual([8, 2]);
});

it('a quarter is at least one request', async () => {
  requests = new RequestQuota(usage, { ...quota, requests: 3 });
  usage.add(quiet, 'databaseSeconds', 0.001);
  expect(await begin(loud, 2)).toEqual([1, 1]);
});

it('an account that has used its seconds of the database waits only while another uses it', async () => {
  usage.add(loud, 'databaseSeconds', 25);
  expect(await begin(loud, 1)).toEqual([1, 0]);
  usage.add(quiet, 'databaseSeconds', 0.001);
  await expect(requests.begin(loud)).rejects.toThrow('The account has used its share of the database');
});
