import { pageRoutes } from '../../src/http/rest/routes/public.routes.js';
import { bookableServicePerTest } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true });
const offer = bookableServicePerTest(account, { service: { price: 100 } });

const person = (attributes: object) => account.create('/people', 'person', attributes);
const remove = (guardian: { id: number }) => account.del(`/guardians/${guardian.id}`);

/** A visitor with the session of an address. */
async function signIn(email: string) {
  const headers = await startVisitorSession(server, account, email);
  const visitor = new Visitor(account);
  return {
    get: (path: string) => visitor.get(path, { headers }),
    post: (path: string, json: object) => visitor.post(path, { headers, json }),
  };
}

type Signed = Awaited<ReturnType<typeof signIn>>;

/** A mother who may book for her child, and others of whom neither learns anything. */
async function createFamily(rights: object = {}) {
  const mother = await person({ name: 'Anna Berg', email: 'anna@example.org' });
  const child = await person({ name: 'Bo Berg', date_of_birth: '2018-04-01' });
  const guardian = await account.create(`/people/${child.id}/guardians`, 'guardian', {
    person_id: mother.id,
    ...rights,
  });
  const other = await person({ name: 'Carl Dahl', email: 'carl@example.org' });
  return { mother, child, other, guardian, visitor: await signIn('anna@example.org') };
}

const at = (hour: number) => ({
  service_id: offer.serviceId,
  resource_id: offer.resourceId,
  booked_from: `2026-03-03 ${hour}:00`,
  booked_to: `2026-03-03 ${hour + 1}:00`,
});
const book = ({ post }: Signed, person_id: number, hour = 10) =>
  post('/bookings', { booking: { ...at(hour), person_id } });
const peopleOf = async ({ get }: Signed) => (await get('/me/people')).body;

describe('the people of a visitor', () => {
  it('are the visitor and its dependants, and it can add one, told apart by the birthday', async () => {
    const { mother, child, visitor } = await createFamily();
    const own = { person: { id: mother.id, name: 'Anna Berg', date_of_birth: null, is_own: true } };
    const bo = { person: { id: child.id, name: 'Bo Berg', date_of_birth: '2018-04-01', is_own: false } };
    expect(await peopleOf(visitor)).toEqual([own, bo]);

    const twin = { name: 'Bo Berg', date_of_birth: '2020-06-07' };
    const added = await visitor.post('/me/people', { person: twin });
    const { id } = added.body.person;
    expect([added.status, added.body]).toEqual([200, { person: { id, ...twin, is_own: false } }]);
    expect(await peopleOf(visitor)).toEqual([own, bo, added.body]);
    expect((await account.get(`/people/${id}`)).body.person).toMatchObject({ ...twin, parent_id: mother.id });
    expect((await account.get(`/people/${id}/guardians`)).body).toMatchObject([
      { guardian: { person_id: mother.id, may_book: true, pays: true, gets_messages: true } },
    ]);
    const again = await visitor.post('/me/people', { person: twin });
    expect([again.status, again.body]).toEqual([400, { name: ['has already been taken'] }]);
  });

  it.each([
    [{}, { name: ["can't be blank"], date_of_birth: ["can't be blank"] }],
    [{ name: 'Bo', date_of_birth: '2026-03-03' }, { date_of_birth: ["can't be in the future"] }],
    [
      { name: 'Bo', date_of_birth: 'x' },
      { date_of_birth: ['is invalid', 'must be a date such as 2026-12-15 or 15.12.2026'] },
    ],
  ])('%j is refused', async (given, problems) => {
    const { visitor } = await createFamily();
    const { status, body } = await visitor.post('/me/people', { person: given });
    expect([status, body]).toEqual([400, problems]);
  });

  it('are at most ten dependants', async () => {
    const { visitor } = await createFamily();
    const add = (day: number) =>
      visitor.post('/me/people', { person: { name: 'Ida', date_of_birth: `2020-01-${String(day).padStart(2, '0')}` } });
    for (let day = 1; day <= 9; day += 1) expect((await add(day)).status).toBe(200);
    const { status, body } = await add(10);
    expect([status, body]).toEqual([400, { base: ['has too many dependants (maximum is 10)'] }]);
  });
});

describe('a booking for a dependant', () => {
  it('is of the dependant, made by the guardian, and needs no code where the address was proved', async () => {
    await account.put('/client', { json: { client: { verification_method: 1 } } });
    const { mother, child, visitor } = await createFamily();
    const { status, body } = await book(visitor, child.id);
    expect([status, body.booking.state, body.booking.verification_method]).toEqual([200, 'confirmed', null]);
    const { booking } = (await account.get(`/bookings/${body.booking.id}`)).body;
    expect(booking).toMatchObject({ person_id: child.id, booked_by_person_id: mother.id, booked_for_name: null });
    const own = await book(visitor, mother.id, 12);
    const stored = (await account.get(`/bookings/${own.body.booking.id}`)).body.booking;
    expect(stored).toMatchObject({ person_id: mother.id, booked_by_person_id: null, state: 'confirmed' });
  });

  it('of a visitor with an email address needs the code of a phone number where one is required', async () => {
    await account.put('/client', { json: { client: { verification_method: 2 } } });
    const { mother, child, visitor } = await createFamily();
    const refused = await book(visitor, child.id);
    expect([refused.status, refused.body]).toEqual([
      400,
      { person: ['is invalid'], person_attributes: { phone_number: ["can't be blank"] } },
    ]);
    await account.put(`/people/${mother.id}`, { json: { person: { phone_number: '40612345' } } });
    const { body } = await book(visitor, child.id);
    expect(body.booking).toMatchObject({ state: 'awaiting_verification', verification_method: 'sms' });
  });

  it('is refused for anybody else like for an unknown person', async () => {
    const { child, other, guardian, visitor } = await createFamily();
    const unknown = await book(visitor, 2_000_000_000);
    expect([unknown.status, unknown.body]).toEqual([400, { person_id: ['does not exist'] }]);
    const refusalOf = async (id: number) => {
      const { status, body } = await book(visitor, id);
      return [status, body];
    };
    const refused = [unknown.status, unknown.body];
    expect(await refusalOf(other.id)).toEqual(refused);
    // A guardian at another place than the first who may not book.
    await account.put(`/guardians/${guardian.id}`, { json: { guardian: { may_book: false, position: 2 } } });
    expect(await refusalOf(child.id)).toEqual(refused);
    expect(await peopleOf(visitor)).toHaveLength(1);
    await account.put(`/guardians/${guardian.id}`, { json: { guardian: { may_book: true } } });
    await account.del(`/people/${child.id}`);
    expect(await refusalOf(child.id)).toEqual(refused);
  });

  it('without a session is as if nobody was named, and with one that has ended 401', async () => {
    const { child } = await createFamily();
    const visitor = new Visitor(account);
    const json = { booking: { ...at(10), person_id: child.id } };
    expect((await visitor.post('/bookings', { json })).body).toMatchObject({ person: ['is invalid'] });
    const headers = { authorization: 'Bearer 1-x' };
    expect((await visitor.post('/bookings', { json, headers })).status).toBe(401);
  });

  it('counts towards the limits of the dependant', async () => {
    const { mother, child, visitor } = await createFamily();
    const limits = { max_active_per_person: 1 };
    expect((await account.put('/client', { json: { client: limits } })).status).toBe(200);
    expect((await book(visitor, child.id, 10)).status).toBe(200);
    expect((await book(visitor, child.id, 12)).status).toBe(400);
    expect((await book(visitor, mother.id, 14)).status).toBe(200);
  });
});

describe('a guardian who is removed', () => {
  /** Routes of visitors by what they need to read or change records of a person. */
  const secrets = ['token', 'order_token', 'waitlist_token'] as const;
  const personal = pageRoutes.filter(
    ({ path, requiresSession, response }) =>
      requiresSession || secrets.some((name) => path.includes(`:${name}`)) || path.includes('/hold') || !response,
  );

  it('sees nothing of the dependant by any way on which visitors read', async () => {
    await account.put('/client', { json: { client: { allow_cancellation: true } } });
    const { child, guardian, visitor } = await createFamily({ pays: false });
    const { booking } = (await book(visitor, child.id)).body;
    await server.sql('update booking set visit_id = id where id = ?', booking.id);
    const entry = { service_id: offer.serviceId, from: '2026-03-20', to: '2026-03-21', person_id: child.id };
    await account.create('/waitlist', 'waitlist_entry', { ...entry, name: 'Bo Berg', email: 'bo@example.org' });

    const mine = (await visitor.get('/me/bookings')).body[0].booking;
    expect(mine).toMatchObject({ id: booking.id, person: { id: child.id, name: 'Bo Berg' } });
    const order = (await visitor.get('/me/orders')).body[0].order;
    const issued = await account.post(`/orders/${order.id}/documents`, { json: { document: { kind: 'invoice' } } });
    const ticket = (await visitor.get('/me/waitlist')).body[0].waitlist_ticket;
    const values: Readonly<Record<string, string>> = {
      token: mine.link_token,
      order_token: order.token,
      document_id: issued.body.document.id,
      waitlist_token: ticket.token,
      booking_id: String(booking.id),
    };
    const reads = personal.filter(({ method }) => method === 'GET');
    // A new way on which visitors read must be added to the ways that show something before.
    const shown: Record<string, boolean> = {};
    const read = async (path: string) => {
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? name);
      const { status, body } = await visitor.get(`${address}${path.includes('slots') ? '?from=2026-03-04' : ''}`);
      return { status, text: JSON.stringify(body) };
    };
    const served = reads.filter(({ path }) => !path.startsWith('/site/') && !path.endsWith('/resources'));
    for (const { path } of served) {
      const { status, text } = await read(path);
      shown[path] = status === 200 && text !== '[]';
    }
    expect(Object.entries(shown).filter(([, isShown]) => !isShown)).toEqual([
      ['/me/gift_cards', false],
      ['/me/packages', false],
    ]);
    expect((await remove(guardian)).status).toBe(200);
    for (const { path, requiresSession } of served) {
      const { status, text } = await read(path);
      if (!requiresSession) expect([path, status]).toEqual([path, 404]);
      else expect([path, text.includes('Bo Berg'), text.includes(`"id":${booking.id},`)]).toEqual([path, false, false]);
    }
    const anonymous = new Visitor(account);
    const changes: [string, string, object][] = [
      ['PUT', `/bookings/${values['token']}`, { booking: { booked_from: '2026-03-04 10:00' } }],
      ['POST', `/bookings/${values['token']}/cancel`, {}],
      ['POST', `/bookings/${values['token']}/checkout`, {}],
      ['POST', `/orders/${values['order_token']}/checkout`, {}],
      ['POST', `/waitlist/${values['waitlist_token']}`, { answer: 'leave' }],
    ];
    for (const [method, path, json] of changes) {
      expect([path, (await anonymous.send(method, path, { json })).status]).toEqual([path, 404]);
    }
    expect((await account.get(`/bookings/${booking.id}`)).body.booking.state).toBe('confirmed');
  });

  it('cannot read a hold that it has made', async () => {
    await account.put('/client', { json: { client: { verification_method: 2 } } });
    const { mother, child, guardian, visitor } = await createFamily();
    await account.put(`/people/${mother.id}`, { json: { person: { phone_number: '40612345' } } });
    const { booking } = (await book(visitor, child.id)).body;
    const hold = () =>
      account.graphql('query ($id: Int!, $token: String) { bookingHold(id: $id, resendToken: $token) { isOver } }', {
        id: booking.id,
        token: booking.resend_token,
      });
    expect((await hold()).data.bookingHold).toEqual({ isOver: false });
    await remove(guardian);
    expect((await hold()).errors).toMatchObject([{ message: 'Not found' }]);
  });

  it('leaves the links of the other guardian and of the dependant as they are', async () => {
    const { child, guardian, visitor } = await createFamily();
    const father = await person({ name: 'Carl Berg', email: 'father@example.org' });
    await account.create(`/people/${child.id}/guardians`, 'guardian', { person_id: father.id });
    const { booking } = (await book(visitor, child.id)).body;
    const other = await signIn('father@example.org');
    const tokenOf = async (session: Signed) => (await session.get('/me/bookings')).body[0].booking.link_token;
    const [hers, his] = [await tokenOf(visitor), await tokenOf(other)];
    const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { linkToken } }', booking);
    const tokens = [hers, his, data.booking.linkToken];
    expect(new Set(tokens).size).toBe(3);
    const statuses = async () => {
      const answers = [];
      for (const token of tokens) answers.push((await new Visitor(account).get(`/bookings/${token}`)).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await remove(guardian);
    expect(await statuses()).toEqual([404, 200, 200]);
  });
});

it('a guardian cancels and moves bookings of a dependant by the link of My bookings', async () => {
  await account.put('/client', { json: { client: { allow_cancellation: true } } });
  const { child, visitor } = await createFamily();
  const { booking } = (await book(visitor, child.id)).body;
  const { link_token: token } = (await visitor.get('/me/bookings')).body[0].booking;
  const moved = await new Visitor(account).put(`/bookings/${token}`, {
    json: { booking: { booked_from: '2026-03-03 14:00' } },
  });
  expect([moved.status, moved.body.booking.booked_from]).toEqual([200, '2026-03-03T14:00:00+01:00']);
  const cancelled = await new Visitor(account).post(`/bookings/${token}/cancel`, { json: {} });
  expect([cancelled.status, cancelled.body.booking.id, cancelled.body.booking.state]).toEqual([
    ...[200, booking.id, 'cancelled'],
  ]);
});
