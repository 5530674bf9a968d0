import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { createAccount, writeChange } from './change-writer.js';

let test: TestDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await test[Symbol.asyncDispose]();
});

interface Expiry {
  accountId: number;
  bookingId: number;
  at: number;
}

async function startWorkerProcess() {
  const child = spawn(process.execPath, ['dist/test/jobs/worker-process.js', test.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  const expiries: Expiry[] = [];
  lines.on('line', (line) => expiries.push(JSON.parse(line)));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  };
  return { expiries, end };
}

async function jobNames(): Promise<string[]> {
  const rows = await test.database.orm.em
    .fork()
    .execute<{ name: string }[]>('select name from agenda_jobs order by name');
  return rows.map(({ name }) => name);
}

async function writeHold(account: number, booking: number, expiresAt: Date): Promise<void> {
  await writeChange(test.database, account, booking, { snapshot: { state: 'awaiting_payment', expiresAt } });
}

/** Returns the bookings whose holds have a job that expires them. */
async function holdsToExpire(): Promise<number[]> {
  const rows = await test.database.orm.em
    .fork()
    .execute<{ id: number }[]>(
      `select (data->'payload'->>'bookingId')::integer as id from agenda_jobs where name = 'expire-hold' order by id`,
    );
  return rows.map(({ id }) => id);
}

async function makeExpiriesDue(): Promise<void> {
  await test.database.orm.em.fork().execute("update agenda_jobs set next_run_at = now() where name = 'expire-hold'");
}

describe('worker process', () => {
  it('expires each hold once, although processes stop and are killed in the meantime', async () => {
    const account = await createAccount(test.database);
    const first = await startWorkerProcess();
    const soon = new Date(Date.now() + 1_500);
    await writeHold(account, 1, soon);
    await writeChange(test.database, account, 2, { snapshot: { state: 'confirmed', expiresAt: null } });
    await until(() => first.expiries.length > 0);
    expect(first.expiries).toEqual([{ accountId: account, bookingId: 1, at: expect.any(Number) }]);
    expect(first.expiries[0]?.at).toBeGreaterThanOrEqual(soon.getTime());

    await writeHold(account, 3, new Date(Date.now() + 3_600_000));
    await until(async () => String(await holdsToExpire()) === '3');
    await first.end('SIGKILL');
    await writeHold(account, 4, new Date());

    const second = await startWorkerProcess();
    const expired = () => new Set(second.expiries.map(({ bookingId }) => bookingId));
    await until(async () => {
      await makeExpiriesDue();
      return expired().size >= 2;
    });
    expect(expired()).toEqual(new Set([3, 4]));
    expect(first.expiries).toHaveLength(1);
    // The second process repeats the changes whose relay the first did not record before it was killed.
    let names: string[] = [];
    await until(async () => {
      await makeExpiriesDue();
      names = await jobNames();
      return !names.includes('expire-hold');
    });
    expect(names).toEqual([
      'release-messages',
      'resume-stuck-work',
      'schedule-waitlist-checks',
      'trim-api-key-requests',
      'trim-change-log',
      'trim-history',
      'trim-stored-responses',
      'trim-visitor-sessions',
      'trim-waitlist',
    ]);
    expect(await second.end('SIGTERM')).toBe(0);
  });

  it('removes the recurring jobs that an earlier version stored under other names', async () => {
    const formerNames = ['take-up-overdue', 'compact-booking-counts', 'trim-answers'];
    for (const name of formerNames) {
      await test.database.orm.em
        .fork()
        .execute(
          `insert into agenda_jobs (name, type, repeat_interval, next_run_at) values (?, 'single', '1 hour', now())`,
          [name],
        );
    }
    expect(await jobNames()).toEqual(expect.arrayContaining(formerNames));
    const worker = await startWorkerProcess();
    const names = await jobNames();
    expect(names).toEqual(expect.arrayContaining(['resume-stuck-work', 'trim-stored-responses']));
    expect(names.filter((name) => formerNames.includes(name))).toEqual([]);
    expect(await worker.end('SIGTERM')).toBe(0);
  });
});
