import type { AccountTransaction, Lock } from '../../platform/database/account-transaction.js';
import { textKey } from '../../platform/text.js';
import type { RequestContext } from '../context.js';
import { Person, personTreeKind } from './person.entity.js';
import { type Identity, identityKeys } from './person.rules.js';

/** A person who may be locked or not. One that is not written yet has an id, but no row. */
export type KnownPerson = Identity & Pick<Person, 'id' | 'active' | 'blocked'>;

/** The people that a request concerns. */
export interface PeopleRequest {
  /** The people that it names, to be locked. */
  ids: readonly number[];
  /** A person that it names and that is only read. */
  readId?: number | null | undefined;
  /** The unique attributes of the person to match, or to change if `changedId` is given. */
  identity?: Identity | undefined;
  /** The person whose attributes it changes. */
  changedId?: number | null | undefined;
  /** The person that becomes a parent. */
  parentId?: number | null | undefined;
}

/** Whether a person is found by attributes, instead of changed. */
function isMatched(request: PeopleRequest): request is PeopleRequest & Required<Pick<PeopleRequest, 'identity'>> {
  return request.identity !== undefined && (request.changedId ?? null) === null;
}

/** Whether a request may give another person to a record. */
export function mayChangePerson(request: PeopleRequest, currentId: number | null): boolean {
  return isMatched(request) || request.ids.some((id) => id !== currentId);
}

/**
 * Reads the people of one or more requests with few statements. Acquire `locks`, then call `read`; other people are read
 * on demand. Includes the unwritten changes of earlier requests of the same transaction: after each request, call `keep`
 * if it is accepted, or `undo`.
 */
export class People {
  readonly #context: Pick<RequestContext, 'clock'>;
  readonly #tx: AccountTransaction;
  readonly tree: PersonTree;
  /** Null for an id without a person. */
  readonly #locked = new Map<number, Person | null>();
  /** People that are read and not locked. */
  readonly #read = new Map<number, KnownPerson>();
  readonly #byKey = new Map<string, Set<KnownPerson>>();
  /** The keys whose people are all in `#byKey`. */
  readonly #complete = new Set<string>();
  /** Drawn for people who may be created. */
  readonly #newIds: number[] = [];
  /** The number of requests whose people may be new. */
  #unmatched = 0;
  /** The people that the current request has locked, as they were before it; null for a new one. */
  readonly #touched = new Map<Person, Person | null>();

  constructor(context: Pick<RequestContext, 'clock'>, tx: AccountTransaction) {
    this.#context = context;
    this.#tx = tx;
    this.tree = new PersonTree(tx);
  }

  /**
   * Returns the locks of the people that requests name or match. A person who gets one of the unique attributes after this
   * read, such as in a merge, is not found. The write then violates a unique index, and the transaction is run again.
   */
  async locks(requests: readonly PeopleRequest[]): Promise<Lock[]> {
    const matched = requests.filter(({ changedId }) => (changedId ?? null) === null).flatMap(identityOf);
    const found = await this.#findByIdentity(matched);
    this.#unmatched = matched.filter((identity) => !identityKeys(identity).some((key) => this.#byKey.has(key))).length;
    const named = requests.flatMap(({ ids }) => ids);
    const hasParent = requests.some(({ parentId }) => (parentId ?? null) !== null);
    return [
      ...[...new Set([...named, ...found])].map((id): Lock => [Person, id]),
      ...(hasParent ? [personTreeLock(this.#tx)] : []),
    ];
  }

  /** Locks and reads the people of requests. */
  async lock(requests: readonly PeopleRequest[]): Promise<void> {
    const locks = await this.locks(requests);
    await Promise.all([this.#tx.lock(...locks), this.read(requests, locks)]);
  }

  /** Reads the people of requests. @param locks those of the requests, which were acquired or sent before */
  async read(requests: readonly PeopleRequest[], locks: readonly Lock[]): Promise<void> {
    const parentIds = requests.flatMap(({ parentId }) => parentId ?? []);
    const ids = locks.flatMap(([{ lockKind }, id]) => (lockKind === Person.lockKind ? [id] : []));
    await Promise.all([this.#lockAll(ids), this.#drawIds(this.#unmatched)]);
    const changes = requests.filter(({ changedId }) => (changedId ?? null) !== null);
    const changed = changes.flatMap(({ changedId }) => this.#locked.get(changedId ?? 0) ?? []);
    await this.#findByIdentity([...changes.flatMap(identityOf), ...changed]);
    await this.tree.read(parentIds);
    await this.#readAll(requests.flatMap(({ readId }) => readId ?? []));
  }

  async #lockAll(ids: readonly number[]): Promise<void> {
    const added = ids.filter((id) => !this.#locked.has(id));
    if (added.length === 0) return;
    for (const id of added) this.#locked.set(id, null);
    await this.#tx.lock(...added.map((id): Lock => [Person, id]));
    const people = await Promise.all(added.map((id) => this.#tx.load(Person, id)));
    for (const person of people) if (person) this.#addLocked(person);
  }

  async #readAll(ids: readonly number[]): Promise<void> {
    const unread = ids.filter((id) => !this.#locked.has(id) && !this.#read.has(id));
    if (unread.length === 0) return;
    for (const row of await this.#tx.rows(Person, { id: { $in: [...new Set(unread)] } })) this.#read.set(row.id, row);
  }

  /** Reads the active people that have one of the unique attributes. @returns their ids */
  async #findByIdentity(identities: readonly Identity[]): Promise<number[]> {
    const keys = identities.flatMap(identityKeys);
    if (keys.length === 0) return [];
    for (const key of keys) this.#complete.add(key);
    const people = await listPeopleSharing(this.#tx, identities);
    for (const person of people) if (!this.#locked.has(person.id)) this.#index(person);
    return people.map(({ id }) => id);
  }

  /** Finds a person, locked or not. */
  async find(id: number): Promise<KnownPerson | null> {
    await this.#readAll([id]);
    return this.#locked.get(id) ?? this.#read.get(id) ?? null;
  }

  /** Finds a person under its lock. */
  async findLocked(id: number): Promise<Person | null> {
    await this.#lockAll([id]);
    const person = this.#locked.get(id) ?? null;
    if (person && !this.#touched.has(person)) this.#touched.set(person, { ...person });
    return person;
  }

  /** Lists active people with one of the unique attributes, oldest first. */
  async listSharing(identity: Identity): Promise<readonly KnownPerson[]> {
    const keys = identityKeys(identity);
    if (keys.some((key) => !this.#complete.has(key))) await this.#findByIdentity([identity]);
    const sharing = keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]);
    const people = new Set(sharing.map((person) => this.#locked.get(person.id) ?? person));
    return [...people].filter((person) => person.active && sharesKey(person, keys)).toSorted((a, b) => a.id - b.id);
  }

  /** Returns the ids of the known people whom a request may give to a record, with the one that it has. */
  async possibleIds(request: PeopleRequest, currentId: number | null): Promise<ReadonlySet<number>> {
    const matched = isMatched(request) ? await this.listSharing(request.identity) : [];
    return new Set([...request.ids, ...matched.map(({ id }) => id), ...(currentId === null ? [] : [currentId])]);
  }

  /** Creates a person without writing it. It has an id, so that later requests can match it. */
  async create(): Promise<Person> {
    if (this.#newIds.length === 0) await this.#drawIds(1);
    const person = this.#tx.create(Person, this.#context.clock.now());
    person.id = this.#newIds.shift() ?? 0;
    this.#touched.set(person, null);
    return person;
  }

  async #drawIds(count: number): Promise<void> {
    if (count > 0) this.#newIds.push(...(await this.#tx.nextIds(Person, count)));
  }

  /** Keeps the changes of the current request. */
  keep(): void {
    for (const person of this.#touched.keys()) this.#addLocked(person);
    this.#touched.clear();
  }

  /** Reverts the changes of the current request. */
  undo(): void {
    for (const [person, before] of this.#touched) if (before) Object.assign(person, before);
    this.#touched.clear();
  }

  #addLocked(person: Person): void {
    this.#locked.set(person.id, person);
    this.tree.set(person.id, person);
    this.#index(person);
  }

  #index(person: KnownPerson): void {
    for (const key of identityKeys(person)) {
      const people = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, people.add(person));
    }
  }
}

function identityOf({ identity }: PeopleRequest): Identity[] {
  return identity ? [identity] : [];
}

function sharesKey(person: Identity, keys: readonly string[]): boolean {
  return identityKeys(person).some((key) => keys.includes(key));
}

const knownColumns = `id, active, blocked, email, phone_number as "phoneNumber",
  phone_number_formatted as "phoneNumberFormatted", national_id_no as "nationalIdNo", provider, uid`;

/** Lists the active people that have a unique attribute of one of the identities, oldest first. Each has an index. */
export async function listPeopleSharing(
  tx: AccountTransaction,
  identities: readonly Identity[],
): Promise<KnownPerson[]> {
  if (!identities.some((identity) => identityKeys(identity).length > 0)) return [];
  const values = (attribute: 'phoneNumberFormatted' | 'phoneNumber' | 'nationalIdNo') =>
    identities.flatMap((identity) => identity[attribute] || []);
  const external = identities.filter(({ provider, uid }) => provider && uid);
  const people = await tx.query<KnownPerson>(
    `select ${knownColumns} from person where account_id = $1 and active and text_key(email) = any ($2::text[])
     union select ${knownColumns} from person
       where account_id = $1 and active and phone_number_formatted = any ($3::text[])
     union select ${knownColumns} from person where account_id = $1 and active and phone_number = any ($4::text[])
     union select ${knownColumns} from person where account_id = $1 and active and national_id_no = any ($5::text[])
     union select ${knownColumns} from unnest($6::text[], $7::text[]) as asked (asked_provider, asked_uid)
       join person on account_id = $1 and active and provider = asked_provider and uid = asked_uid`,
    [
      identities.flatMap(({ email }) => (email ? textKey(email) : [])),
      values('phoneNumberFormatted'),
      values('phoneNumber'),
      values('nationalIdNo'),
      external.map(({ provider }) => provider),
      external.map(({ uid }) => uid),
    ],
  );
  return people.toSorted((a, b) => a.id - b.id);
}

/** The lock of the account's tree of people. Acquire it before you change the parent of a person. */
export function personTreeLock({ accountId }: AccountTransaction): Lock {
  return [personTreeKind, accountId];
}

/** Guardians of people, read once for each person. Use it under the lock of the tree. */
export class PersonTree {
  readonly #nodes = new Map<number, Node | undefined>();

  constructor(private readonly tx: AccountTransaction) {}

  /** Reads people with their ancestors by one statement, without those that were read before. */
  async read(ids: readonly number[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.#nodes.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#nodes.set(id, undefined);
    const rows = await this.tx.query<Node & { id: number }>(
      `with recursive ancestor as (
         select id, parent_id, active from person where account_id = $1 and id = any ($2::integer[])
         union select person.id, person.parent_id, person.active from ancestor
           join guardian on guardian.account_id = $1 and guardian.dependant_id = ancestor.id
           join person on person.account_id = $1 and person.id = guardian.person_id)
       select id, parent_id as "parentId", active, array(
         select person_id from guardian where account_id = $1 and dependant_id = ancestor.id and position > 1) as "otherIds"
       from ancestor`,
      [missing],
    );
    for (const { id, ...node } of rows) this.#nodes.set(id, node);
  }

  /** Whether a person exists and is not deleted. */
  async isActive(id: number): Promise<boolean> {
    await this.read([id]);
    return this.#nodes.get(id)?.active === true;
  }

  /** Whether `ancestorId` is the person `id` itself, one of its guardians, or one of theirs. */
  async isAncestor(ancestorId: number, id: number): Promise<boolean> {
    await this.read([id]);
    const seen = new Set([id]);
    // The loop also visits those that are added to the set meanwhile.
    for (const at of seen) {
      if (at === ancestorId) return true;
      const { parentId = null, otherIds = [] } = this.#nodes.get(at) ?? {};
      for (const next of parentId === null ? otherIds : [parentId, ...otherIds]) seen.add(next);
    }
    return false;
  }

  /** Notes a person that was changed and is not written yet. */
  set(id: number, { parentId, active }: Pick<Node, 'parentId' | 'active'>): void {
    const node = this.#nodes.get(id);
    if (this.#nodes.has(id)) this.#nodes.set(id, { otherIds: node?.otherIds ?? [], parentId, active });
  }
}

interface Node {
  /** The first guardian. */
  parentId: number | null;
  otherIds: readonly number[];
  active: boolean;
}
