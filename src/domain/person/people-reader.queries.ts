import type { FilterQuery } from '@mikro-orm/core';
import { raw } from '@mikro-orm/postgresql';
import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Row } from '../../platform/database/rows.js';
import { textKey } from '../../platform/text.js';
import type { RequestContext } from '../context.js';
import { Person } from './person.entity.js';
import type { Identity } from './person.rules.js';
import { PersonTree } from './person-tree.queries.js';

/** A person who may be locked or not. A person created by a batch has an id, but no row yet. */
export type KnownPerson = Identity & Pick<Person, 'id' | 'active' | 'blocked'>;

/** Finds the people that a request concerns. A batch answers for many requests with few statements. */
export interface PeopleReader {
  /** Reads a person without a lock. */
  find(id: number): Promise<KnownPerson | null>;
  /** Locks a person and reads it again. */
  findLocked(id: number): Promise<Person | null>;
  /** Lists active people with one of the unique attributes, oldest first. */
  listSharing(identity: Identity): Promise<readonly KnownPerson[]>;
  /** Creates a person without writing it. */
  create(): Promise<Person>;
  tree: PersonTree;
}

/** Reads for one request, with a statement for each call. */
export function directPeople({ clock }: Pick<RequestContext, 'clock'>, tx: AccountTransaction): PeopleReader {
  return {
    find: async (id) => (await tx.rows(Person, { id }, { limit: 1 }))[0] ?? null,
    findLocked: (id) => tx.findLocked(Person, id),
    listSharing: (identity) => listPeopleSharingIdentity(tx, identity),
    create: async () => tx.create(Person, clock.now()),
    tree: new PersonTree(tx),
  };
}

/** Lists active people with one of the unique attributes, oldest first. */
export async function listPeopleSharingIdentity(tx: AccountTransaction, identity: Identity): Promise<Row<Person>[]> {
  const shared = sharedIdentities(identity);
  if (shared.length === 0) return [];
  return tx.rows(Person, { active: true, $or: shared }, { orderBy: { id: 'asc' } });
}

/** One condition for each unique attribute that the person has. */
export function sharedIdentities(person: Identity): FilterQuery<Person>[] {
  const shared: FilterQuery<Person>[] = [];
  if (person.email) shared.push({ [raw((alias) => `text_key(${alias}.email)`)]: textKey(person.email) });
  if (person.phoneNumberFormatted) shared.push({ phoneNumberFormatted: person.phoneNumberFormatted });
  if (person.phoneNumber) shared.push({ phoneNumber: person.phoneNumber });
  if (person.nationalIdNo) shared.push({ nationalIdNo: person.nationalIdNo });
  if (person.provider && person.uid) shared.push({ provider: person.provider, uid: person.uid });
  return shared;
}
