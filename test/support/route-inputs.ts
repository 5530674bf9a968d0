import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { bookingOperations, type Operation } from '../../src/graphql/operations.js';
import type { Route, Source } from '../../src/http/rest/route.js';
import { bindVariables } from '../../src/http/rest/variables.js';
import { snakeCase } from '../../src/platform/text.js';

/** An attribute of a request's object, by its path inside the object, or a parameter beside the object. */
export interface Input {
  path: readonly string[];
  type: GraphQLInputType;
}

/** The attributes and parameters of a route of the REST API. */
export interface RouteInputs {
  route: Route;
  /** The name that wraps the object, if the route takes one. */
  wrapper: string | undefined;
  attributes: Input[];
  parameters: Input[];
}

let operations: ReadonlyMap<string, Operation> | undefined;

/** Returns the inputs of a route, from its operation and the schema. */
export function inputsOf(route: Route): RouteInputs {
  operations ??= bookingOperations();
  const operation = operations.get(route.operation);
  if (!operation) throw new Error(`no operation ${route.operation}`);
  const bindings = bindVariables(route, operation);
  const sources = (from: Source['from']) => bindings.filter(({ source }) => source.from === from);
  const object = sources('object')[0];
  return {
    route,
    wrapper: object?.source.from === 'object' ? object.source.wrapper : undefined,
    attributes: object ? attributesOf(object.type) : [],
    parameters: sources('parameter').flatMap(({ source, type }) =>
      source.from === 'parameter' ? [{ path: [source.name], type }] : [],
    ),
  };
}

/** Returns all fields of an input object, including those of nested objects. */
function attributesOf(type: GraphQLInputType, above: readonly string[] = []): Input[] {
  const nullable = getNullableType(type);
  const object = isListType(nullable) ? getNullableType(nullable.ofType) : nullable;
  if (!isInputObjectType(object)) return [];
  return Object.values(object.getFields()).flatMap((field) => {
    const path = [...above, snakeCase(field.name)];
    return [{ path, type: field.type }, ...attributesOf(field.type, path)];
  });
}
