import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { bookingSchema } from '../../src/graphql/schema.js';
import { type BookableService, createBookableService } from '../support/catalog.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';
import { hours } from './bulk.calls.js';

// Answers to creations are written from the records that were decided, which are never read again.

const server = await useTestServer();
let account: TestAccount;
let offered: BookableService;
beforeEach(async () => {
  account = await server.account();
  offered = await createBookableService(account, { service: { price: 100.5 } });
});

/** Selects every attribute of a type, without those that need arguments. */
function attributesOf(name: string): string {
  const type = bookingSchema().getType(name);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields
    .filter(({ type: of, args }) => isLeafType(getNamedType(of)) && args.length === 0)
    .map((field) => field.name)
    .join(' ');
}

const relations = { person: 'Person', order: 'Order', service: 'Service', resource: 'Resource' };
const selection = [
  attributesOf('Booking'),
  ...Object.entries(relations).map(([field, type]) => `${field} { ${attributesOf(type)} }`),
].join(' ');

/** A booking whose values the database stores in another form. */
const input = (hour: number) => ({
  ...{ resourceId: offered.resourceId, serviceId: offered.serviceId, ...hours(hour), paidAmount: '10' },
  customData: { second: 'b', first: 'a' },
  personAttributes: { name: `Bo ${hour}`, email: `bo-${hour}@example.org`, customData: { zz: 'b', a: 'a' } },
});

/** As text: the order of the keys of custom data is that of the database, too. */
const text = (answer: unknown): string => JSON.stringify(answer, null, 1);

const read = async (id: number): Promise<string> =>
  text((await account.graphql(`query ($id: Int!) { booking(id: $id) { ${selection} } }`, { id })).data?.booking);

it('createBooking answers what is read later', async () => {
  const document = `mutation ($input: NewBookingInput!) { createBooking(input: $input) { ${selection} } }`;
  const { data, errors } = await account.graphql(document, { input: input(9) });
  expect(errors).toBeUndefined();
  expect(data?.createBooking).toMatchObject({
    paidAmount: '10.0',
    person: { name: 'Bo 9' },
    order: { total: '100.5' },
  });
  expect(text(data?.createBooking)).toBe(await read(data?.createBooking.id));
});

it.each(['mode: ALL', 'mode: EACH', 'mode: EACH, idempotencyKey: "import-1"'])(
  'createBookings answers what is read later, with %s',
  async (more) => {
    const document = `mutation ($items: [NewBookingInput!]!) {
      createBookings(items: $items, ${more}) { items { booking { ${selection} } } }
    }`;
    // The second call creates others, or with the key repeats the stored answer.
    for (const items of [[input(9), input(10)], more.includes('Key') ? [input(9), input(10)] : [input(11)]]) {
      const { data, errors } = await account.graphql(document, { items });
      expect(errors).toBeUndefined();
      const booked: { booking: { id: number } }[] = data?.createBookings.items;
      expect(booked).toHaveLength(items.length);
      for (const { booking } of booked) expect(text(booking)).toBe(await read(booking.id));
    }
  },
);

it('POST /bookings answers what is read later', async () => {
  const { customData, personAttributes, ...times } = input(9);
  const { customData: ofPerson, ...person } = personAttributes;
  const json = {
    ...{ resource_id: times.resourceId, service_id: times.serviceId, paid_amount: times.paidAmount },
    ...{ booked_from: times.bookedFrom, booked_to: times.bookedTo, custom_data: customData },
    person_attributes: { ...person, custom_data: ofPerson },
  };
  const { status, body } = await account.post('/bookings', { json });
  expect(status).toBe(200);
  expect(body.booking.person.name).toBe('Bo 9');
  expect(text(body)).toBe(text((await account.get(`/bookings/${body.booking.id}`)).body));
});

it('importPeople answers what is read later', async () => {
  const people = attributesOf('Person');
  const items = [input(9).personAttributes, input(10).personAttributes];
  const document = `mutation ($items: [PersonAttributesInput!]!) {
    importPeople(items: $items) { items { person { ${people} } } }
  }`;
  const { data, errors } = await account.graphql(document, { items });
  expect(errors).toBeUndefined();
  for (const { person } of data?.importPeople.items ?? []) {
    const later = await account.graphql(`query ($id: Int!) { person(id: $id) { ${people} } }`, { id: person.id });
    expect(text(person)).toBe(text(later.data?.person));
  }
});
