import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../entity-attributes.js';
import { Category } from './category.entity.js';

/** Attributes of a category. An absent field keeps its value; null clears it or restores the default. */
@InputType()
export class CategoryInput extends inputOf(Category) {
  @Field(() => [Int], {
    nullable: true,
    description: 'Ids of the services of the category. Replaces the current ones.',
  })
  serviceIdList?: number[] | null;
}
