import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { Kind, parse, print, stripIgnoredCharacters, visit } from 'graphql';

/**
 * Writes `<name>.operations.ts` beside every `<name>.graphql` of the browser code: each operation as a text with the types of its
 * data and variables, by `schema/schema.graphql`. `graphql/schema.types.ts` of the page has the enumerations and inputs that
 * they use. With `--check`, compares the files and fails if one is outdated.
 */
const pages = dirname(fileURLToPath(import.meta.url));
const schema = parse(readFileSync(join(pages, '..', '..', 'schema', 'schema.graphql'), 'utf8'));

const namesOfSchema = new Set(schema.definitions.flatMap(({ name }) => name?.value ?? []));

const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  strictScalars: true,
  scalars: {
    AttributeName: 'string',
    CustomData: 'Record<string, unknown>',
    Date: 'string',
    DateTime: 'string',
    Decimal: 'string',
    File: 'string',
    JSONObject: 'Record<string, unknown>',
    Time: 'string',
    UUID: 'string',
  },
};

/** The fields that a list which is read page by page needs for its next page. */
const pageInfo = parse('{ pageInfo { hasNextPage endCursor } }').definitions[0].selectionSet.selections;

const typeDeclaration =
  /(?:\/\*\*(?:(?!\*\/).)*\*\/\n)?(?:export )?type (\w+)\b(?: = \{\n.*?\n\}| =\n.*?'|[^\n]*);\n/gs;

const check = process.argv.includes('--check');
const outdated = [];
/** The texts of the types of the schema, by page and name. */
const schemaTypes = {};
for (const path of documentFiles()) write(path.replace(/[.]graphql$/, '.operations.ts'), await moduleOf(path));
for (const [page, types] of Object.entries(schemaTypes)) {
  const texts = Object.keys(types)
    .sort()
    .map((name) => types[name]);
  write(join(pages, page, 'graphql', 'schema.types.ts'), [`// ${writtenFrom('schema.graphql')}`, ...texts].join('\n'));
}
if (outdated.length > 0) {
  console.error(`Outdated: ${outdated.join(', ')}. Run \`npm run -s pages:operations\`.`);
  process.exitCode = 1;
}

function write(output, text) {
  if (text === readIfExists(output)) return;
  if (check) outdated.push(relative(pages, output));
  else writeFileSync(output, text);
}

function writtenFrom(source) {
  return `Written by \`npm run -s pages:operations\` from ${source}. Do not edit.`;
}

function documentFiles() {
  return readdirSync(pages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.graphql'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

function readIfExists(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function moduleOf(path) {
  const document = withPageInfo(parse(readFileSync(path, 'utf8')));
  const types = await codegen({
    schema,
    filename: path,
    documents: [{ location: path, document }],
    plugins: [{ types: config }],
    pluginMap: { types: typescriptOperations },
    config: {},
  });
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const { ofSchema, ofOperations, variables } = divideTypes(types);
  const [page] = relative(pages, path).split('/');
  schemaTypes[page] = { ...schemaTypes[page], ...ofSchema };
  const importFrom = (names, file) => {
    const from = relative(dirname(path), join(pages, page, 'graphql', file));
    return `import type { ${names.join(', ')} } from '${from.startsWith('.') ? from : `./${from}`}';`;
  };
  const typed = [ofOperations, ...Object.values(variables)].join('\n');
  const used = Object.keys(ofSchema).filter((name) => new RegExp(`\\b${name}\\b`).test(typed));
  return `// ${writtenFrom(basename(path))}
${importFrom(['Operation'], 'operation.js')}
${importFrom(used, 'schema.types.js')}

${ofOperations}

${operations.map((operation) => constantOf(operation, document, variables)).join('\n')}
`;
}

/** Adds `pageInfo` to each list that is read page by page, so that no document repeats it: a field with `first` and `after`. */
function withPageInfo(document) {
  return visit(document, {
    Field: (field) => {
      const given = field.arguments.map(({ name }) => name.value);
      if (!given.includes('first') || !given.includes('after')) return undefined;
      const selections = [...field.selectionSet.selections, ...pageInfo];
      return { ...field, selectionSet: { ...field.selectionSet, selections } };
    },
  });
}

/**
 * Divides the text of types into the enumerations and inputs of the schema by name, the variables of operations by name, and
 * the other types of operations.
 */
function divideTypes(text) {
  const ofSchema = {};
  const variables = {};
  const rest = text.replaceAll(typeDeclaration, (declaration, name) => {
    // `Incremental` is for `@defer`, which no operation has.
    if (name === 'Incremental') return '';
    if (name === 'Exact') ofSchema[name] = declaration.replace(/^.*\ntype/, 'export type');
    else if (namesOfSchema.has(name)) ofSchema[name] = declaration;
    return name in ofSchema ? '' : declaration;
  });
  const lines = rest
    .trim()
    .replaceAll(/\s*\n\s*(?!\s|export )/g, ' ')
    .replaceAll(/\n+/g, '\n');
  const ofOperations = lines.replaceAll(/^export type (\w+Variables) = (Exact<.*>);\n?/gm, (_line, name, type) => {
    variables[name] = type;
    return '';
  });
  return { ofSchema, variables, ofOperations: ofOperations.trim() };
}

/** Returns the constant of an operation: a text of it and the fragments that it uses. */
function constantOf(operation, document, variables) {
  const name = operation.name.value;
  const suffix = operation.operation[0].toUpperCase() + operation.operation.slice(1);
  const used = fragmentsOf(operation, document);
  const text = stripIgnoredCharacters([operation, ...used].map(print).join('\n'));
  const constant = name[0].toLowerCase() + name.slice(1);
  return `export const ${constant}: Operation<${name}${suffix}, ${variables[`${name}${suffix}Variables`]}> = { text: ${JSON.stringify(text)} };`;
}

function fragmentsOf(operation, document) {
  const fragments = new Map(
    document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((one) => [one.name.value, one]),
  );
  const used = new Set();
  const collect = (node) =>
    visit(node, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(fragment)) return;
        used.add(fragment);
        collect(fragment);
      },
    });
  collect(operation);
  return [...used];
}
