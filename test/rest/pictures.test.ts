import { HtmlVisitor } from '../support/html-visitor.js';
import { useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = server.accountPerTest({ publicAccess: true, name: 'Fjord Studio' });
const visitor = new HtmlVisitor(account, { 'accept-language': 'en' });

/** The start of a PNG of a size, with a comment that images lose. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  const comment = Buffer.from('\0\0\0\x08tEXtPlace\0NO\0\0\0\0', 'latin1');
  return Buffer.concat([head, comment]);
}
const dataUrl = (width: number, height: number): string =>
  `data:image/png;base64,${png(width, height).toString('base64')}`;
const sizes = (height: number): string[] => [dataUrl(720, height * 2), dataUrl(360, height)];

const fields = 'revisionCount pictures { id text isCover images { url width height } }';
const set = async (pictures: object[], ifRevision?: number, of = account) =>
  of.graphql(
    `mutation ($pictures: [PictureInput!]!, $ifRevision: Int) {
      account: setPictures(pictures: $pictures, ifRevision: $ifRevision) { ${fields} }
    }`,
    { pictures, ifRevision },
  );
const files = async () =>
  server.sql<{ owner_id: number; size: number }>(
    `select owner_id, octet_length(bytes) size from record_image where account_id = ? and owner = 'picture' order by 1`,
    account.credentials.id,
  );

it('pictures keep their order, texts and sizes, without metadata, and are served for ever', async () => {
  const { data } = await set([
    { images: sizes(240), text: ' Our hall ', isCover: true },
    { images: [dataUrl(720, 480)], text: 'The garden' },
  ]);
  const [cover, garden] = data.account.pictures;
  const url = expect.stringMatching(new RegExp(`^${server.origin}/logos/${account.credentials.id}/[0-9a-f]{64}$`));
  expect(data.account.pictures).toEqual([
    {
      ...{ id: 2, text: 'Our hall', isCover: true },
      images: [
        { url, width: 360, height: 240 },
        { url, width: 720, height: 480 },
      ],
    },
    { id: 3, text: 'The garden', isCover: false, images: [{ url, width: 720, height: 480 }] },
  ]);
  const served = await fetch(cover.images[0].url);
  expect([served.status, served.headers.get('cache-control'), (await served.text()).includes('Place')]).toEqual([
    ...[200, 'public, max-age=31536000, immutable', false],
  ]);
  const changed = await set([
    { id: garden.id, text: 'Garden', isCover: true },
    { id: cover.id, text: 'Hall' },
  ]);
  expect(changed.data.account).toEqual({
    revisionCount: data.account.revisionCount + 1,
    pictures: [
      { ...garden, text: 'Garden', isCover: true },
      { ...cover, text: 'Hall', isCover: false },
    ],
  });
  const third = await set([
    { id: cover.id, text: 'Hall' },
    { images: [dataUrl(9, 6)], text: 'Door' },
  ]);
  expect(third.data.account.pictures.map(({ id, text }: { id: number; text: string }) => [id, text])).toEqual([
    [2, 'Hall'],
    [4, 'Door'],
  ]);
  expect((await files()).map((file) => file.owner_id)).toEqual([1, 2, 4]);
  await set([]);
  expect(await files()).toEqual([]);
});

it('a list of another revision, or with an invalid picture, changes nothing', async () => {
  const { data } = await set([{ images: sizes(240), text: 'Hall' }]);
  const before = await files();
  const { revisionCount } = data.account;
  expect((await set([], revisionCount - 1)).errors?.[0]?.extensions.code).toBe('PRECONDITION_FAILED');
  const invalid = await set([
    { images: [dataUrl(9, 6)], text: 'Door' },
    { id: 99, text: 'Hall' },
  ]);
  expect(invalid.errors?.[0]?.extensions.fields).toEqual({
    pictures: ['is invalid', 'has an id that no picture has', 'in item 2'],
  });
  expect(await files()).toEqual(before);
  const other = await server.account();
  const theirs = await set([{ id: data.account.pictures[0].id, text: 'Hall' }], undefined, other);
  expect(theirs.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});

it('the first page shows the cover above its title, and the others below, each in the size that is needed', async () => {
  await account.create('/services', 'service', { title: 'Cut' });
  const without = await visitor.open('/');
  expect(without.html).not.toMatch(/pictures-|class="(cover|gallery)"/);
  await set([
    { images: sizes(240), text: 'Our <hall>', isCover: true },
    { images: sizes(270), text: 'Garden' },
  ]);
  const { html, text } = await visitor.open('/');
  const image = '/sites/[^/]+/assets/images/[0-9a-f]{64}';
  expect(html).toMatch(
    new RegExp(
      `<img class="cover" src="${image}" srcset="${image} 360w, ${image} 720w" sizes="[^"]+" width="720" height="480" alt="Our &lt;hall>" loading="eager" fetchpriority="high"/><h1>`,
    ),
  );
  expect(html).toMatch(
    new RegExp(`<a href="${image}" [^>]+><img [^>]+ width="720" height="540" alt="Garden" loading="lazy"`),
  );
  expect(html).toMatch(/rel="stylesheet" href="[^"]+\/pictures-\w+\.css"/);
  expect(html).toMatch(new RegExp(`property="og:image" content="${server.origin}/logos/\\d+/[0-9a-f]{64}"`));
  expect(text).toContain('Pictures');
});
