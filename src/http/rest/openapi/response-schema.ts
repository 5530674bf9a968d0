import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionNode,
} from 'graphql';
import {
  accountConditions,
  isNullOnlyOnError,
  isShownWhenSet,
  type Operation,
  showsOnlyChanged,
} from '../../../graphql/operations.js';
import {
  conditionVariable,
  fieldsOfSelections,
  isIncluded,
  responseKey,
  type SelectingDocument,
  selectionsWithin,
} from '../../../platform/selections.js';
import { snakeCase } from '../../../platform/text.js';
import type { ResponseShape } from '../route.js';
import { type Components, nonNull, nullable, type Schema } from './components.js';
import { enumeration, outputScalar } from './scalars.js';
import { notesOf } from './wording.js';

type Selections = readonly SelectionNode[];

/** The variables of `@include` and `@skip` that are true. */
type Given = ReadonlySet<string>;

/**
 * The body of an operation's response, from its document and the nullability of the schema: every attribute is
 * present, and no other. A fragment is a component of its name.
 */
export function responseSchema(operation: Operation, response: ResponseShape, components: Components): Schema {
  const writer = new ResponseSchemaWriter(operation, components);
  const { selections } = operation.definition.selectionSet;
  if (response.kind === 'object') return writer.object(operation.root, selections);
  return writer.at(operation.root, selections, ['page', 'items']);
}

class ResponseSchemaWriter {
  constructor(
    readonly operation: Operation,
    readonly components: Components,
  ) {}

  /** One schema, or one for each combination of what the document includes on a condition. */
  object(type: GraphQLObjectType, selections: Selections): Schema {
    const conditions = [...new Set(this.#conditions(selections))];
    const forms = subsets(conditions).map((given) => this.#form(type, selections, given));
    const distinct = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
    const [only = {}, ...others] = distinct;
    return others.length === 0 ? only : { anyOf: distinct };
  }

  /** The value at the end of a path of keys. */
  at(type: GraphQLObjectType, selections: Selections, [key = '', ...rest]: readonly string[]): Schema {
    const nodes = this.#fields(selections, new Set()).get(key) ?? [];
    const field = type.getFields()[nodes[0]?.name.value ?? ''];
    if (!field) throw new Error(`no ${key} in ${type.name}`);
    const inner = getNullableType(field.type);
    const below = selectionsOf(nodes);
    return rest.length > 0 && isObjectType(inner) ? this.at(inner, below, rest) : this.#value(field.type, below);
  }

  #form(type: GraphQLObjectType, selections: Selections, given: Given): Schema {
    const fields = this.#fields(selections, given);
    const fragment = this.#spreads(selections, given).find((spread) =>
      isSubset(fields, this.#fields(spread.selectionSet.selections, given)),
    );
    if (!fragment) return this.#properties(type, fields);
    return this.components.once('schemas', fragment.name.value, () =>
      this.object(type, fragment.selectionSet.selections),
    );
  }

  #properties(type: GraphQLObjectType, fields: ReadonlyMap<string, FieldNode[]>): Schema {
    const properties: Record<string, Schema> = {};
    const omitted = new Set<string>();
    for (const [key, nodes] of fields) {
      const field = type.getFields()[nodes[0]?.name.value ?? ''];
      if (!field) throw new Error(`no ${key} in ${type.name}`);
      const current = snakeCase(field.name);
      const isOldName = key !== current && fields.has(current);
      const isRoot = type === this.operation.root;
      const below = selectionsOf(nodes);
      const mayLack = isShownWhenSet(field);
      if (mayLack) omitted.add(key);
      const value =
        mayLack || isNullOnlyOnError(field) ? this.#nonNull(field.type, below) : this.#value(field.type, below);
      const shown = showsOnlyChanged(field) ? this.#changedPart(value) : value;
      const notes = isOldName ? { description: `Use \`${current}\`.`, deprecated: true } : notesOf(field);
      // The description of a root field describes the operation, not its result.
      properties[key] = isRoot ? orEmpty(shown) : { ...shown, ...notes };
    }
    const required = Object.keys(properties).filter(
      (key) => !omitted.has(key) && !fields.get(key)?.every(isOfSomeAccounts),
    );
    return { type: 'object', properties, required, additionalProperties: false };
  }

  /** The changed fields of an object, or null. Their descriptions are those of the whole object. */
  #changedPart(value: Schema): Schema {
    const whole = nonNull(value);
    const name = `Changed${whole.$ref?.split('/').at(-1)}`;
    const build = (): Schema => {
      const properties = Object.entries(this.components.resolve(whole).properties ?? {}).map(
        ([key, { description: _, ...property }]) => [key, property],
      );
      return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
    };
    return nullable(this.components.once('schemas', name, build));
  }

  #value(type: GraphQLOutputType, selections: Selections): Schema {
    if (!isNonNullType(type)) return nullable(this.#nonNull(type, selections));
    return this.#nonNull(type.ofType, selections);
  }

  #nonNull(type: GraphQLOutputType, selections: Selections): Schema {
    if (isListType(type)) return { type: 'array', items: this.#value(type.ofType, selections) };
    if (isObjectType(type)) return this.object(type, selections);
    if (isEnumType(type)) return enumeration(type, this.components);
    if (isScalarType(type)) return outputScalar(type);
    throw new Error(`no schema for ${type}`);
  }

  /** The fields of an object by key, including those of fragments. */
  #fields(selections: Selections, given: Given): ReadonlyMap<string, FieldNode[]> {
    return Map.groupBy(fieldsOfSelections(selections, this.#document(given)), responseKey);
  }

  #document(given: Given): SelectingDocument {
    return {
      fragment: (name) => this.operation.fragments.get(name),
      isTrue: (variable) => given.has(variable) || ofAccount.has(variable),
    };
  }

  #spreads(selections: Selections, given: Given): FragmentDefinitionNode[] {
    return selections.flatMap((node) => {
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.operation.fragments.get(node.name.value) : undefined;
      return fragment && isIncluded(node, this.#document(given)) ? [fragment] : [];
    });
  }

  #conditions(selections: Selections): string[] {
    return selections.flatMap((selection) => [
      ...conditionsOf(selection).filter((variable) => !ofAccount.has(variable)),
      ...(selection.kind === Kind.FIELD
        ? []
        : this.#conditions(selectionsWithin(selection, this.#document(new Set())))),
    ]);
  }
}

/** The conditions that the account decides. What depends on one is an optional attribute, not another form. */
const ofAccount: ReadonlySet<string> = new Set(accountConditions);

function conditionsOf({ directives }: SelectionNode): string[] {
  return (directives ?? []).flatMap((directive) => conditionVariable(directive) ?? []);
}

function isOfSomeAccounts(node: FieldNode): boolean {
  return conditionsOf(node).some((variable) => ofAccount.has(variable));
}

/** A root that is null is returned as an object whose attributes are all null. */
function orEmpty(schema: Schema): Schema {
  const isNull = ({ type }: Schema): boolean => type === 'null';
  if (!schema.anyOf?.some(isNull)) return schema;
  const empty: Schema = { type: 'object', title: 'Empty', additionalProperties: { type: 'null' } };
  return { ...schema, anyOf: [...schema.anyOf.filter((form) => !isNull(form)), empty] };
}

const selectionsOf = (nodes: readonly FieldNode[]): Selections =>
  nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);

const isSubset = (some: ReadonlyMap<string, unknown>, all: ReadonlyMap<string, unknown>): boolean =>
  [...some.keys()].every((key) => all.has(key));

function subsets([name, ...others]: readonly string[]): Given[] {
  if (name === undefined) return [new Set()];
  return subsets(others).flatMap((given) => [given, new Set([name, ...given])]);
}
