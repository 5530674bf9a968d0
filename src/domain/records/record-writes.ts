import type { ClassType } from 'type-graphql';
import { Arg, Ctx, Int, Mutation } from 'type-graphql';
import { recordChange, recordRemoval } from '../../outbox/change-log.js';
import type { ChangeName, ChangeRecords } from '../../outbox/recorded-change.js';
import type { TransactionRetryOptions } from '../../platform/database/account-database.js';
import type { RevisedRecord } from '../../platform/database/account-record.entity.js';
import type { AccountTransaction, Lock, LockableEntity } from '../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../platform/errors.js';
import { changedBy, type RequestContext } from '../context.js';
import { requireRevision } from './record.rules.js';

/** A type of objects that are created, modified and deleted, such as `coupon`. */
type WrittenType = {
  [Name in ChangeName]: Name extends `${infer Type}.${string}`
    ? `${Type}.${'created' | 'modified' | 'deleted'}` extends ChangeName
      ? Type
      : never
    : never;
}[ChangeName];

type WrittenRecord<Type extends WrittenType> = RevisedRecord &
  ChangeRecords[`${Type}.created`] &
  ChangeRecords[`${Type}.modified`] &
  ChangeRecords[`${Type}.deleted`];

/** The result of assigning an input to a record. */
interface Assigned {
  errors: FieldErrors;
  /** Whether data of the record that other tables store has changed. */
  isChangedElsewhere?: boolean;
  /** Writes what belongs to the record, after its row. @param isChanged whether the row was written */
  write?: (isChanged: boolean) => Promise<void>;
}

/** The request that writes a record. */
export interface RecordWrite {
  context: RequestContext;
  tx: AccountTransaction;
}

/** A kind of records that a business creates, changes and deletes one by one: what is different from the other kinds. */
export interface RecordKind<Type extends WrittenType, Entity extends WrittenRecord<Type>, Input extends object> {
  /** As in the names of its changes. */
  type: Type;
  entity: LockableEntity<Entity> & (new () => Entity);
  /** As sentences call it: `gift card`. */
  title: string;
  /** Locks to acquire with that of the record, also for a new one. @param input undefined if none changes the record */
  locks?(input: Input | undefined): readonly Lock[];
  /** Reads what other tables store of a locked record. */
  complete?(tx: AccountTransaction, record: Entity): Promise<unknown>;
  /**
   * Assigns the input to the record.
   *
   * @param before the record as it was; undefined for a new one
   */
  assign(write: RecordWrite, record: Entity, input: Input, before: Entity | undefined): Assigned | Promise<Assigned>;
  /** The repetition of a creation that failed. */
  retry?(input: Input): TransactionRetryOptions;
  /**
   * Changes the record so that it counts as deleted, and keeps it. Returns false if it already does, and undefined if its
   * row is to be deleted, which is so for all records by default.
   */
  retire?(write: RecordWrite, record: Entity): boolean | undefined | Promise<boolean | undefined>;
}

/** Creates, changes and deletes records of one kind. Each throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED. */
export interface RecordWrites<Entity, Input> {
  create(context: RequestContext, input: Input): Promise<Entity>;
  /** @param ifRevision the `revisionCount` that the client read */
  update(context: RequestContext, id: number, input: Input, ifRevision?: number | null): Promise<Entity>;
  /** Changes a locked record in another way than by an input. */
  change(
    context: RequestContext,
    id: number,
    ifRevision: number | null | undefined,
    work: (write: RecordWrite, record: Entity) => Promise<void>,
  ): Promise<Entity>;
  /** Returns the last state of the record, or the record that is kept. */
  remove(context: RequestContext, id: number, ifRevision?: number | null): Promise<Entity>;
}

/** Returns the actions of a kind of records. */
export function recordWrites<Type extends WrittenType, Entity extends WrittenRecord<Type>, Input extends object>(
  kind: RecordKind<Type, Entity, Input>,
): RecordWrites<Entity, Input> {
  const { type, entity, title, locks = () => [] } = kind;
  const lock = async (
    tx: AccountTransaction,
    id: number,
    ifRevision: number | null | undefined,
    input?: Input,
  ): Promise<Entity> => {
    const record = await tx.getLocked(entity, id, ...locks(input));
    await kind.complete?.(tx, record);
    requireRevision(record, ifRevision, title);
    return record;
  };
  const change: RecordWrites<Entity, Input>['change'] = (context, id, ifRevision, work) =>
    context.db.transaction(async (tx) => {
      const record = await lock(tx, id, ifRevision);
      await work({ context, tx }, record);
      await recordChange(tx, `${type}.modified`, record, changedBy(context));
      return record;
    });
  return {
    change,
    create: (context, input) =>
      context.db.transaction(async (tx) => {
        await tx.lock(...locks(input));
        const record = tx.create(entity, context.clock.now());
        const { errors, write } = await kind.assign({ context, tx }, record, input, undefined);
        rejectIfAny(errors);
        await recordChange(tx, `${type}.created`, record, changedBy(context));
        await write?.(true);
        return record;
      }, kind.retry?.(input)),
    update: (context, id, input, ifRevision) =>
      context.db.transaction(async (tx) => {
        const record = await lock(tx, id, ifRevision, input);
        const assigned = await kind.assign({ context, tx }, record, input, { ...record });
        const { errors, isChangedElsewhere = false, write } = assigned;
        rejectIfAny(errors);
        const by = changedBy(context);
        const isChanged = await recordChange(tx, `${type}.modified`, record, by, { isChangedElsewhere });
        await write?.(isChanged);
        return record;
      }),
    remove: (context, id, ifRevision) =>
      context.db.transaction(async (tx) => {
        const record = await lock(tx, id, ifRevision);
        const isRetired = await kind.retire?.({ context, tx }, record);
        if (isRetired === undefined) await recordRemoval(tx, `${type}.deleted`, record, changedBy(context));
        if (isRetired === true) await recordChange(tx, `${type}.deleted`, record, changedBy(context));
        return record;
      }),
  };
}

interface MutationOptions<Entity, Input> {
  /** Requires the permission to write them. */
  permission: MethodDecorator;
  entity: ClassType<object> & (new () => Entity);
  input: ClassType<object> & (new () => Input);
  /** The descriptions in the schema. Without one, the resolver declares the creation itself. */
  descriptions: Readonly<Record<'update' | 'delete', string>> & { readonly create?: string };
}

/** Declares the mutations of a kind of records at its resolver: `createCoupon`, `updateCoupon`, `deleteCoupon`. */
export function RecordMutations<Entity extends object, Input extends object>(
  writes: RecordWrites<Entity, Input>,
  { permission, entity, input, descriptions }: MutationOptions<Entity, Input>,
) {
  return ({ prototype }: { prototype: object }): void => {
    const add = (
      verb: keyof typeof descriptions,
      value: unknown,
      parameters: readonly ReturnType<typeof Ctx>[],
    ): void => {
      const description = descriptions[verb];
      if (description === undefined) return;
      const name = `${verb}${entity.name}`;
      const descriptor = { value, writable: true, configurable: true };
      Object.defineProperty(prototype, name, descriptor);
      Mutation(() => entity, { description })(prototype, name, descriptor);
      permission(prototype, name, descriptor);
      for (const [index, decorate] of parameters.entries()) decorate(prototype, name, index);
    };
    const id = Arg('id', () => Int);
    const given = Arg('input', () => input);
    const ifRevision = Arg('ifRevision', () => Int, { nullable: true });
    const { create, update, remove } = writes;
    add('create', (values: Input, context: RequestContext) => create(context, values), [given, Ctx()]);
    add(
      'update',
      (key: number, values: Input, revision: number | null | undefined, context: RequestContext) =>
        update(context, key, values, revision),
      [id, given, ifRevision, Ctx()],
    );
    add(
      'delete',
      (key: number, revision: number | null | undefined, context: RequestContext) => remove(context, key, revision),
      [id, ifRevision, Ctx()],
    );
  };
}
