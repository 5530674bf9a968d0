import { Field, InputType, Int } from 'type-graphql';
import { inputOf } from '../records/attributes.js';
import { byId, byPriority, byText, createListOrder } from '../records/list-order.js';
import { RecordFilter } from '../records/record-filter.input.js';
import { Category } from './category.entity.js';

/** Attributes of a category. An absent field keeps its value; null clears it or restores the default. */
@InputType({ description: 'Attributes of a category. An absent one stays unchanged. Null clears it.' })
export class CategoryInput extends inputOf(Category) {
  @Field(() => [Int], {
    nullable: true,
    description: 'Ids of the services of the category. Replaces the current ones.',
  })
  serviceIdList?: number[] | null;
}

export const categoryOrder = createListOrder(
  'CategoryOrder',
  { PRIORITY: byPriority, TITLE: byText('title', 'title'), ID: byId },
  'PRIORITY',
);

/** Conditions that must all hold. */
@InputType()
export class CategoryFilter extends RecordFilter {
  @Field(() => Int, { nullable: true, description: 'Returns the subcategories of this category.' })
  parentId?: number | null;
}
