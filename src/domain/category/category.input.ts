import { Field, InputType, Int } from 'type-graphql';
import { type CustomData, CustomDataObject } from '../../platform/scalars.js';

/** Attributes of a category; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class CategoryInput {
  @Field(() => String, { nullable: true }) title?: string | null;
  @Field(() => Int, { nullable: true }) parentId?: number | null;
  @Field(() => Int, { nullable: true }) priorityValue?: number | null;
  @Field(() => CustomDataObject, { nullable: true }) customData?: CustomData | null;

  @Field(() => [Int], { nullable: true, description: 'Ids of the services that it holds, instead of those so far.' })
  serviceIdList?: number[] | null;
}
