import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { createOccurrences } from '../../src/domain/recurrence/recurrence.actions.js';
import type { TestAccount, TestServer } from './test-server.js';

/** Creates a batch of a collection's occurrences, as a worker does. @returns whether there are more */
export async function createBatch(server: TestServer, { credentials }: TestAccount, collectionId: string) {
  const [row] = await server.sql<{ id: number }>('select id from recurrence where collection_id = ?', collectionId);
  if (!row) throw new Error('no such collection');
  const actor = { kind: 'api_key', id: 1, role: 'admin' } as const;
  const context = await createBackgroundContext(server.database, server.clock, credentials.id, actor);
  return createOccurrences(context, row.id);
}

/** Creates all occurrences of a collection, as a worker does. */
export async function createAllOccurrences(
  server: TestServer,
  account: TestAccount,
  collectionId: string,
): Promise<void> {
  while (await createBatch(server, account, collectionId));
}
