import { type GivenPicture, problemsOf, type StoredPicture } from '../../../src/domain/account/pictures.rules.js';

const png = (width: number, height: number, length = 0): Buffer => {
  const bytes = Buffer.alloc(Math.max(24, length));
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const sizes = [png(360, 240), png(720, 480), png(1280, 853)];
const present: StoredPicture[] = [
  { id: 3, text: 'Room', isCover: false, images: [{ id: 3, digest: 'a', width: 360, height: 240 }] },
];
const added = (text = 'Hall', images: GivenPicture['images'] = sizes): GivenPicture => ({ text, images });
const many = (count: number): GivenPicture[] => Array.from({ length: count }, (_, index) => added(`Hall ${index}`));

it.each<[string, GivenPicture[], string[]]>([
  ['nothing', [], []],
  ['three sizes', [added()], []],
  ['one size', [added('Hall', [png(1600, 1600)])], []],
  [
    'a present one beside a new cover',
    [
      { id: 3, text: 'Room' },
      { ...added(), isCover: true },
    ],
    [],
  ],
  ['a cover and 12 others', [{ ...added(), isCover: true }, ...many(12)], []],
  ['13 without a cover', many(13), ['is too long (maximum is 12 items)']],
  [
    'two covers',
    [
      { ...added(), isCover: true },
      { id: 3, text: 'Room', isCover: true },
    ],
    ['only one can be the cover'],
  ],
  ['no text', [added(), added(' ')], ['is invalid', "can't be blank", 'in item 2']],
  [
    'a text of 256 characters',
    [added('x'.repeat(256))],
    ['is invalid', 'is too long (maximum is 255 characters)', 'in item 1'],
  ],
  ['two lines', [added('a\nb')], ['is invalid', 'must be one line of text', 'in item 1']],
  ['an unknown id', [{ id: 4, text: 'Room' }], ['is invalid', 'has an id that no picture has', 'in item 1']],
  [
    'an id twice',
    [
      { id: 3, text: 'Room' },
      { id: 3, text: 'Room' },
    ],
    ['is invalid', 'has the id of another item', 'in item 1'],
  ],
  ['an id and images', [{ ...added(), id: 3 }], ['is invalid', 'must have an id or images, but not both', 'in item 1']],
  ['no image', [added('Hall', [])], ['is invalid', 'must have 1 to 3 images', 'in item 1']],
  ['four sizes', [added('Hall', [...sizes, png(900, 600)])], ['is invalid', 'must have 1 to 3 images', 'in item 1']],
  [
    'a URL',
    [added('Hall', ['https://example.org/a.png'])],
    ['is invalid', 'must be a PNG, JPEG, GIF or WebP image', 'in item 1'],
  ],
  [
    'a side of 1601 pixels',
    [added('Hall', [png(100, 1601)])],
    ['is invalid', 'is too large (maximum is 1600 pixels a side)', 'in item 1'],
  ],
  [
    'a file of 500,001 bytes',
    [added('Hall', [png(9, 9, 500_001)])],
    ['is invalid', 'is too large (maximum is 500 kB)', 'in item 1'],
  ],
  [
    'sizes of two shapes',
    [added('Hall', [png(360, 240), png(720, 720)])],
    ['is invalid', 'the images must be sizes of one picture', 'in item 1'],
  ],
  [
    'one width twice',
    [added('Hall', [png(360, 240), png(360, 241)])],
    ['is invalid', 'the images must be sizes of one picture', 'in item 1'],
  ],
  ['sizes rounded to whole pixels', [added('Hall', [png(10, 7), png(1280, 853)])], []],
])('pictures: %s', (_name, given, problems) => {
  expect(problemsOf(given, present)).toEqual(problems);
});
