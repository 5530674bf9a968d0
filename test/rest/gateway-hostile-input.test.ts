import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { accepted } from '../../src/platform/accepted.js';
import { rawRequest } from '../support/raw-request.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const base = (message: string) => ({ base: [message] });
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const megabyte = 1024 * 1024;

describe('bodies that cannot be read', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, object]>([
    ['invalid JSON', '{"a"', { 'content-type': json }, base('is not valid JSON')],
    ['JSON that goes on', '{} {}', { 'content-type': json }, base('is not valid JSON')],
    ['a JSON array', '[1]', { 'content-type': json }, base('must be a JSON object')],
    ['a JSON string', '"a"', { 'content-type': json }, base('must be a JSON object')],
    ['JSON null', 'null', { 'content-type': json }, base('must be a JSON object')],
    ['XML', '<a/>', { 'content-type': 'application/xml' }, base('must be JSON or form data')],
    ['several parts', '--x', { 'content-type': 'multipart/form-data; boundary=x' }, base('is not valid form data')],
    ['another charset', '{}', { 'content-type': `${json}; charset=iso-8859-1` }, base('must be UTF-8')],
    [
      'bytes that are not UTF-8',
      Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d),
      { 'content-type': json },
      base('must be UTF-8'),
    ],
    ['a form that is not UTF-8', 'service[title]=%ff', { 'content-type': form }, base('is not valid form data')],
    ['an invalid escape', 'service[title]=%zz', { 'content-type': form }, base('is not valid form data')],
    [
      'a form that is nested too deeply',
      `a${'[b]'.repeat(20)}=1`,
      { 'content-type': form },
      base('is not valid form data'),
    ],
    ['a form of many fields', 'a=1&'.repeat(3000), { 'content-type': form }, base('is not valid form data')],
    ['a form of many items', 'a[]=1&'.repeat(1500), { 'content-type': form }, base('is not valid form data')],
    ['an unknown coding', '{}', { 'content-encoding': 'zstd-9', 'content-type': json }, base('cannot be read')],
    ['invalid gzip', '{}', { 'content-encoding': 'gzip', 'content-type': json }, base('cannot be read')],
    [
      'gzip that ends early',
      gzip('{"a":1}').subarray(0, 15),
      { 'content-encoding': 'gzip', 'content-type': json },
      base('cannot be read'),
    ],
    ['over 1 MB', ' '.repeat(megabyte + 1), { 'content-type': json }, base('is too large (maximum is 1 MB)')],
    [
      'a gzip bomb',
      gzip(' '.repeat(50 * megabyte)),
      { 'content-encoding': 'gzip', 'content-type': json },
      base('is too large (maximum is 1 MB)'),
    ],
  ])('are rejected: %s', async (_name, raw, headers, expected) => {
    const answer = await account.post('/services', { raw, headers });
    expect([answer.status, answer.body]).toEqual([400, expected]);
  });

  it.each([
    ['without a key', {}],
    ['with an Idempotency-Key', { 'idempotency-key': 'deep' }],
  ])('JSON that is nested more than 64 levels deep, %s', async (_name, headers) => {
    const nested = (levels: number) =>
      `{"service":{"title":"Cut","nonsense":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    const expected = [400, base('is nested too deeply (maximum is 64 levels)')];
    for (const levels of [63, 160_000]) {
      const { status, body } = await account.post('/services', { raw: nested(levels), headers });
      expect([status, body]).toEqual(expected);
    }
    const { status, body } = await account.post('/services', { raw: nested(62), headers });
    expect([status, body.service?.title]).toEqual([200, 'Cut']);
  });

  it('valid gzip is decoded', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const answer = await account.post('/services', { raw: gzip('{"title":"Cut"}'), headers });
    expect([answer.status, answer.body.service?.title]).toEqual([200, 'Cut']);
  });

  it('a body that ends early is dropped, and the server continues', async () => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /api/v1/services HTTP/1.1',
      'Host: x',
      'User-Agent: x',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    socket.write(`${[...head, `Authorization: Bearer ${account.credentials.api_key}`].join('\r\n')}\r\n\r\n{"a"`);
    await once(socket, 'data'); // the server has accepted the head
    socket.destroy();
    expect((await account.get('/services')).status).toBe(200);
  });

  it('a body of a GET is ignored', async () => {
    const headers = {
      authorization: `Bearer ${account.credentials.api_key}`,
      'user-agent': 'tests',
      'content-length': '1',
    };
    const answer = await rawRequest(`${server.origin}/api/v1/services`, { headers, body: '{' });
    expect(answer.status).toBe(200);
  });
});

describe('invalid values', () => {
  it.each<[string, string, object]>([
    ['a NUL', '{"title":"a\\u0000b"}', { title: ['is invalid'] }],
    ['half of a surrogate pair', '{"title":"\\ud800"}', { title: ['is invalid'] }],
    ['a number that is too large for a double', '{"title":1e400}', { title: ['is invalid'] }],
    ['a number that a double cannot represent exactly', '{"title":12345678901234567890}', { title: ['is invalid'] }],
    ['2^53', '{"title":"a","interval":9007199254740992}', { interval: ['must be less than or equal to 2147483647'] }],
    ['an infinite integer', '{"title":"a","interval":1e400}', { interval: ['must be an integer'] }],
    ['an infinite decimal', '{"title":"a","price":1e400}', { price: ['is not a number'] }],
    ['a NUL in custom data', '{"title":"a","custom_data":{"a":"\\u0000"}}', { custom_data: ['is invalid'] }],
    ['a NUL in a key', '{"title":"a","custom_data":{"\\u0000":"a"}}', { custom_data: ['is invalid'] }],
    ['a list in custom data', '{"title":"a","custom_data":{"a":[1]}}', { custom_data: ['is invalid'] }],
    [
      'a text that is too long',
      `{"title":"${'x'.repeat(256)}"}`,
      { title: ['is too long (maximum is 255 characters)'] },
    ],
    [
      'a text of half a megabyte',
      `{"title":"a","description":"${'x'.repeat(500_000)}"}`,
      { description: ['is too long (maximum is 65536 characters)'] },
    ],
  ])('are rejected: %s', async (_name, raw, expected) => {
    const answer = await account.post('/services', { raw });
    expect([answer.status, answer.body]).toEqual([400, expected]);
  });

  it.each<[string, string, object]>([
    ['an invalid escape', 'search=%zz', base('is not valid form data')],
    ['bytes that are not UTF-8', 'search=%ff', base('is not valid form data')],
    ['a NUL', 'search=%00', { search: ['is invalid'] }],
    ['a list', 'search[]=a', { search: ['is invalid'] }],
    ['an object', 'since[a]=b', { since: ['is invalid', accepted.dateTime] }],
    ['many parameters', 'a=1&'.repeat(2500), base('is not valid form data')],
  ])('are rejected: %s in the URL', async (_name, query, expected) => {
    const answer = await account.get(`/people?${query}`);
    expect([answer.status, answer.body]).toEqual([400, expected]);
  });

  it('are rejected: a list of 50,000 items', async () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index);
    const tooLong = { opening_hours_mon: ['is too long (maximum is 1000 items)'] };
    const answer = await account.post('/resources', { json: { title: 'a', opening_hours_mon: items } });
    expect([answer.status, answer.body]).toEqual([400, tooLong]);
    const text = await account.post('/resources', { json: { title: 'a', opening_hours_mon: items.join() } });
    expect([text.status, text.body]).toEqual([400, tooLong]);
  });

  it('a path with a NUL is unknown', async () => {
    const answer = await account.get('/bookings/find_by/external_id/%00');
    expect(answer.status).toBe(404);
  });
});

describe('keys with a meaning in JavaScript', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  it('are ordinary keys of custom data', async () => {
    const data = `{${names.map((name) => `"${name}":"x"`).join()}}`;
    const { body } = await account.post('/services', { raw: `{"service":{"title":"Cut","custom_data":${data}}}` });
    const read = await account.get(`/services/${body.service.id}`);
    expect(Object.entries(read.body.service.custom_data).toSorted()).toEqual(
      names.map((name) => [name, 'x']).toSorted(),
    );
  });

  it('are accepted in a form, except __proto__', async () => {
    const sent = names.map((name) => `service[custom_data][${name}]=x`).join('&');
    const { body } = await account.post('/services', { form: `service[title]=Cut&${sent}` });
    expect(Object.keys(body.service.custom_data).toSorted()).toEqual(names.slice(1).toSorted());
  });

  it.each([
    '{"__proto__":{"title":"Cut"}}',
    '{"service":{"__proto__":{"title":"Cut"}}}',
    '{"constructor":{"title":"Cut"}}',
  ])('are not read as a title: %s', async (raw) => {
    const answer = await account.post('/services', { raw });
    expect([answer.status, answer.body]).toEqual([400, { title: ["can't be blank"] }]);
  });

  it('are ignored in a path or a URL', async () => {
    const answers = await Promise.all(
      names.flatMap((name) => [
        account.get(`/${name}`),
        account.get(`/services/${name}`),
        account.get(`/people?${name}=1`),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.flatMap(() => [404, 404, 200]));
  });
});

function gzip(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(text));
}
