import { createBackgroundContext } from '../../src/domain/account/background-context.js';
import { type LinePart, readLine } from '../../src/domain/waitlist/waitlist-line.queries.js';
import { createBookableService } from '../support/catalog.js';
import { type ExecutedStatement, executedStatements } from '../support/plans.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

/** The entries of the line, and those that wait for the service whose place is free: one in 50. */
const [count, fitting] = [4_500, 90];

let server: TestServer;
let accountId: number;
let serviceId: number;
let openingId: number;
beforeAll(async () => {
  server = await startTestServer();
  const account = await server.account();
  accountId = account.credentials.id;
  ({ serviceId } = await createBookableService(account));
  const { serviceId: otherId } = await createBookableService(account);
  await server.sql(
    `insert into waitlist_entry (account_id, created_at, updated_at, service_id, period_from, period_to, places,
       email, state, queued_at, unanswered_offers)
     select ?, now(), now(), case when n % 50 = 0 then ?::integer else ?::integer end, '2030-01-01', '2030-02-01', 1,
       'person' || n || '@example.org', 'waiting', '2026-01-01'::timestamptz + (n * 7919 % ${count}) * interval '1 second', 0
     from generate_series(1, ${count}) as n`,
    accountId,
    serviceId,
    otherId,
  );
  const [opening] = await server.sql<{ id: number }>(
    `insert into waitlist_opening (account_id, created_at, service_id) values (?, now(), ?) returning id`,
    accountId,
    serviceId,
  );
  openingId = opening?.id ?? 0;
});
afterAll(async () => server[Symbol.asyncDispose]());

/** Reads the whole line. */
async function walk(hasGenericPlans: boolean): Promise<{ parts: LinePart[]; statements: ExecutedStatement[] }> {
  const { db, clock } = await createBackgroundContext(server.database, server.clock, accountId);
  const parts: LinePart[] = [];
  const statements = await executedStatements(
    server.database,
    async () => {
      do parts.push(await readLine(db, openingId, clock.now(), parts.at(-1)?.last));
      while (parts.at(-1)?.last);
    },
    { hasGenericPlans },
  );
  return { parts, statements: statements.filter(({ text }) => text.includes('with line as')) };
}

describe.each([
  ['without statistics', async () => {}],
  ['with statistics', async () => void (await server.sql('analyze'))],
])('the line of the waitlist, %s', (_name, prepare) => {
  beforeAll(prepare);

  it.each([false, true])('is read by its index, part by part, with generic plans: %s', async (hasGenericPlans) => {
    const { parts, statements } = await walk(hasGenericPlans);
    expect(parts.length).toBeLessThan(count / fitting);
    expect(statements).toHaveLength(parts.length);
    for (const { indexes, rowsRead, rowsSorted, sequentialScans } of statements) {
      expect([indexes.includes('waitlist_entry_line'), sequentialScans.includes('waitlist_entry')]).toEqual([
        true,
        false,
      ]);
      // Each part reads 1,000 entries, then joins and sorts those.
      expect([rowsRead < count, rowsSorted <= 1_000]).toEqual([true, true]);
    }
    const candidates = parts.flatMap((part) => part.candidates);
    expect(new Set(candidates.map((one) => one.serviceId))).toEqual(new Set([serviceId]));
    expect(candidates).toHaveLength(fitting);
    const places = candidates.map(({ queuedAt }) => queuedAt.getTime());
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
