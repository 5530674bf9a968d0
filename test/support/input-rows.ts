import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { bookingOperations, type Operation } from '../../src/graphql/operations.js';
import type { Route, Source } from '../../src/http/rest/route.js';
import { bindVariables } from '../../src/http/rest/variables.js';
import { snakeCase } from '../../src/platform/names.js';

/** Something that a request may say: an attribute of the object, by its path in there, or a parameter beside it. */
export interface Input {
  path: readonly string[];
  type: GraphQLInputType;
}

/** A row of the REST API with all that may be sent to it. */
export interface InputRow {
  route: Route;
  /** What the object is wrapped in, when the row takes one. */
  wrapper: string | undefined;
  attributes: Input[];
  parameters: Input[];
}

let operations: ReadonlyMap<string, Operation> | undefined;

/** What a row takes, by the documents and the schema that answer it. */
export function inputsOf(route: Route): InputRow {
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

/** All fields of an input object, those of objects in it after them. */
function attributesOf(type: GraphQLInputType, above: readonly string[] = []): Input[] {
  const nullable = getNullableType(type);
  const object = isListType(nullable) ? getNullableType(nullable.ofType) : nullable;
  if (!isInputObjectType(object)) return [];
  return Object.values(object.getFields()).flatMap((field) => {
    const path = [...above, snakeCase(field.name)];
    return [{ path, type: field.type }, ...attributesOf(field.type, path)];
  });
}
