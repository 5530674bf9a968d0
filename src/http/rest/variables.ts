import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Operation } from '../../graphql/operations.js';
import { type FieldErrors, invalid, notFound } from '../../platform/errors.js';
import { type Zone, zoneOf } from '../../platform/time/zone.js';
import { asRecord, type Coerced, coerce } from './coerce.js';
import type { RestRequest } from './request.js';
import type { Route, Source } from './route.js';
import type { PathParameters } from './router.js';

/** A variable of a route with its type in the schema. */
export interface Binding {
  /** The path of the variable, such as `['filter', 'serviceId']`. */
  target: readonly string[];
  type: GraphQLInputType;
  source: Source;
}

const utc = zoneOf('UTC');

/** Checks the variables of a route against the schema. @throws Error for a variable that does not fit */
export function bindVariables(route: Route, operation: Operation): Binding[] {
  const sources: Record<string, Source> = { ...route.variables };
  if (route.response.kind === 'list' && route.response.pageSize !== undefined) {
    sources['page'] = { from: 'parameter', name: 'page' };
    sources['perPage'] = { from: 'fixed', value: route.response.pageSize };
  }
  const bindings = Object.entries(sources).map(([name, source]) => {
    const target = name.split('.');
    const type = typeAt(operation, target);
    checkSource(`$${name}`, type, source);
    return { target, type, source };
  });
  for (const [name, variable] of operation.variables) {
    const isRequired = isNonNullType(variable.type) && !isInputObjectType(variable.type.ofType);
    const isSet = bindings.some(({ target, source }) => target[0] === name && source.from !== 'parameter');
    if (isRequired && !variable.hasDefault && !isSet) throw new Error(`variable $${name} may be left without a value`);
  }
  return bindings;
}

function typeAt(operation: Operation, target: readonly string[]): GraphQLInputType {
  const [name = '', ...fields] = target;
  const variable = operation.variables.get(name);
  if (!variable) throw new Error(`no variable $${name}`);
  return fields.reduce((type: GraphQLInputType, field) => {
    const object = getNullableType(type);
    const found = isInputObjectType(object) ? object.getFields()[field] : undefined;
    if (!found) throw new Error(`no field ${field} in $${target.join('.')}`);
    return found.type;
  }, variable.type);
}

function checkSource(variable: string, type: GraphQLInputType, source: Source): void {
  if (source.from === 'object' && !isInputObjectType(getNamedType(type))) {
    throw new Error(`${variable} takes no object`);
  }
  if (source.from === 'fixed' && 'errors' in coerce(type, source.value, utc)) {
    throw new Error(`${variable} does not take ${source.value}`);
  }
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
 * @param zone of date-times without an offset
 * @throws DomainError NOT_FOUND for an invalid path parameter, INVALID with all errors
 */
export function readVariables(
  operation: Operation,
  bindings: readonly Binding[],
  request: RestRequest,
  pathParameters: PathParameters,
  zone: Zone,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, { type }] of operation.variables) {
    if (isNonNullType(type) && isInputObjectType(type.ofType)) values[name] = {};
  }
  const errors: FieldErrors = {};
  for (const binding of bindings) {
    const coerced = readVariable(binding, request, pathParameters, zone);
    if (!coerced || isDefaulted(operation, binding, coerced)) continue;
    if ('value' in coerced) assignAt(values, binding.target, coerced.value);
    else if (binding.source.from === 'path') throw notFound();
    else addErrors(errors, binding, coerced.errors);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
}

/** Whether null is sent for a variable with a default, which then applies. */
function isDefaulted(operation: Operation, { target: [name = '', ...fields] }: Binding, coerced: Coerced): boolean {
  const isNull = 'value' in coerced && coerced.value === null;
  return isNull && fields.length === 0 && operation.variables.get(name)?.hasDefault === true;
}

/** Whether a parameter sets a field that an input object must have. */
export function isRequired({ target, type }: Pick<Binding, 'target' | 'type'>): boolean {
  return target.length > 1 && isNonNullType(type);
}

/** Returns undefined if the request does not contain the variable and does not have to. */
function readVariable(
  { target, type, source }: Binding,
  request: RestRequest,
  pathParameters: PathParameters,
  zone: Zone,
): Coerced | undefined {
  switch (source.from) {
    case 'fixed':
      return { value: source.value };
    case 'path':
      return coerce(type, pathParameters[source.name], zone);
    case 'parameter': {
      const { name, otherName = name } = source;
      const raw = parameterOf(request, name) ?? parameterOf(request, otherName);
      if (raw !== undefined) return coerce(type, raw, zone);
      return isRequired({ target, type }) ? coerce(type, null, zone) : undefined;
    }
    case 'object':
      return coerce(type, objectOf(request, source) ?? absentOf(type), zone, source.deprecated);
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
  const object = asRecord(values[name]) ?? {};
  values[name] = object;
  assignAt(object, rest, value);
}

/** Errors of the object are at the root of the response, those of a parameter under its name. */
function addErrors(errors: FieldErrors, { source, target }: Binding, found: string[] | FieldErrors): void {
  if (source.from === 'object' && !Array.isArray(found)) Object.assign(errors, found);
  else errors[source.from === 'object' ? source.wrapper : (target.at(-1) ?? '')] = found;
}
