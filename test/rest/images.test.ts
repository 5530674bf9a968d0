import { useTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const server = await useTestServer();
const account = await server.account({ publicAccess: true });
const visitor = new Visitor(account);

const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
const dataUrl = (bytes: Uint8Array): string => `data:text/plain;base64,${Buffer.from(bytes).toString('base64')}`;
const set = {
  resource: 'mutation ($id: Int!, $image: File) { record: setResourceImage(id: $id, image: $image) { image } }',
  service: 'mutation ($id: Int!, $image: File) { record: setServiceImage(id: $id, image: $image) { image } }',
};

describe.each(['resource', 'service'] as const)('the image of a %s', (kind) => {
  const create = () => account.create(`/${kind}s`, kind, { title: 'Kari' });
  const change = async (id: number, image: unknown, of = account) => of.graphql(set[kind], { id, image });
  const stored = async (id: number) =>
    server.sql(
      'select digest from record_image where account_id = ? and owner = ? and owner_id = ?',
      ...[account.credentials.id, kind, id],
    );

  it('is stored, served by its digest without authentication, and shown to staff and visitors', async () => {
    const { id } = await create();
    const { image } = (await change(id, dataUrl(png))).data.record;
    expect(image).toMatch(new RegExp(`^${server.origin}/logos/${account.credentials.id}/[0-9a-f]{64}$`));
    expect((await account.get(`/${kind}s/${id}`)).body[kind]).toMatchObject({ image });
    expect((await visitor.get(`/${kind}s/${id}`)).body[kind].image).toBe(image);
    const digest = image.slice(image.lastIndexOf('/') + 1);
    const ofSite = `${server.origin}/sites/${account.credentials.subdomain}/assets/images/${digest}`;
    for (const url of [image, ofSite]) {
      const served = await fetch(url);
      expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
  });

  it('is replaced by another, kept with its own URL, and removed by null', async () => {
    const { id } = await create();
    const first = (await change(id, dataUrl(Buffer.concat([gif, Buffer.from(`first ${kind}`)])))).data.record.image;
    const second = (await change(id, dataUrl(Buffer.concat([gif, Buffer.from(`second ${kind}`)])))).data.record.image;
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
    expect((await change(id, second)).data.record.image).toBe(second);
    expect((await change(id, null)).data.record.image).toBeNull();
    expect([(await fetch(second)).status, await stored(id)]).toEqual([404, []]);
  });

  it.each<[string, unknown, string]>([
    [
      'an SVG',
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      'must be a PNG, JPEG, GIF or WebP image',
    ],
    ['a text', dataUrl(Buffer.from('hello')), 'must be a PNG, JPEG, GIF or WebP image'],
    ['the URL of another image', 'https://example.org/logos/1/x', 'is invalid'],
  ])('is refused as %s', async (_name, image, message) => {
    const { id } = await create();
    expect((await change(id, image)).errors?.[0]?.extensions.fields).toEqual({ image: [message] });
    expect(await stored(id)).toEqual([]);
  });

  it('belongs to its account', async () => {
    const other = await server.account();
    const { id } = await create();
    expect((await change(id, dataUrl(png), other)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const { image } = (await change(id, dataUrl(png))).data.record;
    const moved = image.replace(`/logos/${account.credentials.id}/`, `/logos/${other.credentials.id}/`);
    expect((await fetch(moved)).status).toBe(404);
  });
});

it('an image that an earlier version stored leaves the server without metadata', async () => {
  const { id } = await account.create('/services', 'service', { title: 'Cut' });
  const { image } = (await account.graphql(set.service, { id, image: dataUrl(gif) })).data.record;
  const comment = Buffer.from('\x00\x00\x00!\xfe\x04KariNo\x00;', 'latin1');
  await server.sql(
    `update record_image set bytes = decode(?, 'hex') where account_id = ? and owner = 'service' and owner_id = ?`,
    ...[Buffer.concat([gif, comment]).toString('hex'), account.credentials.id, id],
  );
  const digest = image.slice(image.lastIndexOf('/') + 1);
  for (const url of [image, `${server.origin}/sites/${account.credentials.subdomain}/assets/images/${digest}`]) {
    expect(await (await fetch(url)).text()).not.toContain('Kari');
  }
});
