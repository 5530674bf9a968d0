import { findJob, jobContext, running } from './job-context.js';
import type { TestAccount, TestServer } from './test-server.js';

/** Runs the jobs of the erasures of an account that are not done. @param touch called after each batch */
export async function carryOutErasures(
  server: TestServer,
  { credentials: { id: accountId } }: TestAccount,
  touch: () => Promise<void> = running.touch,
): Promise<void> {
  const open = await server.sql<{ id: number }>(
    'select id from person_erasure where account_id = ? and finished_at is null',
    accountId,
  );
  const erase = findJob(jobContext(server), 'erase-person');
  for (const { id } of open) await erase.run({ accountId, erasureId: id }, { ...running, touch });
}
