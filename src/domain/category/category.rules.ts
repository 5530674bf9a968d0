import type { FieldErrors } from '../../platform/errors.js';

/** The parent of each category of an account, by id. */
export type CategoryTree = ReadonlyMap<number, number | null>;

/**
 * Validates the parent of a category: it must exist, and be neither the category itself nor one of its descendants.
 *
 * @param id undefined for a new category
 */
export function validateParent(
  tree: CategoryTree,
  id: number | undefined,
  parentId: number | null | undefined,
): FieldErrors {
  if (parentId === null || parentId === undefined) return {};
  if (!tree.has(parentId)) return { parentId: ['does not exist'] };
  return ancestry(tree, parentId).some((ancestor) => ancestor === id) ? { parentId: ['is invalid'] } : {};
}

/** Returns the ids from a category up to its root. */
function ancestry(tree: CategoryTree, id: number): number[] {
  const line: number[] = [];
  for (let at: number | null | undefined = id; at != null; at = tree.get(at)) line.push(at);
  return line;
}
