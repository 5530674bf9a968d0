import type { GraphQLResolveInfo } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { Arg, Args, Ctx, Info, Query } from 'type-graphql';
import type { AccountRecord } from '../../platform/database/account-record.entity.js';
import { MayReadReplica } from '../../platform/replica-use.js';
import type { RequestContext } from '../context.js';
import { unpagedListCost } from './connection.type.js';
import type { List, ListRequest } from './list.js';
import { CursorArguments, PageArguments, type PageRequest } from './page.input.js';
import type { RecordFilter } from './record-filter.input.js';
import { selectNodeJoins } from './selection.js';

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
