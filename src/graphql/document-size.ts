import { type DefinitionNode, type DocumentNode, type FieldNode, Kind, type SelectionNode } from 'graphql';

/** The largest size of a document that is validated. Operations are counted with their fragments, once per spread. */
export interface DocumentLimits {
  /** Levels of fields. Those within `__schema` have none. */
  depth: number;
  /** Aliases, without those of `__typename`. */
  aliases: number;
  directives: number;
  /** Fields of one response name with a selection, as they are written. */
  repetitions: number;
  /** Fields `__schema`, as they are written. */
  introspections: number;
}

interface Size {
  depth: number;
  aliases: number;
  directives: number;
}

const nothing: Size = { depth: 0, aliases: 0, directives: 0 };

/**
 * Counts a document in one walk, in which it visits each definition once: fragments that spread each other nine times on
 * twelve levels take twelve steps.
 */
export class DocumentSize {
  readonly #repetitions = new Map<string, number>();
  readonly #sizes = new Map<DefinitionNode, Size>();
  readonly #fragments = new Map<string, DefinitionNode>();
  readonly #operations: Size[] = [];
  #introspections = 0;

  constructor({ definitions }: DocumentNode) {
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(definition.name.value, definition);
    }
    for (const definition of definitions) {
      const size = this.#ofDefinition(definition);
      // A fragment without its operation may be deep: that of introspection begins within `__schema`.
      if (definition.kind === Kind.OPERATION_DEFINITION) this.#operations.push(size);
    }
  }

  /** Returns the message of the first limit that is exceeded, or undefined. */
  problem(limits: DocumentLimits): string | undefined {
    const [name] = [...this.#repetitions].find(([, count]) => count > limits.repetitions) ?? [];
    if (name !== undefined) return `Limit of ${limits.repetitions} fields of one name exceeded: ${name}.`;
    if (this.#introspections > limits.introspections) {
      return `Limit of ${limits.introspections} introspections exceeded, found ${this.#introspections}.`;
    }
    const exceeded = (['depth', 'aliases', 'directives'] as const)
      .map((measure) => ({ measure, found: Math.max(0, ...this.#operations.map((size) => size[measure])) }))
      .find(({ measure, found }) => found > limits[measure]);
    if (!exceeded) return undefined;
    const { measure, found } = exceeded;
    const label = { depth: 'Query depth', aliases: 'Aliases', directives: 'Directives' }[measure];
    return `Syntax Error: ${label} limit of ${limits[measure]} exceeded, found ${found}.`;
  }

  #ofDefinition(definition: DefinitionNode): Size {
    const known = this.#sizes.get(definition);
    if (known) return known;
    // A fragment that spreads itself, which validation refuses, ends here.
    this.#sizes.set(definition, nothing);
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) return nothing;
    const size = this.#ofSelections(definition.selectionSet.selections, definition.directives?.length);
    this.#sizes.set(definition, size);
    return size;
  }

  #ofSelections(selections: readonly SelectionNode[], directives = 0): Size {
    const sum: Size = { ...nothing, directives };
    for (const selection of selections) {
      const size = this.#ofSelection(selection);
      sum.depth = Math.max(sum.depth, size.depth);
      sum.aliases += size.aliases;
      sum.directives += size.directives;
    }
    return sum;
  }

  #ofSelection(selection: SelectionNode): Size {
    const directives = selection.directives?.length ?? 0;
    if (selection.kind === Kind.FIELD) return this.#ofField(selection, directives);
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return this.#ofSelections(selection.selectionSet.selections, directives);
    }
    const fragment = this.#fragments.get(selection.name.value);
    const size = fragment ? this.#ofDefinition(fragment) : nothing;
    return { ...size, directives: size.directives + directives };
  }

  #ofField({ name, alias, selectionSet }: FieldNode, directives: number): Size {
    const isIntrospection = name.value === '__schema';
    if (isIntrospection) this.#introspections += 1;
    const key = (alias ?? name).value;
    if (selectionSet) this.#repetitions.set(key, (this.#repetitions.get(key) ?? 0) + 1);
    const size = this.#ofSelections(selectionSet?.selections ?? [], directives);
    if (alias && alias.value !== '__typename' && name.value !== '__typename') size.aliases += 1;
    size.depth = isIntrospection ? 0 : size.depth + 1;
    return size;
  }
}
