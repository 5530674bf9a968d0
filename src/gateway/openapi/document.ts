import { getNamedType, isEnumType, Kind } from 'graphql';
import type { Operation } from '../../graphql/operations.js';
import type { Answer, Route } from '../route.js';
import { type Binding, bindVariables } from '../variables.js';
import { about } from './about.js';
import { Components, type Reference } from './components.js';
import { nameRoutes, type OperationNames } from './names.js';
import { headerParameters, headersOf, type Parameter, pathParameters, queryParameters } from './parameters.js';
import { requestBody } from './request-bodies.js';
import { addErrorResponses, headers, responsesOf } from './responses.js';
import { capitalised, inRestNames, inWords } from './words.js';

/** An Operation Object: one row of the REST API. */
export interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: (Parameter | Reference)[];
  requestBody?: Reference;
  responses: Record<string, Reference>;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: readonly { url: string }[];
  security: readonly object[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: Record<string, object>;
}

/**
 * The REST API in OpenAPI 3.1, made from what answers it: the rows, the documents and the types of the schema. A row
 * that fits its operation needs nothing else to be described.
 */
export function describeApi(routes: readonly Route[], operations: ReadonlyMap<string, Operation>): OpenApiDocument {
  const components = new Components();
  addErrorResponses(components);
  const names = nameRoutes(routes);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const operation = operations.get(route.operation);
    const named = names.get(route);
    if (!operation || !named) throw new Error(`no operation ${route.operation}`);
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, operation, named, components) };
  }
  const { securitySchemes, ...rest } = about;
  return {
    ...rest,
    tags: tagsOf(routes, names),
    paths,
    components: { securitySchemes, parameters: headerParameters, headers, ...components.toJSON() },
  };
}

function describeRoute(
  route: Route,
  operation: Operation,
  { operationId, summary, tag }: OperationNames,
  components: Components,
): DescribedOperation {
  const bindings = bindVariables(route, operation);
  const body = requestBody(route, operation, bindings, components);
  return {
    operationId,
    summary,
    description: describe(route, operation, bindings),
    tags: [tag],
    parameters: [
      ...pathParameters(bindings, components),
      ...queryParameters(operation, bindings, components),
      ...headersOf(route),
    ],
    ...(body && { requestBody: body }),
    responses: responsesOf(route, operation, components),
  };
}

/** What the schema says about the field that answers, and about the choices that the row has made for it. */
function describe({ answer }: Route, { definition, root }: Operation, bindings: readonly Binding[]): string {
  const field = definition.selectionSet.selections.find((selection) => selection.kind === Kind.FIELD);
  const description = root.getFields()[field?.name.value ?? '']?.description;
  const choices = bindings.flatMap(({ type, source }) => {
    const named = getNamedType(type);
    if (source.from !== 'fixed' || !isEnumType(named)) return [];
    return named.getValue(String(source.value))?.description ?? [];
  });
  return [description ?? describeAnswer(answer, definition.operation), ...choices].map(inRestNames).join(' ');
}

function describeAnswer({ kind, wrapper }: Answer, operation: string): string {
  if (kind === 'list') return `Answers an array, each item under \`${wrapper}\`.`;
  return `Answers the ${inWords(wrapper)}${operation === 'query' ? '' : ' as it was left'}.`;
}

function tagsOf(routes: readonly Route[], names: ReadonlyMap<Route, OperationNames>): OpenApiDocument['tags'] {
  const segments = new Map(routes.map((route) => [names.get(route)?.tag ?? '', route.path.split('/')[1]]));
  return [...segments].map(([name, segment]) => ({
    name: capitalised(name),
    description: `\`/${segment}\` and what is below it.`,
  }));
}
