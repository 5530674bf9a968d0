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
  const refused = (message: string): ServerError =>
    new ServerError('BAD_USER_INPUT', t.records.imageIs({ problem: message }), { [field]: [message] });
  if (!(file instanceof File)) throw refused(t.records.imageBlank);
  if (file.size > maxSize) throw refused(t.records.imageTooLarge);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(refused(t.records.imageUnreadable));
    reader.readAsDataURL(file);
  });
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
