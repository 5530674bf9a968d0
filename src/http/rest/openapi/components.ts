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

export interface ReferenceObject {
  $ref: string;
}

type Section = 'examples' | 'parameters' | 'requestBodies' | 'responses' | 'schemas';

/** The shared components of the document. */
export class Components {
  readonly #sections: Record<Section, Map<string, object>> = {
    examples: new Map(),
    parameters: new Map(),
    requestBodies: new Map(),
    responses: new Map(),
    schemas: new Map(),
  };

  /** Adds a component unless its name exists. `build` is called at most once per name. */
  once(section: Section, name: string, build: () => object): ReferenceObject {
    const entries = this.#sections[section];
    if (!entries.has(name)) entries.set(name, build());
    return referenceTo(section, name);
  }

  /** Adds `content` under the first of the names, then of their numbered forms, that is free or has equal content. */
  share(section: Section, names: readonly [string, ...string[]], content: object): ReferenceObject {
    const entries = this.#sections[section];
    const text = JSON.stringify(content);
    const isFree = (name: string): boolean => !entries.has(name) || JSON.stringify(entries.get(name)) === text;
    let name = names.find(isFree);
    for (let number = 2; name === undefined; number += 1) {
      const numbered = `${names[0]}${number}`;
      if (isFree(numbered)) name = numbered;
    }
    entries.set(name, content);
    return referenceTo(section, name);
  }

  /** Resolves a reference to a schema. Returns any other schema unchanged. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.#sections.schemas.get(name) ?? {});
  }

  /** Returns all components, sorted by name. */
  toJSON(): Record<Section, Record<string, object>> {
    const sorted = (section: Section): Record<string, object> =>
      Object.fromEntries([...this.#sections[section]].sort(([one], [other]) => (one < other ? -1 : 1)));
    return {
      parameters: sorted('parameters'),
      schemas: sorted('schemas'),
      responses: sorted('responses'),
      requestBodies: sorted('requestBodies'),
      examples: sorted('examples'),
    };
  }
}

const referenceTo = (section: Section, name: string): ReferenceObject => ({ $ref: `#/components/${section}/${name}` });
