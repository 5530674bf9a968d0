import { conflicts, temporaryErrors } from '../../src/platform/database/unavailable.js';
import { createBookableService } from '../support/catalog.js';
import { holdLock } from '../support/held-lock.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = await server.account();
afterEach(() => server.sql('drop function if exists refuse cascade'));

/** Makes PostgreSQL run a statement for each person that is created. */
async function beforeEachPerson(statement: string): Promise<void> {
  await server.sql(`create function refuse() returns trigger language plpgsql as $$
    begin ${statement}; return new; end $$`);
  await server.sql('create trigger refuse before insert on person for each row execute function refuse()');
}

const people = async (): Promise<number> =>
  Number((await server.sql<{ count: string }>('select count(*) from person'))[0]?.count);

const refused = { status: 503, retryAfter: '5', body: { error: 'system error' } };
const graphqlRefused = [expect.objectContaining({ extensions: { code: 'SERVICE_UNAVAILABLE' } })];

async function createByRest(client: TestAccount): Promise<object> {
  const { status, headers, body } = await client.post('/people', { json: { person: { name: 'Ola' } } });
  return { status, retryAfter: headers.get('retry-after'), body };
}

async function createByGraphql(client: TestAccount): Promise<unknown> {
  const { errors } = await client.graphql('mutation { createPerson(input: { name: "Ola" }) { id } }');
  return errors;
}

const sqlStates = [...Object.keys(temporaryErrors), ...conflicts].map(String).filter((code) => /^\d/.test(code));

describe('an error of PostgreSQL that passes', () => {
  it.each(sqlStates)('%s is a 503 with Retry-After, and SERVICE_UNAVAILABLE in GraphQL', async (code) => {
    await beforeEachPerson(`raise exception 'refused' using errcode = '${code}'`);
    expect(await createByRest(account)).toEqual(refused);
    expect(await createByGraphql(account)).toEqual(graphqlRefused);
    expect(await people()).toBe(0);
  });

  it.each(['XX000', '23514', '42P01', '22012', '58P01'])('is not %s, a fault of the server', async (code) => {
    await beforeEachPerson(`raise exception 'refused' using errcode = '${code}'`);
    expect(await createByRest(account)).toMatchObject({ status: 500, retryAfter: null });
  });

  it('is a cancelled statement', async () => {
    await beforeEachPerson('perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(60)');
    expect(await createByRest(account)).toEqual(refused);
  });

  it('is a temporary file above the limit', async () => {
    await beforeEachPerson(`set local work_mem = '64kB'; set local temp_file_limit = '64kB';
      perform count(*) from (select distinct md5(n::text) from generate_series(1, 100000) n) numbers`);
    expect(await createByRest(account)).toEqual(refused);
  });
});

interface Limited {
  client: TestAccount;
  /** Lets later sessions of the process do without the setting. */
  reset: () => Promise<unknown>;
}

/** Starts a process whose sessions have a setting of PostgreSQL. Its user has it, so sessions of others do not. */
async function withSetting(setting: string, work: (limited: Limited) => Promise<void>): Promise<void> {
  const user = new URL(server.databaseUrl).pathname.slice(1);
  await server.sql(`create role ${user} login superuser password '${user}'`);
  await server.sql(`alter role ${user} set ${setting}`);
  try {
    await using process = await server.another({}, { poolSize: 2, user });
    await work({ client: account.at(process.origin), reset: () => server.sql(`alter role ${user} reset all`) });
  } finally {
    await server.sql(`drop role ${user}`);
  }
}

describe('a database', () => {
  it('that is read-only refuses writes with 503, reads, and is not ready', async () => {
    await withSetting('default_transaction_read_only = on', async ({ client }) => {
      expect(await createByRest(client)).toEqual(refused);
      expect(await createByGraphql(client)).toEqual(graphqlRefused);
      expect((await client.get('/people')).status).toBe(200);
      const readiness = await fetch(`${client.origin}/readyz`);
      expect([readiness.status, await readiness.json()]).toEqual([
        503,
        { status: 'unavailable', reason: 'the database is read-only' },
      ]);
    });
  });

  it('that was read-only is written to again, without a restart: connections to a standby are not kept', async () => {
    await withSetting('default_transaction_read_only = on', async ({ client, reset }) => {
      for (let count = 0; count < 3; count += 1) expect(await createByRest(client)).toEqual(refused);
      await reset();
      // Each of the two connections may have been opened before.
      for (let count = 0; count < 2; count += 1) await createByRest(client);
      expect((await client.post('/people', { json: { person: { name: 'Kari' } } })).status).toBe(200);
      expect((await fetch(`${client.origin}/readyz`)).status).toBe(200);
    });
  });

  it('whose locks time out refuses a write with 503', async () => {
    const { serviceId, resourceId } = await createBookableService(account);
    await using _lock = await holdLock(server, account, 'resource', resourceId);
    await withSetting(`lock_timeout = '100ms'`, async ({ client }) => {
      const booking = {
        ...{ service_id: serviceId, resource_id: resourceId, person_attributes: { name: 'Ola' } },
        ...{ booked_from: '2099-03-04 10:00', booked_to: '2099-03-04 11:00' },
      };
      const { status, headers, body } = await client.post('/bookings', { json: { booking } });
      expect({ status, retryAfter: headers.get('retry-after'), body }).toEqual(refused);
    });
  });
});
