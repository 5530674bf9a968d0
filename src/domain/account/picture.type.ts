import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { listCost } from '../../platform/list-cost.js';
import { FileUpload } from '../../platform/scalars.js';
import { DescribedBy } from '../records/attributes.js';
import { maxSizes } from './pictures.rules.js';

/** A file of a picture. */
@ObjectType({ simpleResolvers: true, description: 'A file of a picture.' })
export class PictureImage {
  @Field(() => String, { description: 'The URL, whose content never changes.' }) url!: string;
  @Field(() => Int, { description: 'In pixels.' }) width!: number;
  @Field(() => Int, { description: 'In pixels.' }) height!: number;
}

/** A picture of the business on the booking page. */
@ObjectType({ simpleResolvers: true, description: 'A picture of the business on the booking page.' })
export class Picture {
  @Field(() => Int, { description: 'Unique in the list.' }) id!: number;
  @Field(() => String, { description: 'Text for those who do not see the picture. At most 255 characters.' })
  text!: string;
  @Field(() => Boolean, { description: 'Whether it is the cover, above the name of the business.' })
  isCover!: boolean;
  @Field(() => [PictureImage], { description: 'The sizes, the narrowest one first.', complexity: listCost(maxSizes) })
  images!: PictureImage[];
}

@DescribedBy(Picture)
@InputType({ description: 'A picture of the list: a new one with its images, or a present one by its id.' })
export class PictureInput {
  @Field(() => Int, { nullable: true, description: 'The id of a present picture, whose images stay.' })
  id?: number | null;
  @Field(() => [FileUpload], {
    nullable: true,
    description:
      'One to three sizes of the same picture: PNG, JPEG, GIF or WebP of at most 1600 pixels a side and 500 kB.',
  })
  images?: (Uint8Array | string)[] | null;
  @Field(() => String) text!: string;
  @Field(() => Boolean, { nullable: true, description: 'Whether it is the cover. False by default.' })
  isCover?: boolean | null;
}
