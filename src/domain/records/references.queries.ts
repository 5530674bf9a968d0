import type { EntityClass } from '@mikro-orm/core';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../platform/errors.js';

type Target = EntityClass<AccountRecord & { active: boolean }>;

/**
 * Returns an error for each id in `input` without an active record in the account. An id that `record` already has
 * stays valid after its target is deleted.
 */
export async function validateReferences<Attribute extends string>(
  tx: AccountTransaction,
  record: { readonly [Key in NoInfer<Attribute>]?: number | null },
  input: { readonly [Key in NoInfer<Attribute>]?: number | null },
  targets: Readonly<Record<Attribute, Target>>,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const attribute in targets) {
    const id = input[attribute] ?? null;
    if (id === null || id === record[attribute]) continue;
    const [found] = await tx.rows(targets[attribute], { id, active: true }, { limit: 1 });
    if (!found) errors[attribute] = ['does not exist'];
  }
  return errors;
}

/** Whether every id belongs to an active record of the account. */
export async function areActive(tx: AccountTransaction, target: Target, ids: readonly number[]): Promise<boolean> {
  const different = new Set(ids);
  if (different.size === 0) return true;
  return (await tx.em.count(target, { id: { $in: [...different] }, active: true })) === different.size;
}
