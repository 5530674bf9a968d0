import type { EntityClass, EntityMetadata } from '@mikro-orm/core';
import type { AccountDatabase } from '../../platform/database/account-database.js';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { type FieldErrors, invalid, notFound } from '../../platform/errors.js';
import { maxTextLength, tooManyCharacters } from '../../platform/input-bounds.js';
import { equalsAsFormatted } from './formatted-value.rules.js';

/** Merges two sets of errors; messages for the same attribute are concatenated. */
export function mergeErrors(errors: FieldErrors, more: FieldErrors): FieldErrors {
  const merged: FieldErrors = { ...errors };
  for (const [attribute, value] of Object.entries(more)) {
    const existing = merged[attribute];
    if (existing === undefined) merged[attribute] = value;
    else if (Array.isArray(existing) && Array.isArray(value)) merged[attribute] = [...existing, ...value];
    else if (!Array.isArray(existing) && !Array.isArray(value)) merged[attribute] = mergeErrors(existing, value);
  }
  return merged;
}

export function hasErrors(...checks: FieldErrors[]): boolean {
  return checks.some((errors) => Object.keys(errors).length > 0);
}

/** Throws the merged errors of all checks if there are any (spec, Errors). @throws DomainError INVALID */
export function rejectIfAny(...checks: FieldErrors[]): void {
  const errors = checks.reduce(mergeErrors, {});
  if (hasErrors(errors)) throw invalid(errors);
}

/**
 * Assigns the attributes of `input` that are not undefined to `record`. Null or a blank text restores the default of
 * the attribute, or clears it if there is none.
 *
 * @returns an error for each attribute that would be blank in a required column or is too long for its column
 */
export function assignAttributes<Entity extends object>(
  { em }: Pick<AccountTransaction, 'em'>,
  record: Entity,
  input: object,
): FieldErrors {
  const properties = em.getMetadata(record.constructor as EntityClass<Entity>)
    .properties as EntityMetadata['properties'];
  const errors: FieldErrors = {};
  for (const [attribute, given] of Object.entries(input)) {
    const property = properties[attribute];
    if (!property || given === undefined) continue;
    const isBlank = given === null || (typeof given === 'string' && given.trim() === '');
    const value = isBlank ? defaultOf(record, attribute) : given;
    if (value === null && !property.nullable) {
      errors[attribute] = ["can't be blank"];
      continue;
    }
    if (typeof value === 'string') {
      const maximum = property.length ?? maxTextLength;
      if (value.length > maximum) {
        errors[attribute] = [tooManyCharacters(maximum)];
        continue;
      }
    }
    if (!equalsAsFormatted(record[attribute as keyof Entity], value)) Object.assign(record, { [attribute]: value });
  }
  return errors;
}

/** The value that a new record of the same entity has, or null. */
function defaultOf(record: object, attribute: string): unknown {
  const entity = record.constructor as new () => object;
  return new Map<string, unknown>(Object.entries(new entity())).get(attribute) ?? null;
}

/** Returns an error for each of the attributes that is null or undefined. */
export function validatePresence<Entity extends object>(
  record: Entity,
  ...attributes: (keyof Entity & string)[]
): FieldErrors {
  return Object.fromEntries(
    attributes
      .filter((attribute) => record[attribute] === undefined || record[attribute] === null)
      .map((attribute) => [attribute, ["can't be blank"]]),
  );
}

/** Returns the record with that id. @throws DomainError NOT_FOUND */
export async function getRecord<Entity extends AccountRecord>(
  tx: AccountTransaction,
  entity: EntityClass<Entity>,
  id: number,
): Promise<Entity> {
  const record = await tx.find(entity, id);
  if (!record) throw notFound();
  return record;
}

/** Returns the row with that id, loaded in one batch with others of the same tick. @throws DomainError NOT_FOUND */
export async function getRow<Entity extends AccountRecord>(
  db: AccountDatabase,
  entity: EntityClass<Entity>,
  id: number,
): Promise<Entity> {
  const row = await db.load(entity, id);
  if (!row) throw notFound();
  return row;
}
