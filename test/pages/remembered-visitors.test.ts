import { bookableServicePerTest } from '../support/catalog.js';
import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const offer = bookableServicePerTest(account);
const english = { 'accept-language': 'en' };
const visitor = new HtmlVisitor(account, english);

/** Books, and sends a code by its form. */
async function verify(by = visitor, code?: string) {
  const times = await by.open(`/services/${offer.serviceId}?date=2026-03-03`);
  const form = await by.follow(times, '10:00');
  const held = await by.submit(form, { name: 'Kari', email: 'Kari@example.org' });
  const id = held.forms[0]?.values['id'];
  const { booking } = (await account.get(`/bookings/${id}`)).body;
  const done = await by.submit(held, { verification_code: code ?? booking.verification_code });
  return { id, code: booking.verification_code, done };
}

const sessions = (): Promise<{ address: string; days: number }[]> =>
  server.sql(
    `select address, extract(epoch from expires_at - created_at)::int / 86400 as days
     from visitor_session where account_id = ?`,
    account.credentials.id,
  );

const startByCode = (id: string | undefined, code: string) =>
  account.graphql(`mutation { rememberVisitor(id: ${id}, code: "${code}") { email endsAt } }`);

it('the code of a booking signs nobody in by default', async () => {
  const { id, code, done } = await verify();
  expect([done.status, await sessions()]).toEqual([200, []]);
  const { errors } = await startByCode(id, code);
  expect(errors?.[0]?.extensions?.['code']).toBe('NOT_FOUND');
});

describe('where the account remembers visitors', () => {
  beforeEach(() => server.configure(account, { remember_visitors: true }));

  it('the code of a booking starts a session of 90 days for its address', async () => {
    await verify();
    expect(await sessions()).toEqual([{ address: 'kari@example.org', days: 90 }]);
  });

  it('a wrong code starts none', async () => {
    const { id, done } = await verify(visitor, 'wrong');
    expect([done.status, await sessions()]).toEqual([400, []]);
    const { errors } = await startByCode(id, 'wrong');
    expect(errors?.[0]?.extensions?.['code']).toBe('BAD_USER_INPUT');
  });

  it('the form of another site is refused, which would sign the visitor in as somebody else', async () => {
    const foreign = new HtmlVisitor(account, { ...english, 'sec-fetch-site': 'cross-site' });
    const { done } = await verify(foreign);
    expect([done.status, await sessions()]).toEqual([403, []]);
  });

  it('no session starts where visitors have no page of their bookings', async () => {
    await server.configure(account, { my_bookings: false });
    const { done } = await verify();
    expect([done.status, await sessions()]).toEqual([200, []]);
  });
});
