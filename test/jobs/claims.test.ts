import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { MessageTurns } from '../../src/domain/messaging/delivery/message-turns.actions.js';
import { claimDelivery } from '../../src/domain/web-hook/web-hook-delivery.actions.js';
import { executedStatements } from '../support/plans.js';
import { useOwnTestServer } from '../support/test-server.js';
import { createWebHook } from './web-hook-receiver.js';

const server = await useOwnTestServer();

/** More executions than PostgreSQL plans a prepared statement anew for. */
const executionsUntilKept = 8;
const backlog = 400;

/** Returns the rows of a table that a claim reads, with a plan that was made when the table was empty. */
async function rowsReadBy(table: string, claim: () => Promise<unknown>, fill: () => Promise<unknown>): Promise<number> {
  const statements = await executedStatements(server.database, async () => {
    for (let count = 0; count < executionsUntilKept; count += 1) await claim();
    await fill();
    // Each of the objects has several deliveries, and some of them are claimed.
    for (let count = 0; count < 3; count += 1) await claim();
  });
  return statements.filter(({ rowsRead }) => table in rowsRead).at(-1)?.rowsRead[table] ?? 0;
}

it('the claim of a delivery reads a few rows, even with a plan from before there were deliveries', async () => {
  const account = await server.account();
  const { id } = account.credentials;
  const webHook = await createWebHook(account, 'http://127.0.0.1:9/');
  const context = await createBackgroundContext(server.database, server.clock, id);
  const rows = await rowsReadBy(
    'web_hook_delivery',
    () => claimDelivery(context, webHook.id),
    () =>
      server.sql(
        `insert into web_hook_delivery
           (account_id, created_at, updated_at, web_hook_id, change_cursor, event, object_id, next_attempt_at)
         select ?, at, at, ?, 'filled-' || number, 'person.created', number % 40, at
         from generate_series(1, ${backlog}) as number cross join (select ?::timestamptz as at) given`,
        ...[id, webHook.id, server.clock.now()],
      ),
  );
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(20);
});

it('the claim of a message reads a few rows, even with a plan from before there were messages', async () => {
  const { credentials } = await server.account();
  const turns = new MessageTurns(server.database, server.clock, 'email');
  const rows = await rowsReadBy(
    'message',
    () => turns.next(),
    () =>
      server.sql(
        `insert into message (account_id, created_at, updated_at, channel, kind, state, recipient, body, next_attempt_at)
         select ?, at, at, 'email', case number % 2 when 0 then 'verification' else 'confirmation' end, 'queued', 'ola', '', at
         from generate_series(1, ${backlog}) as number cross join (select ?::timestamptz as at) given`,
        ...[credentials.id, server.clock.now()],
      ),
  );
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(20);
});
