import type { EntityClass } from '@mikro-orm/core';
import type { AccountRecord } from './account-record.entity.js';

/** A kind of object that transactions lock by id. An entity becomes one by a static property `lockKind`. */
export interface Lockable {
  /** The first argument of the SQL function `lock_record`, which triggers call, too. */
  readonly lockKind: string;
}

/** An entity whose rows are locked by id. */
export type LockableEntity<Entity extends AccountRecord> = EntityClass<Entity> & Lockable;

/** One object of the account, to be locked until the transaction ends. */
export type Lock = readonly [kind: Lockable, id: number];

/** The order in which all transactions lock objects of different kinds. Objects of one kind are locked by rising id. */
export class LockOrder {
  readonly #ranks = new Map<string, number>();

  /** @throws Error if two kinds have the same name */
  constructor(kinds: readonly Lockable[]) {
    for (const { lockKind } of kinds) {
      if (this.#ranks.has(lockKind)) throw new Error(`two kinds of objects have the lock kind ${lockKind}`);
      this.#ranks.set(lockKind, this.#ranks.size);
    }
  }

  /** @throws Error for a kind that is not in the order */
  sort(locks: readonly Lock[]): Lock[] {
    return locks.toSorted(([a, aId], [b, bId]) => this.#rankOf(a) - this.#rankOf(b) || aId - bId);
  }

  #rankOf({ lockKind }: Lockable): number {
    const rank = this.#ranks.get(lockKind);
    if (rank === undefined) throw new Error(`the lock kind ${lockKind} has no place in the lock order`);
    return rank;
  }
}
