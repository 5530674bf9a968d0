import type { ComplexityEstimator } from 'graphql-query-complexity';
import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { type DomainError, type FieldErrors, graphqlCodes } from '../../platform/errors.js';
import { itemsCost } from '../../platform/list-cost.js';
import { JsonObject } from '../../platform/scalars.js';
import { maxItems } from './bulk.input.js';

/** The reason why an item was rejected. */
@ObjectType({ simpleResolvers: true, description: 'The reason why an item of a bulk mutation was refused.' })
export class ItemError {
  @Field(() => String, { description: 'As in `extensions.code` of the error of a mutation of one object.' })
  code!: string;

  @Field(() => String, { description: 'A sentence in English.' })
  message!: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Messages by attribute, under the index of the item: `{"3": {"bookedFrom": ["can\'t be blank"]}}`.',
  })
  fields!: FieldErrors | null;
}

export function toItemError(index: number, { code, message, fields }: DomainError): ItemError {
  const hasFields = Object.keys(fields).length > 0;
  return { code: graphqlCodes[code], message, fields: hasFields ? { [index]: fields } : null };
}

/** The outcome of one item. Both are null if the item is valid, but another item of the call prevented its writing. */
export interface BulkItem<Result> {
  index: number;
  result: Result | null;
  error: ItemError | null;
}

/** The outcome of a call. */
export interface BulkAnswer<Result> {
  /** The number of items that were written, or would be by a dry run. */
  written: number;
  items: BulkItem<Result>[];
}

/** Creates the GraphQL type of the outcome of an item. @param field the name of the field with the object */
export function createBulkItemType<Node extends object>(node: ClassType<Node>, field: string) {
  @ObjectType({ simpleResolvers: true })
  abstract class Item implements BulkItem<Node> {
    @Field(() => Int, { description: 'The place of the item in the call, from 0.' })
    index!: number;

    @Field(() => node, {
      name: field,
      nullable: true,
      simple: false,
      description: 'The object after the call. Null if the item was not written.',
    })
    result!: Node | null;

    @Field(() => ItemError, {
      nullable: true,
      description:
        'The reason why the item was refused. Also null if it is valid, but another item prevented its writing.',
    })
    error!: ItemError | null;
  }
  return Item;
}

/** Creates the GraphQL type of the answer of a bulk mutation: `{ written items { … } }`. */
export function createBulkAnswerType<Item extends object>(item: ClassType<Item>) {
  @ObjectType({ simpleResolvers: true })
  abstract class Answer {
    @Field(() => Int, { description: 'The number of items that were written, or would be by a dry run.' })
    written!: number;

    @Field(() => [item], { description: 'One for each item of the call, in its order.', complexity: itemsCost })
    items!: Item[];
  }
  return Answer;
}

/** The cost of writing one item, beside that of what the document selects of it. */
const writingCost = 20;

/** The option `complexity` of a bulk mutation: its cost is known before it is executed. */
export const bulkCost: ComplexityEstimator = ({ args, childComplexity }) => {
  const items: unknown = args['items'];
  const count = Array.isArray(items) ? items.length : maxItems;
  return 1 + count * (writingCost + childComplexity);
};
