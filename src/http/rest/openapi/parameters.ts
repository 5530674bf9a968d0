import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  Kind,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { Operation } from '../../../graphql/operations.js';
import { conditionVariable } from '../../../platform/selections.js';
import type { Route } from '../route.js';
import { attributesOf } from '../selected-fields.js';
import { type Binding, isRequired } from '../variables.js';
import type { Components, Schema } from './components.js';
import { inputSchema, sentSchema } from './inputs.js';
import { inWords, notesOf } from './wording.js';

/** A Parameter Object of OpenAPI. */
export interface Parameter {
  name: string;
  in: 'header' | 'path' | 'query';
  required?: true;
  description?: string;
  deprecated?: true;
  schema: Schema;
}

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier response. If the object has not changed, the response is 304.',
  schema: { type: 'string' },
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the object on which this change is based. If the object has changed, the response is 412.',
  schema: { type: 'string' },
};

const ifOccurrenceMatches: Parameter = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the occurrence `from`, which the request must then name. If it has changed, the response is 412 and nothing changes.',
  schema: { type: 'string' },
};

const prefer: Parameter = {
  name: 'prefer',
  in: 'query',
  description:
    '`replica`: a replica of the database may answer, if the operator has one. The response contains everything that was committed before the request.',
  schema: { type: 'string', enum: ['replica'] },
};

const fields: Parameter = {
  name: 'fields',
  in: 'query',
  description:
    'Names of attributes, such as `id,state`. Each object of the response has only these, in the usual order. An `ETag` is that of these attributes, so it does not match in `If-Match`.',
  schema: { type: 'array', items: { type: 'string' } },
};

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique name for this request, chosen by you. A retry with the same key is not executed again and returns the same response. After a refusal, a corrected request may have the same key.',
  schema: { type: 'string', maxLength: 255 },
};

/** The first parameter of the paths of the public API. */
export const subdomainParameter: Parameter = {
  name: 'subdomain',
  in: 'path',
  required: true,
  description: 'The subdomain of the account.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9-]+$', examples: ['demo'] },
};

/** The parameters of many routes by the names of their components: those of the URL, then headers. */
export const sharedParameters = {
  Fields: fields,
  Prefer: prefer,
  IfNoneMatch: ifNoneMatch,
  IfMatch: ifMatch,
  IfOccurrenceMatches: ifOccurrenceMatches,
  IdempotencyKey: idempotencyKey,
};

/** Returns references to the shared parameters that a route reads. */
export function sharedParametersOf({ method, response, changes }: Route, operation: Operation): { $ref: string }[] {
  const { replicaUse } = operation;
  const isObject = response.kind === 'object';
  const names: (keyof typeof sharedParameters)[] = [
    ...(method === 'GET' && attributesOf(operation, response).length > 0 ? (['Fields'] as const) : []),
    ...(replicaUse === 'preferred' ? (['Prefer'] as const) : []),
    ...(isObject && method === 'GET' ? (['IfNoneMatch'] as const) : []),
    ...(changes ? ([changes.series ? 'IfOccurrenceMatches' : 'IfMatch'] as const) : []),
    ...(method === 'GET' ? [] : (['IdempotencyKey'] as const)),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Describes the parameters of the path. */
export function pathParameters(bindings: readonly Binding[], components: Components): Parameter[] {
  return bindings.flatMap(({ source, type }) =>
    source.from !== 'path'
      ? []
      : {
          name: source.name,
          in: 'path',
          required: true,
          description: `${describedSegment(source.name)}.`,
          schema: sentSchema(type, components),
        },
  );
}

function describedSegment(name: string): string {
  return name.endsWith('_id') ? `Id of the ${inWords(name.slice(0, -'_id'.length))}` : `The ${inWords(name)}`;
}

/** Describes the parameters of the URL. If there is a body, they may be in it instead. */
export function queryParameters(
  operation: Operation,
  bindings: readonly Binding[],
  components: Components,
): Parameter[] {
  return parametersOf(bindings).map(({ name, binding }) => ({
    name,
    in: 'query',
    ...(isRequired(binding) && { required: true }),
    ...notesOfVariable(operation, binding),
    schema: { ...sentSchema(binding.type, components), ...boundsOf(name), ...defaultOf(operation, binding) },
  }));
}

/** Describes the same parameters as properties of a body, beside the object. */
export function bodyParameters(
  operation: Operation,
  bindings: readonly Binding[],
  components: Components,
): Record<string, Schema> {
  return Object.fromEntries(
    parametersOf(bindings).map(({ name, binding }) => [
      name,
      {
        ...inputSchema(binding.type, components),
        ...notesOfVariable(operation, binding),
        ...defaultOf(operation, binding),
      },
    ]),
  );
}

/** Returns the parameters by name. One parameter may set several variables. */
function parametersOf(bindings: readonly Binding[]): { name: string; binding: Binding }[] {
  const byName = new Map<string, Binding>();
  for (const binding of bindings) {
    const { source } = binding;
    if (source.from === 'parameter' && !byName.has(source.name)) byName.set(source.name, binding);
  }
  return [...byName].map(([name, binding]) => ({ name, binding }));
}

const boundsOf = (name: string): Schema => (name === 'page' ? { minimum: 1 } : {});

function defaultOf({ definition }: Operation, { target }: Binding): Schema {
  const node = definition.variableDefinitions?.find(({ variable }) => variable.name.value === target[0])?.defaultValue;
  if (!node || target.length > 1) return {};
  return { default: node.kind === Kind.ENUM ? node.value.toLowerCase() : valueFromASTUntyped(node) };
}

const conditionNotes = { description: 'Returns related objects and further attributes in full.' };

/** Returns the description of the argument, or of its field, that a variable sets. */
function notesOfVariable(
  operation: Operation,
  { target: [name = '', ...fields] }: Binding,
): ReturnType<typeof notesOf> {
  const argument = operation.variables.get(name)?.argument;
  if (!argument) return isCondition(operation, name) ? conditionNotes : {};
  return notesOf(fields.reduce(fieldOf, argument));
}

function fieldOf(outer: GraphQLArgument | GraphQLInputField, name: string): GraphQLArgument | GraphQLInputField {
  const type = getNamedType(outer.type);
  return (isInputObjectType(type) && type.getFields()[name]) || outer;
}

/** Whether fragments use the variable in `@include` or `@skip`. */
function isCondition({ fragments }: Operation, variable: string): boolean {
  const conditions = new Set<string | undefined>();
  for (const fragment of fragments.values()) {
    visit(fragment, { Directive: (directive) => void conditions.add(conditionVariable(directive)) });
  }
  return conditions.has(variable);
}
