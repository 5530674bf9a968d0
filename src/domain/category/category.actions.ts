import { recordChange, recordChanges, recordRemoval } from '../../outbox/change-log.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import type { FieldErrors } from '../../platform/errors.js';
import { assignAttributes, rejectIfAny } from '../attributes.js';
import { by, type RequestContext } from '../context.js';
import { attributeProblems } from '../entity-attributes.js';
import { Service } from '../service/service.entity.js';
import { Category } from './category.entity.js';
import type { CategoryInput } from './category.input.js';
import { serviceIdsOf } from './category.queries.js';
import { type CategoryTree, parentProblems } from './category.rules.js';

/** One for all of an account's: changes of two categories can make a cycle together that neither makes alone. */
const wholeTree: Lock = [Category, 0];

/** @throws DomainError INVALID by attribute */
export function createCategory(context: RequestContext, input: CategoryInput): Promise<Category> {
  return context.db.transaction(async (tx) => {
    await tx.lock(wholeTree);
    const category = tx.create(Category, context.clock.now());
    rejectIfAny(await changeCategory(tx, category, input), await serviceProblems(tx, input, new Set()));
    await recordChange(tx, 'category.created', category, by(context));
    await connectServices(tx, category, input);
    return category;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND */
export function updateCategory(context: RequestContext, id: number, input: CategoryInput): Promise<Category> {
  return context.db.transaction(async (tx) => {
    const category = await tx.getLocked(Category, id, wholeTree);
    const connected = new Set(await serviceIdsOf(tx, id));
    rejectIfAny(await changeCategory(tx, category, input), await serviceProblems(tx, input, connected));
    const isChangedElsewhere = hasOtherServices(input, connected);
    await recordChange(tx, 'category.modified', category, by(context), { isChangedElsewhere });
    if (isChangedElsewhere) await connectServices(tx, category, input);
    return category;
  });
}

/**
 * Takes a category away, and gives it as it last was. Those in it move up to the one that it was in, or become roots;
 * its services stay. @throws DomainError NOT_FOUND
 */
export function deleteCategory(context: RequestContext, id: number): Promise<Category> {
  return context.db.transaction(async (tx) => {
    const category = await tx.getLocked(Category, id, wholeTree);
    const children = await tx.list(Category, { parentId: id });
    for (const child of children) {
      child.parentId = category.parentId;
    }
    await recordChanges(tx, 'category.modified', children, by(context));
    await recordRemoval(tx, 'category.deleted', category, by(context));
    return category;
  });
}

/** Writes the input into the category, and gives all that is wrong with what results. */
async function changeCategory(tx: AccountTransaction, category: Category, input: CategoryInput): Promise<FieldErrors> {
  const { serviceIdList: _, ...attributes } = input;
  const unfit = assignAttributes(tx, category, attributes);
  return {
    ...attributeProblems(Category, category),
    ...parentProblems(await readTree(tx), category.id, input.parentId),
    ...unfit,
  };
}

async function readTree(tx: AccountTransaction): Promise<CategoryTree> {
  const rows = await tx.query<{ id: number; parentId: number | null }>(
    'select id, parent_id as "parentId" from category where account_id = $1',
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

/** Services are the account's and not deleted; those that it has already stay good. */
async function serviceProblems(
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

/** Puts the services that are listed into the category, instead of those so far. */
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
