import {
  ApiRequestLog,
  keptRequests,
  maxRequestsOfKey,
  trimApiRequests,
} from '../../src/domain/account/api-key-use.js';
import { Agent } from '../support/agent.js';
import { withKey } from '../support/sign-in.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

const server = await useTestServer();
const account = server.accountPerTest();

const fields = 'requestId apiKeyId interface method path operation status errors duration leftOut';

interface Listed {
  path: string;
  status: number;
  [field: string]: unknown;
}

async function list(of: TestAccount = account, filter = ''): Promise<Listed[]> {
  const { data, errors } = await of.graphql(`{ apiRequests(filter: {${filter}}, first: 100) { nodes { ${fields} } } }`);
  expect(errors).toBeUndefined();
  return data.apiRequests.nodes;
}

/** Returns the requests to REST, the oldest first, once there are so many. */
async function listed(count: number): Promise<Listed[]> {
  const ofRest = async () => (await list()).filter((request) => request['interface'] === 'rest').toReversed();
  await until(async () => (await ofRest()).length >= count, 30_000);
  return ofRest();
}

const keyOf = async (): Promise<number> =>
  (await account.graphql('{ apiKeys { nodes { id } } }')).data.apiKeys.nodes[0].id;

describe('the log of requests with a key', () => {
  it('has how each was answered, and no value that was sent', async () => {
    const { id } = await account.create('/people', 'person', { name: 'Kari Secret' });
    await account.get(`/people/${id}?search=secret`, { headers: { 'x-request-id': 'the-request' } });
    await account.post('/people', { json: { person: { email: 'no address of secret' } } });
    await account.get('/people/secret');
    await account.get('/secret');
    const [created, read, refused, missing, unknown] = await listed(5);
    expect(created).toEqual({
      requestId: expect.any(String),
      apiKeyId: await keyOf(),
      interface: 'rest',
      method: 'POST',
      path: '/api/v1/people',
      operation: 'CreatePerson',
      status: 200,
      errors: [],
      duration: expect.any(Number),
      leftOut: 0,
    });
    expect(read).toMatchObject({ requestId: 'the-request', method: 'GET', path: `/api/v1/people/${id}`, status: 200 });
    expect(refused).toMatchObject({ status: 400, errors: ['email'] });
    expect(missing).toMatchObject({ path: '/api/v1/people/:person_id', status: 404 });
    expect(unknown).toMatchObject({ path: '/api/v1', operation: null, status: 404 });
    const stored = await server.sql('select * from api_request where account_id = ?', account.credentials.id);
    expect(JSON.stringify(stored)).not.toMatch(/secret/i);
  });

  it('has the operation and the codes of errors of GraphQL', async () => {
    await account.graphql('query Desk { bookings { totalCount } }');
    await account.graphql('query Wrong { booking(id: 0) { id } }');
    const ofGraphql = async () => (await list()).filter(({ operation }) => operation !== null).toReversed();
    await until(async () => (await ofGraphql()).length >= 2, 30_000);
    const [right, wrong] = await ofGraphql();
    expect(right).toMatchObject({ interface: 'graphql', path: '/graphql', operation: 'Desk', status: 200, errors: [] });
    expect(wrong).toMatchObject({ operation: 'Wrong', status: 200, errors: ['NOT_FOUND'] });
    const operations = async (filter: string) => (await list(account, filter)).map(({ operation }) => operation);
    expect(await operations('failed: true')).toEqual(['Wrong']);
    expect(await operations('failed: false')).toContain('Desk');
    expect(await operations('failed: false')).not.toContain('Wrong');
  });

  it('has the tools that an agent has called', async () => {
    await using agent = await Agent.ofKey(server.origin, account.credentials.api_key);
    await agent.call('list_services');
    await agent.refusal('get_booking', { booking_id: 0 });
    await agent.refusal('create_person', { name: 'Secret', email: 'no address' });
    const calls = async () =>
      (await list()).filter((request) => request['interface'] === 'mcp' && request['operation'] !== null).toReversed();
    await until(async () => (await calls()).length >= 3, 30_000);
    const [right, missing, refused] = await calls();
    const common = { apiKeyId: await keyOf(), method: 'POST', path: '/mcp', status: 200 };
    expect(right).toMatchObject({ ...common, operation: 'list_services', errors: [] });
    expect(missing).toMatchObject({ ...common, operation: 'get_booking', errors: ['NOT_FOUND'] });
    expect(refused).toMatchObject({ ...common, operation: 'create_person', errors: ['BAD_USER_INPUT', 'email'] });
  });

  it('is filtered by key, status and request', async () => {
    await account.get('/services', { headers: { 'x-request-id': 'first' } });
    await account.get('/services/0');
    await listed(2);
    const paths = async (filter: string) => (await list(account, filter)).map(({ path }) => path);
    expect(await paths('status: 404')).toEqual(['/api/v1/services/0']);
    expect(await paths('minStatus: 400')).toEqual(['/api/v1/services/0']);
    expect(await paths('failed: true')).toEqual(['/api/v1/services/0']);
    expect(await paths('requestId: "first"')).toEqual(['/api/v1/services']);
    expect(await paths(`apiKeyId: ${(await keyOf()) + 1}`)).toEqual([]);
  });

  it('needs the permission to see keys, and has requests of this account alone', async () => {
    const created = await account.graphql('mutation { createApiKey(input: {name: "Till", role: STAFF}) { secret } }');
    const staff = withKey(account, created.data.createApiKey.secret);
    const { errors } = await staff.graphql('{ apiRequests { totalCount } }');
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await account.get('/services');
    await listed(1);
    expect(await list(await server.account())).toEqual([]);
  });

  it('has no requests without a key, nor those of users', async () => {
    const answer = await account.get('/services', { headers: { authorization: '' } });
    expect(answer.status).toBe(401);
    await account.get('/services');
    expect((await listed(1)).map(({ status }) => status)).toEqual([200]);
  });
});

describe('its rows', () => {
  const note = async (count: number) => {
    const log = new ApiRequestLog(server.database, {
      onError: (error) => {
        throw error;
      },
      repeat: () => () => {},
    });
    const request = {
      ...{ accountId: account.credentials.id, keyId: 7, method: 'GET', path: '/api/v1/services' },
      ...{ interface: 'rest' as const, operation: undefined, status: 200, errors: [], duration: 1 },
      at: server.clock.now(),
    };
    for (let number = 0; number < count; number += 1) log.note({ ...request, requestId: String(number) });
    await log.stop();
    return log.leftOut;
  };
  const rows = () =>
    server.sql<{ left_out: number }>(
      'select * from api_request where account_id = ? and api_key_id = 7 order by id',
      account.credentials.id,
    );

  it('are a bounded number for a flood, with the number of the others', async () => {
    expect(await note(maxRequestsOfKey + 5)).toEqual({ excess: 5, failed: 0 });
    const stored = await rows();
    expect([stored.length, stored.at(-1)?.left_out]).toEqual([maxRequestsOfKey, 5]);
  });

  it(`are the last ${keptRequests} of a key`, async () => {
    await server.sql(
      `insert into api_request (account_id, created_at, updated_at, request_id, api_key_id, interface, method, path, status, duration)
       select ?, now(), now(), 'old', 7, 'rest', 'GET', '/', 200, 1 from generate_series(1, ?::integer)`,
      account.credentials.id,
      keptRequests,
    );
    await note(3);
    expect((await rows()).length).toBe(keptRequests);
  });

  it('are deleted after their days', async () => {
    await note(2);
    await trimApiRequests(server.database, new Date(server.clock.now().getTime() + 1));
    expect(await rows()).toEqual([]);
  });

  it('are lost without an error for requests if the account is paused', async () => {
    await server.configure(account, { paused_at: '2026-03-01' });
    await note(1);
    await server.configure(account, { paused_at: null });
    expect(await rows()).toEqual([]);
  });
});
