import { recordChanges } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';
import { changedBy } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { recordWrites } from '../records/record-writes.js';
import { Service } from '../service/service.entity.js';
import { Category, type CategoryInput } from './category.entity.js';
import { serviceIdsOf } from './category.queries.js';

/** Locks all categories of the account, because concurrent changes of two categories could form a cycle together. */
const wholeTree: Lock = [Category, 0];

/** The subcategories of a deleted category move to its parent or become roots; its services are kept. */
export const categoryWrites = recordWrites({
  type: 'category',
  entity: Category,
  title: 'category',
  locks: () => [wholeTree],
  assign: async ({ tx }, category, input: CategoryInput, before) => {
    const connected = new Set(before && (await serviceIdsOf(tx, before.id)));
    const errors = {
      ...(await changeCategory(tx, category, input)),
      ...(await validateServiceReferences(tx, input, connected)),
    };
    const isChangedElsewhere = hasOtherServices(input, connected);
    return { errors, isChangedElsewhere, write: () => connectServices(tx, category, input, isChangedElsewhere) };
  },
  retire: async ({ context, tx }, category) => {
    const children = await tx.list(Category, { parentId: category.id });
    for (const child of children) child.parentId = category.parentId;
    await recordChanges(tx, 'category.modified', children, changedBy(context));
    return undefined;
  },
});

/** Assigns the input to the category and returns the errors of the result. */
async function changeCategory(tx: AccountTransaction, category: Category, input: CategoryInput): Promise<FieldErrors> {
  const { serviceIdList: _, ...attributes } = input;
  const attributeErrors = assignAttributes(tx, category, attributes);
  return {
    ...validateAttributes(Category, category),
    ...validateParent(await readTree(tx), category.id, input.parentId),
    ...attributeErrors,
  };
}

async function readTree(tx: AccountTransaction): Promise<CategoryTree> {
  const rows = await tx.query<{ id: number; parentId: number | null }>(
    'select id, parent_id as "parentId" from category where account_id = $1',
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

/** Added services must be active services of the account. A category keeps services that were deleted later. */
async function validateServiceReferences(
  tx: AccountTransaction,
  { serviceIdList }: CategoryInput,
  connected: ReadonlySet<number>,
): Promise<FieldErrors> {
  const added = [...new Set(serviceIdList)].filter((id) => !connected.has(id));
  if (added.length === 0) return {};
  const known = await tx.rows(Service, { id: { $in: added }, active: true });
  return known.length < added.length ? { serviceIdList: ['does not exist'] } : {};
}

function hasOtherServices({ serviceIdList }: CategoryInput, connected: ReadonlySet<number>): boolean {
  if (serviceIdList === undefined) return false;
  const given = new Set(serviceIdList);
  return given.size !== connected.size || [...given].some((id) => !connected.has(id));
}

/** Replaces the services of the category, if the input lists others. */
async function connectServices(
  tx: AccountTransaction,
  { id }: Category,
  { serviceIdList }: CategoryInput,
  areOthers: boolean,
): Promise<void> {
  if (!areOthers) return;
  await tx.query('delete from category_service where account_id = $1 and category_id = $2', [id]);
  await tx.query(
    `insert into category_service (account_id, category_id, service_id)
     select $1, $2, service_id from unnest($3::integer[]) as service_id`,
    [id, [...new Set(serviceIdList)]],
  );
}

/** The parent of each category of an account, by id. */
type CategoryTree = ReadonlyMap<number, number | null>;

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
