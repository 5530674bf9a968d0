import { bookableServicePerTest } from '../support/catalog.js';
import { HtmlVisitor, type OpenedPage } from '../support/html-visitor.js';
import { deliverMessages } from '../support/messages.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
const offered = bookableServicePerTest(account, { resource: { capacity: 99 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const kari = { name: 'Kari', email: 'kari@example.org' };

interface Hold {
  id: number;
  resend_token: string;
}
const hold = async (person: object = kari): Promise<Hold> => {
  const json = { booking: { service_id: offered.serviceId, ...time, person_attributes: person } };
  return (await visitor.post('/bookings', { json })).body.booking;
};
const resend = async (id: number, resend_token?: unknown) => {
  const { status, body } = await visitor.post(`/bookings/${id}/resend_code`, { json: { resend_token } });
  return { status, body };
};
const seen = async (id: number) => (await account.get(`/bookings/${id}`)).body.booking;

/** Composes what was requested, and returns the messages of a booking. */
async function messagesOf(id: number): Promise<[kind: string, channel: string, recipient: string, hasCode: boolean][]> {
  const { verification_code: code } = await seen(id);
  await deliverMessages(server);
  const messages = await server.sql<{ kind: string; channel: string; recipient: string; body: string }>(
    'select kind, channel, recipient, body from message where account_id = ? and booking_id = ? order by id',
    account.credentials.id,
    id,
  );
  return messages.map(({ kind, channel, recipient, body }) => [kind, channel, recipient, body.includes(code)]);
}
/** The requests for messages that the account has: a refused attempt adds none. */
const requests = async (): Promise<number> =>
  (await server.sql('select id from message_request where account_id = ?', account.credentials.id)).length;

const tooMany = (seconds: number) => ({
  status: 429,
  body: { error: { description: `Rate limit exceeded, retry in ${seconds} seconds` } },
});
const refused = (body: object) => ({ status: 400, body });

describe('the code of a hold is sent again', () => {
  it.each([
    ['email', 1, kari, 'kari@example.org'],
    ['sms', 2, { name: 'Kari', phone_number: '40612345' }, '+4740612345'],
  ])('by %s to the same recipient, and the hold is unchanged', async (channel, verification_method, person, to) => {
    await server.configure(account, { verification_method });
    const { id, resend_token } = await hold(person);
    const before = await seen(id);
    const { status, body } = await resend(id, resend_token);
    expect([status, body.booking]).toMatchObject([200, { id, state: 'awaiting_verification' }]);
    expect(Object.keys(body.booking)).not.toContain('verification_code');
    expect(await seen(id)).toEqual(before);
    // The address to which the code went counts, not the one to which the person or the account would send it now.
    await account.put(`/people/${before.person.id}`, {
      json: { person: { email: 'new@example.org', phone_number: '40699999' } },
    });
    await server.configure(account, { verification_method: 3 - verification_method });
    server.clock.advance(1);
    expect((await resend(id, resend_token)).status).toBe(200);
    const message = ['verification', channel, to, true];
    expect(await messagesOf(id)).toEqual([message, message, message]);
  });

  it('at most once in a minute and three times in all', async () => {
    const { id, resend_token } = await hold();
    expect((await resend(id, resend_token)).status).toBe(200);
    expect(await resend(id, resend_token)).toEqual(tooMany(60));
    for (let turn = 0; turn < 2; turn += 1) {
      server.clock.advance(1);
      expect((await resend(id, resend_token)).status).toBe(200);
    }
    server.clock.advance(11);
    expect((await resend(id, resend_token)).status).toBe(429);
    expect(await requests()).toBe(4);
  });

  it('once for clicks at the same time', async () => {
    const { id, resend_token } = await hold();
    const answers = await Promise.all(Array.from({ length: 4 }, () => resend(id, resend_token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429]);
    expect(await requests()).toBe(2);
  });

  it('at most three times in ten minutes to one recipient, whatever the booking', async () => {
    const holds = [await hold(), await hold(), await hold()];
    for (const { id, resend_token } of holds) expect((await resend(id, resend_token)).status).toBe(200);
    server.clock.advance(1);
    expect((await resend(holds[0]?.id ?? 0, holds[0]?.resend_token)).status).toBe(429);
    expect(await requests()).toBe(6);
  });

  it('30 times in ten minutes for a network, with its bookings, also by wrong tokens', async () => {
    const { id, resend_token } = await hold();
    for (let turn = 0; turn < 29; turn += 1) expect((await resend(id, 'guess')).status).toBe(400);
    expect((await resend(id, resend_token)).status).toBe(429);
    expect(await requests()).toBe(1);
  });
});

describe('nothing is sent', () => {
  const wrongToken = { resend_token: ['is invalid'] };

  it.each<[string, (own: Hold, other: Hold) => [number, unknown], object]>([
    ['a wrong token', ({ id }) => [id, 'AAAAAAAAAAAAAAAAAAAAAA'], wrongToken],
    ['the token of another booking', ({ id }, other) => [id, other.resend_token], wrongToken],
    ['an unknown booking', ({ resend_token }) => [999_999, resend_token], wrongToken],
    ['a long token', ({ id, resend_token }) => [id, `${resend_token}A`], wrongToken],
    ['no token', ({ id }) => [id, undefined], { resend_token: ["can't be blank"] }],
    ['a blank token', ({ id }) => [id, ' '], { resend_token: ["can't be blank"] }],
  ])('for %s', async (_name, choose, errors) => {
    const [own, other] = [await hold(), await hold({ name: 'Ola', email: 'ola@example.org' })];
    expect(await resend(...choose(own, other))).toEqual(refused(errors));
    expect(await requests()).toBe(2);
  });

  it.each<[string, (id: number) => unknown, string]>([
    ['verified', (id) => account.put(`/bookings/${id}/verify`), 'confirmed'],
    ['cancelled', (id) => account.put(`/bookings/${id}/cancel`), 'cancelled'],
    ['deleted', (id) => account.del(`/bookings/${id}`), 'deleted'],
    ['expired', () => server.clock.advance(20), 'expired'],
  ])('for a booking that was %s', async (_name, change, state) => {
    const { id, resend_token } = await hold();
    await change(id);
    const before = await requests();
    expect(await resend(id, resend_token)).toEqual(refused({ state: [`can't be verified when ${state}`] }));
    expect(await requests()).toBe(before);
  });
});

describe('the page of the code', () => {
  const button = 'Send the code again';
  let browser: HtmlVisitor;
  let code: OpenedPage;
  const idOf = ({ url }: OpenedPage): number => Number(new URL(url).searchParams.get('id'));
  beforeEach(async () => {
    browser = new HtmlVisitor(account);
    const day = await browser.open(`/services/${offered.serviceId}?date=2026-03-03`);
    code = await browser.submit(await browser.follow(day, '10:00'), kari);
  });

  it('sends it again, says so, and still takes the code', async () => {
    const again = await browser.press(code, button);
    expect([again.status, again.heading]).toEqual([200, 'Enter your code']);
    expect(again.text).toContain('We have sent the code again.');
    const often = await browser.press(again, button);
    expect([often.status, often.heading]).toEqual([429, 'Enter your code']);
    expect(often.text).toContain('The code can be sent again once a minute, and three times at most.');
    expect(often.text).not.toContain('We have sent the code again.');
    expect((await messagesOf(idOf(code))).length).toBe(2);
    const { verification_code } = await seen(idOf(code));
    const done = await browser.submit(often, { verification_code });
    expect([done.status, done.heading]).toEqual([200, 'Your booking is confirmed']);
  });

  it.each<[string, () => unknown]>([
    ['was verified by the link', () => account.put(`/bookings/${idOf(code)}/verify`)],
    ['has expired', () => server.clock.advance(20)],
  ])('says so if the booking %s meanwhile', async (_name, change) => {
    await change();
    const before = await requests();
    const over = await browser.press(code, button);
    expect([over.status, over.forms]).toEqual([400, []]);
    expect(over.text).toContain('The time for the code is over.');
    expect(await requests()).toBe(before);
  });

  it('sends nothing for another booking', async () => {
    const { id } = await hold({ name: 'Ola', email: 'ola@example.org' });
    const before = await requests();
    const url = `${server.origin}/sites/${account.credentials.subdomain}/bookings/verify/resend`;
    const answer = await browser.post(url, { ...code.forms.at(-1)?.values, id: String(id) });
    expect(answer.status).toBe(404);
    expect(await requests()).toBe(before);
  });
});
