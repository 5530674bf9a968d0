import { ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';

/** The types of images that the server accepts, for a field that chooses a file. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp';

/** In bytes. The server refuses a larger image. */
const maxSize = 1_048_576;

/** The address of an image on this server, also if its own address differs from the one of the page, as behind a proxy. */
export function pathOf(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  return new URL(address, location.href).pathname;
}

/**
 * Reads the image that was chosen in a field.
 *
 * @throws ServerError with a message at the field if the file is too large or cannot be read
 */
export async function dataUrlOf(file: FormDataEntryValue | null, field: string): Promise<string> {
  if (!(file instanceof File)) throw refused(field, t.records.imageBlank);
  if (file.size > maxSize) throw refused(field, t.records.imageTooLarge);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(refused(field, t.records.imageUnreadable));
    reader.readAsDataURL(file);
  });
}

/** Reads a stored image as a data URL, so that it can be stored again. Returns undefined if it cannot be read. */
export async function storedImageOf(address: unknown): Promise<string | undefined> {
  try {
    const response = await fetch(pathOf(address) ?? '');
    if (!response.ok) return undefined;
    const blob = await response.blob();
    return await dataUrlOf(new File([blob], 'image', { type: blob.type }), 'image');
  } catch {
    return undefined;
  }
}

/** In pixels. The booking page shows no larger images. */
const longestSide = 1_200;

/**
 * Reads the image that was chosen in a field as one that the server accepts: a photo of a phone has several megabytes. An
 * image that the browser cannot draw is returned as it is, for the server to refuse.
 *
 * @throws ServerError with a message at the field if the file cannot be read
 */
export async function smallImageOf(file: FormDataEntryValue | null, field: string): Promise<string> {
  if (!(file instanceof File)) return dataUrlOf(file, field);
  const image = await createImageBitmap(file).catch(() => undefined);
  const scale = image === undefined ? 1 : longestSide / Math.max(image.width, image.height);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const isSmall = scale >= 1 && file.size <= maxSize / 2;
  if (image === undefined || context === null || isSmall) return dataUrlOf(file, field);
  canvas.width = Math.round(image.width * Math.min(1, scale));
  canvas.height = Math.round(image.height * Math.min(1, scale));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Browsers that cannot write WebP write PNG.
  return canvas.toDataURL('image/webp', 0.85);
}

/** The widths in which the booking page asks for a picture. In pixels. */
const widths = [360, 720, 1_280];
/** In pixels. The server refuses a longer side. */
const longestPictureSide = 1_600;
/** In characters. The server takes 1 MB with all sizes. */
const longestDataUrl = 500_000;

/**
 * Reads the picture that was chosen in a field as data URLs of its sizes, without metadata.
 *
 * @throws ServerError with a message at the field if the file cannot be drawn
 */
export async function sizesOf(file: FormDataEntryValue | null, field: string): Promise<string[]> {
  if (!(file instanceof File)) throw refused(field, t.records.imageBlank);
  const image = await createImageBitmap(file).catch(() => undefined);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (image === undefined || context === null) throw refused(field, t.records.imageUnreadable);
  const scales = widths.map((width) => Math.min(1, width / image.width, longestPictureSide / image.height));
  return [...new Set(scales)].map((scale) => {
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return compressed(canvas);
  });
}

/** Writes WebP, or JPEG in a browser that cannot, in the best quality that is short enough. */
function compressed(canvas: HTMLCanvasElement): string {
  const [best = '', ...others] = [0.82, 0.6, 0.35].map((quality) => {
    const url = canvas.toDataURL('image/webp', quality);
    return url.startsWith('data:image/webp') ? url : canvas.toDataURL('image/jpeg', quality);
  });
  return [best, ...others].find((url) => url.length <= longestDataUrl) ?? others.at(-1) ?? best;
}

const refused = (field: string, message: string): ServerError =>
  new ServerError('BAD_USER_INPUT', t.records.imageIs({ problem: message }), { [field]: [message] });
