import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { Category } from './category.entity.js';

/** Attributes of a category; what is absent is left as it is, null clears or restores the default. */
@InputType()
export class CategoryInput extends inputOf(Category) {
  @Field(() => [Int], { nullable: true, description: 'Ids of the services that it holds, instead of those so far.' })
  serviceIdList?: number[] | null;
}
