import pg from 'pg';
import { setMessageQuota } from '../../src/domain/messaging/delivery/message-quota.actions.js';
import { bookableServicePerTest, bookService, createBookableService } from '../support/catalog.js';
import { findJob, jobContext, running } from '../support/job-context.js';
import { executedStatements } from '../support/plans.js';
import { payOrder } from '../support/shop.js';
import { type TestAccount, useOwnTestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { Visitor } from '../support/visitor.js';

const now = '2026-03-02T07:00:00Z';
const sends = { smtpUrl: 'smtp://127.0.0.1:1', smsGatewayUrl: 'http://127.0.0.1:1' };

const server = await useOwnTestServer({ config: { trustedHops: 1, rateLimit: 'off', ...sends }, now });
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account);

const visitorOf = (through: TestAccount) => new Visitor(through);
let client = 0;
/** A client address of its own, so that tests do not share limits. */
const from = (address = `10.0.${client >> 8}.${client++ & 255}`) => ({ 'x-forwarded-for': address });

interface Address {
  email?: string;
  phone_number?: string;
}

const request = (address: Address, headers = from(), through: TestAccount = account) =>
  visitorOf(through).post('/me/code', { json: { visitor: address }, headers });
const enter = (code: unknown, address: Address, headers = from(), through: TestAccount = account) =>
  visitorOf(through).post('/me/session', { json: { code, visitor: address }, headers });

interface Sent {
  channel: string;
  recipient: string;
  subject: string | null;
  body: string;
  personId: number;
}

const sentTo = (through: TestAccount = account): Promise<Sent[]> =>
  server.sql(
    `select channel, recipient, subject, body, person_id as "personId" from message
     where account_id = ? and kind = 'visitor_code' order by id`,
    through.credentials.id,
  );

/** Requests a code and returns it as soon as its message is stored. */
async function codeFor(address: Address, through: TestAccount = account): Promise<string> {
  const before = (await sentTo(through)).length;
  expect((await request(address, from(), through)).status).toBe(200);
  await until(async () => (await sentTo(through)).length > before);
  return (await sentTo(through)).at(-1)?.body.match(/\d{6}/)?.[0] ?? 'none';
}

/** A client with the session of an address. */
async function signIn(address: Address, through: TestAccount = account) {
  const { status, body } = await enter(await codeFor(address, through), address, from(), through);
  expect(status).toBe(200);
  const token: string = body.visitor_session.token;
  const headers = { authorization: `Bearer ${token}` };
  return {
    token,
    get: (path: string) => visitorOf(through).get(path, { headers }),
    end: () => visitorOf(through).post('/me/sign_out', { headers }),
  };
}

const person = (attributes: object, through: TestAccount = account) =>
  through.create('/people', 'person', { name: 'Kari', ...attributes });
const kari = { email: 'kari@example.org' };
const another = (code: string): string => (code === '000000' ? '111111' : '000000');
const idsOf = (body: { booking: { id: number } }[]): number[] => body.map(({ booking }) => booking.id);
const wrong = [400, { code: ['is invalid'] }];
const ended = {
  error: { description: 'A session of a visitor is required: this one has ended, or there is none' },
};

describe('a code', () => {
  const answer = {
    visitor_code: {
      expires_at: '2026-03-02T08:10:00+01:00',
      resendable_at: '2026-03-02T08:01:00+01:00',
      code: null,
    },
  };

  it('is sent by email or SMS to the address as the person has it, in the language of the person', async () => {
    const { id } = await person({ email: 'Kari@Example.org', phone_number: '406 12 345', locale: 'sv-SE' });
    const code = await codeFor({ email: ' kari@EXAMPLE.org' });
    await codeFor({ phone_number: '+47 40612345' });
    const [email, sms] = await sentTo();
    expect(email).toEqual({
      channel: 'email',
      recipient: 'Kari@Example.org',
      subject: 'Din kod hos Acme',
      body: `${code} är koden för att se dina bokningar hos Acme. Den gäller i 10 minuter. Bortse från meddelandet om du inte har bett om den.`,
      personId: id,
    });
    expect(sms).toMatchObject({ channel: 'sms', recipient: '+4740612345', subject: null, personId: id });
  });

  it('has the same response and the same attempts whether somebody has the address or not', async () => {
    await person(kari);
    const known = await request(kari);
    const unknown = await request({ email: 'nobody@example.org' });
    expect([known.status, known.body]).toEqual([200, answer]);
    expect([unknown.status, unknown.body]).toEqual([200, answer]);
    const stored = `select address, attempt_count as attempts from visitor_code where account_id = ? order by address`;
    const { id } = account.credentials;
    await until(async () => (await server.sql(stored, id)).length === 2);
    const guesses = async (address: Address) => {
      const answers = [];
      for (let attempt = 0; attempt < 7; attempt += 1) answers.push(await enter('12345', address));
      return answers.map(({ status, body }) => [status, body]);
    };
    const ofKnown = await guesses(kari);
    expect(ofKnown).toEqual(Array.from({ length: 7 }, () => wrong));
    expect(await guesses({ email: 'nobody@example.org' })).toEqual(ofKnown);
    expect(await server.sql(stored, id)).toEqual([
      { address: 'kari@example.org', attempts: 5 },
      { address: 'nobody@example.org', attempts: 5 },
    ]);
    expect((await sentTo()).map(({ recipient }) => recipient)).toEqual(['kari@example.org']);
  });

  it('is sent after the response, whose time does not depend on who has the address', async () => {
    await person(kari);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query('begin; lock table person in access exclusive mode');
      for (const address of [kari, { email: 'nobody@example.org' }]) expect((await request(address)).status).toBe(200);
    } finally {
      await client.end();
    }
    await until(async () => (await sentTo()).length === 1);
  });

  it('is refused for an address that is none, or that the server cannot reach', async () => {
    expect((await request({})).body).toEqual({ phone_number: ["can't be blank"] });
    expect((await request({ email: 'kari' })).body).toEqual({ email: ['is invalid'] });
    expect((await request({ phone_number: '12' })).body).toEqual({ phone_number: ['is invalid'] });
    await using silent = await server.another({ smsGatewayUrl: undefined, smtpUrl: undefined });
    const there = account.at(silent.origin);
    const sms = 'cannot get a code, because this server sends no SMS: give an email';
    for (const phone_number of ['40612345', '40612346']) {
      expect((await request({ phone_number }, from(), there)).body).toEqual({ phone_number: [sms] });
    }
    const { status, body } = await request(kari, from(), there);
    expect([status, body]).toEqual([400, { email: ['cannot get a code, because this server sends no email'] }]);
  });

  it('is bound to the page of the account in an SMS', async () => {
    await person({ phone_number: '40612345' });
    await using secure = await server.another({ publicUrl: 'https://book.example.org' });
    expect((await request({ phone_number: '40612345' }, from(), account.at(secure.origin))).status).toBe(200);
    await until(async () => (await sentTo()).length === 1);
    expect(await sentTo()).toMatchObject([
      { channel: 'sms', body: expect.stringMatching(/\n\n@book.example.org #\d{6}$/) },
    ]);
  });

  it('is valid for 10 minutes, once, and until the next one', async () => {
    await person(kari);
    const first = await codeFor(kari);
    const second = await codeFor(kari);
    if (first !== second) expect((await enter(first, kari)).body).toEqual(wrong[1]);
    expect((await enter(` ${second.slice(0, 3)} ${second.slice(3)}`, kari)).status).toBe(200);
    expect((await enter(second, kari)).body).toEqual(wrong[1]);
    const third = await codeFor(kari);
    server.clock.set('2026-03-02T07:10:00Z');
    expect((await enter(third, kari)).body).toEqual(wrong[1]);
    expect((await enter('', kari)).body).toEqual({ code: ["can't be blank"] });
  });

  it('is not valid for another address or account', async () => {
    await person(kari);
    await person({ email: 'ola@example.org' });
    const other = await server.account({ publicAccess: true });
    await person(kari, other);
    const code = await codeFor(kari);
    await codeFor(kari, other);
    expect((await enter(code, { email: 'ola@example.org' })).body).toEqual(wrong[1]);
    const elsewhere = await enter(code, kari, from(), other);
    if ((await sentTo(other)).at(-1)?.body.includes(code) === false) expect(elsewhere.status).toBe(400);
    expect((await enter(code, kari)).status).toBe(200);
  });

  it('is tried at most 5 times by four processes at once', async () => {
    await person(kari);
    await using second = await server.another();
    await using third = await server.another();
    await using fourth = await server.another();
    const origins = [server.origin, second.origin, third.origin, fourth.origin];
    const code = await codeFor(kari);
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        enter(another(code), kari, from(), account.at(origins[index % 4] ?? server.origin)),
      ),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([400]));
    const [stored] = await server.sql<{ attempts: number }>(
      'select attempt_count as attempts from visitor_code where account_id = ?',
      account.credentials.id,
    );
    expect(stored?.attempts).toBe(5);
    expect((await enter(code, kari)).body).toEqual(wrong[1]);
  });

  it('starts one session, however many requests have it at once', async () => {
    await person(kari);
    const code = await codeFor(kari);
    await using second = await server.another();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        enter(code, kari, from(), account.at(index % 2 ? second.origin : server.origin)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });
});

describe('the limits', () => {
  it('are 3 codes for an address in 10 minutes, known or not, from whatever network', async () => {
    await person(kari);
    for (const address of [kari, { email: 'nobody@example.org' }]) {
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await request(address)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    server.clock.set('2026-03-02T07:10:01Z');
    expect((await request(kari)).status).toBe(200);
  });

  it('are 30 codes for a network and 300 for an account in 10 minutes', async () => {
    const ask = (index: number, headers?: Record<string, string>) =>
      request({ email: `p${index}@example.org` }, headers as never);
    const network = from('10.9.9.9');
    for (let index = 0; index < 30; index += 1) expect((await ask(index, network)).status).toBe(200);
    expect((await ask(30, network)).status).toBe(429);
    expect((await ask(31)).status).toBe(200);
    await server.sql(
      `update attempt set count = 300 where account_id = ? and key like 'visitor-code:account:%'`,
      account.credentials.id,
    );
    expect((await ask(32)).status).toBe(429);
  });

  it('are 15 wrong codes for an address from one network, which do not lock out another network', async () => {
    await person(kari);
    const attacker = from('10.8.8.8');
    const statuses = [];
    for (let count = 0; count < 16; count += 1) statuses.push((await enter('12345', kari, attacker)).status);
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 400), 429]);
    const code = await codeFor(kari);
    expect((await enter(code, kari)).status).toBe(200);
  });

  it('count the code as urgent among the messages of the account', async () => {
    await person(kari);
    const db = server.database.account(account.credentials.id);
    await setMessageQuota({ db, serverClock: server.clock }, 'email' as never, 1);
    await codeFor(kari);
    expect(await sentTo()).toHaveLength(1);
  });
});

describe('a session', () => {
  it('describes itself, and ends when the visitor signs out', async () => {
    await person(kari);
    const session = await signIn(kari);
    const shown = {
      email: 'kari@example.org',
      phone_number: null,
      expires_at: '2026-03-02T08:30:00+01:00',
      ends_at: '2026-03-03T08:00:00+01:00',
    };
    expect((await session.get('/me/session')).body).toEqual({ visitor_session: shown });
    expect((await session.end()).body).toEqual({ visitor_session: shown });
    for (const answer of [await session.get('/me/session'), await session.get('/me/bookings'), await session.end()]) {
      expect([answer.status, answer.body]).toEqual([401, ended]);
    }
  });

  it('is stored as a hash', async () => {
    await person(kari);
    const { token } = await signIn(kari);
    const rows = await server.sql(
      'select s::text as row from visitor_session s where account_id = ?',
      account.credentials.id,
    );
    expect(JSON.stringify(rows)).not.toContain(token.split('-').slice(1).join('-'));
  });

  it('ends 30 minutes after its last request, and after 24 hours', async () => {
    await person(kari);
    const idle = await signIn(kari);
    server.clock.set('2026-03-02T07:29:59Z');
    expect((await idle.get('/me/session')).status).toBe(200);
    server.clock.set('2026-03-02T07:59:58Z');
    expect((await idle.get('/me/bookings')).status).toBe(200);
    server.clock.set('2026-03-02T08:29:58Z');
    expect((await idle.get('/me/session')).status).toBe(401);
    server.clock.set(now);
    const used = await signIn(kari);
    for (let minutes = 20; minutes < 24 * 60; minutes += 20) {
      server.clock.set(new Date(Date.parse(now) + minutes * 60_000).toISOString());
      expect((await used.get('/me/session')).status).toBe(200);
    }
    server.clock.set('2026-03-03T07:00:00Z');
    expect((await used.get('/me/session')).status).toBe(401);
  });

  it('lasts 90 days where the account remembers visitors, and no longer than others once it does not', async () => {
    await server.configure(account, { remember_visitors: true });
    await person(kari);
    const session = await signIn(kari);
    server.clock.set('2026-05-31T06:59:59Z');
    expect((await session.get('/me/session')).status).toBe(200);
    await server.configure(account, { remember_visitors: false });
    expect((await session.get('/me/session')).status).toBe(401);
    await server.configure(account, { remember_visitors: true });
    server.clock.set('2026-05-31T07:00:00Z');
    expect((await session.get('/me/session')).status).toBe(401);
  });

  it('is of one account', async () => {
    await person(kari);
    const other = await server.account({ publicAccess: true });
    await person(kari, other);
    const { token } = await signIn(kari);
    const headers = { authorization: `Bearer ${token}` };
    expect((await visitorOf(other).get('/me/session', { headers })).status).toBe(401);
    const { id } = other.credentials;
    const forged = { authorization: `Bearer ${id}-${token.split('-').slice(1).join('-')}` };
    expect((await visitorOf(other).get('/me/session', { headers: forged })).status).toBe(401);
    for (const authorization of ['Bearer', 'Bearer x', `Bearer ${account.credentials.api_key}`]) {
      expect((await visitorOf(account).get('/me/bookings', { headers: { authorization } })).status).toBe(401);
    }
  });

  it('ends when the address of the person changes, and shows who has it then', async () => {
    const { id } = await person(kari);
    const session = await signIn(kari);
    await account.put(`/people/${id}`, { json: { person: { email: 'new@example.org' } } });
    expect((await session.get('/me/bookings')).status).toBe(401);
    const heir = await person({ ...kari, name: 'Heir' });
    const booking = await bookService(account, offer, { person_id: heir.id });
    expect(idsOf((await session.get('/me/bookings')).body)).toEqual([booking.id]);
  });

  it('ends when the person is deleted or erased, and follows a merge', async () => {
    const { id } = await person({ ...kari, phone_number: '40612345' });
    const booking = await bookService(account, offer, { person_id: id });
    const [byEmail, byPhone] = [await signIn(kari), await signIn({ phone_number: '40612345' })];
    expect(idsOf((await byPhone.get('/me/bookings')).body)).toEqual([booking.id]);
    const target = await person({ email: 'ola@example.org' });
    await account.post(`/people/${target.id}/merge`, { json: { merge_person_id: id } });
    const owner = await signIn({ email: 'ola@example.org' });
    const seen = await owner.get('/me/bookings');
    expect(idsOf(seen.body)).toEqual([booking.id]);
    await account.graphql('mutation ($id: Int!) { erasePerson(id: $id, cancelBookings: true) { id } }', {
      id: target.id,
    });
    for (const session of [owner, byEmail, byPhone]) expect((await session.get('/me/bookings')).status).toBe(401);
  });

  it('is deleted by a job after it has expired, as a code is', async () => {
    await person(kari);
    await signIn(kari);
    await codeFor(kari);
    const count = async () =>
      (
        await server.sql<{ count: number }>(
          `select (select count(*) from visitor_code where account_id = ?)::integer
             + (select count(*) from visitor_session where account_id = ?)::integer as count`,
          account.credentials.id,
          account.credentials.id,
        )
      )[0]?.count;
    const trim = () => findJob(jobContext(server), 'trim-visitor-sessions').run({}, running);
    await trim();
    expect(await count()).toBe(2);
    server.clock.set('2026-03-02T07:30:00Z');
    await trim();
    expect(await count()).toBe(0);
  });
});

describe('a visitor with a session', () => {
  const none: object[] = [];

  it('sees the own bookings, and moves and cancels them by the token of their link', async () => {
    await server.configure(account, { allow_cancellation: true, cancellation_period: '2 days' });
    const { id } = await person(kari);
    const ola = await person({ email: 'ola@example.org' });
    const at = (day: string) => ({ booked_from: `2026-03-${day} 10:00`, booked_to: `2026-03-${day} 11:00` });
    const soon = await bookService(account, offer, { person_id: id, ...at('03') });
    const later = await bookService(account, offer, { person_id: id, ...at('09') });
    const over = await bookService(account, offer, { person_id: id, ...at('10') });
    await account.put(`/bookings/${over.id}/cancel`);
    await bookService(account, offer, { person_id: ola.id, ...at('11') });
    const session = await signIn(kari);
    const { body, headers } = await session.get('/me/bookings');
    expect(idsOf(body)).toEqual([soon.id, later.id]);
    expect(headers.get('total-count')).toBe('2');
    expect(body[0].booking).toMatchObject({ can_cancel: false, can_move: false, service: { title: 'Cut' } });
    expect(body[1].booking).toMatchObject({ can_cancel: true, can_move: true });
    expect(idsOf((await session.get('/me/bookings?which=past')).body)).toEqual([over.id]);
    const visitor = visitorOf(account);
    const [early, token] = [body[0].booking.link_token, body[1].booking.link_token];
    const refused = await visitor.post(`/bookings/${early}/cancel`);
    expect([refused.status, refused.body]).toEqual([400, { state: ['can no longer be cancelled'] }]);
    const moved = await visitor.put(`/bookings/${token}`, {
      json: { booking: { booked_from: '2026-03-12T12:00:00+01:00' } },
    });
    expect([moved.status, moved.body.booking.booked_from]).toEqual([200, '2026-03-12T12:00:00+01:00']);
    expect((await visitor.post(`/bookings/${token}/cancel`)).body.booking.state).toBe('cancelled');
    expect(idsOf((await session.get('/me/bookings')).body)).toEqual([soon.id]);
  });

  it('cannot change bookings of an account that does not allow it', async () => {
    const { id } = await person(kari);
    await bookService(account, offer, { person_id: id });
    const session = await signIn(kari);
    const [{ booking }] = (await session.get('/me/bookings')).body;
    expect(booking).toMatchObject({ can_cancel: false, can_move: false, changeable_until: null });
    const { status, body } = await visitorOf(account).post(`/bookings/${booking.link_token}/cancel`);
    expect([status, body]).toEqual([400, { state: ["can't be cancelled by link"] }]);
  });

  it('sees bookings in pages of 50, past ones latest first', async () => {
    const { id } = await person(kari);
    await server.sql(
      `insert into booking (account_id, created_at, updated_at, booked_from, booked_to, service_id, resource_id, person_id, state)
       select ?, now(), now(), at, at + interval '30 minutes', ?, ?, ?, 'confirmed'
       from generate_series(timestamptz '2026-01-01 10:00Z', '2026-01-01 10:00Z'::timestamptz + interval '54 hours', '1 hour') at`,
      account.credentials.id,
      offer.serviceId,
      offer.resourceId,
      id,
    );
    const session = await signIn(kari);
    const first = await session.get('/me/bookings?which=past');
    const second = await session.get('/me/bookings?which=past&page=2');
    expect([first.body.length, second.body.length, first.headers.get('total-pages')]).toEqual([50, 5, '2']);
    expect(first.body[0].booking.booked_from).toBe('2026-01-03T17:00:00+01:00');
    // The links of bookings that ended long ago have expired.
    expect(second.body[4].booking.link_token).toBeNull();
  });

  it('sees orders, and reads and pays them by their token, until the session ends at the latest', async () => {
    const { id } = await person(kari);
    const price = await account.create('/services', 'service', { title: 'Oil', booking_type: 'product', price: 20 });
    const order = await account.create('/orders', 'order', {
      person_id: id,
      order_line_items: [{ service_id: price.id, quantity: 2 }],
    });
    const session = await signIn(kari);
    const { body } = await session.get('/me/orders');
    expect(body).toEqual([
      {
        order: expect.objectContaining({
          id: order.id,
          state: 'pending',
          balance: '40.0',
          ...{ due_now: null, due_later: null },
          can_pay_online: false,
          order_line_items: [{ service_id: price.id, title: 'Oil', quantity: 2, amount: '20.0' }],
        }),
      },
    ]);
    const { token } = body[0].order;
    await payOrder(account, order.id, '40');
    const visitor = visitorOf(account);
    expect((await visitor.get(`/orders/${token}`)).body.order).toMatchObject({ id: order.id, state: 'confirmed' });
    expect((await visitor.post(`/orders/${token}/checkout`)).status).toBe(400);
    const [, expiry, proof] = token.split('-');
    for (const forged of [`${order.id + 1}-${expiry}-${proof}`, `${order.id}-zzzzzzz-${proof}`]) {
      expect((await visitor.get(`/orders/${forged}`)).status).toBe(404);
    }
    server.clock.set('2026-03-03T07:00:00Z');
    expect((await visitor.get(`/orders/${token}`)).status).toBe(404);
  });

  it('sees gift cards with their codes and balances', async () => {
    const { id } = await person(kari);
    const ola = await person({ email: 'ola@example.org' });
    const card = (attributes: object) => account.create('/gift_cards', 'gift_card', { value: 100, ...attributes });
    const owned = await card({ person_id: id });
    const bought = await card({ purchased_by_person_id: id });
    await card({ purchased_by_person_id: id, person_id: ola.id });
    await card({});
    const { body } = await (await signIn(kari)).get('/me/gift_cards');
    const shown = { active: true, value: 100, initial_value: 100, valid_until: null };
    expect(body).toEqual([bought, owned].map((own) => ({ gift_card: { id: own.id, code: own.code, ...shown } })));
  });

  it('sees entries of the waitlist, and leaves it', async () => {
    const { id } = await person({ ...kari, phone_number: '40612345' });
    const day = { from: '2026-03-04', to: '2026-03-04' };
    const join = (entry: object) =>
      account.create('/waitlist', 'waitlist_entry', { service_id: offer.serviceId, ...day, ...entry });
    const own = await join({ person_id: id, email: 'other@example.org' });
    const byEmail = await join({ name: 'Kari', ...kari });
    await join({ name: 'Ola', email: 'ola@example.org' });
    const session = await signIn(kari);
    const { body } = await session.get('/me/waitlist');
    const ids = body.map(
      ({ waitlist_ticket }: { waitlist_ticket: { entry: { id: number } } }) => waitlist_ticket.entry.id,
    );
    expect(ids).toEqual([byEmail.id, own.id]);
    const { token } = body[0].waitlist_ticket;
    const left = await visitorOf(account).post(`/waitlist/${token}`, { json: { answer: 'leave' } });
    expect(left.body.waitlist_ticket.entry.state).toBe('left');
    expect((await session.get('/me/waitlist')).body).toHaveLength(1);
    const byPhone = await signIn({ phone_number: '40612345' });
    expect((await byPhone.get('/me/waitlist')).body).toHaveLength(1);
  });

  it('sees nothing of other people and accounts', async () => {
    await person(kari);
    const other = await server.account({ publicAccess: true });
    const stranger = await person(kari, other);
    await bookService(other, await createBookableService(other), { person_id: stranger.id });
    const session = await signIn(kari);
    for (const path of ['/me/bookings', '/me/orders', '/me/gift_cards', '/me/waitlist']) {
      expect((await session.get(path)).body).toEqual(none);
    }
  });
});

/** With 100,000, the statements read as many rows. */
const people = 5_000;

it('reads one person of an account with many', async () => {
  const { id } = account.credentials;
  const batch = 5_000;
  for (let first = 0; first < people; first += batch) {
    await server.sql(
      `insert into person (account_id, created_at, updated_at, email, phone_number, phone_number_formatted)
       select ?, now(), now(), 'p' || n || '@example.org', '+47' || 40000000 + n, '+47' || 40000000 + n
       from generate_series(?::integer, ?::integer) n`,
      ...[id, first, first + batch - 1],
    );
  }
  await server.sql('analyze person');
  const [byEmail, byPhone] = [
    await signIn({ email: 'p711@example.org' }),
    await signIn({ phone_number: '+4740000712' }),
  ];
  const statements = await executedStatements(server.database, async () => {
    for (const session of [byEmail, byPhone]) {
      for (const path of ['session', 'bookings', 'bookings?which=past', 'orders', 'gift_cards', 'waitlist']) {
        expect((await session.get(`/me/${path}`)).status).toBe(200);
      }
    }
    await request({ email: 'p713@example.org' });
    await until(async () => (await sentTo()).length === 3);
  });
  const ofPeople = statements.filter(
    ({ text, rowsRead }) => /\bperson\b/.test(text) && rowsRead['person'] !== undefined,
  );
  expect(ofPeople.length).toBeGreaterThanOrEqual(13);
  expect(ofPeople.filter(({ sequentialScans }) => sequentialScans.includes('person'))).toEqual([]);
  expect(ofPeople.filter(({ rowsRead }) => (rowsRead['person'] ?? 0) > 1).map(({ text }) => text)).toEqual([]);
});

it('shows the bookings of children without an address', async () => {
  const { id: parent_id } = await person({ email: 'mum@example.org' });
  const children = [
    await person({ name: 'Bo', parent_id }),
    await person({ name: 'Ida', parent_id, email: 'ida@example.org' }),
  ];
  const bookings = [];
  for (const [hour, { id: person_id }] of children.entries()) {
    const time = { booked_from: `2026-03-03 1${hour}:00`, booked_to: `2026-03-03 1${hour + 1}:00` };
    bookings.push(await bookService(account, offer, { person_id, ...time }));
  }
  const session = await signIn({ email: 'mum@example.org' });
  const { body } = await session.get('/me/bookings');
  expect(body.map(({ booking }: { booking: { id: number } }) => booking.id)).toEqual([bookings[0]?.id]);
});

it('an account can turn it off', async () => {
  await person(kari);
  const session = await signIn(kari);
  expect((await account.put('/client', { json: { client: { my_bookings: false } } })).status).toBe(200);
  const answers = [
    await request(kari),
    await enter('12345', kari),
    await session.get('/me/session'),
    await session.get('/me/bookings'),
    await session.end(),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toEqual([404, { error: { description: 'Not found' } }]);
});

it('GraphQL has the same by a token in the arguments', async () => {
  const { id } = await person(kari);
  const booking = await bookService(account, offer, { person_id: id });
  const { data: requested } = await account.graphql(
    'mutation { requestVisitorCode(address: { email: "kari@example.org" }) { expiresAt } }',
  );
  expect(requested.requestVisitorCode.expiresAt).toBe('2026-03-02T08:10:00+01:00');
  await until(async () => (await sentTo()).length === 1);
  const code = (await sentTo())[0]?.body.slice(0, 6);
  const started = await account.graphql(
    'mutation ($code: String) { startVisitorSession(address: { email: "kari@example.org" }, code: $code) { token } }',
    { code },
  );
  const { token } = started.data.startVisitorSession;
  const listed = await account.graphql(
    'query ($token: String) { visitorBookings(token: $token) { nodes { id linkToken } } }',
    {
      token,
    },
  );
  expect(listed.data.visitorBookings.nodes).toEqual([{ id: booking.id, linkToken: expect.stringContaining('-') }]);
});
