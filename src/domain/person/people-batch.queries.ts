import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import type { RequestContext } from '../context.js';
import { type KnownPerson, listPeopleSharingIdentity, type PeopleReader } from './people-reader.queries.js';
import { Person } from './person.entity.js';
import { type Identity, identityKeys } from './person.rules.js';

/** The people that a batch concerns. */
export interface PeopleConcerned {
  ids: readonly number[];
  /** The unique attributes by which people are matched. */
  identities: readonly Identity[];
}

/**
 * Reads the people of many requests with few statements. Acquire `locks`, then call `read`. Includes people that earlier
 * items of the batch created or changed. After each item call `keep` or `undo`.
 */
export class PeopleBatch implements PeopleReader {
  readonly #context: RequestContext;
  readonly #tx: AccountTransaction;
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
    this.#concerned = concerned;
  }

  async locks(): Promise<Lock[]> {
    const ids = [...this.#concerned.ids, ...(await this.#findIds())];
    return [...new Set(ids)].map((id): Lock => [Person, id]);
  }

  /** Reads the people under their locks. Locks those that were created during the wait. */
  async read(): Promise<void> {
    const ids = [...new Set([...this.#concerned.ids, ...(await this.#findIds())])];
    for (const person of await this.#tx.listLocked(Person, ids)) this.#add(person);
    for (const identity of this.#concerned.identities) for (const key of identityKeys(identity)) this.#known.add(key);
  }

  async #findIds(): Promise<number[]> {
    const identities = this.#concerned.identities;
    if (!identities.some((identity) => identityKeys(identity).length > 0)) return [];
    const values = (attribute: 'phoneNumberFormatted' | 'phoneNumber' | 'nationalIdNo') =>
      identities.flatMap((identity) => identity[attribute] ?? []);
    const external = identities.filter(({ provider, uid }) => provider && uid);
    const rows = await this.#tx.query<{ id: number }>(
      `select id from person where account_id = $1 and active and lower(email) = any ($2::text[])
       union select id from person where account_id = $1 and active and phone_number_formatted = any ($3::text[])
       union select id from person where account_id = $1 and active and phone_number = any ($4::text[])
       union select id from person where account_id = $1 and active and national_id_no = any ($5::text[])
       union select person.id from unnest($6::text[], $7::text[]) as asked (provider, uid)
         join person on person.account_id = $1 and active and person.provider = asked.provider and person.uid = asked.uid`,
      [
        identities.flatMap(({ email }) => email?.toLowerCase() ?? []),
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
    for (const key of identityKeys(person)) {
      const people = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, people.add(person));
    }
  }
}
