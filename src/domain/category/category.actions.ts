import { recordChange, recordChanges, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { assignAttributes, validateAttributes } from '../records/attributes.js';
import { requireRevision } from '../records/record.rules.js';
import { Service } from '../service/service.entity.js';
import { Category, type CategoryInput } from './category.entity.js';
import { serviceIdsOf } from './category.queries.js';

/** Locks all categories of the account, because concurrent changes of two categories could form a cycle together. */
const wholeTree: Lock = [Category, 0];

/** @throws DomainError INVALID by attribute */
export function createCategory(context: RequestContext, input: CategoryInput): Promise<Category> {
  return context.db.transaction(async (tx) => {
    await tx.lock(wholeTree);
    const category = tx.create(Category, context.clock.now());
    rejectIfAny(await changeCategory(tx, category, input), await validateServiceReferences(tx, input, new Set()));
    await recordChange(tx, 'category.created', category, changedBy(context));
    await connectServices(tx, category, input);
    return category;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateCategory(
  context: RequestContext,
  id: number,
  input: CategoryInput,
  ifRevision?: number | null,
): Promise<Category> {
  return context.db.transaction(async (tx) => {
    const category = await tx.getLocked(Category, id, wholeTree);
    requireRevision(category, ifRevision, 'category');
    const connected = new Set(await serviceIdsOf(tx, id));
    rejectIfAny(await changeCategory(tx, category, input), await validateServiceReferences(tx, input, connected));
    const isChangedElsewhere = hasOtherServices(input, connected);
    await recordChange(tx, 'category.modified', category, changedBy(context), { isChangedElsewhere });
    if (isChangedElsewhere) await connectServices(tx, category, input);
    return category;
  });
}

/**
 * Deletes a category and returns its last state. Its subcategories move to its parent or become roots; its services are
 * kept.
 *
 * @throws DomainError NOT_FOUND, PRECONDITION_FAILED
 */
export function deleteCategory(context: RequestContext, id: number, ifRevision?: number | null): Promise<Category> {
  return context.db.transaction(async (tx) => {
    const category = await tx.getLocked(Category, id, wholeTree);
    requireRevision(category, ifRevision, 'category');
    const children = await tx.list(Category, { parentId: id });
    for (const child of children) {
      child.parentId = category.parentId;
    }
    await recordChanges(tx, 'category.modified', children, changedBy(context));
    await recordRemoval(tx, 'category.deleted', category, changedBy(context));
    return category;
  });
}

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

/** Replaces the services of the category, if the input lists any. */
async function connectServices(
  tx: AccountTransaction,
  { id }: Category,
  { serviceIdList }: CategoryInput,
): Promise<void> {
  if (serviceIdList === undefined) return;
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
