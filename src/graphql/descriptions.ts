import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describingTypeOf } from '../domain/records/attributes.js';

/** The fields that mean the same in all types, unless the type describes them. */
const commonFields: Readonly<Record<string, string>> = {
  revisionCount: 'The number of changes since its creation.',
  active: 'Whether it is in use. A deleted record is inactive.',
  title: 'The title.',
  name: 'The name.',
  couponCode: 'The code of the coupon, in any case. It takes precedence over an id. Null clears the coupon.',
  priorityValue: 'A number that orders or weights the record among others. Null by default, which is last.',
};

/** The arguments that mean the same in all fields. */
const commonArguments: Readonly<Record<string, string>> = {
  id: 'The id of the record.',
  filter: 'The conditions of the items.',
  order: 'The order of the items.',
  input: 'The attributes.',
  ifRevision:
    'The `revisionCount` that was read. If the record has been changed since, nothing changes and the code is `PRECONDITION_FAILED`. Default: the change is made to any revision.',
  messages: 'The messages to send. By default those of the settings of the account.',
  collectionId: 'The id that all bookings or events of the series share.',
  exceptionDate: 'The date.',
  recurrence: 'The pattern of the series.',
};

/** The descriptions of types by a common ending of their names. */
const commonTypes: Readonly<Record<string, string>> = {
  Connection: 'A list, or a page of it.',
  Filter: 'Conditions that must all hold. One that is left out does not restrict.',
  Query: 'The operations that read.',
  Mutation: 'The operations that change something.',
  Subscription: 'The operations that watch changes.',
};

/** A part of the schema with a description. */
interface Described {
  readonly name: string;
  description: string | null | undefined;
}

/**
 * Adds the descriptions that no declaration has: an input has those of the entity whose attributes it sets, and what means
 * the same everywhere is described here.
 */
export function describeSchema(schema: GraphQLSchema): GraphQLSchema {
  // Types first: inputs take the descriptions of their fields.
  const types = Object.values(schema.getTypeMap()).toSorted((a, b) => rank(a) - rank(b));
  for (const type of types) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
    const source = partsOf(schema.getType((isInputObjectType(type) && describingTypeOf(type.name)) || ''));
    for (const [key, part] of partsOf(type)) {
      part.description ??= (key === '' ? undefined : source.get(key)?.description) ?? commonDescription(key, part);
    }
  }
  return schema;
}

function rank(type: GraphQLNamedType): number {
  return isInputObjectType(type) ? 1 : 0;
}

function commonDescription(key: string, { name }: Described): string | undefined {
  if (key === '') return Object.entries(commonTypes).find(([ending]) => name.endsWith(ending))?.[1];
  const common = key.includes('(') ? commonArguments : commonFields;
  return common[name] ?? describeId(name);
}

const recordNames: Readonly<Record<string, string>> = { giftCard: 'gift card', webHook: 'webhook' };

/** Describes `personId` as the id of the person. */
function describeId(name: string): string | undefined {
  const [, record] = /^(\w+)Id$/.exec(name) ?? [];
  return record === undefined ? undefined : `The id of the ${recordNames[record] ?? record}.`;
}

/** Lists what can have a description in a type, by `''` for the type, the name of a field or value, or `field(argument)`. */
export function partsOf(type: GraphQLNamedType | undefined): ReadonlyMap<string, Described> {
  const parts = new Map<string, Described>();
  if (!type) return parts;
  parts.set('', type);
  if (isEnumType(type)) for (const value of type.getValues()) parts.set(value.name, value);
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) parts.set(field.name, field);
  if (isObjectType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.set(field.name, field);
      for (const argument of field.args) parts.set(`${field.name}(${argument.name})`, argument);
    }
  }
  return parts;
}
