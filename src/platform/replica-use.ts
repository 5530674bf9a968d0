import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { invalid } from './errors.js';
import { selectionsWithin } from './selections.js';

/** When a query is read from a replica of the database: in every request, or in those that prefer it. */
export type ReplicaUse = 'always' | 'preferred';

/**
 * Declares that a query may be read from a replica. One that does not is read from the primary: whatever decides about a
 * booking, such as free times; what follows the log of changes; and single records, because asking the primary how far a
 * replica must be would take as long as reading them.
 */
export const MayReadReplica = (replica: ReplicaUse) => Extensions({ replica });

/**
 * Returns when an operation is read from a replica: all of it, so that its records are of one database, and only if each
 * of its root fields may be. Undefined: never, as every mutation and subscription.
 */
export function replicaUseOf(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
): ReplicaUse | undefined {
  if (operation !== OperationTypeNode.QUERY) return undefined;
  const queries = schema.getQueryType()?.getFields() ?? {};
  const fragment = (name: string): FragmentDefinitionNode | undefined =>
    definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).find((node) => node.name.value === name);
  const uses = new Set<unknown>();
  const known = new Set<readonly SelectionNode[]>();
  const collect = (selections: readonly SelectionNode[]): void => {
    if (known.has(selections)) return;
    known.add(selections);
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) collect(selectionsWithin(selection, { fragment }));
      else if (!selection.name.value.startsWith('__')) {
        uses.add(queries[selection.name.value]?.extensions['replica']);
      }
    }
  };
  collect(selectionSet.selections);
  if (uses.has(undefined) || uses.size === 0) return undefined;
  return uses.has('preferred') ? 'preferred' : 'always';
}

/** Whether a request for an operation of that use is read from a replica. */
export function isReadFromReplica(use: ReplicaUse | undefined, isPreferred: boolean): boolean {
  return use === 'always' || (use === 'preferred' && isPreferred);
}

/**
 * Parses the parameter `prefer` of the URL.
 *
 * @throws DomainError INVALID on `prefer` if it is not `replica`
 */
export function prefersReplica(prefer: unknown): boolean {
  if (prefer === undefined || prefer === null || prefer === '') return false;
  if (prefer !== 'replica') throw invalid({ prefer: ['is not included in the list', 'must be replica'] });
  return true;
}
