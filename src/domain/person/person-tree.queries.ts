import type { AccountTransaction } from '../../platform/database/account-transaction.js';
import type { Lock } from '../../platform/database/locks.js';
import { personTreeKind } from './person.entity.js';

/** The lock of the account's tree of people. Acquire it before you change the parent of a person. */
export function personTreeLock({ accountId }: AccountTransaction): Lock {
  return [personTreeKind, accountId];
}

/** Parents of people, read once for each person. Use it under the lock of the tree. */
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
           join person on person.account_id = $1 and person.id = ancestor.parent_id)
       select id, parent_id as "parentId", active from ancestor`,
      [missing],
    );
    for (const { id, parentId, active } of rows) this.#nodes.set(id, { parentId, active });
  }

  /** Whether a person exists and is not deleted. */
  async isActive(id: number): Promise<boolean> {
    await this.read([id]);
    return this.#nodes.get(id)?.active === true;
  }

  /** Whether `ancestorId` is the person `id` itself or one of its ancestors. */
  async isAncestor(ancestorId: number, id: number): Promise<boolean> {
    await this.read([id]);
    const seen = new Set<number>();
    for (let at: number | null = id; at !== null && !seen.has(at); at = this.#nodes.get(at)?.parentId ?? null) {
      if (at === ancestorId) return true;
      seen.add(at);
    }
    return false;
  }

  /** Notes a person that was changed and is not written yet. */
  set(id: number, { parentId, active }: Node): void {
    if (this.#nodes.has(id)) this.#nodes.set(id, { parentId, active });
  }
}

interface Node {
  parentId: number | null;
  active: boolean;
}
