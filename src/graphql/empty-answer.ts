import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';
import { fieldsOfSelections, responseKey } from '../platform/selections.js';

/** Returns the response for roots that are null: objects with all selected attributes, each null. */
export function emptyAnswer({ definitions }: DocumentNode): Record<string, unknown> {
  const fragment = (name: string): FragmentDefinitionNode | undefined =>
    definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).find((node) => node.name.value === name);
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const roots = fieldsOfSelections(operation?.selectionSet.selections ?? [], { fragment });
  return Object.fromEntries(
    roots.map((root) => {
      const { selectionSet } = root;
      const fields = selectionSet && fieldsOfSelections(selectionSet.selections, { fragment });
      return [responseKey(root), fields ? Object.fromEntries(fields.map((field) => [responseKey(field), null])) : null];
    }),
  );
}
