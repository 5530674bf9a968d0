import type { FieldErrors } from '../../platform/errors.js';
import { hasTooManyParts, withoutMetadata } from './image-metadata.rules.js';

/** A stored image. */
export interface Image {
  /** Such as `image/png`. */
  type: string;
  bytes: Buffer;
}

export const maxImageBytes = 1_048_576;

/** A small file can decode to an image that exhausts memory. */
const maxPixels = 25_000_000;

/** Patterns of the first bytes in hexadecimal. */
const signatures: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];
const maxSignatureBytes = 12;

/** Detects the type of an image by its first bytes. Returns undefined for other types; SVG can contain scripts. */
export function imageType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, maxSignatureBytes)).toString('hex');
  return signatures.find(([, pattern]) => pattern.test(head))?.[0];
}

/** Validates an image that is uploaded as the value of an attribute (spec, Account). */
export function validateImage(attribute: string, bytes: Uint8Array): FieldErrors {
  if (bytes.length > maxImageBytes) return { [attribute]: ['is too large (maximum is 1 MB)'] };
  const type = imageType(bytes);
  if (!type) return { [attribute]: ['must be a PNG, JPEG, GIF or WebP image'] };
  if (hasTooManyParts(type, bytes)) return { [attribute]: ['is invalid'] };
  const [width, height] = imageSize(type, bytes) ?? [0, 0];
  if (width * height === 0) return { [attribute]: ['is invalid', 'has no size: the file may be cut off'] };
  return width * height > maxPixels ? { [attribute]: ['is too large (maximum is 25 megapixels)'] } : {};
}

/** Returns an image as it is stored: without metadata. @param bytes of a valid image */
export function toStoredImage(bytes: Uint8Array): Image {
  const type = imageType(bytes) ?? '';
  return { type, bytes: withoutMetadata(type, bytes) };
}

/** Width and height of an image in pixels. */
type ImageSize = readonly [width: number, height: number];

/**
 * Reads the size from the headers of an image, from which decoders allocate memory. Undefined if they are truncated.
 *
 * The package image-size was rejected: it reads formats that are refused here, and crafted files made its parsers loop
 * for ever (CVE-2025-71319, CVE-2025-71329).
 */
export function imageSize(type: string, bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readers[type]?.(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // Read beyond the end.
    throw error;
  }
}

const readers: Readonly<Record<string, (view: DataView) => ImageSize | undefined>> = {
  'image/png': (view) => [view.getUint32(16), view.getUint32(20)],
  'image/gif': (view) => [view.getUint16(6, true), view.getUint16(8, true)],
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** Finds the frame header: the first segment with a marker from C0 to CF, except three that have other meanings. */
function jpegSize(view: DataView): ImageSize | undefined {
  const others = new Set([0xc4, 0xc8, 0xcc]);
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !others.has(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView): ImageSize | undefined {
  const chunk = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (chunk) {
    case 'VP8X':
      return [uint24(24) + 1, uint24(27) + 1];
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8 ':
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    default:
      return undefined;
  }
}
