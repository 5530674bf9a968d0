import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import type { Operation } from '../../../graphql/operations.js';
import { FileUpload } from '../../../platform/scalars.js';
import type { Route, Source } from '../route.js';
import type { Binding } from '../variables.js';
import { type Components, type ReferenceObject, type Schema, typesOf } from './components.js';
import { requestExample, sharedExample } from './examples.js';
import { sentSchema } from './inputs.js';
import { bodyParameters } from './parameters.js';

type ObjectSource = Extract<Source, { from: 'object' }>;

/** The body of a POST or PUT, as JSON and as a form (spec, Transport and formats); undefined if there is none. */
export function requestBody(
  { method }: Route,
  operation: Operation,
  bindings: readonly Binding[],
  components: Components,
): ReferenceObject | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const objects = bindings.flatMap(({ source, type }) => (source.from === 'object' ? [{ source, type }] : []));
  const wrapped = Object.fromEntries(
    objects.map(({ source, type }) => [source.wrapper, sentSchema(type, components, source.deprecated)]),
  );
  const properties = { ...wrapped, ...bodyParameters(operation, bindings, components) };
  if (Object.keys(properties).length === 0) return undefined;

  const schema: Schema = { type: 'object', properties };
  const names = namesOf(operation, objects);
  const exampled = objects.length > 0 ? ({ type: 'object', properties: wrapped } as const) : schema;
  const [name] = names;
  const examples = sharedExample([`${name}Request`], requestExample(exampled, components), components);
  return components.share('requestBodies', names, {
    ...(objects.length > 0 && { description: describeWrappers(objects.map(({ source }) => source)) }),
    content: {
      'application/json': { schema, examples },
      'application/x-www-form-urlencoded': { schema, ...encodingOf(properties, components), examples },
      ...(objects.some(({ type }) => takesFile(type)) && { 'multipart/form-data': { schema, examples } }),
    },
  });
}

/** Named after its content, or after the operation if another body has that name. */
function namesOf(operation: Operation, objects: readonly { type: GraphQLInputType }[]): [string, ...string[]] {
  const [object, ...others] = objects;
  if (!object || others.length > 0) return [operation.name];
  return [getNamedType(object.type).name.replace(/Input$/, ''), operation.name];
}

function describeWrappers(sources: readonly ObjectSource[]): string {
  const wrappers = sources.map(({ wrapper, otherWrapper }) =>
    otherWrapper === undefined ? `\`${wrapper}\`` : `\`${wrapper}\` or \`${otherWrapper}\``,
  );
  return `Send the attributes under ${wrappers.join(' and ')}; in JSON also without the wrapper. An absent attribute stays unchanged; null clears it, or restores its default if it has one.`;
}

function takesFile(type: GraphQLInputType): boolean {
  const object = getNamedType(type);
  return (
    isInputObjectType(object) &&
    Object.values(object.getFields()).some((field) => getNamedType(field.type) === FileUpload)
  );
}

/** Declares that forms send objects as `booking[title]=…`. */
export function encodingOf(properties: Readonly<Record<string, Schema>>, components: Components): object {
  const nested = Object.entries(properties).filter(([, property]) =>
    typesOf(components.resolve(property)).includes('object'),
  );
  if (nested.length === 0) return {};
  return { encoding: Object.fromEntries(nested.map(([name]) => [name, { style: 'deepObject', explode: true }])) };
}
