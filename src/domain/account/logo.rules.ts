import type { FieldErrors } from '../../platform/errors.js';
import { imageSize } from './image-size.rules.js';

export const maxLogoBytes = 1_048_576;

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

/** Validates an image as logo (spec, Account). */
export function validateLogo(bytes: Uint8Array): FieldErrors {
  if (bytes.length > maxLogoBytes) return { logo: ['is too large (maximum is 1 MB)'] };
  const type = imageType(bytes);
  if (!type) return { logo: ['must be a PNG, JPEG, GIF or WebP image'] };
  const [width, height] = imageSize(type, bytes) ?? [0, 0];
  return width * height > maxPixels ? { logo: ['is too large (maximum is 25 megapixels)'] } : {};
}
