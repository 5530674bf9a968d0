import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Returns the response for roots that are null: objects with all selected attributes, each null. */
export function emptyAnswer({ definitions }: DocumentNode): Record<string, unknown> {
  const keysOf = ({ selections }: SelectionSetNode): string[] => selections.flatMap(keysOfSelection);
  const keysOfSelection = (selection: SelectionNode): string[] => {
    if (selection.kind === Kind.FIELD) return [selection.alias?.value ?? selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return keysOf(selection.selectionSet);
    const { value } = selection.name;
    const fragment = definitions.find((node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === value);
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? keysOf(fragment.selectionSet) : [];
  };
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const roots = operation?.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD) ?? [];
  return Object.fromEntries(
    roots.map(({ alias, name, selectionSet }) => [
      alias?.value ?? name.value,
      selectionSet ? Object.fromEntries(keysOf(selectionSet).map((key) => [key, null])) : null,
    ]),
  );
}
