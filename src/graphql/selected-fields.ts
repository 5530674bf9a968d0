import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionNode } from 'graphql';
import { fieldsOfSelections, responseKey, selectionsWithin } from '../platform/selections.js';

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Selections = readonly SelectionNode[];

/** Lists the keys of the object at a path of keys in the response, in their order. */
export function keysAt(selections: Selections, fragments: Fragments, [key, ...rest]: readonly string[]): string[] {
  const fields = fieldsOfSelections(selections, { fragment: (name) => fragments.get(name) });
  if (key === undefined) return [...new Set(fields.map(responseKey))];
  const within = fields.filter((field) => responseKey(field) === key);
  return keysAt(
    within.flatMap(({ selectionSet }) => selectionSet?.selections ?? []),
    fragments,
    rest,
  );
}

/** Returns a document of one operation that selects, of the object at a path of keys, only some keys. */
export function selectKeys(
  document: DocumentNode,
  fragments: Fragments,
  path: readonly string[],
  keys: ReadonlySet<string>,
): DocumentNode {
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return node;
    const selections = narrowed(node.selectionSet.selections, fragments, path, keys);
    return { ...node, selectionSet: { ...node.selectionSet, selections } };
  });
  return { ...document, definitions };
}

/** A spread becomes an inline fragment, because other operations and other objects use the same fragment. */
function narrowed(
  selections: Selections,
  fragments: Fragments,
  path: readonly string[],
  keys: ReadonlySet<string>,
): SelectionNode[] {
  const [key, ...rest] = path;
  return selections.flatMap((node): SelectionNode[] => {
    if (node.kind !== Kind.FIELD) {
      const within = selectionsWithin(node, { fragment: (name) => fragments.get(name) });
      const kept = narrowed(within, fragments, path, keys);
      const selectionSet = { kind: Kind.SELECTION_SET, selections: kept } as const;
      return kept.length > 0 ? [{ kind: Kind.INLINE_FRAGMENT, directives: node.directives ?? [], selectionSet }] : [];
    }
    if (key === undefined) return keys.has(responseKey(node)) ? [node] : [];
    const { selectionSet } = node;
    if (responseKey(node) !== key || !selectionSet) return [node];
    return [
      {
        ...node,
        selectionSet: { ...selectionSet, selections: narrowed(selectionSet.selections, fragments, rest, keys) },
      },
    ];
  });
}
