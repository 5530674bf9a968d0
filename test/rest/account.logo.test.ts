import { rawRequest } from '../support/raw-request.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();

const images = {
  png: Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex'),
  jpeg: Buffer.from('ffd8ffc0001108001000100000', 'hex'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
  webp: Buffer.from('52494646160000005745425056503820200000000000009d012a01000100', 'hex'),
};

const upload = (form: FormData, of = account) => uploadBytes(new Response(form), of);
async function uploadBytes(response: Response, of = account) {
  const type = response.headers.get('content-type') ?? '';
  return of.put('/client', { raw: new Uint8Array(await response.arrayBuffer()), headers: { 'content-type': type } });
}
function formWith(bytes: Uint8Array, name = 'client[logo]'): FormData {
  const form = new FormData();
  form.append(name, new Blob([Uint8Array.from(bytes)], { type: 'text/plain' }), '../../etc/x.html');
  return form;
}

describe('a logo', () => {
  it.each(Object.entries(images))('%s is stored and served without authentication', async (type, bytes) => {
    const form = formWith(bytes);
    form.append('client[name]', 'Blåbær & co');
    form.append('client[settings][a][]', 'b');
    const { status, body } = await upload(form);
    expect([status, body.client.name, body.client.settings]).toEqual([200, 'Blåbær & co', { a: ['b'] }]);
    expect(body.client.logo).toMatch(new RegExp(`^${server.origin}/logos/${account.credentials.id}/[0-9a-f]{64}$`));
    const served = await fetch(body.client.logo);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes);
    expect([served.status, Object.fromEntries(served.headers)]).toMatchObject([
      200,
      {
        'content-type': `image/${type}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      },
    ]);
  });

  it('is replaced by a new one', async () => {
    const first = (await upload(formWith(images.png))).body.client.logo;
    const second = (await upload(formWith(images.gif))).body.client.logo;
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
  });

  it.each<[string, (of: TestAccount) => Promise<unknown>]>([
    ['remove_logo in the object', (of) => of.put('/client', { json: { client: { remove_logo: true } } })],
    ['remove_logo beside the object', (of) => of.put('/client', { form: 'remove_logo=true' })],
    ['null', (of) => of.put('/client', { json: { client: { logo: null } } })],
  ])('is removed by %s', async (_name, remove) => {
    const { logo } = (await upload(formWith(images.png))).body.client;
    await remove(account);
    expect([(await account.get('/client')).body.client.logo, (await fetch(logo)).status]).toEqual([null, 404]);
  });

  it('is kept if its URL is sent back, if remove_logo is false, and with an empty file', async () => {
    const { logo } = (await upload(formWith(images.png))).body.client;
    const json = { client: { logo, remove_logo: false } };
    expect((await account.put('/client', { json })).body.client.logo).toBe(logo);
    expect((await upload(formWith(Buffer.alloc(0)))).body.client.logo).toBe(logo);
  });

  it('is a data URL in GraphQL and JSON', async () => {
    const logo = `data:image/png;base64,${images.png.toString('base64')}`;
    const { data } = await account.graphql(
      'mutation ($input: AccountInput!) { updateAccount(input: $input) { logo } }',
      {
        input: { logo },
      },
    );
    expect((await fetch(data.updateAccount.logo)).headers.get('content-type')).toBe('image/png');
    expect((await account.put('/client', { json: { logo } })).body.client.logo).toBe(data.updateAccount.logo);
  });

  it('has a URL under PUBLIC_URL', async () => {
    const { origin } = await server.another({ publicUrl: 'https://book.example.org/x' });
    const { body } = await upload(formWith(images.png), account.at(origin));
    expect(body.client.logo).toMatch(/^https:\/\/book\.example\.org\/x\/logos\//);
  });

  it.each([
    '/logos/1/x',
    '/logos/x/y',
    `/logos/999999999999/${'a'.repeat(64)}`,
    `/logos/1/${'a'.repeat(64)}`,
    '/logos/1',
  ])('%s is not found', async (path) => expect((await fetch(server.origin + path)).status).toBe(404));
});

describe('a hostile form', () => {
  const type = 'multipart/form-data; boundary=b';
  const part = (disposition: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const name = part('name="client[name]"', 'X');
  const file = (content: string) => part('name="client[logo]"; filename="a.png"', content);
  const png = images.png.toString('latin1');
  const unreadable = { base: ['is not valid form data'] };

  it.each<[string, string, string, object]>([
    ['without a boundary', 'multipart/form-data', `${name}--b--`, unreadable],
    ['with another boundary', 'multipart/form-data; boundary=c', `${name}--b--`, unreadable],
    ['that ends early', type, name, unreadable],
    [
      'that ends in a file',
      type,
      `--b\r\nContent-Disposition: form-data; name="client[logo]"; filename="a"\r\n\r\n${png}`,
      unreadable,
    ],
    ['that ends in a header', type, '--b\r\nContent-Disposition: form-da', unreadable],
    ['with too many fields', type, `${name.repeat(2001)}--b--`, unreadable],
    ['with a field that is nested too deeply', type, `${part(`name="a${'[a]'.repeat(50)}"`, 'X')}--b--`, unreadable],
    ['that is not UTF-8', type, `${part('name="client[name]"', '\xff')}--b--`, unreadable],
    ['with a NUL', type, `${part('name="client[name]"', 'a\0b')}--b--`, { name: ['is invalid'] }],
    ['with two files', type, `${file(png)}${file(png)}--b--`, { base: ['has more than one file'] }],
    [
      'with a file that is too large',
      type,
      `${file(png + 'x'.repeat(1_048_577))}--b--`,
      { logo: ['is too large (maximum is 1 MB)'] },
    ],
    ['that is too large', type, `${file('x'.repeat(2_200_000))}--b--`, { base: ['is too large (maximum is 2 MB)'] }],
    ['with a text as logo', type, `${file('hello')}--b--`, { logo: ['must be a PNG, JPEG, GIF or WebP image'] }],
    [
      'with an SVG',
      type,
      `${file('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')}--b--`,
      { logo: ['must be a PNG, JPEG, GIF or WebP image'] },
    ],
    ['with a file as a text', type, `${part('name="client[name]"; filename="a"', 'X')}--b--`, { name: ['is invalid'] }],
    ['with a file as the object', type, `${part('name="client"; filename="a"', 'X')}--b--`, {}],
  ])('%s is rejected or ignored', async (_name, contentType, content, expected) => {
    const before = await server.changes(account);
    const raw = Uint8Array.from(Buffer.from(content, 'latin1'));
    const { status, body } = await account.put('/client', { raw, headers: { 'content-type': contentType } });
    if (Object.keys(expected).length > 0) {
      expect([status, body]).toEqual([400, expected]);
      expect(await server.changes(account)).toEqual(before);
    } else expect(status).toBeLessThan(500);
  });

  it('is an ordinary form at other paths', async () => {
    const { status, body } = await account.post('/services', {
      raw: `${part('name="service[title]"', 'Cut')}--b--`,
      headers: { 'content-type': type },
    });
    expect([status, body.service.title]).toEqual([200, 'Cut']);
  });

  it('without fields changes nothing', async () => {
    const { status } = await account.put('/client', { raw: '--b--\r\n', headers: { 'content-type': type } });
    expect([200, 400]).toContain(status);
  });

  it('requires a key', async () => {
    const { status } = await rawRequest(`${server.origin}/api/v1/client`, {
      method: 'PUT',
      headers: { 'user-agent': 'tests', 'content-type': type },
      body: `${name}--b--`,
    });
    expect(status).toBe(401);
  });
});
