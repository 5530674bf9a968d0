import type { FieldErrors } from '../../platform/errors.js';
import { imageSize } from './image-size.js';

/** In bytes. */
export const largestLogo = 1_048_576;

/** A few bytes can be an image that fills the memory of whoever shows it. */
const mostPixels = 25_000_000;

/** In hexadecimal. */
const signatures: readonly (readonly [type: string, form: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];
const longestSignature = 12;

/** What image it is, by its first bytes, or undefined when none that is taken: an SVG can carry scripts. */
export function imageType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, longestSignature)).toString('hex');
  return signatures.find(([, form]) => form.test(head))?.[0];
}

/** What is wrong with an image as logo (spec, Account). */
export function logoProblems(bytes: Uint8Array): FieldErrors {
  if (bytes.length > largestLogo) return { logo: ['is too large (maximum is 1 MB)'] };
  const type = imageType(bytes);
  if (!type) return { logo: ['must be a PNG, JPEG, GIF or WebP image'] };
  const [width, height] = imageSize(type, bytes) ?? [0, 0];
  return width * height > mostPixels ? { logo: ['is too large (maximum is 25 megapixels)'] } : {};
}
