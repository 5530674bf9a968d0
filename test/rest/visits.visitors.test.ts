import { createBookableService } from '../support/catalog.js';
import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { startVisitorSession } from '../support/visitor-session.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, verification: 'email' });
const visitor = new Visitor(account);

const march4 = (time: string): string => `2026-03-04T${time}:00+01:00`;

/** A mother with a session and a child, and a stranger, at a service with two resources. */
async function open() {
  const { serviceId } = await createBookableService(account, { providers: [{}, {}] });
  const mother = await account.create('/people', 'person', { name: 'Anna', email: 'anna@example.org' });
  const child = await account.create('/people', 'person', { name: 'Bo', date_of_birth: '2018-04-01' });
  const stranger = await account.create('/people', 'person', { name: 'Ola', email: 'ola@example.org' });
  const { id: guardianId } = await account.create(`/people/${child.id}/guardians`, 'guardian', {
    person_id: mother.id,
  });
  const headers = await startVisitorSession(server, account, 'anna@example.org');
  const item = (hour: number, attributes: object = {}) => ({
    ...{ service_id: serviceId, booked_from: march4(`${hour}:00`), booked_to: march4(`${hour + 1}:00`) },
    ...attributes,
  });
  const start = (visit: object, sending: object = { headers }) =>
    visitor.post('/visits', { json: { visit }, ...sending });
  return { serviceId, mother, child, stranger, guardianId, item, start };
}

const peopleOf = async (): Promise<(number | null)[]> =>
  (await account.get('/bookings')).body.map(
    ({ booking }: { booking: { person_id: number | null } }) => booking.person_id,
  );

describe('a visit of a visitor with a session', () => {
  it('is for the people whom its items name, at once, without a code', async () => {
    const { mother, child, item, start } = await open();
    const items = [item(10, { person_id: mother.id }), item(10, { person_id: child.id })];
    const { status, body } = await start({ items });
    expect([status, body.visit?.bookings.map(({ state }: { state: string }) => state)]).toEqual([
      200,
      ['confirmed', 'confirmed'],
    ]);
    expect((await peopleOf()).sort()).toEqual([mother.id, child.id].sort());
    const { body: listed } = await account.get(`/people/${child.id}/bookings`);
    expect(listed[0].booking).toMatchObject({ person_id: child.id, booked_by_person_id: mother.id });
  });

  it('is for the person of the visit unless an item names another', async () => {
    const { mother, child, item, start } = await open();
    await start({ person_id: child.id, items: [item(10), item(11, { person_id: mother.id })] });
    expect(await peopleOf()).toEqual([child.id, mother.id]);
  });

  it('is refused for others, and if an item has nobody, by item', async () => {
    const { mother, stranger, item, start } = await open();
    expect(
      await start({ items: [item(10, { person_id: mother.id }), item(11, { person_id: stranger.id })] }),
    ).toMatchObject({
      status: 400,
      body: { 'items[1].person_id': ['does not exist'] },
    });
    expect(await start({ items: [item(10), item(11, { person_id: mother.id })] })).toMatchObject({
      status: 400,
      body: { 'items[0].person_id': ["can't be blank"] },
    });
    expect(
      await start({ person_id: mother.id, items: [item(10)] }, { headers: { authorization: 'Bearer x' } }),
    ).toMatchObject({
      status: 401,
    });
    expect(await peopleOf()).toEqual([]);
  });

  it('without a session has its given person, whatever ids it names', async () => {
    const { mother, stranger, item, start } = await open();
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const visit = { person_id: mother.id, person_attributes, items: [item(10, { person_id: stranger.id }), item(11)] };
    expect((await start(visit, {})).body.visit.bookings[0].state).toBe('awaiting_verification');
    const people = await peopleOf();
    expect(new Set(people).size).toBe(1);
    expect([mother.id, stranger.id]).not.toContain(people[0]);
  });
});

describe('the visit of a link', () => {
  const query = 'query ($token: String!) { visitByLink(token: $token) { id bookings { id linkToken } } }';
  const seenBy = async (token: unknown): Promise<number[] | undefined> => {
    const { data } = await account.graphql(query, { token });
    return data?.visitByLink?.bookings.map(({ id }: { id: number }) => id);
  };

  it('shows the bookings of the holder and of those for whom it acts now', async () => {
    const { mother, child, guardianId, item, start } = await open();
    const { body } = await start({ items: [item(10, { person_id: mother.id }), item(11, { person_id: child.id })] });
    const [own, ofChild] = body.visit.bookings.map(({ id }: { id: number }) => id);
    const tokenOf = async (id: number): Promise<unknown> => {
      const { data } = await account.graphql('query ($id: Int!) { booking(id: $id) { linkToken } }', { id });
      return data.booking.linkToken;
    };
    expect(await seenBy(await tokenOf(own))).toEqual([own, ofChild]);
    expect(await seenBy(await tokenOf(ofChild))).toEqual([ofChild]);
    await account.del(`/guardians/${guardianId}`);
    expect(await seenBy(await tokenOf(own))).toEqual([own]);
    expect(await seenBy('1-AAAAAAAAAAAAAAAAAAAAAA')).toBeUndefined();
  });

  it('is revoked with those of the others, and shows a booking alone', async () => {
    const { item, start } = await open();
    const person_attributes = { name: 'Kari', email: 'kari@example.org' };
    const { body } = await start({ person_attributes, items: [item(10), item(11)] }, {});
    const [first, second] = body.visit.bookings.map(({ id }: { id: number }) => id);
    const { data: revoked } = await account.graphql(
      'mutation ($id: Int!) { revokeBookingLink(id: $id) { linkToken } }',
      { id: second },
    );
    const token = revoked.revokeBookingLink.linkToken;
    expect(await seenBy(token)).toEqual([first, second]);
    const { data: alone } = await account.graphql(
      'mutation ($input: NewBookingInput!) { createBooking(input: $input) { id linkToken } }',
      {
        input: {
          bookedFrom: march4('14:00'),
          bookedTo: march4('15:00'),
          resourceId: body.visit.bookings[0].resource_id,
        },
      },
    );
    const { id, linkToken } = alone.createBooking;
    expect(await seenBy(linkToken)).toEqual([id]);
    expect(first).not.toBe(id);
  });
});

it('a search for times makes an item longer by its options', async () => {
  const { serviceId, item } = await open();
  const { id } = await account.create(`/services/${serviceId}/options`, 'service_option', {
    title: 'Gloss',
    minutes: 30,
  });
  const search = (option_ids: unknown) =>
    visitor.post('/visits/slots', {
      json: { visit: { items: [{ service_id: serviceId, option_ids }] }, from: '2026-03-04', to: '2026-03-04' },
    });
  const { body } = await search([id]);
  const last = body.at(-1).visit_slot;
  expect([last.timestamp, last.timestamp_end]).toEqual([march4('15:00'), march4('16:30')]);
  expect(item(15).booked_from).toBe(last.timestamp);
  expect(await search([999_999])).toMatchObject({
    status: 400,
    body: { 'items[0].option_ids[0]': ['does not exist'] },
  });
});
