import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
} from 'graphql';

type Document = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/**
 * Returns the names of the fields that a document selects under an object.
 *
 * @param path the names of the fields from the resolved field to the object
 */
export function selectedFields(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  const nodes = path.reduce<readonly FieldNode[]>(
    (found, name) => fieldsOf(found, info).filter((node) => node.name.value === name),
    info.fieldNodes,
  );
  return new Set(fieldsOf(nodes, info).map((node) => node.name.value));
}

/** The fields selected under these nodes, including those of fragments. */
export function fieldsOf(nodes: readonly FieldNode[], document: Document): FieldNode[] {
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
