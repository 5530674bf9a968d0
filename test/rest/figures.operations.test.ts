import { TestAccount, useTestServer } from '../support/test-server.js';

const now = '2026-03-18T07:00:00Z';

const server = await useTestServer({ now });
const account = server.accountPerTest();

const noDeliveries = { pending: 0, delivered: 0, failed: 0 };
const noMessages = { queued: 0, sending: 0, sent: 0, unsent: 0, failed: 0 };
const nothing = { deliveries: noDeliveries, messages: noMessages, failed_jobs: 0, requests: 0 };
const march = 'from=2026-03-01&to=2026-04-01';

async function deliver({ credentials }: TestAccount, webHookId: number, state: string, createdAt: string) {
  await server.sql(
    `insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, state)
     values (?, ?, now(), ?, gen_random_uuid()::text, 'booking.created', ?)`,
    ...[credentials.id, createdAt, webHookId, state],
  );
}

async function send({ credentials }: TestAccount, kind: string, state: string, createdAt: string) {
  await server.sql(
    `insert into message (account_id, created_at, updated_at, kind, channel, recipient, body, state)
     values (?, ?, now(), ?, 'email', 'kari@example.org', 'Hello', ?)`,
    ...[credentials.id, createdAt, kind, state],
  );
}

async function fail({ credentials }: TestAccount, name: string, failedAt: string) {
  await server.sql(
    `insert into failed_job (account_id, created_at, updated_at, name, key, data, failure, attempt_count, failed_at)
     values (?, '2026-01-01', now(), ?, gen_random_uuid()::text, '{}', 'Timeout', 3, ?)`,
    ...[credentials.id, name, failedAt],
  );
}

const createWebHook = (of: TestAccount, target_url: string): Promise<{ id: number }> =>
  of.create('/web_hooks', 'web_hook', { target_url, event: 'booking.created' });

const day = (date: string) => ({
  ...{ dimension: 'day', id: null, name: null, label: `2026-03-${date}` },
  ...{ from: `2026-03-${date}T00:00:00+01:00`, to: `2026-03-${Number(date) + 1}T00:00:00+01:00` },
});

describe('GET /figures/operations', () => {
  it('counts deliveries, messages and failed jobs by day, webhook, kind and name, and the backlog', async () => {
    const first = await createWebHook(account, 'https://example.org/first');
    const second = await createWebHook(account, 'https://example.org/second');
    const [monday, tuesday, before] = ['2026-03-16T22:59:59Z', '2026-03-16T23:00:00Z', '2026-03-15T12:00:00Z'];
    await deliver(account, first.id, 'delivered', monday);
    await deliver(account, first.id, 'failed', tuesday);
    await deliver(account, first.id, 'pending', tuesday);
    await deliver(account, first.id, 'delivered', before);
    await send(account, 'confirmation', 'sent', monday);
    await send(account, 'confirmation', 'failed', tuesday);
    await send(account, 'reminder', 'unsent', tuesday);
    await send(account, 'reminder', 'queued', before);
    await fail(account, 'send-message', tuesday);
    await fail(account, 'deliver-web-hook', monday);
    await fail(account, 'deliver-web-hook', tuesday);
    const other = await server.account();
    await deliver(other, (await createWebHook(other, 'https://example.org/other')).id, 'failed', monday);
    await send(other, 'confirmation', 'sent', monday);
    await fail(other, 'send-message', monday);
    const changes = (await server.changes(account)).length;
    server.clock.advance(90);
    const { status, body } = await account.get(
      '/figures/operations?from=2026-03-16&to=2026-03-18&group_by=day&compare=previous_period',
    );
    expect([status, body]).toEqual([
      200,
      {
        operation_figures: {
          groups: [
            {
              keys: [day('16')],
              figure: {
                deliveries: { ...noDeliveries, delivered: 1 },
                messages: { ...noMessages, sent: 1 },
                failed_jobs: 1,
                requests: 0,
              },
              previous: nothing,
            },
            {
              keys: [day('17')],
              figure: {
                deliveries: { ...noDeliveries, pending: 1, failed: 1 },
                messages: { ...noMessages, unsent: 1, failed: 1 },
                failed_jobs: 2,
                requests: 0,
              },
              previous: {
                deliveries: { ...noDeliveries, delivered: 1 },
                messages: { ...noMessages, queued: 1 },
                failed_jobs: 0,
                requests: 0,
              },
            },
          ],
          total: {
            deliveries: { pending: 1, delivered: 1, failed: 1 },
            messages: { ...noMessages, sent: 1, unsent: 1, failed: 1 },
            failed_jobs: 3,
            requests: 0,
          },
          previous_total: {
            deliveries: { ...noDeliveries, delivered: 1 },
            messages: { ...noMessages, queued: 1 },
            failed_jobs: 0,
            requests: 0,
          },
          deliveries_by_web_hook: [
            {
              web_hook_id: first.id,
              target_url: 'https://example.org/first',
              deliveries: { pending: 1, delivered: 1, failed: 1 },
            },
            { web_hook_id: second.id, target_url: 'https://example.org/second', deliveries: noDeliveries },
          ],
          messages_by_kind: [
            { kind: 'confirmation', messages: { ...noMessages, sent: 1, failed: 1 } },
            { kind: 'reminder', messages: { ...noMessages, unsent: 1 } },
          ],
          failed_jobs_by_name: [
            { name: 'deliver-web-hook', failed_jobs: 2 },
            { name: 'send-message', failed_jobs: 1 },
          ],
          requests_by_api_key: [],
          backlog: { changes, seconds: 90 * 60 },
        },
      },
    ]);
    expect(changes).toBeGreaterThan(0);
  });

  it('has no backlog once the relay has handled the changes', async () => {
    await createWebHook(account, 'https://example.org/first');
    await server.sql(
      `insert into relay_position (account_id, consumer, era, transaction_id, change_id)
       select account_id, 'jobs', era, transaction_id, id from change where account_id = ?
       order by era desc, transaction_id desc, id desc limit 1`,
      account.credentials.id,
    );
    server.clock.advance(90);
    const { body } = await account.get(`/figures/operations?${march}`);
    expect(body.operation_figures.backlog).toEqual({ changes: 0, seconds: 0 });
    expect(body.operation_figures.groups).toEqual([{ keys: [], figure: nothing, previous: null }]);
  });

  it('counts the requests of each API key by day, once the process has written them', async () => {
    const till = await server.withRole(account, 'staff');
    const { credentials: user } = await server.account();
    server.clock.set('2026-03-16T22:59:59Z');
    await using web = await server.another();
    const [main, other, stranger] = [account, till, new TestAccount('', user)].map((each) => each.at(web.origin));
    await main?.get('/services');
    await main?.get('/services/99999');
    await other?.graphql('{ services { totalCount } }');
    server.clock.set('2026-03-16T23:00:00Z');
    await main?.get('/services');
    await stranger?.get('/services');
    await web[Symbol.asyncDispose]();
    const { body } = await account.get('/figures/operations?from=2026-03-16&to=2026-03-18&group_by=day');
    const { groups, total, requests_by_api_key } = body.operation_figures;
    expect([...groups.map(({ figure }: { figure: object }) => figure), total]).toEqual([
      { ...nothing, requests: 3 },
      { ...nothing, requests: 1 },
      { ...nothing, requests: 4 },
    ]);
    expect(requests_by_api_key).toEqual([
      { api_key_id: expect.any(Number), name: 'API key', requests: 3 },
      { api_key_id: expect.any(Number), name: 'API key', requests: 1 },
    ]);
  });

  it.each([
    ['', { from: ["can't be blank"], to: ["can't be blank"] }],
    ['from=2026-03-01&to=2026-03-01', { to: ['must be after from'] }],
    ['from=2026-01-01&to=2027-01-03', { to: ['must be within 366 days of from'] }],
    [`${march}&group_by=day,month`, { group_by: ['must not combine day and month'] }],
    [`${march}&group_by=service`, { group_by: ['is not included in the list', 'must be one of day, week, month'] }],
  ])('rejects ?%s', async (query, expected) => {
    const { status, body } = await account.get(`/figures/operations?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });

  it('is open to managers, not to staff', async () => {
    const [manager, staff] = [await server.withRole(account, 'manager'), await server.withRole(account, 'staff')];
    expect((await manager.get(`/figures/operations?${march}`)).status).toBe(200);
    expect((await staff.get(`/figures/operations?${march}`)).status).toBe(403);
  });
});

it('counts the cost of figures before they are computed', async () => {
  const during = '(during: { from: "2026-01-01", to: "2027-01-01" })';
  const kinds = [
    `utilisationFigures${during} { total { rate } }`,
    `peopleFigures${during} { total { people } }`,
    `operationFigures${during} { total { failedJobs } }`,
  ];
  for (const kind of kinds) {
    const query = `{ ${Array.from({ length: 14 }, (_, index) => `alias${index}: ${kind}`).join(' ')} }`;
    const { data, errors } = await account.graphql(query);
    expect([data, errors?.[0].message]).toEqual([
      undefined,
      expect.stringMatching(/^Cost limit of 100000 exceeded, found \d+\.$/),
    ]);
  }
});
