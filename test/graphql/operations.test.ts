import { buildSchema } from 'graphql';
import { bookingOperations, compileOperations, readOperationSources } from '../../src/graphql/operations.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { useTestServer } from '../support/test-server.js';

describe('compiling the operations', () => {
  const schema = buildSchema('enum Kind { BIG } type Query { name(size: Int! = 1): String kind: Kind }');

  it('throws for a document that does not fit the schema', () => {
    expect(() => compileOperations(schema, 'query A { nothing }')).toThrow(/^schema\/operations: .*"nothing"/);
  });

  it('returns the variables, with their defaults and the arguments that they are', () => {
    const source = 'query A($length: Int = 2, $all: Boolean!) { name(size: $length) @include(if: $all) }';
    const operation = compileOperations(schema, source).get('A');
    expect(
      [...(operation?.variables ?? [])].map(([name, { type, defaultValue, argument }]) => [
        ...[name, String(type), defaultValue, argument?.name],
      ]),
    ).toEqual([
      ['length', 'Int', 2, 'size'],
      ['all', 'Boolean!', undefined, undefined],
    ]);
  });

  it('succeeds for all documents of the server', () => {
    const ours = compileOperations(bookingSchema(), readOperationSources());
    expect(ours.size).toBeGreaterThan(30);
    expect([...bookingOperations().keys()]).toEqual([...ours.keys()]);
  });
});

const server = await useTestServer();
const account = await server.account();

describe('operations that share fragments', () => {
  let bookingId: number;
  beforeAll(async () => {
    const { id } = await account.create('/resources', 'resource', { title: 'Anna', capacity: 3 });
    const booking = {
      resource_id: id,
      booked_from: '2026-03-03 09:00',
      booked_to: '2026-03-03 10:00',
      external_id: 'x',
    };
    ({ id: bookingId } = await account.create('/bookings', 'booking', booking));
  });

  /** The compiler writes conditions into fragments. If operations shared a fragment, the last compiled one would change it for all. */
  it('include the fields of each request, whatever ran before', async () => {
    const addresses = ['/bookings', `/bookings/${bookingId}`, '/bookings/find_by/external_id/x', '/bookings/all'];
    const bodies = async (query: string) => {
      const answers = await Promise.all(addresses.map((address) => account.get(address + query)));
      return answers.map(({ body }) => Object.keys((Array.isArray(body) ? body[0] : body).booking.resource).length);
    };
    const short = addresses.map(() => 2);
    expect(await bodies('')).toEqual(short);
    const extended = await bodies('?extended=true');
    expect(new Set(extended).size).toBe(1);
    expect(extended[0]).toBeGreaterThan(20);
    expect(await bodies('?extended=false')).toEqual(short);
    expect(await bodies('')).toEqual(short);
  });

  it('return enumerations as stored, where GraphQL returns their names', async () => {
    const { body } = await account.get(`/bookings/${bookingId}`);
    const { data } = await account.graphql(`{ booking(id: ${bookingId}) { state bookingType } }`);
    expect([body.booking.state, body.booking.booking_type]).toEqual(['confirmed', 'appointment']);
    expect(data.booking).toEqual({ state: 'CONFIRMED', bookingType: 'APPOINTMENT' });
  });
});
