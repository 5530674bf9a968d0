import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { fieldsOfSelections } from '../../platform/selections.js';

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
export function nodesAt(info: GraphQLResolveInfo, path: readonly string[]): readonly FieldNode[] {
  return path.reduce<readonly FieldNode[]>(
    (nodes, name) => fieldsOf(nodes, info).filter((node) => node.name.value === name),
    info.fieldNodes,
  );
}

/** The fields selected under these nodes, including those of fragments. */
export function fieldsOf(nodes: readonly FieldNode[], { fragments, variableValues }: Document): FieldNode[] {
  const document = {
    fragment: (name: string) => fragments[name],
    isTrue: (variable: string) => variableValues[variable] === true,
  };
  return nodes.flatMap(({ selectionSet }) => fieldsOfSelections(selectionSet?.selections ?? [], document));
}
