import type { EntityClass, EntityMetadata } from '@mikro-orm/core';
import type { AccountDatabase } from '../platform/database/account-database.js';
import type { AccountRecord } from '../platform/database/account-record.entity.js';
import type { AccountTransaction } from '../platform/database/account-transaction.js';
import type { Row } from '../platform/database/rows.js';
import { type FieldErrors, invalid, notFound } from '../platform/errors.js';
import { maxTextLength, tooManyCharacters } from '../platform/input-bounds.js';
import { isShownAs } from './shown-values.rules.js';

/** Adds what `more` says to `errors`. */
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

/** Whether any of the checks found something. */
export function hasErrors(...checks: FieldErrors[]): boolean {
  return checks.some((errors) => Object.keys(errors).length > 0);
}

/** Throws what all the checks found together, when they found anything (spec, Errors). */
export function rejectIfAny(...checks: FieldErrors[]): void {
  const errors = checks.reduce(mergeErrors, {});
  if (hasErrors(errors)) throw invalid(errors);
}

/**
 * Writes the attributes of `input` that are given into `record`. An absent attribute is left alone; null clears it, or
 * restores its default where it has one. An empty text is no text. Gives the errors of what the columns do not take:
 * blank, or too long.
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
    if (!isShownAs(record[attribute as keyof Entity], value)) Object.assign(record, { [attribute]: value });
  }
  return errors;
}

/** The value that a new record of the same entity has; null where it has none. */
function defaultOf(record: object, attribute: string): unknown {
  const entity = record.constructor as new () => object;
  return new Map<string, unknown>(Object.entries(new entity())).get(attribute) ?? null;
}

/** An error for each of the attributes that has no value. */
export function missing<Entity extends object>(record: Entity, ...attributes: (keyof Entity & string)[]): FieldErrors {
  return Object.fromEntries(
    attributes
      .filter((attribute) => record[attribute] === undefined || record[attribute] === null)
      .map((attribute) => [attribute, ["can't be blank"]]),
  );
}

/** The record that an action is about; NOT_FOUND when the account has none of that id. */
export async function findRecord<Entity extends AccountRecord>(
  tx: AccountTransaction,
  entity: EntityClass<Entity>,
  id: number,
): Promise<Entity> {
  const record = await tx.find(entity, id);
  if (!record) throw notFound();
  return record;
}

/** The same for a query: the row of that id, read together with others of the same tick. */
export async function findRow<Entity extends AccountRecord>(
  db: AccountDatabase,
  entity: EntityClass<Entity>,
  id: number,
): Promise<Row<Entity>> {
  const row = await db.load(entity, id);
  if (!row) throw notFound();
  return row;
}
