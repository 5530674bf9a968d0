import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { maxImageBytes, toStoredImage, validateImage } from '../../../src/domain/image/image.rules.js';
import { withoutMetadata } from '../../../src/domain/image/image-metadata.rules.js';
import { cpuLimit } from '../../support/cpu-time.js';
import { longestTurnOf } from '../../support/longest-turn.js';

/** A text that no image may have when it leaves the server. */
const secret = 'GPS 59.91N 10.75E Kari';

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number): Buffer => Buffer.concat([uint16(value >>> 16), uint16(value & 0xffff)]);
const little32 = (value: number): Buffer => uint32(value).reverse();
const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** EXIF with an orientation and a text. */
function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const number = (value: number, bytes: 2 | 4): Buffer => {
    const big = bytes === 2 ? uint16(value) : uint32(value);
    return order === 'MM' ? big : big.reverse();
  };
  const entry = (tag: number, type: number, count: number, value: Buffer): Buffer =>
    Buffer.concat([number(tag, 2), number(type, 2), number(count, 4), value]);
  return Buffer.concat([
    ...[text(order), number(42, 2), number(8, 4), number(2, 2)],
    entry(0x010e, 2, secret.length, number(38, 4)),
    entry(0x0112, 3, 1, Buffer.concat([number(orientation, 2), uint16(0)])),
    ...[number(0, 4), text(secret)],
  ]);
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([text(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
};
const png = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000002000000010802000000', 'hex')),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from('00ff000000ff00', 'hex'))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data]);
const exifSegment = (orientation: number, order: 'II' | 'MM'): Buffer =>
  segment(0xe1, Buffer.concat([text('Exif\0\0'), exif(orientation, order)]));
const jfif = segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'));
const profile = segment(0xe2, text('ICC_PROFILE\0\x01\x01profile'));
const frame = segment(0xc0, Buffer.from('0800100010010111 00'.replace(' ', ''), 'hex'));
const scan = Buffer.concat([segment(0xda, Buffer.from('0101003f00', 'hex')), Buffer.from('12ff0034ffd056', 'hex')]);
const endOfImage = Buffer.from('ffd9', 'hex');
const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, frame, scan, scan, endOfImage]);

const subBlocks = (...data: string[]): Buffer =>
  Buffer.concat([...data.map((part) => Buffer.concat([Buffer.from([part.length]), text(part)])), Buffer.from([0])]);
const gifHead = Buffer.concat([
  text('GIF89a'),
  Buffer.from('01000100800000', 'hex'),
  Buffer.from('ffffff000000', 'hex'),
]);
const loop = Buffer.concat([Buffer.from('21ff', 'hex'), subBlocks('NETSCAPE2.0', '\x01\0\0')]);
const control = Buffer.concat([Buffer.from('21f9', 'hex'), subBlocks('\0\0\0\0')]);
const frameOfGif = Buffer.concat([Buffer.from('2c00000000010001000002', 'hex'), subBlocks('\x44\x01')]);
const trailer = Buffer.from([0x3b]);

const webpChunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([text(type), little32(data.length), data, Buffer.alloc(data.length % 2)]);
const webp = (...chunks: Buffer[]): Buffer => {
  const body = Buffer.concat([text('WEBP'), ...chunks]);
  return Buffer.concat([text('RIFF'), little32(body.length), body]);
};
const extended = (flags: number): Buffer => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 15, 0, 0, 15, 0, 0]));
const lossy = webpChunk('VP8 ', Buffer.from('3000009d012a1000100000', 'hex'));

const images: [name: string, type: string, image: Buffer, expected: Buffer][] = [
  [
    'a PNG',
    'image/png',
    Buffer.concat([
      png(
        ...['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((type) => chunk(type, text(secret))),
        chunk('gAMA', uint32(45_455)),
      ),
      text(secret),
    ]),
    png(chunk('gAMA', uint32(45_455))),
  ],
  [
    'a JPEG',
    'image/jpeg',
    Buffer.concat([
      jpeg(
        jfif,
        exifSegment(1, 'MM'),
        segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x>${secret}</x>`)),
        profile,
        segment(0xe2, text(`MPF\0${secret}`)),
        segment(0xed, text(`Photoshop 3.0\0${secret}`)),
        segment(0xfe, text(secret)),
      ),
      jpeg(exifSegment(6, 'II')), // a second image, such as a preview
    ]),
    jpeg(jfif, profile),
  ],
  [
    'a JPEG whose scans have a comment between them',
    'image/jpeg',
    Buffer.concat([jpeg().subarray(0, -2 - scan.length), segment(0xfe, text(secret)), scan, endOfImage]),
    jpeg(),
  ],
  [
    'a GIF',
    'image/gif',
    Buffer.concat([
      ...[gifHead, Buffer.from('21fe', 'hex'), subBlocks(secret), loop, Buffer.from('21ff', 'hex')],
      ...[subBlocks('XMP DataXMP', secret), control, frameOfGif, control, frameOfGif, trailer, text(secret)],
    ]),
    Buffer.concat([gifHead, loop, control, frameOfGif, control, frameOfGif, trailer]),
  ],
  [
    'a WebP',
    'image/webp',
    webp(
      extended(0x0c | 0x20),
      webpChunk('ICCP', text('profile')),
      lossy,
      webpChunk('EXIF', exif(1, 'II')),
      webpChunk('XMP ', text(secret)),
      webpChunk('NOTE', text(secret)),
    ),
    webp(extended(0x20), webpChunk('ICCP', text('profile')), lossy),
  ],
];

describe.each(images)('%s', (_name, type, image, expected) => {
  it('loses what does not show, and nothing else', () => {
    expect(image.includes(secret)).toBe(true);
    expect(validateImage('logo', image)).toEqual({});
    expect(toStoredImage(image)).toEqual({ type, bytes: expected });
    expect(withoutMetadata(type, expected)).toEqual(expected);
  });

  it('loses it wherever it is cut off', () => {
    for (let length = 12; length < image.length; length++) {
      const bytes = withoutMetadata(type, image.subarray(0, length));
      expect(bytes.includes(secret.slice(0, 4))).toBe(false);
      expect(bytes.length).toBeLessThanOrEqual(length);
    }
  });
});

it('a PNG is the same picture', () => {
  const [, , image = Buffer.alloc(0)] = images[0] ?? [];
  expect(PNG.sync.read(withoutMetadata('image/png', image)).data).toEqual(PNG.sync.read(png()).data);
});

it.each([2, 3, 6, 8])('a JPEG keeps the orientation %i, alone', (orientation) => {
  for (const order of ['II', 'MM'] as const) {
    const bytes = withoutMetadata('image/jpeg', jpeg(jfif, exifSegment(orientation, order)));
    const tiff = `4d4d002a00000008000101120003000000010${`00${orientation}`}000000000000`;
    expect(bytes).toEqual(jpeg(jfif, segment(0xe1, Buffer.concat([text('Exif\0\0'), Buffer.from(tiff, 'hex')]))));
    expect(withoutMetadata('image/jpeg', bytes)).toEqual(bytes);
  }
});

describe('an image of 1 MB', () => {
  /** Returns the first bytes of an image, and then others over and over. */
  const filled = (begin: Buffer, ...bytes: number[]): Buffer =>
    Buffer.concat([begin, Buffer.alloc(maxImageBytes - begin.length, Buffer.from(bytes))]);
  const begun = jpeg().subarray(0, -2);
  const gifHeader = Buffer.from('47494638396101000100000000', 'hex');

  it.each<[string, string, Buffer]>([
    ['one scan', 'image/jpeg', filled(begun, 0xff, 0)],
    ['scans', 'image/jpeg', filled(begun, 0xff, 0xda, 0, 2)],
    ['marks', 'image/jpeg', filled(begun, 0xff, 0x01)],
    ['fill bytes', 'image/jpeg', filled(begun, 0xff)],
    ['chunks', 'image/png', filled(png().subarray(0, 33), 0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0, 0, 0, 0)],
    [
      'chunks that are dropped',
      'image/png',
      filled(png().subarray(0, 33), 0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0),
    ],
    ['extensions', 'image/gif', filled(gifHeader, 0x21, 0xf9, 0)],
    ['blocks', 'image/gif', filled(Buffer.concat([gifHeader, Buffer.from('2c00000000010001000002', 'hex')]), 1, 0)],
  ])('of %s is read or refused in a part of a turn', async (_name, type, image) => {
    const work = async (): Promise<void> => {
      if (Object.keys(validateImage('logo', image)).length === 0) toStoredImage(image);
      withoutMetadata(type, image);
    };
    expect(await longestTurnOf(work, cpuLimit(10))).toBeLessThan(cpuLimit(10));
  });

  it('of 10,000 parts is stored, and one of more refused', () => {
    const bytes = Buffer.alloc(3 * 9_999, Buffer.from([0x21, 0xf9, 0]));
    expect(validateImage('logo', Buffer.concat([gifHeader, bytes]))).toEqual({});
    expect(validateImage('logo', Buffer.concat([gifHeader, bytes, bytes.subarray(0, 3)]))).toEqual({
      logo: ['is invalid'],
    });
  });
});
