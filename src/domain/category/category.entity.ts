import { Entity } from '@mikro-orm/decorators/legacy';
import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { RevisedRecord } from '../../platform/database/account-record.entity.js';
import { customData, integer, requiredText } from '../../platform/database/columns.js';
import type { CustomData } from '../../platform/scalars.js';
import { inputOf } from '../records/attributes.js';
import { createConnectionType } from '../records/connection.type.js';
import { reference } from '../records/reference.js';

/** A group of services. Categories form a tree (spec, Category). */
@Entity()
@ObjectType({ simpleResolvers: true, description: 'A group of services. Categories form a tree.' })
export class Category extends RevisedRecord {
  static readonly lockKind = 'category';

  @requiredText() title!: string;
  @integer({ description: 'The id of the parent category. Null, the default, for a root.' })
  @reference('parent', 'Category', { description: 'The parent category. Null for a root.' })
  parentId: number | null = null;
  @integer() priorityValue: number | null = null;
  @customData() customData: CustomData | null = null;
}

@ObjectType()
export class CategoryConnection extends createConnectionType(Category, 'Category') {}

/** Attributes of a category. An absent field keeps its value; null clears it or restores the default. */
@InputType({ description: 'Attributes of a category. An absent one stays unchanged. Null clears it.' })
export class CategoryInput extends inputOf(Category) {
  @Field(() => [Int], {
    nullable: true,
    description: 'Ids of the services of the category. Replaces the current ones.',
  })
  serviceIdList?: number[] | null;
}
