import { imageSize, imageType, validateImage } from '../image/image.rules.js';
import { hasControls } from '../text/contact-details.js';

/** A picture of an account as it is stored. */
export interface StoredPicture {
  id: number;
  text: string;
  isCover: boolean;
  /** By their widths. */
  images: readonly StoredPictureImage[];
}

interface StoredPictureImage {
  /** The id of the file among the images of records. */
  id: number;
  digest: string;
  width: number;
  height: number;
}

/** A picture of a request, valid or not. */
export interface GivenPicture {
  id?: number | null;
  images?: readonly (Uint8Array | string)[] | null;
  text: string;
  isCover?: boolean | null;
}

/** The pictures of the gallery. The cover comes in addition. */
const maxGallery = 12;
export const maxSizes = 3;
const maxTextLength = 255;
/** In pixels. A page of 52 rem on a screen with two pixels a point shows no more. */
const longestSide = 1_600;
const maxBytes = 500_000;
/** Sizes of one picture are rounded to whole pixels. */
const shapeTolerance = 0.02;

/** Returns what is wrong with a list of pictures, the first of them by its place. Empty if nothing is. */
export function problemsOf(given: readonly GivenPicture[], present: readonly StoredPicture[]): string[] {
  const covers = given.filter(({ isCover }) => isCover).length;
  if (covers > 1) return ['only one can be the cover'];
  if (given.length - covers > maxGallery) return [`is too long (maximum is ${maxGallery} items)`];
  const ids = given.flatMap(({ id }) => id ?? []);
  for (const [index, picture] of given.entries()) {
    const problem = textProblem(picture.text.trim()) ?? imagesProblem(picture, present);
    const isRepeated = picture.id != null && ids.indexOf(picture.id) !== ids.lastIndexOf(picture.id);
    if (problem ?? isRepeated) return ['is invalid', problem ?? 'has the id of another item', `in item ${index + 1}`];
  }
  return [];
}

function textProblem(text: string): string | undefined {
  if (text === '') return "can't be blank";
  if (text.length > maxTextLength) return `is too long (maximum is ${maxTextLength} characters)`;
  return hasControls(text) ? 'must be one line of text' : undefined;
}

function imagesProblem({ id, images }: GivenPicture, present: readonly StoredPicture[]): string | undefined {
  if (id != null) {
    if (images != null) return 'must have an id or images, but not both';
    return present.some((picture) => picture.id === id) ? undefined : 'has an id that no picture has';
  }
  if (images == null || images.length === 0 || images.length > maxSizes) return `must have 1 to ${maxSizes} images`;
  const sizes: (readonly [width: number, height: number])[] = [];
  for (const image of images) {
    if (typeof image === 'string') return 'must be a PNG, JPEG, GIF or WebP image';
    if (image.length > maxBytes) return 'is too large (maximum is 500 kB)';
    const { image: problem } = validateImage('image', image);
    if (Array.isArray(problem)) return problem[0];
    const size = sizeOf(image);
    if (Math.max(...size) > longestSide) return `is too large (maximum is ${longestSide} pixels a side)`;
    sizes.push(size);
  }
  return areOneShape(sizes) ? undefined : 'the images must be sizes of one picture';
}

/** Whether all have other widths, and the same proportions. */
function areOneShape(sizes: readonly (readonly [width: number, height: number])[]): boolean {
  const [first = [1, 1] as const] = sizes;
  const tolerance = shapeTolerance + 1 / Math.min(...sizes.flat());
  const isLike = ([width, height]: readonly [number, number]): boolean =>
    Math.abs((width * first[1]) / (height * first[0]) - 1) <= tolerance;
  return new Set(sizes.map(([width]) => width)).size === sizes.length && sizes.every(isLike);
}

/** The size of a valid image. */
export function sizeOf(image: Uint8Array): readonly [width: number, height: number] {
  return imageSize(imageType(image) ?? '', image) ?? [0, 0];
}
