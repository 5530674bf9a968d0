import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { isAttribute, Reference } from '../platform/database/reference.js';
import type { Join } from '../platform/database/related-rows.js';

type Document = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/** A document without conditions is the same at every execution, and so are the joins at each of its fields. */
const known = new WeakMap<readonly FieldNode[], readonly Join[]>();

/**
 * The records that a document asks for beside an object, each with the attributes that it shows, for the query that reads
 * the object.
 *
 * @param path the fields that lead from the resolved field to the object
 */
export function joinsOf(info: GraphQLResolveInfo, path: readonly string[] = []): readonly Join[] {
  const found = known.get(info.fieldNodes);
  if (found) return found;
  let type = objectTypeOf(info.returnType);
  let nodes: readonly FieldNode[] = info.fieldNodes;
  for (const name of path) {
    nodes = fieldsOf(nodes, info).filter((node) => node.name.value === name);
    type = objectTypeOf(type.getFields()[name]?.type ?? type);
  }
  const selected = Map.groupBy(fieldsOf(nodes, info), (node) => node.name.value);
  const joins = [...selected].flatMap(([name, selections]) => {
    const field = type.getFields()[name];
    const reference = field?.extensions['reference'];
    if (!field || !(reference instanceof Reference)) return [];
    const attributes = attributesOf(objectTypeOf(field.type), fieldsOf(selections, info));
    return [{ name, key: reference.key, entity: reference.entity(), attributes }];
  });
  known.set(info.fieldNodes, joins);
  return joins;
}

/** The attributes behind the fields; undefined, which is all of them, if a field is more than an attribute. */
function attributesOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): string[] | undefined {
  const names = [...new Set(nodes.map((node) => node.name.value))].filter((name) => name !== '__typename');
  const areAttributes = names.every((name) => type.getFields()[name]?.extensions[isAttribute] === true);
  return areAttributes ? names : undefined;
}

function objectTypeOf(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${named.name} is no type of objects`);
  return named;
}

/** The fields that are selected below these, those of fragments among them. */
function fieldsOf(nodes: readonly FieldNode[], document: Document): FieldNode[] {
  return nodes.flatMap(({ selectionSet }) => flatten(selectionSet?.selections ?? [], document));
}

function flatten(selections: readonly SelectionNode[], document: Document): FieldNode[] {
  return selections.flatMap((selection) => {
    if (!isIncluded(selection, document)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : document.fragments[selection.name.value];
    return flatten(fragment?.selectionSet.selections ?? [], document);
  });
}

function isIncluded(selection: SelectionNode, { variableValues }: Document): boolean {
  if (!selection.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.['if'] !== true && include?.['if'] !== false;
}
