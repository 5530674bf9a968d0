import type { FilterQuery } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { Arg, Args, type ClassType, Ctx, Extensions, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import type { ParentLink } from '../../platform/database/parent-link.js';
import { notFound } from '../../platform/errors.js';
import { defaultPageLength } from '../../platform/list-cost.js';
import { isVisitor, type RequestContext } from '../context.js';
import { ComputedField, createContextLoader } from './computed-field.js';
import { type RecordFilter, RelatedListArguments, type Slice } from './list.input.js';
import { cursorsOf, type List, type ListRequest, sliceOf, whereOf } from './list.js';
import { isRelation, referencesOf } from './reference.js';
import { selectNodeJoins } from './selection.js';

interface RelatedListOptions<Filter> {
  /** By default the only reference of the records to the object. */
  link?: ParentLink;
  /** Returns the filter with the defaults of this list. */
  withDefaults?: (filter: Filter) => Filter;
}

/**
 * Declares a list of an object's records, such as the bookings of a person, as a GraphQL field. It has the filter and the
 * orders of the list at the root. One statement reads the lists of all objects of the same tick.
 *
 * @returns the class of its resolver, for the schema
 */
export function relatedList<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  owner: ClassType<AccountRecord>,
  name: string,
  list: List<Node, Filter, Connection>,
  description: string,
  {
    link = { attribute: referenceTo(owner, list.entity) },
    withDefaults = (filter) => filter,
  }: RelatedListOptions<Filter> = {},
): new () => object {
  class RelatedListResolver {}
  const { prototype } = RelatedListResolver;
  const value = (
    { id }: AccountRecord,
    given: Filter,
    order: string,
    page: RelatedListArguments,
    context: RequestContext,
    info: GraphQLResolveInfo,
  ): Connection => {
    const request = { name: `${owner.name}.${name}`, filter: withDefaults(given), order, page };
    return readRelatedList(context, list, link, id, { ...request, joins: selectNodeJoins(info) }, info.fieldNodes);
  };
  // These calls have the effect of decorators on a method of that name.
  Object.defineProperty(prototype, name, { value });
  Resolver(() => owner)(RelatedListResolver);
  FieldResolver(() => list.connection, { description })(prototype, name, { value });
  Extensions({ [isRelation]: true })(prototype, name, { value });
  Root()(prototype, name, 0);
  const conditions = { defaultValue: {}, description: 'The conditions of the items.' };
  Arg('filter', () => list.filter, conditions)(prototype, name, 1);
  const order = { defaultValue: list.order.default, description: 'The order of the items.' };
  Arg('order', () => list.order.type, order)(prototype, name, 2);
  Args(() => RelatedListArguments)(prototype, name, 3);
  Ctx()(prototype, name, 4);
  Info()(prototype, name, 5);
  return RelatedListResolver;
}

/** The lists of one field of a document, for all objects of which the document selects it. */
interface Batch<Node> {
  rows(slice: Slice): DataLoader<number, Node[]>;
  counts: DataLoader<number, number>;
}

/** @throws DomainError INVALID; NOT_FOUND for visitors, whose documents select no such lists */
function readRelatedList<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  context: RequestContext,
  list: List<Node, Filter, Connection>,
  link: ParentLink,
  parentId: number,
  request: ListRequest<Filter> & { name: string },
  fieldNodes: readonly FieldNode[],
): Connection {
  if (isVisitor(context)) throw notFound();
  const { name, order = list.order.default, page } = request;
  const scope = { accountId: context.db.accountId, list: name, order };
  const slice = sliceOf(list.order, scope, page);
  const key = JSON.stringify([request.filter, order, page]);
  const batch = batchOf(context, fieldNodes, key, () => createBatch(context, list, link, request));
  return new list.connection(slice, {
    read: (part) => batch.rows(part).load(parentId),
    count: () => batch.counts.load(parentId),
    cursorOf: cursorsOf(list.order, scope),
  });
}

/**
 * The batches of a field by its arguments. A context has several only if an operation is executed again with other
 * variables.
 */
type Batches = WeakMap<readonly FieldNode[], Map<string, unknown>>;

const batches = new WeakMap<RequestContext, Batches>();

/**
 * Returns the batch of a field of a document. All objects of which the document selects the field have the same batch.
 *
 * @param key the arguments of the field
 */
export function batchOf<Batched>(
  context: RequestContext,
  fieldNodes: readonly FieldNode[],
  key: string,
  create: () => Batched,
): Batched {
  const ofContext: Batches = batches.get(context) ?? new WeakMap();
  batches.set(context, ofContext);
  const ofField = ofContext.get(fieldNodes) ?? new Map<string, unknown>();
  ofContext.set(fieldNodes, ofField);
  const batch = (ofField.get(key) as Batched | undefined) ?? create();
  ofField.set(key, batch);
  return batch;
}

/** Nothing is cached: a later operation of the same context may follow a change. */
function createBatch<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  context: RequestContext,
  list: List<Node, Filter, Connection>,
  link: ParentLink,
  { filter, order: orderName = list.order.default, joins }: ListRequest<Filter>,
): Batch<Node> {
  const { db } = context;
  const order = list.order.get(orderName);
  // Refuses an invalid filter before anything is read.
  whereOf(context, list, filter);
  let rows: DataLoader<number, Node[]> | undefined;
  const createLoader = ({ limit = defaultPageLength, ...slice }: Slice) =>
    new DataLoader<number, Node[]>(
      async (ids) => {
        const where = whereOf(context, list, filter);
        const options = { order, joins, ...slice, limit };
        const found = await db.childRows(list.entity, link, [...new Set(ids)], where, options);
        await list.complete?.(context, found);
        const ofParents = Map.groupBy(found, ({ ofParent }) => ofParent);
        return ids.map((id) => ofParents.get(id) ?? []);
      },
      { cache: false },
    );
  return {
    rows: (slice) => {
      rows ??= createLoader(slice);
      return rows;
    },
    counts: new DataLoader<number, number>(
      async (ids) => {
        const found = await db.countChildRows(list.entity, link, [...new Set(ids)], whereOf(context, list, filter));
        const counts = new Map(found.map(({ ofParent, count }) => [ofParent, count]));
        return ids.map((id) => counts.get(id) ?? 0);
      },
      { cache: false },
    ),
  };
}

/**
 * Declares the only record that refers to an object, such as the waitlist entry whose offer is a booking, as a GraphQL
 * field. One statement reads the records of all objects of the same tick.
 *
 * @returns the class of its resolver, for the schema
 */
export function relatedRecord<Node extends AccountRecord>(
  owner: ClassType<AccountRecord>,
  name: string,
  type: ClassType<Node>,
  description: string,
): new () => object {
  class RelatedRecordResolver {}
  const { prototype } = RelatedRecordResolver;
  const key = referenceTo(owner, type);
  const load = createContextLoader(async ({ db }, ids): Promise<Map<number, Node>> => {
    const found = await db.rows(type, { [key]: { $in: [...ids] } } as FilterQuery<Node>);
    return new Map(found.map((node) => [Number(Reflect.get(node, key)), node]));
  }, null);
  /** @throws DomainError NOT_FOUND for visitors, whose documents select no such field */
  const value = ({ id }: AccountRecord, context: RequestContext): Promise<Node | null> => {
    if (isVisitor(context)) throw notFound();
    return load(context, id);
  };
  // These calls have the effect of decorators on a method of that name.
  const method = { value };
  Object.defineProperty(prototype, name, method);
  Resolver(() => owner)(RelatedRecordResolver);
  ComputedField(() => type, { nullable: true, description })(prototype, name, method);
  Extensions({ [isRelation]: true })(prototype, name, method);
  return RelatedRecordResolver;
}

/** A class of records. */
interface RecordClass {
  readonly name: string;
  readonly prototype: object;
}

/** Returns the attribute by which records of a type refer to an object. @throws Error if there is none, or several */
function referenceTo(owner: RecordClass, type: RecordClass): string {
  const [reference, ...others] = [...referencesOf(type).values()].filter(({ name }) => name === owner.name);
  if (!reference || others.length > 0) throw new Error(`${type.name} does not have one reference to ${owner.name}`);
  return reference.key;
}
