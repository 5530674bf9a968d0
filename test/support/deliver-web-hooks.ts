import { enqueueDeliveries } from '../../src/jobs/web-hook.jobs.js';
import { startOfLog } from '../../src/outbox/cursor.js';
import { readChanges } from '../../src/outbox/log-reader.js';
import { untilSettled } from '../jobs/change-writer.js';
import { WebHookReceivers } from '../jobs/web-hook-receiver.js';
import { findJob, jobContext, running } from './job-context.js';
import type { TestAccount, TestServer } from './test-server.js';

/**
 * Starts a receiver for all webhooks of the account. `run` delivers the changes of the account so far, by the jobs. The
 * first attempt fails.
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
  const context = jobContext({ database, clock });
  const { run, afterSuccess } = findJob(context, 'deliver-web-hook');
  return {
    run: async () => {
      await Promise.all(changes.map((change) => enqueueDeliveries(context, change)));
      const jobs = new Map(context.enqueued.splice(0).map(({ key, data }) => [key, data]));
      for (const data of jobs.values()) {
        await run(data, running);
        await afterSuccess?.(data);
      }
    },
    [Symbol.asyncDispose]: async () => receivers.stop(),
  };
}
