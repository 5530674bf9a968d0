import type { Pool } from 'pg';
import { waitingPerRequest } from '../../src/platform/fairness.js';
import { createBookableService } from '../support/catalog.js';
import { holdLock } from '../support/held-lock.js';
import { readMetrics } from '../support/metrics.js';
import { rawRequest } from '../support/raw-request.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useOwnTestServer();
const loud = server.accountPerTest({ publicAccess: true });
const quiet = server.accountPerTest({ publicAccess: true });

/** Requests that wait for a lock until it is released, each with a connection to the database if it gets one. */
async function flood(account: TestAccount, count: number, origin = server.origin) {
  const { serviceId } = await createBookableService(account);
  const lock = await holdLock(server, account, 'service', serviceId);
  let answered = 0;
  const requests = Array.from({ length: count }, () =>
    account
      .at(origin)
      .put(`/services/${serviceId}`, { json: { service: { name: 'Cut' } } })
      .then((answer) => {
        answered += 1;
        return answer;
      }),
  );
  return {
    answered: () => answered,
    end: async () => {
      await lock.release();
      const answers = await Promise.all(requests);
      await lock[Symbol.asyncDispose]();
      return Object.groupBy(answers, ({ status }) => status);
    },
  };
}

const requestsOf = async (account: TestAccount, state: string, origin = server.origin): Promise<number> => {
  const samples = await readMetrics(`${origin}/metrics`);
  return samples.get(`booking_account_requests{account="${account.credentials.id}",state="${state}"}`) ?? 0;
};

describe('50 requests of one account whose statements do not end', () => {
  it('delay no request of another account, by whichever API', async () => {
    const flooding = await flood(loud, 50);
    const begun = async () => (await requestsOf(loud, 'in_progress')) + (await requestsOf(loud, 'waiting'));
    await until(async () => (await begun()) === 50);
    for (let count = 0; count < 5; count += 1) {
      expect((await quiet.get('/services')).status).toBe(200);
      expect((await quiet.graphql('{ account { id } people { nodes { id } } }')).errors).toBeUndefined();
      expect((await rawRequest(`${server.origin}/sites/${quiet.subdomain}/services`)).status).toBe(200);
    }
    expect(flooding.answered()).toBe(0);
    const answers = await flooding.end();
    expect(Object.values(answers).flat()).toHaveLength(50);
  });
});

describe('requests that wait too long for a connection', () => {
  it('get 429 if others of their account have all that it may take, by whichever API', async () => {
    // A process in which no other account has been active: the account may use more than its share.
    await using web = await server.another();
    const flooding = await flood(loud, 20, web.origin);
    await until(async () => (await requestsOf(loud, 'in_progress', web.origin)) === 20);
    const headers = { authorization: `Bearer ${loud.credentials.api_key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: '{ services { nodes { title } } }' });
    const waiting = Promise.all([
      loud.at(web.origin).get('/services'),
      rawRequest(`${web.origin}/graphql`, { method: 'POST', headers, body }),
    ]);
    await waiting;
    const ofQuiet = await quiet.at(web.origin).get('/services');
    const answers = await flooding.end();
    const [rest, graphql] = await waiting;
    const description = 'The account has too many requests in progress, retry in 2 seconds';
    expect([rest.status, rest.headers.get('retry-after'), rest.body]).toEqual([429, '2', { error: { description } }]);
    expect([graphql.status, graphql.headers['retry-after'], JSON.parse(graphql.text).errors]).toMatchObject([
      429,
      '2',
      [{ message: description, extensions: { code: 'RATE_LIMITED' } }],
    ]);
    expect(ofQuiet.status).toBe(200);
    expect(Object.keys(answers)).toEqual(['200', '429']);
  });
});

describe('a request that gets no connection from an exhausted pool', () => {
  it('gets 429 if its account has all that it may take, and 503 otherwise', async () => {
    await using web = await server.another({}, { poolSize: 4 });
    for (const account of [loud, quiet]) expect((await account.at(web.origin).get('/services')).status).toBe(200);
    const flooding = await flood(loud, 1, web.origin);
    await until(async () => (await requestsOf(loud, 'in_progress', web.origin)) === 1);
    const pool: Pool = await web.database.orm.em.getDriver().getConnection().getNativeClient();
    await until(() => pool.totalCount - pool.idleCount === 1);
    const taken = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    const answers = await Promise.all([loud, quiet].map((account) => account.at(web.origin).get('/people/1')));
    for (const client of taken) client.release();
    await flooding.end();
    expect(answers.map(({ status }) => status)).toEqual([429, 503]);
  });
});

describe('50 connections on which one account sends costly requests', () => {
  const list = 'people(first: 100, order: ID_DESC) { totalCount nodes { id name email createdAt } }';

  it('delay the requests of another account by a few of them, and let none fail', async () => {
    await server.sql(
      `insert into person (account_id, created_at, updated_at, name)
       select ${loud.credentials.id}, now(), now(), 'Person ' || number from generate_series(1, 2000) number`,
    );
    let [isOver, answered] = [false, 0];
    const clients = Array.from({ length: 50 }, async () => {
      while (!isOver) {
        const { errors } = await loud.graphql(`{ a: ${list} b: ${list} c: ${list} }`);
        expect(errors).toBeUndefined();
        answered += 1;
      }
    });
    await until(() => answered > 50);
    // From then on, the process has counted both.
    await quiet.get('/people');
    const between: number[] = [];
    for (let count = 0; count < 30; count += 1) {
      const before = answered;
      expect((await quiet.get('/people')).status).toBe(200);
      between.push(answered - before);
    }
    isOver = true;
    await Promise.all(clients);
    // Without the quota up to 50: the processor works off all requests in progress between two steps of another one.
    expect(between.sort((a, b) => a - b)[27]).toBeLessThan(25);
  });
});

describe('an account with more requests than its quota', () => {
  it('gets 429 with Retry-After by every API, and others do not notice', async () => {
    await using web = await server.another({ accountQuota: { requests: 1, databaseSeconds: 72 } });
    const flooding = await flood(loud, 1 + waitingPerRequest, web.origin);
    await until(async () => (await requestsOf(loud, 'waiting', web.origin)) === waitingPerRequest);

    const description = 'The account has too many requests in progress, retry in 2 seconds';
    const rest = await loud.at(web.origin).get('/services');
    expect([rest.status, rest.headers.get('retry-after'), rest.body]).toEqual([429, '2', { error: { description } }]);
    expect([rest.headers.get('ratelimit-policy'), rest.headers.get('ratelimit')]).toEqual([
      expect.stringContaining('"account";q=1;qu="concurrent-requests"'),
      '"account";r=0;t=2',
    ]);
    const headers = { authorization: `Bearer ${loud.credentials.api_key}`, 'content-type': 'application/json' };
    for (const more of [undefined, { 'idempotency-key': 'mutation-1' }]) {
      const {
        status,
        headers: sent,
        text,
      } = await rawRequest(`${web.origin}/graphql`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ query: 'mutation { deleteService(id: 1) { id } }' }),
      });
      const [error] = JSON.parse(text).errors;
      expect([status, sent['retry-after'], error]).toMatchObject([
        429,
        '2',
        { message: description, extensions: { code: 'RATE_LIMITED' } },
      ]);
    }
    const site = `${web.origin}/sites/${loud.subdomain}`;
    expect((await rawRequest(`${site}/services`)).status).toBe(429);
    const page = await rawRequest(`${site}/`, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      429,
      '2',
      'text/html; charset=utf-8',
    ]);
    expect((await quiet.at(web.origin).get('/services')).status).toBe(200);

    const samples = await readMetrics(`${web.origin}/metrics`);
    expect(samples.get(`booking_account_refused_requests{account="${loud.credentials.id}"}`)).toBe(5);
    const answers = await flooding.end();
    expect(Object.entries(answers).map(([status, all]) => [status, all?.length])).toEqual([
      ['200', 1 + waitingPerRequest],
    ]);
    expect((await loud.at(web.origin).get('/services')).status).toBe(200);
  });

  it('gets 429 once it has used its seconds of the database, while others use it', async () => {
    await using web = await server.another({ accountQuota: { requests: 32, databaseSeconds: 72, patience: 1 } });
    const { usage } = web.database;
    usage.add(loud.credentials.id, 'databaseSeconds', 80);
    usage.add(quiet.credentials.id, 'databaseSeconds', 0.001);
    const refused = await loud.at(web.origin).get('/services');
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, refused.body]).toEqual([
      429,
      { error: { description: `The account has used its share of the database, retry in ${seconds} seconds` } },
    ]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(10);
    expect((await quiet.at(web.origin).get('/services')).status).toBe(200);
  });
});
