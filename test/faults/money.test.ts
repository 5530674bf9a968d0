import { isDeepStrictEqual } from 'node:util';
import { createAccount } from '../../src/domain/account/account.actions.js';
import { systemClock } from '../../src/platform/time/clock.js';
import { killAll, type ServerProcess, startMain } from '../process/server-process.js';
import { randomCommands, randomPayment } from '../rest/money.online.commands.js';
import { type Command, execute, type Money, providerHas } from '../rest/money.online.reference.js';
import { emptyMoney, OnlineTill, shownMoney } from '../rest/money.online.till.js';
import { type Sent, statesAfter } from '../support/explain.js';
import { startProviderDrivers } from '../support/provider-drivers.js';
import { pick, seeded } from '../support/random.js';
import { sampled, seed } from '../support/sample.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { acme, TestAccount } from '../support/test-server.js';
import { until } from '../support/until.js';

const sequences = 6;
const rounds = 20;
const mostAtOnce = 5;

const drivers = await startProviderDrivers(() => systemClock.now().toISOString());
let test: TestDatabase;
/** The web process that no test kills, and the one that they kill and start anew. */
let survivor: ServerProcess;
let victim: ServerProcess;
beforeAll(async () => {
  test = await createTestDatabase();
  [survivor, victim] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  killAll();
  await test[Symbol.asyncDispose]();
});

const start = (): Promise<ServerProcess> =>
  startMain({
    ...{ DATABASE_URL: test.url, DEMO: 'off', ROLE: 'web', PUBLIC_URL: 'https://booking.example.org' },
    ...Object.fromEntries(drivers.map(({ name, url }) => [`${name.toUpperCase()}_URL`, url])),
  }).ready('Health');

const sql = async <Row extends object>(statement: string, ...parameters: unknown[]): Promise<Row[]> =>
  test.database.orm.em.fork().execute<Row[]>(statement, parameters);

/** A command, its idempotency key, and the answer; undefined if the process was killed before it had sent it. */
interface Keyed extends Sent<Command> {
  key: string;
}

/** Whether nothing that can be seen says that it has taken place. The client then repeats it until it has an answer. */
const isHidden = ({ do: what }: Command): boolean => ['checkout', 'refundOnline', 'notify', 'expire'].includes(what);
const isNotification = ({ do: what }: Command): boolean => what === 'notify' || what === 'expire';

it.each(
  sampled(
    Array.from({ length: sequences }, (_, index) => seed + index),
    3,
    'money of killed processes',
  ),
)('money is what commands give of which some were cut off by kill -9, seed %i', async (seedOfSequence) => {
  const random = seeded(seedOfSequence);
  const driver = pick(random, drivers);
  const before = driver.balance();
  const subdomain = `money-${seedOfSequence}`;
  const credentials = await createAccount(test.database, systemClock, { ...acme, subdomain, publicAccess: true });
  const till = await OnlineTill.open(new TestAccount(survivor.origin, credentials), driver, sql);
  let money = emptyMoney();
  const log: string[] = [];
  const known = { hasOrder: (name: string) => till.hasOrder(name), hasPage: (name: string) => till.urls.has(name) };

  async function send(command: Command, origin: string, key: string): Promise<string | undefined> {
    return till.send(command, origin, key).catch((error: unknown) => {
      if (/fetch failed|terminated|ECONN|socket/.test(`${error}`)) return undefined;
      throw error;
    });
  }

  /** Sends commands at once to both processes, and kills one when it has answered so many. */
  async function sendAndKill(commands: readonly Command[], round: number): Promise<Keyed[]> {
    const most = random(3) === 0 ? Number.POSITIVE_INFINITY : random(commands.length);
    let answers = 0;
    let isKilled = false;
    const kill = (): void => {
      if (!isKilled) process.kill(victim.pid, 'SIGKILL');
      isKilled = true;
    };
    const sent = commands.map(async (command, index): Promise<Keyed> => {
      const key = `${round}.${index}`;
      const answer = await send(command, index % 3 === 2 ? survivor.origin : victim.origin, key);
      answers += 1;
      if (answers > most) kill();
      return { command, key, answer };
    });
    if (most === 0) kill();
    const all = await Promise.all(sent);
    if (most === Number.POSITIVE_INFINITY) return all;
    kill();
    await victim.exited;
    victim = await start();
    return all;
  }

  /** Finds an order of the commands that explains the answers and what can be seen. */
  async function explain(from: Money, sent: readonly Sent<Command>[]): Promise<Money> {
    const found = await till.read();
    let nearest: Money | undefined;
    const isSame = (state: Money, received: string, expected: string): boolean =>
      received === expected || (received.startsWith('http') && till.isPage(state, received, expected));
    for (const after of statesAfter(from, sent, execute, isSame)) {
      nearest ??= after;
      if (isDeepStrictEqual(shownMoney(after), found)) return after;
    }
    expect([log.slice(-20), found]).toEqual(['explained', nearest ? shownMoney(nearest) : 'the answers of some order']);
    return from;
  }

  async function take(commands: readonly Command[], round: number): Promise<void> {
    const sent = await sendAndKill(commands, round);
    // PostgreSQL ends what it does for a process that is gone.
    await until(async () => (await busy()) === 0);
    // The server repeats only refunds that are older than a request to a provider can last.
    await sql(`update payment_refund set attempted_at = attempted_at - interval '2 minutes' where state = 'claimed'`);
    const repeatsAll = random(2) === 0;
    const explained: Sent<Command>[] = [];
    for (const { command, key, answer } of sent) {
      const isRepeated = answer === undefined && command.do !== 'credit' && (repeatsAll || isHidden(command));
      const last = isRepeated ? await send(command, survivor.origin, key) : answer;
      // Notifications have no key: the first may have been taken in, and the second is a repetition then.
      if (isRepeated && isNotification(command)) explained.push({ command, answer: undefined });
      explained.push({ command, answer: last });
      log.push(`${round} ${answer} ${isRepeated ? `then ${last} ` : ''}${JSON.stringify(command)}`);
      if (answer !== undefined && !isNotification(command) && command.do !== 'credit') {
        expect([log.slice(-1), await send(command, survivor.origin, key)]).toEqual([log.slice(-1), answer]);
      }
    }
    money = await explain(money, explained);
    till.notePages(explained, money);
  }

  for (let round = 0; round < rounds; round += 1) {
    const payment = random(2) === 0 ? randomPayment(random, money, known) : null;
    if (payment) {
      await till.send(payment, survivor.origin);
      execute(money, payment);
    }
    const drawn = randomCommands(random, money, known, mostAtOnce, round);
    const refund = drawn.find(({ do: what }) => what === 'refundOnline');
    const commands = drawn.filter((one) => one.do !== 'failRefund' && (one.do !== 'refundOnline' || one === refund));
    await take(
      commands.map((one) => (one.do === 'refundOnline' ? { ...one, isLost: false } : one)),
      round,
    );
  }
  for (const [page, { paid, isRecorded }] of Object.entries(money.pages)) {
    if (paid === null || isRecorded) continue;
    await till.send({ do: 'notify', page }, survivor.origin);
    execute(money, { do: 'notify', page });
  }
  expect(await till.read()).toEqual(shownMoney(money));
  expect([driver.balance() - before, await till.recorded()]).toEqual([providerHas(money), providerHas(money)]);
});

/** The number of sessions of the database that do something, beside this one. */
async function busy(): Promise<number> {
  const rows = await sql(
    `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  return rows.length;
}
