import { backgroundContext } from '../../src/domain/account/background-context.js';
import { createOccurrences } from '../../src/domain/recurrence/recurrence.actions.js';
import type { TestAccount, TestServer } from './test-server.js';

/** Makes a batch of a collection's occurrences, as a worker does. Says whether there are more. */
export async function makeBatch(server: TestServer, { credentials }: TestAccount, collectionId: string) {
  const [row] = await server.sql<{ id: number }>('select id from recurrence where collection_id = ?', collectionId);
  if (!row) throw new Error('no such collection');
  const actor = { kind: 'api_key', id: 1, role: 'admin' } as const;
  const context = await backgroundContext(server.database, server.clock, credentials.id, actor);
  return createOccurrences(context, row.id);
}

/** All that a worker does for a collection. */
export async function makeOccurrences(server: TestServer, account: TestAccount, collectionId: string): Promise<void> {
  while (await makeBatch(server, account, collectionId));
}
