import { isDeepStrictEqual } from 'node:util';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { ArgsType, Field, ObjectType } from 'type-graphql';
import { recordAll } from '../../outbox/change-log.js';
import { isDeadlock } from '../../platform/database/account-database.js';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import { recordOfJson } from '../../platform/database/columns.js';
import { describeEnum } from '../../platform/described-enum.js';
import { type Outcome, outcomeOf, rejectIfAny } from '../../platform/errors.js';
import { mapSequentially } from '../../platform/yielding.js';
import { executeBulk } from '../bulk/bulk.actions.js';
import { BulkArguments, BulkItems } from '../bulk/bulk.input.js';
import { createBulkAnswerType, createBulkItemType } from '../bulk/bulk.type.js';
import { changedBy, type RequestContext } from '../context.js';
import { damageErrors } from '../text/spreadsheet-damage.rules.js';
import { People } from './people.queries.js';
import { changePerson } from './person.actions.js';
import { Person } from './person.entity.js';
import { PersonAttributesInput } from './person.input.js';
import { contradictionErrors, matchPerson, toIdentity } from './person.rules.js';

export enum ImportEffect {
  CREATED = 'created',
  UPDATED = 'updated',
  UNCHANGED = 'unchanged',
}
describeEnum(ImportEffect, 'ImportEffect', 'The change of a person by an import.', {
  CREATED: 'A person was created.',
  UPDATED: 'A person was changed.',
  UNCHANGED: 'The person had all attributes of the item.',
});

@ArgsType()
export class ImportPeopleArguments extends BulkArguments {
  @BulkItems()
  @Field(() => [PersonAttributesInput], {
    description: 'From 1 to 500 people. An absent attribute of an existing person stays unchanged.',
  })
  items!: PersonAttributesInput[];
}

@ObjectType({ simpleResolvers: true, description: 'The result of one person of an import.' })
class ImportedPerson extends createBulkItemType(Person, 'person') {
  @Field(() => ImportEffect, { nullable: true, description: 'Null if the item was not written.' })
  effect!: ImportEffect | null;
}

@ObjectType({ simpleResolvers: true, description: 'The result of the people of an import.' })
export class ImportedPeople extends createBulkAnswerType(ImportedPerson) {}

interface Imported {
  person: Person;
  effect: ImportEffect;
}

/**
 * Creates or updates many people. An item is matched as for a booking: by national id number, then phone number, then
 * email. Unlike a booking, which may be made by somebody else, it replaces the attributes of the match. An item with a text
 * that a spreadsheet has destroyed is refused.
 *
 * @throws DomainError INVALID on `idempotencyKey`
 */
export async function importPeople(
  context: RequestContext,
  { items, mode, idempotencyKey }: ImportPeopleArguments,
): Promise<ImportedPeople> {
  const answer = await executeBulk(context, {
    ...{ operation: 'importPeople', items, options: {}, mode, idempotencyKey },
    decide: decideImports,
    save: saveImports,
    store: ({ effect, row }) => ({ effect, row: { ...row, passwordHash: null } }),
    restore: ({ effect, row }) => ({ effect, row: recordOfJson(Person, row) }),
    isRetryable: (error) => error instanceof UniqueConstraintViolationException || isDeadlock(error),
  });
  return {
    written: answer.written,
    items: answer.items.map(({ index, result, error }) => ({
      ...{ index, error, result: result?.row ?? null, effect: result?.effect ?? null },
    })),
  };
}

async function decideImports(
  context: RequestContext,
  tx: AccountTransaction,
  items: readonly PersonAttributesInput[],
): Promise<Outcome<Imported>[]> {
  const people = new People(context, tx);
  await people.lock(
    items.map((item) => ({
      ids: [],
      identity: toIdentity(item, item.countryCode || context.account.countryCode),
      parentId: item.parentId,
    })),
  );
  return mapSequentially(items, async (item) => {
    const outcome = await outcomeOf(() => importPerson(context, tx, people, item));
    if ('error' in outcome) people.undo();
    else people.keep();
    return outcome;
  });
}

async function importPerson(
  context: RequestContext,
  tx: AccountTransaction,
  people: People,
  item: PersonAttributesInput,
): Promise<Imported> {
  rejectIfAny(damageErrors({ ...item }));
  const given = toIdentity(item, item.countryCode || context.account.countryCode);
  const match = matchPerson(given, await people.listSharing(given));
  const found = match && (await people.findLocked(match.id));
  if (!found?.active) {
    const person = await people.create();
    rejectIfAny(await changePerson(context, tx, person, item, people));
    return { person, effect: ImportEffect.CREATED };
  }
  const country = item.countryCode || found.countryCode || context.account.countryCode;
  rejectIfAny(contradictionErrors(toIdentity(item, country), found));
  const before = { ...found };
  rejectIfAny(await changePerson(context, tx, found, item, people));
  const isChanged = !isDeepStrictEqual(before, { ...found });
  return { person: found, effect: isChanged ? ImportEffect.UPDATED : ImportEffect.UNCHANGED };
}

/** A person as it was written. */
interface ImportedRow {
  row: Person;
  effect: ImportEffect;
}

async function saveImports(
  context: RequestContext,
  tx: AccountTransaction,
  imported: readonly Imported[],
): Promise<ImportedRow[]> {
  const added = await recordImports(context, tx, imported);
  return Promise.all(
    imported.map(async ({ person, effect }) => ({
      ...{ effect, row: added.has(person) ? person : await tx.get(Person, person.id) },
    })),
  );
}

/** Writes people that are new or changed, each once. @returns the new ones */
async function recordImports(
  context: RequestContext,
  tx: AccountTransaction,
  imported: readonly Imported[],
): Promise<ReadonlySet<Person>> {
  const people = new Set(imported.map(({ person }) => person));
  const added = new Set([...people].filter((person) => !tx.tracker.hasRow(person)));
  const changes = [...people].map((record) => {
    const name = added.has(record) ? ('person.created' as const) : ('person.modified' as const);
    return { name, record };
  });
  await recordAll(tx, changes, changedBy(context));
  return added;
}
