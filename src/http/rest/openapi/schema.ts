type TypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** A Schema Object of OpenAPI 3.1, which is JSON Schema 2020-12: the keywords used here. */
export interface Schema {
  $ref?: string;
  type?: TypeName | readonly TypeName[];
  title?: string;
  description?: string;
  deprecated?: boolean;
  format?: string;
  pattern?: string;
  enum?: readonly string[];
  minimum?: number;
  maxLength?: number;
  minProperties?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  anyOf?: readonly Schema[];
  default?: unknown;
  examples?: readonly unknown[];
}

/** Adds null to a schema. */
export function nullable(schema: Schema): Schema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [...typesOf(schema), 'null'] };
}

/** Removes null from a schema. Returns the first of several alternatives. */
export function nonNull(schema: Schema): Schema {
  if (schema.$ref !== undefined) return schema;
  return schema.anyOf?.[0] ?? { ...schema, type: typesOf(schema).filter((type) => type !== 'null') };
}

/** Returns the types of a schema; none for a reference. */
export function typesOf({ type = [] }: Schema): readonly TypeName[] {
  return typeof type === 'string' ? [type] : type;
}
