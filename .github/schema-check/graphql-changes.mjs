import { ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';

/**
 * Returns what breaks clients between two schemas: what makes documents invalid or changes the type of an answer, and new
 * values of enums that clients receive.
 *
 * @param former the text of a schema
 */
export async function graphqlChanges(former, present) {
  const schema = buildSchema(present);
  const received = receivedTypes(schema);
  const changes = await diff(buildSchema(former), schema);
  const breaking = changes.filter(({ type, criticality, meta }) => {
    if (criticality.level === CriticalityLevel.Breaking) return true;
    const isNewValue = type === ChangeType.EnumValueAdded && criticality.level === CriticalityLevel.Dangerous;
    return isNewValue && received.has(meta.enumName);
  });
  return breaking.map(({ path, message }) => ({ element: path, problem: message }));
}

/** Returns the names of the types of all fields. */
function receivedTypes(schema) {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
  return new Set(
    types.flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
  );
}
