import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { isAttribute, Reference } from '../../src/domain/records/reference.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { createEvent } from '../support/catalog.js';
import { statementsOf } from '../support/statements.js';
import { useTestServer } from '../support/test-server.js';

interface ReferenceField {
  place: string;
  name: string;
  reference: Reference;
  target: GraphQLObjectType;
}

const objectTypes = Object.values(bookingSchema().getTypeMap()).filter(isObjectType);

const references: ReferenceField[] = objectTypes.flatMap((type) =>
  Object.values(type.getFields()).flatMap((field) => {
    const reference = field.extensions['reference'];
    const target = getNamedType(field.type);
    if (!(reference instanceof Reference) || !isObjectType(target)) return [];
    return [{ place: `${type.name}.${field.name}`, name: field.name, reference, target }];
  }),
);

const attributesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields()).flatMap(({ name, extensions, type: ofField }) =>
    extensions[isAttribute] === true && isLeafType(getNamedType(ofField)) ? [name] : [],
  );

const server = await useTestServer();
const account = await server.account();
const event = await createEvent(account, {}, { price: 10 });
const personAttributes = { name: 'Kari', email: 'kari@example.org', phone_number: '40611111' };
const coupon = { title: 'Spring', code: 'SPRING', value_type: 'amount', value: 1 };
const { id: couponId } = await account.create('/coupons', 'coupon', coupon);
const { id: bookedByPersonId } = await account.create('/people', 'person', { name: 'Ola' });
const booking = {
  event_id: event.id,
  person_attributes: personAttributes,
  coupon_id: couponId,
  booked_by_person_id: bookedByPersonId,
};
/** Creates a paid booking of an event with a person, and a booking that refers only to its resource. */
const full: number = (await account.create('/bookings', 'booking', booking)).id;
const units = { title: 'Ten', units: 10, person_id: bookedByPersonId };
const { id: packageId } = await account.create('/packages', 'package', units);
const byPackage = { event_id: event.id, person_id: bookedByPersonId, package_id: packageId };
/** A booking for which a unit of a package pays, so that it has no order. */
const prepaid: number = (await account.create('/bookings', 'booking', byPackage)).id;
const { id: resourceId } = await account.create('/resources', 'resource', { title: 'Anna' });
const time = { booked_from: '2026-03-03 10:00', booked_to: '2026-03-03 11:00' };
const bare: number = (await account.create('/bookings', 'booking', { ...time, resource_id: resourceId })).id;

const readBooking = async (id: number, selection: string) => {
  const { data, errors } = await account.graphql(`query { booking(id: ${id}) { ${selection} } }`);
  expect(errors).toBeUndefined();
  return data.booking;
};

it.each(references)('every attribute of $place has a column', ({ reference, target }) => {
  const { properties } = server.database.orm.getMetadata(reference.entity());
  const stored = Object.values(properties).filter(({ persist }) => persist !== false);
  const names: string[] = stored.map(({ name }) => name);
  expect(attributesOf(target).filter((name) => !names.includes(name))).toEqual([]);
});

describe('a reference of a booking', () => {
  const ofBooking = references.filter(({ place }) => place.startsWith('Booking.'));

  it.each(ofBooking)('has the same value for each attribute of $name alone as for all', async ({ name, target }) => {
    const attributes = attributesOf(target);
    expect(attributes.length).toBeGreaterThan(3);
    const id = name === 'package' ? prepaid : full;
    const all = await readBooking(id, `${name} { ${attributes.join(' ')} }`);
    expect(all[name]).not.toBeNull();
    const aliases = attributes.map((attribute) => `b_${attribute}: booking(id: ${id}) { ${name} { ${attribute} } }`);
    // In batches: the aliases of a document are limited.
    for (let start = 0; start < aliases.length; start += 5) {
      const { data, errors } = await account.graphql(`{ ${aliases.slice(start, start + 5).join(' ')} }`);
      expect(errors).toBeUndefined();
      for (const attribute of attributes.slice(start, start + 5)) {
        expect([attribute, data[`b_${attribute}`][name][attribute]]).toEqual([attribute, all[name][attribute]]);
      }
    }
  });

  it('is null if there is none', async () => {
    expect(await readBooking(bare, 'person { name } event { id title } service { title } resource { title }')).toEqual({
      ...{ person: null, event: null, service: null },
      resource: { title: 'Anna' },
    });
  });

  it('has the selected attributes for any alias, fragment and order', async () => {
    const { id, name, email } = (await readBooking(full, 'person { id name email }')).person;
    expect(await readBooking(full, 'a: person { name } b: person { email name } person { __typename }')).toEqual({
      ...{ a: { name }, b: { email, name } },
      person: { __typename: 'Person' },
    });
    expect(
      await readBooking(full, 'person { email } ... on Booking { person { id } } ... { person { name } }'),
    ).toEqual({
      person: { email, id, name },
    });
  });

  it('has the attributes that conditions include for each value of a variable', async () => {
    const document = `query Q($more: Boolean!) {
      booking(id: ${full}) { person @include(if: $more) { name } ...More @skip(if: $more) resource { id title @include(if: $more) } }
    }
    fragment More on Booking { event { title } }`;
    for (const more of [true, false, true]) {
      const { data, errors } = await account.graphql(document, { more });
      expect(errors).toBeUndefined();
      expect(Object.keys(data.booking)).toEqual(more ? ['person', 'resource'] : ['event', 'resource']);
      expect(Object.keys(data.booking.resource)).toEqual(more ? ['id', 'title'] : ['id']);
    }
  });

  it('has all attributes if a field needs several columns', async () => {
    const { order } = await readBooking(full, 'order { id state lineItems { amount } }');
    expect(order).toEqual({ id: expect.any(Number), state: expect.any(String), lineItems: [{ amount: '10.0' }] });
  });

  it('is read by one statement, whatever the order of its attributes', async () => {
    const read = async (selection: string): Promise<string[]> =>
      (await statementsOf(server.database, () => readBooking(full, selection))).statements;
    const statements = await read('person { name email } resource { title }');
    expect(statements).toHaveLength(1);
    expect(await read('person { email name } resource { title }')).toEqual(statements);
  });
});

it('conditions of references are evaluated at every execution of a document', async () => {
  const document = `query ($id: Int!, $is: Boolean!) {
    booking(id: $id) { person { name email @include(if: $is) phoneNumber @skip(if: $is) } service @include(if: $is) { title } }
  }`;
  const read = async (is: boolean) => (await account.graphql(document, { id: full, is })).data.booking;
  const [withPhone, withEmail] = [
    { person: { name: 'Kari', phoneNumber: '40611111' } },
    { person: { name: 'Kari', email: 'kari@example.org' }, service: { title: 'Cut' } },
  ];
  for (const is of [false, true, false]) expect(await read(is)).toEqual(is ? withEmail : withPhone);
});

it('a reference to an unknown entity fails when the schema is built', () => {
  expect(() => new Reference('petId', 'Pet').entity()).toThrow("@reference('petId'): there is no entity Pet");
});
