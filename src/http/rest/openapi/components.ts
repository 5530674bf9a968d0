import type { Schema } from './schema.js';

export interface Reference {
  $ref: string;
}

type Section = 'examples' | 'parameters' | 'requestBodies' | 'responses' | 'schemas';

/** What the operations of a document share, each under a name of its own. */
export class Components {
  readonly #sections: Record<Section, Map<string, object>> = {
    examples: new Map(),
    parameters: new Map(),
    requestBodies: new Map(),
    responses: new Map(),
    schemas: new Map(),
  };

  /** Keeps what is the same under every use of its name; `build` is called for the first. */
  once(section: Section, name: string, build: () => object): Reference {
    const entries = this.#sections[section];
    if (!entries.has(name)) entries.set(name, build());
    return referenceTo(section, name);
  }

  /** Keeps `content` under the first of the names, then of their numbered forms, that means nothing else. */
  share(section: Section, names: readonly [string, ...string[]], content: object): Reference {
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

  /** The schema that a reference to one stands for; any other schema as it is. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.#sections.schemas.get(name) ?? {});
  }

  /** All of them, in the order of their names. */
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

const referenceTo = (section: Section, name: string): Reference => ({ $ref: `#/components/${section}/${name}` });
