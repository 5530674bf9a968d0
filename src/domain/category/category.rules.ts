import type { FieldErrors } from '../../platform/errors.js';

/** Each category of an account, with the one that it is in. */
export type CategoryTree = ReadonlyMap<number, number | null>;

/**
 * What is wrong with a category's place: its parent is one of the account's, and neither itself nor one below it.
 *
 * @param id undefined while it is new
 */
export function parentProblems(
  tree: CategoryTree,
  id: number | undefined,
  parentId: number | null | undefined,
): FieldErrors {
  if (parentId === null || parentId === undefined) return {};
  if (!tree.has(parentId)) return { parentId: ['does not exist'] };
  return ancestry(tree, parentId).some((ancestor) => ancestor === id) ? { parentId: ['is invalid'] } : {};
}

/** The category, the one that it is in, and so on up to its root. */
function ancestry(tree: CategoryTree, id: number): number[] {
  const line: number[] = [];
  for (let at: number | null | undefined = id; at != null; at = tree.get(at)) line.push(at);
  return line;
}
