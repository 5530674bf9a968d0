import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();

it('reads the time of the next attempt of a delivery by its former name', async () => {
  const account = await server.account();
  const webHook = await account.create('/web_hooks', 'web_hook', { target_url: 'https://example.org/', event: '*' });
  await server.sql(
    `insert into web_hook_delivery (account_id, created_at, updated_at, web_hook_id, change_cursor, event, next_attempt_at)
     values (?, now(), now(), ?, '0-1', 'person.created', '2026-03-02T07:00:15Z')`,
    account.credentials.id,
    webHook.id,
  );
  const { data } = await account.graphql('{ webHookDeliveries { nodes { nextAttemptAt nextTryAt } } }');
  const at = '2026-03-02T08:00:15+01:00';
  expect(data.webHookDeliveries.nodes).toEqual([{ nextAttemptAt: at, nextTryAt: at }]);
});
