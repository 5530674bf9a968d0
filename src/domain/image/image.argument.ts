import { Arg } from 'type-graphql';
import { FileUpload } from '../../platform/scalars.js';

/** A new image: its bytes, or the URL of the present one, which stays. Undefined and null remove it. */
export type NewImage = Uint8Array | string | null | undefined;

/** Declares the argument `image` of a mutation that replaces the image of a record. Its type is `NewImage`. */
export function ImageArgument(): ReturnType<typeof Arg> {
  return Arg('image', () => FileUpload, {
    nullable: true,
    description: 'A PNG, JPEG, GIF or WebP image of at most 1 MB. Null removes the image.',
  });
}
