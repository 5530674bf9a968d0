import { startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import { webHookHandlers } from '../../src/process/web-hooks.js';
import { untilSettled } from '../jobs/change-writer.js';
import { WebHookReceivers } from '../jobs/web-hook-receiver.js';
import type { TestAccount, TestServer } from './test-server.js';

/**
 * Starts a receiver for all webhooks of the account. `run` delivers the changes of the account so far, with the handlers
 * of the job; the first attempt fails.
 */
export async function deliverWebHooks(
  { database, clock, sql }: TestServer,
  { credentials: { id: accountId } }: TestAccount,
): Promise<AsyncDisposable & { run(): Promise<void> }> {
  const receivers = new WebHookReceivers();
  const { address } = await receivers.start((response, index) => response.writeHead(index === 0 ? 500 : 200).end());
  await sql('update web_hook set target_url = ? where account_id = ?', `http://${address}/`, accountId);
  await untilSettled(database);
  const { changes } = await readChanges(database.account(accountId), startOfLog, 1_000);
  const handlers = webHookHandlers({ webhookPrivateTargets: true, webhookRetryBase: 1_000 }, database, clock);
  return {
    run: async () => {
      const planned = await Promise.all(changes.map((change) => handlers.planDeliveries(change)));
      const webHooks = new Map(planned.flat().map((webHook) => [webHook.webHookId, webHook]));
      for (const webHook of webHooks.values()) {
        const { claim } = await handlers.openDeliveries(webHook);
        for (let attempt = await claim(); attempt; attempt = await claim()) await attempt();
        await handlers.findNextDelivery(webHook);
      }
    },
    [Symbol.asyncDispose]: async () => receivers.stop(),
  };
}
