import { serverAudits } from 'graphql-http';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const fetchWithKey = async (url: string, { headers, ...request }: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...request, headers: { ...headers, authorization: `Bearer ${account.credentials.api_key}` } });

describe('the specification of GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${server.origin}/graphql`, fetchFn: fetchWithKey });

  it.each(audits.map(({ name, fn }) => [name, fn] as const))('%s', async (_name, audit) => {
    const { status, ...result } = await audit();
    expect([status, 'reason' in result ? result.reason : '']).toEqual(['ok', '']);
  });
});
