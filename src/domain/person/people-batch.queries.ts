import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { textKey } from '../../platform/text.js';
import type { RequestContext } from '../context.js';
import { type KnownPerson, listPeopleSharingIdentity, type PeopleReader } from './people-reader.queries.js';
import { Person } from './person.entity.js';
import { type Identity, identityKeys } from './person.rules.js';
import { PersonTree, personTreeLock } from './person-tree.queries.js';

/** The people that a batch concerns. */
export interface PeopleConcerned {
  ids: readonly number[];
  /** The unique attributes by which people are matched. */
  identities: readonly Identity[];
  /** The people whose attributes are changed. */
  changedIds: readonly number[];
  /** The people that become parents. */
  parentIds: readonly number[];
}

/**
 * Reads the people of many requests with few statements. Acquire `locks`, then call `read`. Includes people that earlier
 * items of the batch created or changed. After each item call `keep` or `undo`.
 */
export class PeopleBatch implements PeopleReader {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
  readonly tree: PersonTree;
  readonly #concerned: PeopleConcerned;
  readonly #people = new Map<number, Person>();
  readonly #byKey = new Map<string, Set<Person>>();
  /** The keys whose people are all in `#byKey`. */
  readonly #known = new Set<string>();
  readonly #newIds: number[] = [];
  /** The people that the current item has locked, as they were before it; null for a new one. */
  readonly #touched = new Map<Person, Person | null>();

  constructor(context: RequestContext, tx: AccountTransaction, concerned: PeopleConcerned) {
    this.#context = context;
    this.#tx = tx;
    this.tree = new PersonTree(tx);
    this.#concerned = concerned;
  }

  async locks(): Promise<Lock[]> {
    const { ids, identities, parentIds } = this.#concerned;
    const concerned = [...ids, ...(await this.#findIds(identities))];
    const ofPeople = [...new Set(concerned)].map((id): Lock => [Person, id]);
    return parentIds.length > 0 ? [personTreeLock(this.#tx), ...ofPeople] : ofPeople;
  }

  /** Reads the people under their locks. Locks those that were created during the wait. */
  async read(): Promise<void> {
    const { ids, identities, changedIds, parentIds } = this.#concerned;
    await this.#addAll([...ids, ...(await this.#findIds(identities))]);
    // The other unique attributes of changed people are checked with the given ones.
    const changed = changedIds.flatMap((id) => this.#people.get(id) ?? []);
    await this.#addAll(await this.#findIds(changed));
    await this.tree.read(parentIds);
    for (const identity of [...identities, ...changed]) for (const key of identityKeys(identity)) this.#known.add(key);
  }

  async #addAll(ids: readonly number[]): Promise<void> {
    const added = [...new Set(ids)].filter((id) => !this.#people.has(id));
    for (const person of await this.#tx.listLocked(Person, added)) this.#add(person);
  }

  async #findIds(identities: readonly Identity[]): Promise<number[]> {
    if (!identities.some((identity) => identityKeys(identity).length > 0)) return [];
    const values = (attribute: 'phoneNumberFormatted' | 'phoneNumber' | 'nationalIdNo') =>
      identities.flatMap((identity) => identity[attribute] ?? []);
    const external = identities.filter(({ provider, uid }) => provider && uid);
    const rows = await this.#tx.query<{ id: number }>(
      `select id from person where account_id = $1 and active and text_key(email) = any ($2::text[])
       union select id from person where account_id = $1 and active and phone_number_formatted = any ($3::text[])
       union select id from person where account_id = $1 and active and phone_number = any ($4::text[])
       union select id from person where account_id = $1 and active and national_id_no = any ($5::text[])
       union select person.id from unnest($6::text[], $7::text[]) as asked (provider, uid)
         join person on person.account_id = $1 and active and person.provider = asked.provider and person.uid = asked.uid`,
      [
        identities.flatMap(({ email }) => (email === null ? [] : textKey(email))),
        values('phoneNumberFormatted'),
        values('phoneNumber'),
        values('nationalIdNo'),
        external.map(({ provider }) => provider),
        external.map(({ uid }) => uid),
      ],
    );
    return rows.map(({ id }) => id);
  }

  async find(id: number): Promise<KnownPerson | null> {
    return this.#people.get(id) ?? (await this.#tx.rows(Person, { id }, { limit: 1 }))[0] ?? null;
  }

  async findLocked(id: number): Promise<Person | null> {
    const person = this.#people.get(id) ?? (await this.#tx.findLocked(Person, id));
    if (person) {
      this.#people.set(id, person);
      if (!this.#touched.has(person)) this.#touched.set(person, { ...person });
    }
    return person;
  }

  async listSharing(identity: Identity): Promise<readonly KnownPerson[]> {
    const keys = identityKeys(identity);
    const sharing = new Set<KnownPerson>();
    for (const key of keys) {
      for (const person of this.#byKey.get(key) ?? []) {
        if (person.active && identityKeys(person).includes(key)) sharing.add(person);
      }
    }
    if (!keys.every((key) => this.#known.has(key))) {
      for (const row of await listPeopleSharingIdentity(this.#tx, identity)) {
        if (!this.#people.has(row.id)) sharing.add(row);
      }
    }
    return [...sharing].toSorted((a, b) => a.id - b.id);
  }

  async create(): Promise<Person> {
    if (this.#newIds.length === 0) {
      this.#newIds.push(...(await this.#tx.nextIds(Person, Math.max(1, this.#concerned.identities.length))));
    }
    const person = this.#tx.create(Person, this.#context.clock.now());
    person.id = this.#newIds.shift() ?? 0;
    this.#touched.set(person, null);
    return person;
  }

  /** Keeps what the current item did to its people. */
  keep(): void {
    for (const person of this.#touched.keys()) this.#add(person);
    this.#touched.clear();
  }

  /** Takes back what the current item did to its people. */
  undo(): void {
    for (const [person, before] of this.#touched) if (before) Object.assign(person, before);
    this.#touched.clear();
  }

  #add(person: Person): void {
    this.#people.set(person.id, person);
    this.tree.set(person.id, person);
    for (const key of identityKeys(person)) {
      const people = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, people.add(person));
    }
  }
}
