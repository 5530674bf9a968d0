import type { EntityClass } from '@mikro-orm/core';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { type FieldErrors, invalid } from '../../platform/errors.js';

/** The longest list of ids in a filter of figures. */
export const maxIds = 1_000;

/**
 * Validates the ids in a filter of figures. Those of deleted records are valid, because their bookings count. Without
 * this check an id of another list would look like a service or resource that nobody books.
 *
 * @throws DomainError INVALID on each attribute with too many ids, or with one that no record of the account has
 */
export async function requireFilterRecords<Attribute extends string>(
  db: AccountDatabase,
  filter: { readonly [Key in NoInfer<Attribute>]?: readonly number[] | null },
  targets: Readonly<Record<Attribute, EntityClass<AccountRecord>>>,
): Promise<void> {
  const errors: FieldErrors = {};
  for (const attribute in targets) {
    const ids = filter[attribute] ?? [];
    if (ids.length > maxIds) errors[attribute] = [`is too long (maximum is ${maxIds} items)`];
    else {
      const records = await Promise.all(ids.map((id) => db.load(targets[attribute], id)));
      if (records.includes(undefined)) errors[attribute] = ['does not exist'];
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
