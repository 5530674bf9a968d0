import { bookingOperations } from '../../src/graphql/operations.js';
import { attributesOf } from '../../src/http/rest/selected-fields.js';
import { executedStatements } from '../support/plans.js';
import { type Read, ReadWorld, reads } from '../support/reads.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer();
const of = await ReadWorld.create(server);
const { account } = of;

function attributesIn({ route }: Read): string[] {
  const operation = bookingOperations().get(route.operation);
  if (!operation) throw new Error(`no operation ${route.operation}`);
  return attributesOf(operation, route.response);
}

type Body = Record<string, Record<string, unknown> | null>;

/** Leaves in each object of a response only some attributes. */
function only(body: Body | Body[], wrapper: string, names: readonly string[]): unknown {
  if (Array.isArray(body)) return body.map((item) => only(item, wrapper, names));
  const object = body[wrapper] ?? {};
  return { [wrapper]: Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name))) };
}

/** Only a sandbox has a clock of its own. */
const answered = reads.filter(({ path }) => path !== '/test_clock');

describe('fields', () => {
  it.each(answered.filter((read) => attributesIn(read).length > 0))(
    'are the only attributes of $api GET $path',
    async (read) => {
      const send = await of.senderOf(read);
      const { wrapper } = read.route.response;
      const attributes = attributesIn(read);
      const whole = await send({});
      expect(whole.status).toBe(200);
      for (const names of [attributes.slice(0, 1), attributes.slice(-2), attributes]) {
        const { status, body } = await send({ fields: names.toReversed().join() });
        expect([status, JSON.stringify(body)]).toEqual([200, JSON.stringify(only(whole.body, wrapper, names))]);
      }
      const { status, body } = await send({ fields: 'id,colour_of_the_hair' });
      const refusal = { fields: ['is not included in the list', `must be one of ${attributes.join(', ')}`] };
      expect([status, body]).toEqual([400, refusal]);
    },
  );

  it('are ignored where the items of a list are no objects', async () => {
    const others = answered.filter((read) => attributesIn(read).length === 0);
    expect(others.length).toBeGreaterThan(0);
    for (const read of others) {
      const send = await of.senderOf(read);
      expect((await send({ fields: 'id' })).body).toEqual((await send({})).body);
    }
  });

  it('are read without related records that are not named', async () => {
    const texts = async (path: string): Promise<string> => {
      const all = await executedStatements(server.database, () => account.get(path));
      return all.map(({ text }) => text).join('\n');
    };
    const related = /"(person|resource|service|event)"/;
    expect(await texts('/bookings')).toMatch(related);
    expect(await texts('/bookings?fields=id,state')).not.toMatch(related);
  });

  it('may be given with spaces, more than once, or as a list', async () => {
    const expected = (await account.get('/bookings?fields=id,state')).text;
    for (const query of [
      'fields=state,%20id',
      'fields=id,id,state',
      'fields[]=state&fields[]=id',
      'fields=state&fields=id',
    ]) {
      expect((await account.get(`/bookings?${query}`)).text).toBe(expected);
    }
  });

  it('go with pages and related objects in full', async () => {
    const { headers, body } = await account.get('/bookings?fields=id,resource&extended=true&page=1');
    expect(headers.get('total-count')).toBe(String(body.length));
    expect(headers.get('link')).toContain('fields=id');
    expect(body[0].booking.resource).toEqual((await account.get('/bookings?extended=true')).body[0].booking.resource);
  });

  it.each([
    ['fields=,', "can't be blank"],
    ['fields[a]=id', 'is invalid'],
    ['fields[][a]=id', 'is invalid'],
    [`fields=${'id,'.repeat(900)}x`, 'is not included in the list'],
  ])('are refused: %.20s', async (query, message) => {
    const { status, body } = await account.get(`/bookings?${query}`);
    expect([status, body.fields[0]]).toEqual([400, message]);
  });

  it('are all attributes if they are empty, and ignored by changes', async () => {
    const { id } = (await account.get('/bookings')).body[0].booking;
    const whole = (await account.get(`/bookings/${id}`)).text;
    expect((await account.get(`/bookings/${id}?fields=`)).text).toBe(whole);
    const changed = await account.put(`/bookings/${id}?fields=id`, { json: { booking: { notes: 'new' } } });
    expect(Object.keys(changed.body.booking)).toEqual(Object.keys(JSON.parse(whole).booking));
  });

  it('have an ETag of their own, which is none of the whole object', async () => {
    const path = `/people/${of.own['person_id']}`;
    const tagOf = async (query: string): Promise<string> => (await account.get(path + query)).headers.get('etag') ?? '';
    const narrow = await tagOf('?fields=id,name');
    const headers = { 'if-none-match': narrow };
    expect((await account.get(`${path}?fields=name,id`, { headers })).status).toBe(304);
    expect((await account.get(path, { headers })).status).toBe(200);
    const change = { json: { person: { notes: 'new' } } };
    expect((await account.put(path, { ...change, headers: { 'if-match': narrow } })).status).toBe(412);
    expect((await account.put(path, { ...change, headers: { 'if-match': await tagOf('') } })).status).toBe(200);
    expect(await tagOf('?fields=id,name')).toBe(narrow);
  });
});
