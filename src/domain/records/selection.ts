import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
} from 'graphql';
import type { Join } from '../../platform/database/related-rows.js';
import { fieldsOfSelections } from '../../platform/selections.js';
import { isAttribute, Reference } from './reference.js';

/**
 * The joins by field nodes. A compiled operation has the same nodes at every execution, without conditions: it is compiled
 * for each combination of the variables of `@include` and `@skip`. For all others, each execution creates its nodes.
 */
const cache = new WeakMap<readonly FieldNode[], readonly Join[]>();

/**
 * Lists the referenced records that a document selects under an object, so that one query reads them with the object.
 *
 * @param field the field of the resolved object that has the object; by default it is the resolved object
 */
export function selectJoins(info: GraphQLResolveInfo, field?: string): readonly Join[] {
  return joinsOf(info, [field === undefined ? [] : [field]]);
}

/** Does the same for the nodes of a connection. */
export function selectNodeJoins(info: GraphQLResolveInfo): readonly Join[] {
  return joinsOf(info, [['nodes'], ['edges', 'node']]);
}

/** @param paths the names of the fields from the resolved field to the object; all lead to the same type */
function joinsOf(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): readonly Join[] {
  const cached = cache.get(info.fieldNodes);
  if (cached) return cached;
  const [path = []] = paths;
  const type = path.reduce(
    (outer, name) => objectTypeOf(outer.getFields()[name]?.type ?? outer),
    objectTypeOf(info.returnType),
  );
  const nodes = paths.flatMap((one) => nodesAt(info, one));
  const selected = Map.groupBy(fieldsOf(nodes, info), (node) => node.name.value);
  const joins = [...selected].flatMap(([name, selections]) => {
    const field = type.getFields()[name];
    const reference = field?.extensions['reference'];
    if (!field || !(reference instanceof Reference)) return [];
    const attributes = attributesOf(objectTypeOf(field.type), fieldsOf(selections, info));
    return [{ name, key: reference.key, entity: reference.entity(), attributes }];
  });
  cache.set(info.fieldNodes, joins);
  return joins;
}

/** The attributes to read for the fields; undefined, which means all, if a field is not a plain attribute. */
function attributesOf(type: GraphQLObjectType, nodes: readonly FieldNode[]): string[] | undefined {
  const names = [...new Set(nodes.map((node) => node.name.value))].filter((name) => name !== '__typename');
  const areAttributes = names.every((name) => type.getFields()[name]?.extensions[isAttribute] === true);
  return areAttributes ? names : undefined;
}

function objectTypeOf(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${named.name} is not an object type`);
  return named;
}

type Document = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/**
 * Returns the names of the fields that a document selects under an object.
 *
 * @param path the names of the fields from the resolved field to the object
 */
export function selectedFields(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  return new Set(fieldsOf(nodesAt(info, path), info).map((node) => node.name.value));
}

/** The nodes of the field at the end of a path of names from the resolved field; its own for an empty path. */
function nodesAt(info: GraphQLResolveInfo, path: readonly string[]): readonly FieldNode[] {
  return path.reduce<readonly FieldNode[]>(
    (nodes, name) => fieldsOf(nodes, info).filter((node) => node.name.value === name),
    info.fieldNodes,
  );
}

/** The fields selected under these nodes, including those of fragments. */
function fieldsOf(nodes: readonly FieldNode[], { fragments, variableValues }: Document): FieldNode[] {
  const document = {
    fragment: (name: string) => fragments[name],
    isTrue: (variable: string) => variableValues[variable] === true,
  };
  return nodes.flatMap(({ selectionSet }) => fieldsOfSelections(selectionSet?.selections ?? [], document));
}
