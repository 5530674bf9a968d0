import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestContext } from '../domain/context.js';
import { type Refusal, refusalOf, wantedBy } from '../domain/refusal/refusal.rules.js';
import type { DomainError, FieldErrors } from '../platform/errors.js';
import { isObject } from '../platform/is-object.js';
import { domainErrorOf } from './errors.js';

type Field = GraphQLField<unknown, RequestContext>;
type Arguments = Readonly<Record<string, unknown>>;

/**
 * Whether the refusals of a mutation are listed by `bookingRefusals`: those of everything that needs the permission to write
 * bookings. REST, public sites and pages execute the same mutations, so no way in is forgotten.
 */
export function isNoted({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions['permission'] === 'bookings';
}

/** Makes mutations note their refusals, also of items of bulk mutations. */
export function noteRefusals(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) if (isNoted(field)) watch(field);
  return schema;
}

function watch(field: Field): void {
  const { name, resolve = defaultFieldResolver } = field;
  field.resolve = async (source, args: Arguments, context, info) => {
    try {
      const result: unknown = await resolve(source, args, context, info);
      if (args['dryRun'] !== true) noteItems(context, name, args, result);
      return result;
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (refusal) note(context, name, args, refusal);
      throw error;
    }
  };
}

/** Notes that the values of a request of REST were refused, before its operation was executed. */
export function noteRefusedInput(
  root: GraphQLObjectType,
  { selectionSet }: OperationDefinitionNode,
  context: RequestContext,
  values: Arguments,
  refusal: DomainError,
): void {
  for (const selection of selectionSet.selections) {
    const field = selection.kind === Kind.FIELD ? root.getFields()[selection.name.value] : undefined;
    if (field && isNoted(field)) note(context, field.name, values, refusal);
  }
}

function note(context: RequestContext, operation: string, args: Arguments, error: DomainError): void {
  context.refusals?.note(context, operation, refusalOf(error), wantedBy(args));
}

function noteItems(context: RequestContext, operation: string, args: Arguments, result: unknown): void {
  if (!context.refusals || !isObject(result) || !Array.isArray(result['items'])) return;
  const wanted = Array.isArray(args['items']) ? args['items'] : [];
  for (const { index, error } of result['items'].filter(isRefusedItem)) {
    const fields = error.fields?.[String(index)];
    const refusal = { ...error, fields: fields && !Array.isArray(fields) ? fields : {} };
    context.refusals.note(context, operation, refusal, wantedBy(args, wanted[index]));
  }
}

interface RefusedItem {
  index: number;
  error: Omit<Refusal, 'fields'> & { fields: FieldErrors | null };
}

const isRefusedItem = (item: unknown): item is RefusedItem => isObject(item) && isObject(item['error']);
