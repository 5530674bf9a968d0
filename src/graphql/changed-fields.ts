import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { onlyChanged } from '../domain/change-feed/change-feed.type.js';
import { shownWhenSet } from '../domain/records/attributes.js';
import { isAttribute, Reference } from '../domain/records/reference.js';

/** Types of objects in the change log whose GraphQL type has another name. */
const otherNames: Readonly<Record<string, string>> = { user: 'AccountUser' };

/** Adds the resolvers of the fields with the extension `changedFields`. Called after `resolveReferences`. */
export function resolveChangedFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions['changedFields'] !== true) continue;
      field.resolve = ({ name, attributes }: { name: string; attributes: string[] }) =>
        changedFields(typeOfChange(schema, name), attributes);
    }
  }
  return schema;
}

/** Whether REST and webhooks leave a field out while it is null. */
export function isShownWhenSet({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return extensions[shownWhenSet] === true;
}

/** Whether REST and webhooks show only the changed fields of the object that a field returns. */
export function showsOnlyChanged({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return extensions[onlyChanged] === true;
}

/** Returns the GraphQL type of the object of a change such as `resource_exception_date.created`. */
export function typeOfChange(schema: GraphQLSchema, changeName: string): GraphQLObjectType | undefined {
  const [objectType = ''] = changeName.split('.');
  const name = objectType.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const type = schema.getType(otherNames[objectType] ?? name);
  return isObjectType(type) ? type : undefined;
}

/** Returns the fields of a type whose value is one of the attributes, or the record to which one of them refers. */
export function changedFields(type: GraphQLObjectType | undefined, attributes: readonly string[]): string[] {
  const changed = new Set(attributes);
  return Object.values(type?.getFields() ?? {}).flatMap(({ name, extensions }) => {
    const { reference } = extensions;
    const attribute = reference instanceof Reference ? reference.key : extensions[isAttribute] ? name : undefined;
    return attribute !== undefined && changed.has(attribute) ? [name] : [];
  });
}
