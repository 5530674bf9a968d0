import { bookableServicePerTest } from '../support/catalog.js';
import { deliverMessages } from '../support/messages.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);
const offered = bookableServicePerTest(account, { resource: { capacity: 9 } });

const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const hold = async (attributes: object): Promise<number> => {
  const booking = { service_id: offered.serviceId, ...time, ...attributes };
  const { status, body } = await account.post('/bookings', { json: { booking, confirm: false } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.booking.id;
};
const register = (attributes: object) => account.create('/people', 'person', attributes);
const useSms = () => server.configure(account, { verification_method: 2 });

/** Returns the recipients of a booking's messages by kind, oldest first. */
async function recipientsOf(bookingId: number): Promise<[string, string][]> {
  await deliverMessages(server);
  const messages = await server.sql<{ kind: string; recipient: string }>(
    'select kind, recipient from message where account_id = ? and booking_id = ? order by id',
    account.credentials.id,
    bookingId,
  );
  return messages.map(({ kind, recipient }) => [kind, recipient]);
}

describe('the code of a booking goes to', () => {
  it('the email in the request, also for a person who has another', async () => {
    await register({ name: 'Kari', phone_number: '40612345', email: 'kari@example.org' });
    const id = await hold({ person_attributes: { phone_number: '40612345', email: 'new@example.org' } });
    expect(await recipientsOf(id)).toEqual([['verification', 'new@example.org']]);
  });

  it('the phone number in the request, in E.164', async () => {
    await useSms();
    await register({ name: 'Kari', national_id_no: '1', phone_number: '40612345' });
    const id = await hold({
      person_attributes: { national_id_no: '1', phone_number: '070-123 45 67', country_code: 'SE' },
    });
    expect(await recipientsOf(id)).toEqual([['verification', '+46701234567']]);
  });

  it('the stored recipient if the request has none', async () => {
    const { id: personId } = await register({ name: 'Kari', phone_number: '40612345', email: 'kari@example.org' });
    const byPhone = await hold({ person_attributes: { phone_number: '40612345' } });
    expect(await recipientsOf(byPhone)).toEqual([['verification', 'kari@example.org']]);
    const byId = await hold({ person_id: personId });
    expect(await recipientsOf(byId)).toEqual([['verification', 'kari@example.org']]);
    await useSms();
    expect(await recipientsOf(await hold({ person_id: personId }))).toEqual([['verification', '+4740612345']]);
  });

  it.each<[string, number, object, object]>([
    ['an email', 1, { email: 'new' }, { email: ['is invalid'] }],
    ['a phone number', 2, { phone_number: '12' }, { phone_number: ['is invalid'] }],
    [
      'a phone number beside the email',
      1,
      { phone_number: '12', email: 'a@example.org' },
      { phone_number: ['is invalid'] },
    ],
  ])(
    'nobody when the request has %s that is none, whatever is stored',
    async (_name, verification_method, given, errors) => {
      await server.configure(account, { verification_method });
      await register({ name: 'Kari', national_id_no: '1', phone_number: '40612345', email: 'kari@example.org' });
      const booking = { service_id: offered.serviceId, ...time, person_attributes: { national_id_no: '1', ...given } };
      const { status, body } = await account.post('/bookings', { json: { booking, confirm: false } });
      expect([status, body]).toEqual([400, { person: ['is invalid'], person_attributes: errors }]);
    },
  );
});

describe('a visitor who is a person of the account', () => {
  it('gets the code at the number in the request, and later messages at the stored one', async () => {
    await useSms();
    const { id: personId } = await register({ name: 'Kari', email: 'kari@example.org' });
    const person_attributes = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };
    const { body } = await visitor.post('/bookings', {
      json: { booking: { service_id: offered.serviceId, ...time, person_attributes } },
    });
    const { id } = body.booking;
    expect(await recipientsOf(id)).toEqual([['verification', '+4740612345']]);
    const { verification_code, person } = (await account.get(`/bookings/${id}`)).body.booking;
    expect([person.id, person.phone_number]).toEqual([personId, null]);
    await visitor.put(`/bookings/${id}/verify_code`, { json: { verification_code } });
    expect((await account.get(`/people/${personId}`)).body.person.phone_number).toBe('40612345');
    expect(await recipientsOf(id)).toEqual([
      ['verification', '+4740612345'],
      ['confirmation', '+4740612345'],
    ]);
  });

  it('with the email of a person with another number gets messages at that email, as a new person without it', async () => {
    const kari = await register({ name: 'Kari', phone_number: '40612345', email: 'kari@example.org' });
    const person_attributes = { name: 'Eve', phone_number: '41612345', email: 'kari@example.org' };
    const { body } = await visitor.post('/bookings', {
      json: { booking: { service_id: offered.serviceId, ...time, person_attributes } },
    });
    const { id } = body.booking;
    expect(await recipientsOf(id)).toEqual([['verification', 'kari@example.org']]);
    const { verification_code, person } = (await account.get(`/bookings/${id}`)).body.booking;
    expect([person.id === kari.id, person.email, person.phone_number]).toEqual([false, null, '41612345']);
    await visitor.put(`/bookings/${id}/verify_code`, { json: { verification_code } });
    expect(await recipientsOf(id)).toEqual([
      ['verification', 'kari@example.org'],
      ['confirmation', 'kari@example.org'],
    ]);
  });
});
