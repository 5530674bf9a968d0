import { join } from 'node:path';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  parse,
  print,
} from 'graphql';
import { figureKinds } from '../domain/figures/figure-kinds.js';
import { projectRoot } from '../platform/project-root.js';
import { snakeCase } from '../platform/text.js';

/** Written by `npm run schema:emit`, so that REST returns every measure that is declared. */
export const figureResponsesFile = join(projectRoot, 'schema', 'operations', 'figures.graphql');

type Field = GraphQLField<unknown, unknown>;

/** Returns the operations of REST that read figures. What several fields have in common is a fragment. */
export function figureResponses(schema: GraphQLSchema): string {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  const queries = figureKinds.flatMap(({ name }) =>
    roots.filter((root) => root.name === `${name.toLowerCase()}Figures`),
  );
  const uses = usesOf(queries);
  const selectionOf = (field: Field): string => {
    const type = getNamedType(field.type);
    if (!isObjectType(type)) return '';
    return isShared(type) ? `{ ...${type.name}Body }` : `{ ${fieldsOf(type)} }`;
  };
  const isShared = (type: GraphQLObjectType): boolean => (uses.get(type) ?? 0) > 1;
  const fieldsOf = (type: GraphQLObjectType): string =>
    returnedFields(type)
      .map(
        (field) =>
          `${aliased(field)} ${extendedOnly.has(`${type}.${field.name}`) ? '@include(if: $extended)' : ''} ${selectionOf(field)}`,
      )
      .join(' ');
  const fragments = [...uses.keys()]
    .filter(isShared)
    .map((type) => `fragment ${type}Body on ${type} { ${fieldsOf(type)} }`);
  const operations = queries.map((query) => {
    const type = getNamedType(query.type);
    const isExtensible = [...extendedOnly].some((path) => path.startsWith(`${String(type).replace(/s$/, '')}.`));
    const variables = [...query.args.map(variableOf), ...(isExtensible ? ['$extended: Boolean = false'] : [])];
    const passed = query.args.map(({ name }) => `${name}: $${name}`);
    return `query Get${type}(${variables}) { ${aliased(query)}(${passed}) ${selectionOf(query)} }`;
  });
  const document = print(parse([...operations, ...fragments].join('\n')));
  return `# Written by \`npm run schema:emit\` from src/domain/figures. Do not edit.\n${document}\n`;
}

/** The measures that only `extended` responses have. */
const extendedOnly = new Set(
  figureKinds.flatMap(({ name, figure: { measures } }) =>
    Object.keys(measures).flatMap((field) => (measures[field]?.isExtended ? `${name}Figure.${field}` : [])),
  ),
);

/** The lists that REST does not return. */
const hidden = new Set(
  figureKinds.flatMap(({ name, lists = {} }) =>
    Object.keys(lists).flatMap((field) => (lists[field]?.isOnlyInGraphql ? `${name}Figures.${field}` : [])),
  ),
);

/** Leaves out other records, such as the person: REST returns their ids. */
function returnedFields(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter((field) => {
    const of = getNamedType(field.type);
    const isRecord = isObjectType(of) && !isListType(getNullableType(field.type)) && 'id' in of.getFields();
    return !isRecord && !hidden.has(`${type}.${field.name}`);
  });
}

/** Returns how many fields have each type, in the order in which the types are met. */
function usesOf(fields: readonly Field[]): ReadonlyMap<GraphQLObjectType, number> {
  const uses = new Map<GraphQLObjectType, number>();
  const visit = (field: Field): void => {
    const type = getNamedType(field.type);
    if (!isObjectType(type)) return;
    const known = uses.get(type) ?? 0;
    uses.set(type, known + 1);
    if (known === 0) returnedFields(type).forEach(visit);
  };
  fields.forEach(visit);
  return uses;
}

function aliased({ name }: Field): string {
  return snakeCase(name) === name ? name : `${snakeCase(name)}: ${name}`;
}

/** An argument with a default value may be left out. The filter is made of parameters, and always present. */
function variableOf({ name, type, defaultValue }: GraphQLArgument): string {
  if (defaultValue === undefined || name === 'filter') return `$${name}: ${type}`;
  return `$${name}: ${getNullableType(type)} = ${JSON.stringify(defaultValue)}`;
}
