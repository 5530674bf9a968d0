import { createBackgroundContext } from '../../src/domain/account/background-context.js';
import { claimDelivery, findNextAttempt } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { type ExecutedStatement, executedStatements } from '../support/plans.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** Pending deliveries to one webhook, three for each object. */
const pending = 3_000;

let server: TestServer;
let accountId: number;
let webHookId: number;
beforeAll(async () => {
  server = await startTestServer();
  const account = await server.account();
  accountId = account.credentials.id;
  webHookId = (await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org/', event: '*' })).id;
});
afterAll(async () => server[Symbol.asyncDispose]());

const addDeliveries = (state: string, attempts: number, count: number): Promise<unknown> =>
  server.sql(
    `insert into web_hook_delivery
       (account_id, created_at, updated_at, web_hook_id, change_cursor, event, object_id, state, attempt_count, next_attempt_at)
     select ?, now(), now(), ?, ? || n, 'booking.modified', n / 3, ?, ?, case when ? = 'pending' then '2026-01-01'::timestamptz end
     from generate_series(1, ${count}) as n`,
    ...[accountId, webHookId, state, state, attempts, state],
  );

/** Finds and claims the next delivery. */
async function statementsOf(hasGenericPlans: boolean): Promise<ExecutedStatement[]> {
  const context = await createBackgroundContext(server.database, server.clock, accountId);
  const work = async (): Promise<void> => {
    expect(await findNextAttempt(context.db, webHookId)).toEqual(new Date('2026-01-01'));
    expect(await claimDelivery(context, webHookId)).toMatchObject({ webHookId });
  };
  return (await executedStatements(server.database, work, { hasGenericPlans })).filter(({ text }) =>
    text.includes('web_hook_delivery delivery'),
  );
}

describe.each([
  ['that know only finished deliveries', async () => {}],
  ['of now', async () => void (await server.sql('analyze'))],
])('the next delivery to a webhook, with statistics %s', (_name, prepare) => {
  beforeAll(async () => {
    await server.sql('delete from web_hook_delivery');
    await addDeliveries('delivered', 1, pending);
    await server.sql('analyze');
    await addDeliveries('pending', 0, pending);
    await prepare();
  });

  it.each([false, true])('is found without reading the others, with generic plans: %s', async (hasGenericPlans) => {
    const statements = await statementsOf(hasGenericPlans);
    expect(statements).toHaveLength(2);
    for (const { rowsRead, rowsSorted, sequentialScans } of statements) {
      expect(rowsRead).toBeLessThan(20);
      expect(rowsSorted).toBe(0);
      expect(sequentialScans.filter((table) => table !== 'web_hook')).toEqual([]);
    }
  });
});
