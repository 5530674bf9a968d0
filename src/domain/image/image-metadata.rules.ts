/**
 * Returns an image without what does not show: EXIF with the position and the camera, XMP, IPTC, comments, texts, previews,
 * and what follows its end. The pixels stay as they are, with colour profile, animation, and the orientation of a JPEG.
 *
 * It copies the parts that are listed here and drops all others, so that metadata of a kind that is not known today goes,
 * too. Reads each part once. Packages were rejected: sharp encodes the image anew and brings a native library of 8 MB, and
 * those that only remove EXIF know one format and leave XMP, comments and second images.
 */
export function withoutMetadata(type: string, bytes: Uint8Array): Buffer {
  const parts = firstParts(type, bytes, maxParts);
  return Buffer.concat(type === 'image/webp' ? [webpHeader(bytes, parts), ...parts] : parts);
}

/** Whether an image has more parts than are copied: reading a million of 2 bytes would take 0.2 s. */
export function hasTooManyParts(type: string, bytes: Uint8Array): boolean {
  return firstParts(type, bytes, maxParts + 1).length > maxParts;
}

/** A program divides an image of 1 MB into hundreds. Reading so many takes 5 ms. */
export const maxParts = 10_000;

/** Returns the first parts of an image. Those that are dropped are empty. */
function firstParts(type: string, bytes: Uint8Array, maximum: number): Buffer[] {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  for (const part of readers[type]?.(image) ?? [image]) if (parts.push(part) === maximum) break;
  return parts;
}

const readers: Readonly<Record<string, (image: Buffer) => Iterable<Buffer>>> = {
  'image/png': pngParts,
  'image/jpeg': jpegParts,
  'image/gif': gifParts,
  'image/webp': webpParts,
};

const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

/** A signature of 8 bytes, then chunks: length, type, data, checksum. */
function* pngParts(image: Buffer): Generator<Buffer> {
  yield image.subarray(0, 8);
  let at = 8;
  while (at + 8 <= image.length) {
    const type = image.toString('latin1', at + 4, at + 8);
    const end = at + 12 + image.readUInt32BE(at);
    yield image.subarray(at, pngChunks.has(type) ? end : at);
    if (type === 'IEND') break;
    at = end;
  }
}

/** Segments that begin with FF and a marker. Those with a length have it in the next two bytes; data follows a scan. */
function* jpegParts(image: Buffer): Generator<Buffer> {
  yield image.subarray(0, 2);
  let at = 2;
  while (at + 2 <= image.length && image[at] === 0xff) {
    const marker = image.readUInt8(at + 1);
    if (marker === 0xff) {
      yield empty;
      at += 1; // a fill byte
      continue;
    }
    const isAlone = at + 4 > image.length || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    const segment = image.subarray(at, isAlone ? at + 2 : at + 2 + Math.max(2, image.readUInt16BE(at + 2)));
    yield shownSegment(marker, segment);
    at += segment.length;
    if (marker === 0xd9) break;
    if (marker !== 0xda) continue;
    const end = endOfScan(image, at);
    yield image.subarray(at, end);
    at = end;
  }
}

const empty = Buffer.alloc(0);

function endOfScan(image: Buffer, start: number): number {
  for (let at = start; at + 1 < image.length; at += 1) {
    // FF 00 is a byte of data, and FF D0 to FF D7 are marks within it.
    if (image[at] === 0xff && image[at + 1] !== 0 && (image.readUInt8(at + 1) & 0xf8) !== 0xd0) return at;
  }
  return image.length;
}

/** Of the segments for applications (E0 to EF) and comments (FE): JFIF, colour profile, Adobe's colours, orientation. */
function shownSegment(marker: number, segment: Buffer): Buffer {
  const isOfApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isOfApplication) return marker === 0xfe ? empty : segment;
  const name = segment.toString('latin1', 4, 16);
  if (marker === 0xe1 && name.startsWith('Exif\0')) return orientationOf(segment.subarray(10));
  const isShown =
    (marker === 0xe0 && name.startsWith('JFIF\0')) ||
    (marker === 0xe2 && name === 'ICC_PROFILE\0') ||
    (marker === 0xee && name.startsWith('Adobe'));
  return isShown ? segment : empty;
}

const orientationTag = 0x0112;

/** Returns a segment with the orientation alone, without which photos of phones would lie on their side. */
function orientationOf(exif: Buffer): Buffer {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const uint16 = (at: number): number => {
    if (at + 2 > exif.length) return 0;
    return isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at);
  };
  if (exif.length < 10) return empty;
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  const count = uint16(directory);
  for (let entry = directory + 2; entry < Math.min(directory + 2 + 12 * count, exif.length); entry += 12) {
    const orientation = uint16(entry) === orientationTag ? uint16(entry + 8) : 1;
    if (orientation < 2 || orientation > 8) continue;
    const start = 'ffe10022' + '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001';
    return Buffer.from(`${start}000${orientation}000000000000`, 'hex');
  }
  return empty;
}

/** A header with a palette, then blocks until a trailer (3B): images (2C) and extensions (21). */
function* gifParts(image: Buffer): Generator<Buffer> {
  const paletteAt = (flags: number): number =>
    ((image[flags] ?? 0) & 0x80) === 0 ? 0 : 3 * 2 ** ((image.readUInt8(flags) & 7) + 1);
  let at = Math.min(13 + paletteAt(10), image.length);
  yield image.subarray(0, at);
  while (at < image.length) {
    const start = at;
    if (image[start] === 0x2c) at = endOfBlocks(image, start + 11 + paletteAt(start + 9));
    else if (image[start] === 0x21) at = endOfBlocks(image, start + 2);
    else {
      if (image[start] === 0x3b) yield image.subarray(start, start + 1);
      break;
    }
    yield image.subarray(start, image[start] === 0x2c || isShownExtension(image, start) ? at : start);
  }
}

/** Blocks of data begin with their length; an empty one ends them. */
function endOfBlocks(image: Buffer, start: number): number {
  let at = start;
  while (at < image.length && image.readUInt8(at) > 0) at += 1 + image.readUInt8(at);
  return Math.min(at + 1, image.length);
}

/** The way in which a frame is shown (F9), and the repetitions of an animation. */
function isShownExtension(image: Buffer, at: number): boolean {
  if (image[at + 1] === 0xf9) return true;
  return image[at + 1] === 0xff && ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(image.toString('latin1', at + 3, at + 14));
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** The bits of VP8X that announce EXIF and XMP. */
const metadataBits = 0x0c;

/** `RIFF`, the length of the rest, `WEBP`, then chunks: type, length, data, and a byte if the length is odd. */
function* webpParts(image: Buffer): Generator<Buffer> {
  let at = 12;
  while (at + 8 <= image.length) {
    const type = image.toString('latin1', at, at + 4);
    const length = image.readUInt32LE(at + 4);
    const chunk = Buffer.from(image.subarray(at, at + 8 + length + (length % 2)));
    if (type === 'VP8X' && chunk.length > 8) chunk.writeUInt8(chunk.readUInt8(8) & ~metadataBits, 8);
    yield webpChunks.has(type) ? chunk : empty;
    at += 8 + length + (length % 2);
  }
}

function webpHeader(image: Uint8Array, parts: readonly Buffer[]): Buffer {
  const header = Buffer.from(image.subarray(0, 12));
  header.writeUInt32LE(4 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return header;
}
