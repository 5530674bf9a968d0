import {
  GraphQLBoolean,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { atRoot, compileReader, type Input, type Reader, type Reading } from '../../graphql/input-reader.js';
import type { Operation } from '../../graphql/operations.js';
import { isObject } from '../../platform/accepted.js';
import { type DomainError, type FieldErrors, hasErrors, invalid, notFound } from '../../platform/errors.js';
import { type Zone, zoneOf } from '../../platform/time/zone.js';
import { restDialect } from './coerce.js';
import type { RestRequest } from './request.js';
import type { Route, Source } from './route.js';
import type { PathParameters } from './router.js';

/** A variable of a route with its type in the schema. */
export interface Binding {
  /** The path of the variable, such as `['filter', 'serviceId']`. */
  target: readonly string[];
  type: GraphQLInputType;
  source: Source;
  /** The name of the input, for errors: of an argument, or of a field of it. */
  input: string;
  read: Reader;
  /** Its index among the variables of the route: errors of malformed values are in that order. */
  index: number;
}

/** The variables of a request. */
export interface ReadVariables {
  /** As the resolver gets them. */
  values: Record<string, unknown>;
  /** Set if a text or a list is out of bounds. The permission is checked before this is thrown. */
  refusal: DomainError | undefined;
}

const utc = zoneOf('UTC');

/** Checks the variables of a route against the schema. @throws Error for a variable that does not fit */
export function bindVariables(route: Route, operation: Operation): Binding[] {
  const sources: Record<string, Source> = { ...route.variables };
  if (route.response.kind === 'list' && route.response.pageSize !== undefined) {
    sources['page'] = { from: 'parameter', name: 'page' };
    sources['perPage'] = { from: 'fixed', value: route.response.pageSize };
  }
  const bindings = Object.entries(sources).map(([name, source], index): Binding => {
    const target = name.split('.');
    const input = inputAt(operation, target);
    const dialect = restDialect(source.from === 'object' ? source.deprecated : {});
    const read = compileReader(input, dialect);
    checkSource(`$${name}`, input, source, read);
    return { target, type: input.type, source, input: input.name, read, index };
  });
  for (const [name, variable] of operation.variables) {
    const isRequired = isNonNullType(variable.type) && !isInputObjectType(variable.type.ofType);
    const isSet = bindings.some(({ target, source }) => target[0] === name && source.from !== 'parameter');
    if (isRequired && variable.defaultValue === undefined && !isSet) {
      throw new Error(`variable $${name} may be left without a value`);
    }
  }
  return bindings;
}

/** Returns the argument that a variable is, or the field of it, with the type of the variable. */
function inputAt(operation: Operation, target: readonly string[]): Input {
  const [name = '', ...fields] = target;
  const variable = operation.variables.get(name);
  if (!variable) throw new Error(`no variable $${name}`);
  const { type, argument = { name, extensions: {} } } = variable;
  if (!variable.argument && type !== GraphQLBoolean) throw new Error(`$${name} is no argument of the root`);
  return fields.reduce(
    (outer: Input, field) => {
      const object = getNullableType(outer.type);
      const found = isInputObjectType(object) ? object.getFields()[field] : undefined;
      if (!found) throw new Error(`no field ${field} in $${target.join('.')}`);
      return found;
    },
    { name: argument.name, extensions: argument.extensions, type },
  );
}

function checkSource(variable: string, { name, type }: Input, source: Source, read: Reader): void {
  if (source.from === 'object' && !isInputObjectType(getNamedType(type))) {
    throw new Error(`${variable} takes no object`);
  }
  if (source.from !== 'fixed') return;
  const reading = newReading(utc);
  read(source.value, reading);
  if (reading.malformed[name]) throw new Error(`${variable} does not take ${source.value}`);
}

/** Returns the bindings in the order in which the schema declares the arguments and fields that they set. */
export function inDeclaredOrder(bindings: readonly Binding[], { variables }: Operation): Binding[] {
  const names = [...variables].flatMap(([name, { type }]) => namesIn(type, [name], bindings));
  return bindings.toSorted((a, b) => names.indexOf(a.target.join('.')) - names.indexOf(b.target.join('.')));
}

/** Returns the name of an input, and of those in it for which there are bindings, in the order of the schema. */
function namesIn(type: GraphQLInputType, path: readonly string[], bindings: readonly Binding[]): string[] {
  const object = getNullableType(type);
  const isOpen = bindings.some(
    ({ target }) => target.length > path.length && path.every((name, at) => name === target[at]),
  );
  if (!isOpen || !isInputObjectType(object)) return [path.join('.')];
  const fields = Object.values(object.getFields());
  return [path.join('.'), ...fields.flatMap((field) => namesIn(field.type, [...path, field.name], bindings))];
}

/** Returns the names of parameters by the field that they set, for errors. */
export function renamedFields(bindings: readonly Binding[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const { target, source } of bindings) {
    const field = target.at(-1);
    if (field !== undefined && source.from === 'parameter') renamed.set(field, source.name);
  }
  return renamed;
}

/**
 * Reads the variables of an operation from a request.
 *
 * @param bindings in the order of `inDeclaredOrder`, which is that of the fields of the values, and of refusals
 * @param zone of date-times without an offset
 * @throws DomainError NOT_FOUND for an invalid path parameter, INVALID with all errors of values that are not of their types
 */
export function readVariables(
  operation: Operation,
  bindings: readonly Binding[],
  request: RestRequest,
  pathParameters: PathParameters,
  zone: Zone,
): ReadVariables {
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of operation.variables) {
    if (isNonNullType(type) && isInputObjectType(type.ofType)) values[name] = {};
  }
  const malformed: MalformedVariable[] = [];
  const refused: FieldErrors = {};
  for (const binding of bindings) {
    const raw = rawOf(binding, request, pathParameters);
    if (raw === undefined) continue;
    const reading = newReading(zone);
    const value = binding.read(raw, reading);
    const found = reading.malformed[binding.input];
    if (found && binding.source.from === 'path') throw notFound();
    if (found) malformed.push([binding, found]);
    else if (value !== null || !hasDefault(operation, binding)) assignAt(values, binding.target, value);
    Object.assign(refused, reading.refused);
  }
  if (malformed.length > 0) throw invalid(errorsOf(malformed));
  return { values, refusal: hasErrors(refused) ? invalid(atRoot(refused)) : undefined };
}

const newReading = (zone: Zone): Reading => ({ zone, malformed: {}, refused: {}, refusedItems: new Map() });

/** Whether the variable has a default, which applies if null is sent. */
function hasDefault(operation: Operation, { target: [name = '', ...fields] }: Binding): boolean {
  return fields.length === 0 && operation.variables.get(name)?.defaultValue !== undefined;
}

/** Whether a parameter sets a field that an input object must have. */
export function isRequired({ target, type }: Pick<Binding, 'target' | 'type'>): boolean {
  return target.length > 1 && isNonNullType(type);
}

/** Returns undefined if the request does not contain the variable and does not have to. */
function rawOf({ target, type, source }: Binding, request: RestRequest, pathParameters: PathParameters): unknown {
  switch (source.from) {
    case 'fixed':
      return source.value;
    case 'path':
      return pathParameters[source.name] ?? null;
    case 'parameter': {
      const { name, otherName = name } = source;
      const raw = parameterOf(request, name) ?? parameterOf(request, otherName);
      return raw === undefined && isRequired({ target, type }) ? null : raw;
    }
    case 'object':
      return objectOf(request, source) ?? absentOf(type);
  }
}

/** An empty parameter in the body clears the attribute; in the URL it is ignored. */
function parameterOf({ body, query }: RestRequest, name: string): unknown {
  if (Object.hasOwn(body, name)) return body[name];
  return Object.hasOwn(query, name) && query[name] !== '' ? query[name] : undefined;
}

/** Returns what a request without the object sets: no attribute of an object, or no list. */
const absentOf = (type: GraphQLInputType): unknown => (isListType(getNullableType(type)) ? null : {});

/** Returns undefined if the request does not contain the object. */
function objectOf(
  { body, query, mayBeUnwrapped }: RestRequest,
  { wrapper, otherWrapper = wrapper }: Extract<Source, { from: 'object' }>,
): unknown {
  const wrappers = [wrapper, otherWrapper];
  const inBody = wrappers.find((name) => Object.hasOwn(body, name));
  if (inBody !== undefined) return body[inBody];
  if (mayBeUnwrapped) return Object.keys(body).length > 0 ? body : undefined;
  const inQuery = wrappers.find((name) => Object.hasOwn(query, name));
  return inQuery === undefined ? undefined : query[inQuery];
}

/** Sets a value at a path, such as one field of a filter. */
function assignAt(values: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const object = isObject(values[name]) ? values[name] : {};
  values[name] = object;
  assignAt(object, rest, value);
}

type MalformedVariable = readonly [binding: Binding, errors: string[] | FieldErrors];

/** Errors of the object are at the root of the response, those of a parameter under its name. */
function errorsOf(malformed: readonly MalformedVariable[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const [{ source, target }, found] of malformed.toSorted(([a], [b]) => a.index - b.index)) {
    if (source.from === 'object' && !Array.isArray(found)) Object.assign(errors, found);
    else errors[source.from === 'object' ? source.wrapper : (target.at(-1) ?? '')] = found;
  }
  return errors;
}
