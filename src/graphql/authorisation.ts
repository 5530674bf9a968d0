import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { isPermission, type Permission, requirePermission } from '../domain/account/permissions.rules.js';
import type { RequestContext } from '../domain/context.js';
import type { Actor } from '../outbox/actor.js';

type Field = GraphQLField<unknown, RequestContext>;

/**
 * Adds a permission check to every query, mutation and subscription. The checks are in the schema so that they apply to
 * GraphQL and REST.
 */
export function authoriseFields(schema: GraphQLSchema): GraphQLSchema {
  for (const field of rootFields(schema)) guard(field);
  return schema;
}

/** A query, mutation or subscription with its permission; undefined if it declares none. */
export interface DeclaredOperation {
  name: string;
  permission: Permission | undefined;
}

/** Lists all queries, mutations and subscriptions in the order of the schema. */
export function declaredOperations(schema: GraphQLSchema): DeclaredOperation[] {
  return rootFields(schema).map((field) => ({ name: field.name, permission: permissionOf(field) }));
}

function rootFields(schema: GraphQLSchema): Field[] {
  const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return types.flatMap((type) => Object.values(type?.getFields() ?? {}));
}

function permissionOf({ extensions }: Field): Permission | undefined {
  const permission = extensions['permission'];
  return isPermission(permission) ? permission : undefined;
}

/** @throws DomainError FORBIDDEN */
function authorise(field: Field, actor: Actor): void {
  requirePermission(actor, permissionOf(field));
}

/** Checks the permissions of all root fields of an operation. @throws DomainError FORBIDDEN */
export function authoriseOperation(root: GraphQLObjectType, operation: OperationDefinitionNode, actor: Actor): void {
  for (const selection of operation.selectionSet.selections) {
    const field = selection.kind === Kind.FIELD ? root.getFields()[selection.name.value] : undefined;
    if (field) authorise(field, actor);
  }
}

function guard(field: Field): void {
  const authorised =
    <Rest extends unknown[], Result>(
      run: (source: unknown, args: unknown, context: RequestContext, ...rest: Rest) => Result,
    ) =>
    (source: unknown, args: unknown, context: RequestContext, ...rest: Rest): Result => {
      authorise(field, context.actor);
      return run(source, args, context, ...rest);
    };
  if (field.subscribe) field.subscribe = authorised(field.subscribe);
  else field.resolve = authorised(field.resolve ?? defaultFieldResolver);
}
