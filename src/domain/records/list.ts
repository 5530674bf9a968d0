import type { EntityClass, FilterQuery } from '@mikro-orm/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { Arg, Args, type ClassType, Ctx, Info, Query } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { areKeyValuesOf, type KeyValue, keyValuesOf } from '../../platform/database/key-order.js';
import type { Join } from '../../platform/database/related-rows.js';
import { MayReadReplica } from '../../platform/replica-use.js';
import type { RequestContext } from '../context.js';
import { type ConnectionClass, type NodeSource, unpagedListCost } from './connection.type.js';
import {
  CursorArguments,
  type ListOrder,
  PageArguments,
  type PageRequest,
  type RecordFilter,
  recordConditions,
  type Slice,
  toSlice,
} from './list.input.js';
import { selectNodeJoins } from './selection.js';

/** A list of the records of an entity: how it is filtered, ordered and read, at the root and as a list of an object. */
export interface List<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object> {
  /** The name of the root field. Cursors contain it. */
  name: string;
  entity: EntityClass<Node>;
  connection: new (slice: Slice, source: NodeSource<Node>) => Connection & InstanceType<ConnectionClass<Node>>;
  filter: ClassType<Filter>;
  order: ListOrder;
  /**
   * Returns the conditions of a filter, apart from those of every list. New ones at each call: MikroORM allows each raw
   * fragment only once.
   *
   * @throws DomainError INVALID
   */
  conditions(context: RequestContext, filter: Filter): FilterQuery<Node>;
  /** Counts quicker than the database can by the conditions. Returns undefined if it cannot count by this filter. */
  count?(context: RequestContext, filter: Filter): Promise<number | undefined>;
  /** Sets the attributes of rows that other tables store. */
  complete?(context: RequestContext, rows: Node[]): Promise<unknown>;
}

export interface ListRequest<Filter> {
  /** The name of the field in cursors. Defaults to the name of the list. */
  name?: string;
  filter: Filter;
  /** Defaults to the order of the list. */
  order?: string | undefined;
  page: PageRequest;
  /** Records to read with each node. */
  joins?: readonly Join[] | undefined;
}

/** Returns a list of the account. @throws DomainError INVALID */
export function readList<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  context: RequestContext,
  list: List<Node, Filter, Connection>,
  { name = list.name, filter, order: orderName = list.order.default, page, joins }: ListRequest<Filter>,
): Connection {
  const { db } = context;
  const scope = { accountId: db.accountId, list: name, order: orderName };
  const order = list.order.get(orderName);
  const where = whereOf(context, list, filter);
  return new list.connection(sliceOf(list.order, scope, page), {
    read: async (slice) => {
      const rows = await db.rows(list.entity, where, { order, joins, ...slice });
      await list.complete?.(context, rows);
      return rows;
    },
    count: async () => (await list.count?.(context, filter)) ?? db.count(list.entity, whereOf(context, list, filter)),
    cursorOf: cursorsOf(list.order, scope),
  });
}

/** Returns all conditions of a filter. @throws DomainError INVALID */
export function whereOf<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  context: RequestContext,
  list: List<Node, Filter, Connection>,
  filter: Filter,
): FilterQuery<Node> {
  const ofRecord = recordConditions(filter);
  const own = list.conditions(context, filter);
  return ofRecord.length === 0 ? own : ({ $and: [own, ...ofRecord] } as FilterQuery<Node>);
}

/** @throws DomainError INVALID on `first`, `after`, `page` or `perPage` */
export function sliceOf(orders: ListOrder, scope: CursorScope, page: PageRequest): Slice {
  const order = orders.get(scope.order);
  return toSlice(page, (text) => parseListCursor(text, scope, (values) => areKeyValuesOf(order, values)));
}

/** Returns the function that formats the cursor of a record. */
export function cursorsOf<Node extends object>(orders: ListOrder, scope: CursorScope): (node: Node) => string {
  const order = orders.get(scope.order);
  return (node) => formatListCursor(scope, keyValuesOf(order, node));
}

/** Returns the whole list of records that are already loaded, with cursors of their list in its default order. */
export function savedList<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  { db }: RequestContext,
  list: List<Node, Filter, Connection>,
  nodes: readonly Node[],
): Connection {
  const scope = { accountId: db.accountId, list: list.name, order: list.order.default };
  return new list.connection(
    {},
    { read: async () => nodes, count: async () => nodes.length, cursorOf: cursorsOf(list.order, scope) },
  );
}

/** The list that a cursor is for. A cursor is invalid in another one. */
interface CursorScope {
  accountId: number;
  /** The name of the list, such as `bookings` or `Person.bookings`. */
  list: string;
  /** The name of the order. */
  order: string;
}

/** More than the longest text that a list is ordered by, each character of it escaped. */
const maxCursorLength = 4_000;

/** Returns the cursor of a row as clients see it: opaque text. */
export function formatListCursor({ accountId, list, order }: CursorScope, values: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([accountId, list, order, ...values])).toString('base64url');
}

/** Whether values from a client are key values of a list. */
type AreKeyValues = (values: readonly unknown[]) => values is KeyValue[];

/** Parses a cursor that a client sent. Returns undefined if it is malformed or of another list, order or account. */
export function parseListCursor(text: string, scope: CursorScope, areKeyValues: AreKeyValues): KeyValue[] | undefined {
  const content = decode(text);
  if (!Array.isArray(content)) return undefined;
  const [accountId, list, orderName, ...values] = content;
  const isOfScope = accountId === scope.accountId && list === scope.list && orderName === scope.order;
  return isOfScope && areKeyValues(values) ? values : undefined;
}

function decode(text: string): unknown {
  if (text.length > maxCursorLength) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // Node ignores characters that do not belong to base64url.
  if (bytes.toString('base64url') !== text) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

interface ListQueryOptions {
  description: string;
  /** Whether the list is returned whole unless the request limits it. By default it has pages. */
  isWhole?: boolean;
  /** By default a whole list costs as much as the longest page. */
  complexity?: ComplexityEstimator;
}

/**
 * Declares a method of a resolver as a list at the root: `@ListQuery(couponList, { description }) coupons(context,
 * request)`. The GraphQL field has the filter, the orders and the page of the list, and the arguments that the method
 * declares after `request`.
 */
export function ListQuery<Node extends AccountRecord, Filter extends RecordFilter, Connection extends object>(
  list: List<Node, Filter, Connection>,
  { isWhole = false, ...options }: ListQueryOptions,
) {
  return <Own extends unknown[], Read extends Connection | Promise<Connection>>(
    prototype: object,
    name: string,
    descriptor: TypedPropertyDescriptor<(context: RequestContext, request: ListRequest<Filter>, ...own: Own) => Read>,
  ): void => {
    const { value: method } = descriptor;
    if (!method) throw new Error(`${name} is not a method`);
    Query(() => list.connection, { ...(isWhole && { complexity: unpagedListCost }), ...options })(
      prototype,
      name,
      descriptor,
    );
    MayReadReplica('preferred')(prototype, name, descriptor);
    // type-graphql passes the parameters in the order of these numbers. The method's own begin at 2.
    Args(() => (isWhole ? CursorArguments : PageArguments))(prototype, name, -1);
    Arg('order', () => list.order.type, { defaultValue: list.order.default })(prototype, name, -2);
    Arg('filter', () => list.filter, { defaultValue: {} })(prototype, name, -3);
    Ctx()(prototype, name, 0);
    Info()(prototype, name, 1);
    const value = (
      filter: Filter,
      order: string,
      given: PageRequest,
      context: RequestContext,
      info: GraphQLResolveInfo,
      ...own: Own
    ): Read => {
      const page = isWhole ? { ...given, perPage: null } : given;
      return method(context, { filter, order, page, joins: selectNodeJoins(info) }, ...own);
    };
    Object.assign(descriptor, { value });
  };
}
