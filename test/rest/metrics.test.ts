import { readMetrics } from '../support/metrics.js';
import { rawRequest } from '../support/raw-request.js';
import { startTestServer, type TestServer, useOwnTestServer } from '../support/test-server.js';
import { getAtHost } from '../support/visitor.js';

const server = await useOwnTestServer({ config: { siteDomain: 'book.example' } });

describe('the metrics at the port of the clients', () => {
  it.each([
    { trustedHops: 0, forwarded: undefined, status: 200 },
    { trustedHops: 0, forwarded: '10.1.1.1', status: 404 }, // by a proxy that nobody trusts
    { trustedHops: 1, forwarded: '10.1.1.1', status: 200 },
    { trustedHops: 1, forwarded: '8.8.8.8', status: 404 },
  ])('are limited to private addresses: $forwarded, $trustedHops trusted, $status', async (from) => {
    const { trustedHops, forwarded, status } = from;
    await using web = await server.another({ trustedHops });
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const answer = await rawRequest(`${web.origin}/metrics`, { headers });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      status === 200 ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json; charset=utf-8',
    ]);
  });

  it('are not served at the hosts of sites', async () => {
    await server.account({ subdomain: 'acme', publicAccess: true });
    expect((await getAtHost(server.origin, 'acme.book.example', '/metrics')).status).toBe(404);
  });
});

describe('the backlog in the metrics', () => {
  let backlogged: TestServer;
  beforeAll(async () => {
    backlogged = await startTestServer();
  });
  afterAll(async () => {
    await backlogged[Symbol.asyncDispose]();
  });

  const read = async () => {
    const samples = await readMetrics(`${backlogged.origin}/metrics`);
    return {
      failedJobs: samples.get('booking_failed_jobs'),
      queued: samples.get('booking_unsent_messages{state="queued"}'),
      unsent: samples.get('booking_unsent_messages{state="unsent"}'),
      failed: samples.get('booking_unsent_messages{state="failed"}'),
      pendingDeliveries: samples.get('booking_pending_deliveries'),
    };
  };

  const addMessages = (accountId: number, state: string, count: number) =>
    backlogged.sql(
      `insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, state)
       select ?, now(), now(), 'booking_confirmed', 'email', 'ola@example.org', 'Hello', ? from generate_series(1, ?)`,
      accountId,
      state,
      count,
    );

  it('counts the pending work of all accounts, up to 10,000', async () => {
    const accounts = [await backlogged.account(), await backlogged.account()];
    expect(await read()).toEqual({ failedJobs: 0, queued: 0, unsent: 0, failed: 0, pendingDeliveries: 0 });

    for (const { credentials } of accounts) {
      const { id } = credentials;
      for (const state of ['queued', 'sending', 'sent', 'unsent', 'failed']) await addMessages(id, state, 1);
      await backlogged.sql(
        `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, attempt_count, failed_at)
         values (?, now(), now(), 'expire-hold', 'expire-hold:5', '{}', 'Error: broken', 10, now())`,
        id,
      );
      await backlogged.sql(
        `with hook as (
           insert into web_hook (account_id, created_at, updated_at, target_url, event)
           values (?, now(), now(), 'http://127.0.0.1:9/', '*') returning account_id, id)
         insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, state)
         select hook.account_id, now(), now(), hook.id, state, 'person.created', state
         from hook, unnest(array['pending', 'delivered', 'failed']) as state`,
        id,
      );
    }
    await addMessages(accounts[0]?.credentials.id ?? 0, 'failed', 1);
    expect(await read()).toEqual({ failedJobs: 2, queued: 4, unsent: 2, failed: 3, pendingDeliveries: 2 });

    await addMessages(accounts[0]?.credentials.id ?? 0, 'unsent', 10_000);
    expect(await read()).toEqual({ failedJobs: 2, queued: 4, unsent: 10_000, failed: 3, pendingDeliveries: 2 });
  });
});
