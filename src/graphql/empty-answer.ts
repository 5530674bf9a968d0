import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';

/** What an operation answers whose root has no object: one with every attribute that is asked for, and all of them null. */
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
