import { isDeepStrictEqual } from 'node:util';
import { routeChange } from '../../src/jobs/jobs.js';
import { type Cursor, startOfLog } from '../../src/outbox/cursor.js';
import { statesAfter } from '../support/explain.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { startProviderDrivers } from '../support/provider-drivers.js';
import { pick, seeded } from '../support/random.js';
import { sampled, seed } from '../support/sample.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { settledChanges } from '../support/write-calendars.js';
import { randomCommands, randomPayment } from './money.online.commands.js';
import { type Command, execute, type Money, providerHas } from './money.online.reference.js';
import { emptyMoney, OnlineTill, shownMoney } from './money.online.till.js';

const sequences = 12;
const rounds = 40;
const mostAtOnce = 4;

const now = '2026-03-02T07:00:00Z';
const drivers = await startProviderDrivers(now);
const paymentProviderUrls = Object.fromEntries(drivers.map(({ name, url }) => [name, url]));
const server = await useOwnTestServer({
  now,
  config: { paymentProviderUrls, publicUrl: 'https://booking.example.org' },
});
const origins = [server.origin, (await server.another()).origin, (await server.another()).origin];

/** Lets the database refuse documents, when their transaction has drawn the number. @param which a condition of SQL */
const refuse = (which: string): Promise<object[]> =>
  server.sql(`create or replace function refuse_some() returns trigger language plpgsql as $$ begin
    if ${which} then raise exception 'refused'; end if; return new; end $$`);
beforeAll(async () => {
  await refuse('false');
  await server.sql('create trigger refuse_some after insert on document for each row execute function refuse_some()');
});

/**
 * Returns a function that handles the changes since its last call as the relay does, and runs the job at two workers at once,
 * whose documents about every other order are rolled back. Another run then issues those.
 */
function documentsOf(account: TestAccount): () => Promise<void> {
  let position: Cursor = startOfLog;
  return async () => {
    const context = jobContext(server);
    const changes = await settledChanges(server, account, position);
    for (const change of changes) await routeChange(context, change);
    position = changes.at(-1) ?? position;
    const request = context.enqueued.find(({ name }) => name === 'issue-documents');
    if (!request) return;
    const issue = () => findJob(context, request.name).run(request.data, running);
    await refuse(`new.account_id = ${account.credentials.id} and new.order_id % 2 = 0`);
    await Promise.allSettled([issue(), issue()]);
    await refuse('false');
    await issue();
  };
}

it.each(
  sampled(
    Array.from({ length: sequences }, (_, index) => seed + index),
    4,
    'money at a provider',
  ),
)('nothing that was paid at a provider is lost or counted twice, seed %i', async (seedOfSequence) => {
  const random = seeded(seedOfSequence);
  const driver = pick(random, drivers);
  const before = driver.balance();
  const account = await server.account({ publicAccess: true });
  const till = await OnlineTill.open(account, driver, server.sql, documentsOf(account));
  let money = emptyMoney();
  const log: string[] = [];
  const known = { hasOrder: (name: string) => till.hasOrder(name), hasPage: (name: string) => till.urls.has(name) };

  /** Sends commands at once, and finds an order that explains the answers and what can be seen then. */
  async function take(round: number | string, commands: readonly Command[]): Promise<void> {
    driver.losesAnswers(commands.some((command) => command.do === 'refundOnline' && command.isLost));
    const sent = await Promise.all(
      commands.map(async (command, index) => {
        const answer = await till.send(command, origins[index % origins.length] ?? '');
        return { command, answer };
      }),
    );
    driver.losesAnswers(false);
    log.push(...sent.map(({ command, answer }) => `${round} ${answer} ${JSON.stringify(command)}`));
    const found = await till.read();
    let nearest: Money | undefined;
    const isSame = (state: Money, received: string, expected: string): boolean =>
      received === expected || (received.startsWith('http') && till.isPage(state, received, expected));
    for (const after of statesAfter(money, sent, execute, isSame)) {
      nearest ??= after;
      if (!isDeepStrictEqual(shownMoney(after), found)) continue;
      money = after;
      till.notePages(sent, money);
      return;
    }
    expect([log.slice(-12), found]).toEqual(['explained', nearest ? shownMoney(nearest) : 'the answers of some order']);
  }

  for (let round = 0; round < rounds; round += 1) {
    const payment = random(2) === 0 ? randomPayment(random, money, known) : null;
    if (payment) await take(`${round} at the provider`, [payment]);
    await take(round, randomCommands(random, money, known, mostAtOnce, round));
    if (random(2) === 0) await take(`${round} by the job`, [{ do: 'issueDue' }]);
  }
  for (const [page, { paid, isRecorded }] of Object.entries(money.pages)) {
    if (paid !== null && !isRecorded) await take('late', [{ do: 'notify', page }]);
  }
  for (const [order, parts] of Map.groupBy(
    money.refunds.filter(({ state }) => state === 'unanswered'),
    (part) => part.order,
  )) {
    const amount = parts.reduce((all, part) => all + part.amount, 0);
    await take('repeated', [{ do: 'refundOnline', order, amount, isLost: false }]);
  }
  expect([driver.balance() - before, await till.recorded()]).toEqual([providerHas(money), providerHas(money)]);
});
