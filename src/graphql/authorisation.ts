import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { isPermission, type Permission, requirePermission } from '../domain/account/permissions.rules.js';
import type { RequestContext } from '../domain/context.js';
import { isRelation } from '../domain/records/reference.js';
import type { Actor } from '../outbox/actor.js';

type Field = GraphQLField<unknown, RequestContext>;

/**
 * Adds a permission check to every query, mutation and subscription, and to every field that leads to a record of another
 * type. The checks are in the schema so that they apply to
 * GraphQL and REST.
 */
export function authoriseFields(schema: GraphQLSchema): GraphQLSchema {
  for (const field of rootFields(schema)) guard(field);
  const permissions = permissionsOfTypes(schema);
  for (const field of relationsOf(schema)) {
    const permission = permissions.get(nodeTypeOf(field));
    if (permission === undefined || permission === 'read') continue;
    field.extensions = { ...field.extensions, permission };
    guard(field);
  }
  return schema;
}

/**
 * The permission that each type requires, by its name: that of the queries that return it. It applies also to a record
 * that is reached from another one. A type with a query for everyone is for everyone.
 */
function permissionsOfTypes(schema: GraphQLSchema): ReadonlyMap<string, Permission> {
  const permissions = new Map<string, Permission>();
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const permission = permissionOf(field);
    const type = nodeTypeOf(field);
    if (permission !== undefined && permissions.get(type) !== 'read') permissions.set(type, permission);
  }
  return permissions;
}

/** The references and lists of related records of all types. */
function relationsOf(schema: GraphQLSchema): Field[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields: Field[] = types.flatMap((type) => Object.values(type.getFields()));
  return fields.filter(({ extensions }) => extensions[isRelation] === true);
}

/** The name of the type of the objects that a field returns, alone or in a list. */
function nodeTypeOf({ type }: Field): string {
  return getNamedType(type).name.replace(/Connection$/, '');
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
