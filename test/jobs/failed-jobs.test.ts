import { createApiKeySecret, hashApiKey } from '../../src/domain/account/api-key.rules.js';
import { createBackgroundContext } from '../../src/domain/account/create-context.js';
import { describeFailure, storeFailedJob } from '../../src/domain/failed-job/failed-job.actions.js';
import { startWorker } from '../../src/jobs/worker.js';
import { ChangeSignal } from '../../src/outbox/signal.js';
import { jobSettings, jobsWith } from '../support/job-context.js';
import { TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { numbers, silent } from './change-writer.js';

const server = await useOwnTestServer();
let account: TestAccount;
beforeEach(async () => {
  account = await server.account();
});

async function keep(name: string, number: number, error: unknown = new Error('broken'), of = account): Promise<void> {
  const accountId = of.credentials.id;
  const context = await createBackgroundContext(server.database, server.clock, accountId);
  const job = { name, key: `${name}:${accountId}:${number}`, data: { accountId, bookingId: number } };
  await storeFailedJob(context, { ...job, error, attempts: 10 });
}

const fields = 'id name key data failure attemptCount failedAt';
async function list(args = 'page: 1') {
  const { data, errors = [] } = await account.graphql(
    `{ failedJobs(${args}) { totalCount edges { node { ${fields} } } } }`,
  );
  if (!data) return errors.map(({ extensions }) => extensions.fields ?? extensions.code);
  return data.failedJobs.edges.map(({ node }: { node: object }) => node);
}

async function restart(id: number, through = account): Promise<unknown> {
  const { data, errors = [] } = await through.graphql('mutation ($id: Int!) { restartFailedJob(id: $id) { id } }', {
    id,
  });
  return data?.restartFailedJob?.id ?? errors[0]?.extensions.code;
}

describe('a job that was given up', () => {
  it('is listed for its account with the reason', async () => {
    await keep('expire-hold', 5);
    const accountId = account.credentials.id;
    expect(await list()).toEqual([
      {
        id: expect.any(Number),
        name: 'expire-hold',
        key: `expire-hold:${accountId}:5`,
        data: { accountId, bookingId: 5 },
        failure: 'Error: broken',
        attemptCount: 10,
        failedAt: '2026-03-02T08:00:00+01:00',
      },
    ]);
    account = await server.account();
    expect(await list()).toEqual([]);
  });

  it('is stored once, however often it is reported', async () => {
    await Promise.all(numbers(1, 8).map(() => keep('expire-hold', 5)));
    await keep('expire-hold', 5, new Error('broken again'));
    expect(await list()).toEqual([expect.objectContaining({ failure: 'Error: broken again' })]);
  });

  it('is listed by name, newest first, in pages', async () => {
    for (const number of numbers(1, 3)) await keep('expire-hold', number);
    await keep('send-message', 4);
    const ids = async (args: string) =>
      (await list(args)).map(({ data }: { data: { bookingId: number } }) => data.bookingId);
    expect(await ids('name: "expire-hold"')).toEqual([3, 2, 1]);
    expect(await ids('name: null, page: 2, perPage: 3')).toEqual([1]);
    expect(await ids('name: "other"')).toEqual([]);
    expect(await list('page: 0')).toEqual([{ page: ['must be greater than 0'] }]);
  });

  it('is restarted once by concurrent requests, and only by its own account', async () => {
    const other = await server.another();
    await keep('expire-hold', 5);
    const [{ id }] = await list();
    expect(await restart(id, await server.account())).toBe('NOT_FOUND');
    const answers = await Promise.all(
      numbers(1, 8).map((n) => restart(id, account.at(n % 2 ? other.origin : server.origin))),
    );
    expect(answers.sort()).toEqual([id, ...Array(7).fill('NOT_FOUND')]);
    expect(await list()).toEqual([]);
    expect(await server.changes(account)).toEqual(['failed_job.restarted']);
  });

  it('is not among the changes of the account when it is restarted', async () => {
    await keep('expire-hold', 5);
    const [{ id }] = await list();
    expect(await restart(id)).toBe(id);
    const person = await account.create('/people', 'person', { name: 'Ola' });
    expect(await server.changes(account)).toEqual(['failed_job.restarted', 'person.created']);
    let items: { name: string; object_id: number }[] = [];
    await until(async () => {
      items = (await account.get('/changes')).body.changes.items;
      return items.some(({ object_id }) => object_id === person.id);
    });
    // The changes are listed in order, so that of the restart would have come first.
    expect(items.map(({ name }) => name)).toEqual(['person.created']);
  });

  it('is visible only to admins', async () => {
    const { id: accountId } = account.credentials;
    const api_key = createApiKeySecret(accountId);
    await server.sql(
      `insert into api_key (account_id, key_hash, role, created_at, updated_at) values (?, ?, 'manager', now(), now())`,
      accountId,
      hashApiKey(api_key),
    );
    await keep('expire-hold', 5);
    const [{ id }] = await list();
    const manager = new TestAccount(server.origin, { ...account.credentials, api_key });
    expect(await restart(id, manager)).toBe('FORBIDDEN');
    account = manager;
    expect(await list()).toEqual(['FORBIDDEN']);
  });

  it('is also stored if its worker was killed at each run, and can be restarted', async () => {
    const accountId = account.credentials.id;
    const data = { accountId, bookingId: 6 };
    await server.sql(
      `insert into agenda_jobs (name, data, locked_at, progress) values ('expire-hold', ?, '2026-01-01', 19)`,
      JSON.stringify({ key: `expire-hold:${accountId}:6`, payload: data }),
    );
    const signal = new ChangeSignal(server.databaseUrl, silent);
    await signal.start();
    const worker = await startWorker({ ...jobSettings(server), signal, logger: silent });
    await until(async () => (await list()).length > 0);
    await worker.stop();
    await signal.stop();
    const failure = 'Error: started 20 times without an end';
    const [failed] = await list();
    expect(failed).toMatchObject({ name: 'expire-hold', data, failure, attemptCount: 20 });
    expect(await restart(failed.id)).toBe(failed.id);
  });

  it('runs once more when it is restarted', async () => {
    const signal = new ChangeSignal(server.databaseUrl, silent);
    await signal.start();
    const expired: number[] = [];
    const jobs = jobsWith('expire-hold', () => async (data) => {
      if (!('accountId' in data && 'bookingId' in data)) throw new Error('no booking');
      if (data.accountId === account.credentials.id) expired.push(Number(data.bookingId));
    });
    const options = { ...jobSettings(server), signal, logger: silent, jobs };
    const workers = await Promise.all([1, 2].map(() => startWorker(options)));
    await keep('expire-hold', 5);
    const [{ id }] = await list();
    await restart(id);
    await until(() => expired.length > 0);
    await until(async () => (await server.sql(`select from agenda_jobs where name = 'expire-hold'`)).length === 0);
    for (const worker of workers) await worker.stop();
    await signal.stop();
    expect(expired).toEqual([5]);
  });
});

describe('the text of a failure', () => {
  it.each<[unknown, string]>([
    [new Error('broken'), 'Error: broken'],
    [new TypeError(''), 'TypeError'],
    [new Error('insert into person\nvalues (secret)'), 'Error: insert into person'],
    [new Error('å'.repeat(300)), `Error: ${'å'.repeat(248)}`],
    ['secret', 'unknown'],
  ])('of %p', (error, shown) => {
    expect(describeFailure(error)).toBe(shown);
  });

  it('contains no row of the database', async () => {
    const insertion = `insert into person (account_id, name) values (${account.credentials.id}, 'hush')`;
    const error = await server.sql(insertion).catch((reason: unknown) => reason);
    expect(describeFailure(error)).toMatch(/^\w+Exception: /);
    expect(describeFailure(error)).not.toContain('hush');
  });
});
