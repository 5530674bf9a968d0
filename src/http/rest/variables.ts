import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isNonNullType } from 'graphql';
import type { Operation } from '../../graphql/operations.js';
import { type FieldErrors, invalid, notFound } from '../../platform/errors.js';
import { type Zone, zoneOf } from '../../platform/time/zone.js';
import { asRecord, type Coerced, coerce } from './coerce.js';
import type { RestRequest } from './request.js';
import type { Route, Source } from './route.js';
import type { PathParameters } from './router.js';

/** A variable of a route, with what the schema says it must be. */
export interface Binding {
  /** `['filter', 'serviceId']` */
  target: readonly string[];
  type: GraphQLInputType;
  source: Source;
}

const utc = zoneOf('UTC');

/** What a route sends into its operation, checked against the schema. @throws Error naming what does not fit */
export function bindVariables(route: Route, operation: Operation): Binding[] {
  const sources: Record<string, Source> = { ...route.variables };
  if (route.answer.kind === 'list' && route.answer.pageSize !== undefined) {
    sources['page'] = { from: 'parameter', name: 'page' };
    sources['perPage'] = { from: 'fixed', value: route.answer.pageSize };
  }
  const bindings = Object.entries(sources).map(([name, source]) => {
    const target = name.split('.');
    const type = typeAt(operation, target);
    checkSource(`$${name}`, type, source);
    return { target, type, source };
  });
  for (const [name, variable] of operation.variables) {
    const isRequired = isNonNullType(variable.type) && !isInputObjectType(variable.type.ofType);
    const isFed = bindings.some(({ target, source }) => target[0] === name && source.from !== 'parameter');
    if (isRequired && !variable.hasDefault && !isFed) throw new Error(`variable $${name} may be left without a value`);
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
  if (source.from === 'object' && !isInputObjectType(getNamedType(type)))
    throw new Error(`${variable} takes no object`);
  if (source.from === 'fixed' && 'errors' in coerce(type, source.value, utc)) {
    throw new Error(`${variable} does not take ${source.value}`);
  }
}

/** Names in errors: of fields that a parameter of another name feeds, that parameter's. */
export function renamedFields(bindings: readonly Binding[]): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const { target, source } of bindings) {
    const field = target.at(-1);
    if (field !== undefined && source.from === 'parameter') renamed.set(field, source.name);
  }
  return renamed;
}

/**
 * The operation's variables from what a request sent.
 *
 * @param zone of dates without an offset
 * @throws DomainError NOT_FOUND for a path that names nothing, INVALID with all that is wrong
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
    if (!coerced || isUnsaid(operation, binding, coerced)) continue;
    if ('value' in coerced) assignAt(values, binding.target, coerced.value);
    else if (binding.source.from === 'path') throw notFound();
    else addErrors(errors, binding, coerced.errors);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values;
}

/** Null says nothing of a variable that has a value of its own. */
function isUnsaid(operation: Operation, { target: [name = '', ...fields] }: Binding, coerced: Coerced): boolean {
  const isNull = 'value' in coerced && coerced.value === null;
  return isNull && fields.length === 0 && operation.variables.get(name)?.hasDefault === true;
}

/** Undefined when the request does not say. */
function readVariable(
  { type, source }: Binding,
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
      return raw === undefined ? undefined : coerce(type, raw, zone);
    }
    case 'object':
      return coerce(type, objectOf(request, source), zone, source.deprecated);
  }
}

/** An empty one in the body clears; in the URL it says nothing. */
function parameterOf({ body, query }: RestRequest, name: string): unknown {
  if (Object.hasOwn(body, name)) return body[name];
  return Object.hasOwn(query, name) && query[name] !== '' ? query[name] : undefined;
}

function objectOf(
  { body, query, mayBeUnwrapped }: RestRequest,
  { wrapper, otherWrapper = wrapper }: Extract<Source, { from: 'object' }>,
): unknown {
  const wrappers = [wrapper, otherWrapper];
  const inBody = wrappers.find((name) => Object.hasOwn(body, name));
  if (inBody !== undefined) return body[inBody];
  if (mayBeUnwrapped) return body;
  const inQuery = wrappers.find((name) => Object.hasOwn(query, name));
  return inQuery === undefined ? {} : query[inQuery];
}

/** Several sources may feed one object: a filter's fields, one by one. */
function assignAt(values: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[name] = value;
    return;
  }
  const object = asRecord(values[name]) ?? {};
  values[name] = object;
  assignAt(object, rest, value);
}

/** The attributes of the object stand at the root of the answer; a parameter stands under its name. */
function addErrors(errors: FieldErrors, { source, target }: Binding, found: string[] | FieldErrors): void {
  if (source.from === 'object' && !Array.isArray(found)) Object.assign(errors, found);
  else errors[source.from === 'object' ? source.wrapper : (target.at(-1) ?? '')] = found;
}
