import { bookService, createBookableService } from '../support/catalog.js';
import { deliverWebHooks } from '../support/deliver-web-hooks.js';
import { deliverMessages } from '../support/messages.js';
import { withKey } from '../support/sign-in.js';
import { statementsOf } from '../support/statements.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = await server.account();
const offered = await createBookableService(account);
const hook = { target_url: 'https://example.org/hook', event: 'booking.*' };
const { id: webHookId } = await account.create('/web_hooks', 'web_hook', hook);
const person = await account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org' });
const hold = { person_id: person.id, booked_from: '2026-03-05 09:00', booked_to: '2026-03-05 10:00' };
const { id } = await bookService(account, offered, hold, { confirmation_send_email: true });
await deliverMessages(server);
server.clock.advance(60);
await account.put(`/bookings/${id}`, {
  json: { booking: { notes: 'Window seat' } },
  headers: { 'x-request-id': 'the-change' },
});
server.clock.advance(60);
{
  await using deliveries = await deliverWebHooks(server, account);
  await deliveries.run();
}

interface Entry {
  at: string;
  change: { name: string; requestId: string | null; performedBy: object } | null;
  message: { kind: string; state: string; bookingId: number } | null;
  delivery: { event: string; state: string; webHookId: number; attempts: { status: number | null }[] } | null;
}

interface Timeline {
  totalCount: number;
  nodes: Entry[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const fields = `totalCount pageInfo { hasNextPage endCursor } nodes { at
  change { name requestId performedBy { kind id apiKeyName } }
  message { kind state bookingId }
  delivery { event state webHookId attempts { status } } }`;

async function timeline(of: TestAccount = account, page = ''): Promise<Timeline> {
  const { data, errors } = await of.graphql(`{ bookingTimeline(id: ${id}${page}) { ${fields} } }`);
  expect(errors).toBeUndefined();
  return data.bookingTimeline;
}

const titleOf = ({ change, message, delivery }: Entry) =>
  change?.name ?? (message ? `message ${message.kind}` : `delivery ${delivery?.event}`);

async function staff(): Promise<TestAccount> {
  const { data } = await account.graphql('mutation { createApiKey(input: { name: "Till", role: STAFF }) { secret } }');
  return withKey(account, data.createApiKey.secret);
}

describe('the timeline of a booking', () => {
  it('has its changes, messages and deliveries with their attempts, newest first', async () => {
    const { totalCount, nodes } = await timeline();
    expect(totalCount).toBe(5);
    const [deliveries, others] = [nodes.slice(0, 2), nodes.slice(2)];
    expect(deliveries.map(titleOf).toSorted()).toEqual(['delivery booking.created', 'delivery booking.modified']);
    expect(others.map(titleOf)).toEqual(['booking.modified', 'message confirmation', 'booking.created']);
    expect(nodes.map(({ at }) => at)).toEqual(
      nodes
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
    const sent = deliveries.map(({ delivery }) => delivery);
    expect(new Set(sent)).toEqual(
      new Set([
        expect.objectContaining({ webHookId, state: 'PENDING', attempts: [{ status: 500 }] }),
        expect.objectContaining({ webHookId, state: 'DELIVERED', attempts: [{ status: 200 }] }),
      ]),
    );
    const [modified, message] = others;
    expect(message?.message).toEqual({ kind: 'confirmation', state: 'UNSENT', bookingId: id });
    expect(modified?.change).toEqual({
      name: 'booking.modified',
      requestId: 'the-change',
      performedBy: { kind: 'api_key', id: expect.any(Number), apiKeyName: expect.any(String) },
    });
  });

  it('has neither deliveries nor names of keys for those who may not read them', async () => {
    const { totalCount, nodes } = await timeline(await staff());
    expect(totalCount).toBe(3);
    expect(nodes.map(titleOf)).toEqual(['booking.modified', 'message confirmation', 'booking.created']);
    expect(nodes[0]?.change?.performedBy).toEqual({ kind: 'api_key', id: expect.any(Number), apiKeyName: null });
  });

  it('is read page by page', async () => {
    const whole = await timeline();
    const pages: Entry[] = [];
    let after: string | null = null;
    do {
      const { nodes, pageInfo }: Timeline = await timeline(account, `, first: 2${after ? `, after: "${after}"` : ''}`);
      pages.push(...nodes);
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
    expect(pages).toEqual(whole.nodes);
    const last = Buffer.from(JSON.stringify([account.credentials.id, 'bookingTimeline', String(id), 1, 9, '1']));
    for (const cursor of ['x', last.toString('base64url')]) {
      const { errors } = await account.graphql(`{ bookingTimeline(id: ${id}, after: "${cursor}") { totalCount } }`);
      expect(errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', fields: { after: [expect.any(String)] } } },
      ]);
    }
  });

  it('takes the same statements whatever its length', async () => {
    const read = async () => (await statementsOf(server.database, () => timeline())).statements;
    const before = await read();
    for (const notes of ['a', 'b', 'c']) await account.put(`/bookings/${id}`, { json: { booking: { notes } } });
    const after = await read();
    // The booking, the places, their number, changes, messages, deliveries and the names of keys.
    expect(after).toEqual(before);
    expect(after).toHaveLength(7);
  });

  it('is not there for another account, nor for a booking that does not exist', async () => {
    const document = `{ bookingTimeline(id: ${id}) { totalCount } }`;
    const other = await (await server.account()).graphql(document);
    expect(other.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});
