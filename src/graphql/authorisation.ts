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
 * Adds a permission check to every mutation, and to every other root field that declares a permission. The checks are in
 * the schema so that they apply to GraphQL and REST.
 */
export function authoriseFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) if (permissionOf(field)) guard(field);
  }
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) guard(field);
  return schema;
}

/** Lists the mutations that declare no permission. */
export function undeclaredMutations(schema: GraphQLSchema): string[] {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  return fields.filter((field) => !permissionOf(field)).map(({ name }) => name);
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
