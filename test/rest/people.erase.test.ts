import { bookableServicePerTest, bookService } from '../support/catalog.js';
import { carryOutErasures } from '../support/erasures.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const account = server.accountPerTest();
const place = bookableServicePerTest(account, { resource: { capacity: 50 } });

const person = (attributes: object = {}) =>
  account.create('/people', 'person', { name: 'Kari', email: 'kari@example.org', notes: 'Knee', ...attributes });
const erase = (id: number, parameters = '') => account.post(`/people/${id}/erase${parameters}`);

/** The versions of records of the account in which a text occurs. */
const logged = (pattern: string) =>
  server.sql(
    'select name from change where account_id = ? and concat(snapshot, previous) ~ ?',
    ...[account.credentials.id, pattern],
  );

const carryOut = (touch?: () => Promise<void>) => carryOutErasures(server, account, touch);

describe('the erasure of a person', () => {
  it('removes the attributes at once, and answers the same when it is repeated', async () => {
    const { id } = await person({ phone_number: '40612345', date_of_birth: '1990-01-02', opt_in_marketing: true });
    const { status, body } = await erase(id);
    expect([status, body]).toEqual([
      200,
      {
        person: expect.objectContaining({
          ...{ id, active: false, name: 'erased person', email: null, phone_number: null, notes: null },
          ...{ date_of_birth: null, opt_in_marketing: false, erased_at: '2026-03-02T08:00:00+01:00' },
        }),
      },
    ]);
    server.clock.set('2026-03-02T08:00:00Z');
    expect((await erase(id)).body).toEqual(body);
    expect((await server.changes(account)).filter((name) => name.startsWith('person'))).toEqual([
      ...['person.created', 'person.erased', 'person_erasure.created'],
    ]);
    expect(
      await server.sql('select kind, details from security_event where account_id = ?', account.credentials.id),
    ).toEqual([{ kind: 'person.erased', details: { personId: id } }]);
  });

  it('is refused by bookings that are not over, unless the request cancels them', async () => {
    const { id } = await person();
    const { id: bookingId } = await bookService(account, place, { person_id: id, notes: 'Bad knee' });
    const refused = await erase(id);
    expect([refused.status, refused.body]).toEqual([
      400,
      { bookings: [`must be cancelled before, or by this request: 1 not over (${bookingId})`] },
    ]);
    expect((await account.get(`/people/${id}`)).body.person.name).toBe('Kari');
    expect((await erase(id, '?cancel_bookings=true')).status).toBe(200);
    await carryOut();
    expect((await account.get(`/bookings/${bookingId}`)).body.booking).toMatchObject({
      ...{ state: 'cancelled', notes: null, person_id: id, booked_from: '2026-03-04T12:00:00+01:00' },
    });
    const own = account.credentials.id;
    expect(await server.sql('select id from message_request where account_id = ?', own)).toEqual([]);
  });

  it('cannot be undone, and nothing can be done with the person', async () => {
    const { id } = await person();
    const { id: other } = await person({ email: 'other@example.org' });
    const past = await bookService(account, place, { person_id: id });
    server.clock.set('2026-03-05T07:00:00Z');
    expect((await erase(id)).status).toBe(200);
    const erased = { base: ['was erased'] };
    const requests = [
      ['PUT', `/people/${id}/undelete`, {}, erased],
      ['PUT', `/people/${id}/block`, {}, erased],
      ['PUT', `/people/${id}`, { person: { name: 'Kari' } }, erased],
      ['POST', `/people/${other}/merge?merge_person_id=${id}`, {}, { merge_person_id: ['does not exist'] }],
      ['PUT', `/bookings/${past.id}`, { booking: { person_attributes: { name: 'Kari' } } }, { person: ['was erased'] }],
      ['PUT', `/people/${other}`, { person: { parent_id: id } }, { parent_id: ['does not exist'] }],
    ] as const;
    for (const [method, path, json, body] of requests) {
      const answer = await account.send(method, path, { json });
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 400, body]);
    }
    expect((await account.post(`/people/${id}/merge?merge_person_id=${other}`)).status).toBe(404);
    expect((await account.get('/people?search=Kari')).body).toHaveLength(1);
    const again = await bookService(account, place, {
      ...{ booked_from: '2026-03-06 12:00', booked_to: '2026-03-06 13:00' },
      person_attributes: { name: 'Kari', email: 'kari@example.org' },
    });
    expect(again.person_id).not.toBe(id);
  });

  it('includes people who were merged into the person, and is refused for one who was', async () => {
    const { id } = await person();
    const { id: twin } = await person({ name: 'Twin', email: 'twin@example.org' });
    const { id: third } = await person({ name: 'Third', email: 'third@example.org' });
    await account.post(`/people/${twin}/merge?merge_person_id=${third}`);
    await account.post(`/people/${id}/merge?merge_person_id=${twin}`);
    const refused = await erase(third);
    expect([refused.status, refused.body]).toEqual([
      400,
      { base: [`was merged into person ${twin}, whose erasure includes it`] },
    ]);
    await erase(id);
    await carryOut();
    const names = await server.sql('select name from person where account_id = ?', account.credentials.id);
    expect(names).toEqual([{ name: 'erased person' }, { name: 'erased person' }, { name: 'erased person' }]);
    expect(await logged('Twin|Third|Kari')).toEqual([]);
  });

  it('checks the revision, the id, the parameters and the permission', async () => {
    const { id } = await person();
    await account.put(`/people/${id}`, { json: { person: { notes: 'Hip' } } });
    const { headers } = await account.get(`/people/${id}`);
    await account.put(`/people/${id}`, { json: { person: { notes: 'Foot' } } });
    const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
    expect((await account.post(`/people/${id}/erase`, stale)).status).toBe(412);
    const { data, errors } = await account.graphql(
      'mutation ($id: Int!) { erasePerson(id: $id, ifRevision: 0) { id } }',
      { id },
    );
    expect([data, errors?.[0].extensions.code]).toEqual([{ erasePerson: null }, 'PRECONDITION_FAILED']);
    expect((await erase(id, '?cancel_bookings=maybe')).body).toEqual({
      cancel_bookings: ['is invalid', 'must be true or false'],
    });
    expect((await erase(999_999_999)).status).toBe(404);
    const staff = await server.withRole(account, 'staff');
    for (const refused of [await staff.post(`/people/${id}/erase`), await staff.get(`/people/${id}/export`)]) {
      expect(refused.status).toBe(403);
    }
    expect((await (await server.withRole(account, 'manager')).post(`/people/${id}/erase`)).status).toBe(200);
  });

  it('is decided once, however many bookings are made at the same time', async () => {
    const { id } = await person();
    const book = (hour: number) =>
      account.post('/bookings', {
        json: {
          booking: {
            ...{ service_id: place.serviceId, resource_id: place.resourceId, person_id: id, notes: 'Bad knee' },
            ...{ booked_from: `2026-03-04 ${hour}:00`, booked_to: `2026-03-04 ${hour}:30` },
          },
        },
      });
    const answers = await Promise.all([
      ...[10, 11, 12, 13, 14].map(book),
      erase(id, '?cancel_bookings=true'),
      ...[10, 11, 12, 13, 14].map(book),
    ]);
    expect(answers[5]?.status).toBe(200);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body);
    expect(refusals.filter((body) => JSON.stringify(body) !== '{"person_id":["does not exist"]}')).toEqual([]);
    await carryOut();
    expect(
      await server.sql(
        `select distinct state, notes from booking where account_id = ? order by 1`,
        account.credentials.id,
      ),
    ).toEqual(refusals.length === 10 ? [] : [{ state: 'cancelled', notes: null }]);
    expect(await logged('knee|Kari')).toEqual([]);
  });

  it('is continued after its worker was killed, wherever that was', async () => {
    const { id } = await person();
    for (const hour of [10, 11, 12]) {
      await bookService(account, place, {
        ...{ person_id: id, notes: 'Bad knee' },
        ...{ booked_from: `2026-03-03 ${hour}:00`, booked_to: `2026-03-03 ${hour}:30` },
      });
    }
    server.clock.set('2026-03-05T07:00:00Z');
    await erase(id);
    for (let batches = 0; batches < 40; batches += 7) {
      let left = batches;
      const die = async (): Promise<void> => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      await expect(carryOut(die)).rejects.toThrow('killed');
      const open = await server.sql(
        'select id from person_erasure where account_id = ? and finished_at is null and identifiers is not null',
        account.credentials.id,
      );
      expect(open).toHaveLength(1);
    }
    await Promise.all([carryOut(), carryOut()]);
    expect(await logged('knee|Kari')).toEqual([]);
    const { data } = await account.graphql(
      'query ($id: Int!) { personErasure(personId: $id) { personId erasedRows finishedAt step } }',
      { id },
    );
    expect(data.personErasure).toMatchObject({
      ...{ finishedAt: '2026-03-05T08:00:00+01:00', step: null, personId: id },
    });
    expect(data.personErasure.erasedRows).toBeGreaterThan(5);
  });
});

describe('a request with an idempotency key', () => {
  it('is not executed again when its response was erased', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const create = () => account.post('/people', { headers: key, json: { person: { name: 'Kari', notes: 'Knee' } } });
    const { id } = (await create()).body.person;
    const kept = { 'idempotency-key': crypto.randomUUID() };
    const other = () => account.post('/people', { headers: kept, json: { person: { name: 'Ola' } } });
    const first = await other();
    await erase(id);
    await carryOut();
    const { status, body } = await create();
    expect([status, body]).toEqual([400, { idempotency_key: ['has already been used; its response was erased'] }]);
    expect((await other()).body).toEqual(first.body);
    expect((await account.get('/people/all')).body).toHaveLength(2);
  });
});
