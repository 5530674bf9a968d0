import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { rateLimit: { requests: 80, seconds: 600 }, trustedHops: 1 } });
const account = await server.account();

let addresses = 0;
const newAddress = (): string => `10.0.0.${++addresses}`;

const ask = (origin: string, address: string, path = '/api/v1/services') =>
  rawRequest(`${origin}${path}`, {
    headers: {
      authorization: `Bearer ${account.credentials.api_key}`,
      'user-agent': 'tests',
      'x-forwarded-for': address,
    },
  });

/** Sends requests concurrently, but so few that the database responds in time; otherwise each process counts for itself. */
const wave = 20;

const statusesOf = async (origins: string[], address: string): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < origins.length; sent += wave) {
    const answers = await Promise.all(origins.slice(sent, sent + wave).map((origin) => ask(origin, address)));
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

describe('the rate limit', () => {
  it('is 80 requests per address, for all processes together', async () => {
    await using second = await server.another();
    const origins = Array.from({ length: 100 }, (_, index) => (index % 2 ? server.origin : second.origin));
    expect(await statusesOf(origins, newAddress())).toEqual({ 200: 80, 429: 20 });
  });

  it('returns the seconds to wait', async () => {
    const address = newAddress();
    await statusesOf(
      Array.from({ length: 80 }, () => server.origin),
      address,
    );
    const { status, text, headers } = await ask(server.origin, address);
    const seconds = Number(headers['retry-after']);
    expect(status).toBe(429);
    expect(JSON.parse(text)).toEqual({ error: { description: `Rate limit exceeded, retry in ${seconds} seconds` } });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(headers['ratelimit']).toBe(`"address";r=0;t=${seconds}`);
  });

  it('is in the headers of every answer, with what is left', async () => {
    const policy = '"address";q=80;w=600, "account";q=32;qu="concurrent-requests"';
    const address = newAddress();
    const first = await ask(server.origin, address);
    const unknown = await ask(server.origin, address, '/api/v1/unknown');
    const graphql = await ask(server.origin, address, '/graphql?query={account{id}}');
    const page = await ask(server.origin, address, `/sites/${account.subdomain}/services`);
    const shown = [first, unknown, graphql, page].map(({ status, headers }) => [
      status,
      headers['ratelimit-policy'],
      String(headers['ratelimit']).replace(/t=\d+$/, 't=…'),
    ]);
    expect(shown).toEqual([
      [200, policy, '"address";r=79;t=…'],
      [404, policy, '"address";r=78;t=…'],
      [200, policy, '"address";r=77;t=…'],
      [404, policy, '"address";r=76;t=…'],
    ]);
  });

  it('applies to GraphQL, with its own form of the error', async () => {
    const address = newAddress();
    await statusesOf(
      Array.from({ length: 80 }, () => server.origin),
      address,
    );
    const { status, text, headers } = await ask(server.origin, address, '/graphql?query={account{id}}');
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(JSON.parse(text).errors[0].extensions).toEqual({ code: 'RATE_LIMITED' });
  });

  it('counts each address separately', async () => {
    const origins = Array.from({ length: 60 }, () => server.origin);
    const counts = await Promise.all([statusesOf(origins, newAddress()), statusesOf(origins, newAddress())]);
    expect(counts).toEqual([{ 200: 60 }, { 200: 60 }]);
  });

  it('counts the address that the trusted proxy names, and ignores earlier ones in the header', async () => {
    const address = newAddress();
    const origins = Array.from({ length: 50 }, () => server.origin);
    const first = await statusesOf(origins, `1.1.1.1, ${address}`);
    const second = await statusesOf(origins, `2.2.2.2, x, ${address}`);
    expect([first, second]).toEqual([{ 200: 50 }, { 200: 30, 429: 20 }]);
  });

  it.each(['unknown', 'x'.repeat(5000), ''])('counts the connection for an address %p', async (address) => {
    expect((await ask(server.origin, address)).status).toBe(200);
  });

  it('does not apply to the health checks', async () => {
    const address = newAddress();
    await statusesOf(
      Array.from({ length: 81 }, () => server.origin),
      address,
    );
    const answers = await Promise.all(['/healthz', '/readyz'].map((path) => ask(server.origin, address, path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
