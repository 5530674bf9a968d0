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
 * Has each root field ask whether whoever sends the operation may: those that say what they take, and every mutation.
 * In the schema, so that it holds for GraphQL and REST, however an operation comes in.
 */
export function authoriseFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) if (permissionOf(field)) guard(field);
  }
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) guard(field);
  return schema;
}

/** The mutations that do not say which permission they take. */
export function undeclaredMutations(schema: GraphQLSchema): string[] {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  return fields.filter((field) => !permissionOf(field)).map(({ name }) => name);
}

function permissionOf({ extensions }: Field): Permission | undefined {
  const permission = extensions['permission'];
  return isPermission(permission) ? permission : undefined;
}

/** @throws DomainError FORBIDDEN if the actor may not use that root field */
function authorise(field: Field, actor: Actor): void {
  requirePermission(actor, permissionOf(field));
}

/**
 * Checks the permission of each root field of an operation.
 *
 * @throws DomainError FORBIDDEN
 */
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
