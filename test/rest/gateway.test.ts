import { accepted } from '../../src/platform/accepted.js';
import { rawRequest } from '../support/raw-request.js';
import { useOwnTestServer } from '../support/test-server.js';

const server = await useOwnTestServer({ config: { partnerToken: 'a-token-of-the-partner' } });
const account = await server.account();

const description = (text: string) => ({ error: { description: text } });

describe('the format of a request', () => {
  it.each<[string, object]>([
    ['JSON, wrapped', { json: { service: { title: 'Cut', max_slots: 3, custom_data: { a: '1' } } } }],
    ['JSON, not wrapped', { json: { title: 'Cut', max_slots: 3, custom_data: { a: '1' } } }],
    ['JSON with strings for numbers', { json: { service: { title: 'Cut', max_slots: '3', custom_data: { a: 1 } } } }],
    ['a form', { form: 'service[title]=Cut&service[max_slots]=3&service[custom_data][a]=1' }],
    ['an escaped form', { form: 'service%5Btitle%5D=Cut&service%5Bmax_slots%5D=3&service%5Bcustom_data%5D%5Ba%5D=1' }],
    ['JSON with a byte order mark', { raw: '\ufeff{"title":"Cut","max_slots":3,"custom_data":{"a":"1"}}' }],
    [
      'JSON of another name',
      { ...body('{"title":"Cut","max_slots":3,"custom_data":{"a":"1"}}', 'text/json; charset=UTF-8') },
    ],
  ])('can be %s', async (_name, sending) => {
    const answer = await account.post('/services', sending);
    expect(answer.status).toBe(200);
    expect(answer.body.service).toMatchObject({ title: 'Cut', max_slots: 3, custom_data: { a: '1' } });
  });

  it('can be the parameters of a URL', async () => {
    const answer = await account.post('/services?service[title]=Cut&service[price]=115');
    expect(answer.body.service).toMatchObject({ title: 'Cut', price: '115.0' });
  });

  it('has parameters in the body beside the object, or in the URL', async () => {
    const resource = await account.create('/resources', 'resource', { title: 'Anna' });
    const booking = { resource_id: resource.id, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    await account.create('/bookings', 'booking', booking);
    const taken = await account.post('/bookings', { json: { booking } });
    expect([taken.status, Object.keys(taken.body)]).toEqual([400, ['resource_id']]);
    const inBody = await account.post('/bookings', { json: { booking, ignore_capacity: true } });
    const inUrl = await account.post('/bookings?ignore_capacity=1', { json: { booking } });
    expect([inBody.status, inUrl.status]).toEqual([200, 200]);
  });

  it.each([
    'service_id[]=1&service_id[]=2',
    'service_id=1,2',
    'service_id=1&service_id=2',
    'service_id[0]=1&service_id[1]=2',
  ])('can have an array as %s', async (query) => {
    const answer = await account.get(`/bookings?${query}`);
    expect([answer.status, answer.body]).toEqual([200, []]);
  });

  it('null clears, an absent attribute keeps its value, unknown and automatic ones are ignored', async () => {
    const { id } = await account.create('/services', 'service', { title: 'Cut', description: 'Short', price: 10 });
    const json = {
      service: { description: null, id: 999, created_at: '2020-01-01', active: false, nonsense: { a: [] } },
    };
    const { body: answer } = await account.put(`/services/${id}`, { json });
    expect(answer.service).toMatchObject({ id, title: 'Cut', description: null, price: '10.0', active: true });
  });

  it('null for a parameter is the same as its absence', async () => {
    const resource = await account.create('/resources', 'resource', { title: 'Nina' });
    const booking = { resource_id: resource.id, booked_from: '2026-03-03 09:00', booked_to: '2026-03-03 10:00' };
    const answer = await account.post('/bookings', {
      json: { booking, confirm: null, ignore_capacity: null, extended: null },
    });
    expect([answer.status, answer.body.booking?.state]).toEqual([200, 'confirmed']);
  });
});

describe('dates', () => {
  it.each([
    ['2026-03-03 09:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03 09:00:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03T09:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03T09:00:00+01:00', '2026-03-03T09:00:00+01:00'],
    ['2026-03-03T08:00:00Z', '2026-03-03T09:00:00+01:00'],
    ['03.03.26 09:00', '2026-03-03T09:00:00+01:00'],
    ['03.03.2026 09:00', '2026-03-03T09:00:00+01:00'],
    ['2026-07-03 09:00', '2026-07-03T09:00:00+02:00'],
    ['2026-03-29 02:30', '2026-03-29T03:30:00+02:00'],
    ['2026-10-25 02:30', '2026-10-25T02:30:00+02:00'],
  ])('%s means %s', async (given, expected) => {
    const resource = await account.create('/resources', 'resource', { title: 'Room' });
    const booking = { resource_id: resource.id, booked_from: given, booked_to: '2026-12-01 00:00' };
    const { body: answer } = await account.post('/bookings', { json: { booking } });
    expect(answer.booking.booked_from).toBe(expected);
  });

  it.each(['03/03/2026', '2026-02-30 09:00', 'soon', 1_772_524_800, {}])('%p is invalid', async (given) => {
    const answer = await account.post('/bookings', { json: { booking: { booked_from: given } } });
    expect([answer.status, answer.body.booked_from]).toEqual([400, ['is invalid', accepted.dateTime]]);
  });
});

describe('addresses', () => {
  it.each([
    '/services',
    '/services/',
    '//services',
    '/services.json',
    '/services?',
    '/services.json?a=b',
    '//services//',
  ])('%s is the list of services', async (address) => {
    const answer = await account.get(address);
    expect([answer.status, Array.isArray(answer.body)]).toEqual([200, true]);
  });

  it.each([
    '',
    '/',
    '/nothing',
    '/services/1/2',
    '/services/x',
    '/services/0',
    '/services/-1',
    '/services/99999999999',
    '/%zz',
    '/services/%ff',
  ])('%p is unknown', async (address) => {
    const answer = await account.get(address);
    expect([answer.status, answer.body]).toEqual([404, description('Not found')]);
  });

  it.each([
    ['PATCH', '/services', 'GET, HEAD, POST'],
    ['OPTIONS', '/services', 'GET, HEAD, POST'],
    ['DELETE', '/services', 'GET, HEAD, POST'],
    ['PATCH', '/services/1', 'DELETE, GET, HEAD, PUT'],
    ['POST', '//bookings/7/cancel.json', 'PUT'],
  ])('%s %s is not allowed', async (method, address, allow) => {
    const { status, body, headers } = await account.send(method, address);
    expect([status, body, headers.get('allow')]).toEqual([405, description('Method not allowed'), allow]);
  });

  it('an unknown path is 404 for any method', async () => {
    const { status, headers } = await account.send('PATCH', '/nothing');
    expect([status, headers.get('allow')]).toEqual([404, null]);
  });

  it.each([
    ['GET', '/session', 'DELETE, POST'],
    ['PUT', '/partner/clients', 'POST'],
    ['DELETE', '/password/x', 'GET, HEAD, POST'],
    ['PUT', '/verify/x', 'GET, HEAD, POST'],
    ['POST', `/logos/1/${'0'.repeat(64)}`, 'GET, HEAD'],
    ['POST', '/calendars/1-x.ics', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/api/v1/openapi.json', 'GET, HEAD'],
  ])('%s %s, outside of the API, is not allowed', async (method, address, allow) => {
    const { status, text, headers } = await rawRequest(server.origin + address, { method });
    expect([status, JSON.parse(text), headers['allow']]).toEqual([405, description('Method not allowed'), allow]);
  });

  it('outside the API have JSON errors, too', async () => {
    const answer = await rawRequest(`${server.origin}/elsewhere`);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([404, description('Not found')]);
  });

  it('HEAD is GET without the body', async () => {
    const answer = await account.send('HEAD', '/people');
    expect([answer.status, answer.body, answer.headers.get('total-count')]).toEqual([200, undefined, '0']);
  });
});

function body(raw: string, type: string): object {
  return { raw, headers: { 'content-type': type } };
}
