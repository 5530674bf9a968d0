import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { Kind, parse, print, stripIgnoredCharacters, visit } from 'graphql';

/**
 * Writes `<name>.operations.ts` beside every `<name>.graphql` of the browser code: each operation as a text with the types of its
 * data and variables, by `schema/schema.graphql`. With `--check`, compares the files and fails if one is outdated.
 */
const pages = dirname(fileURLToPath(import.meta.url));
const schema = parse(readFileSync(join(pages, '..', '..', 'schema', 'schema.graphql'), 'utf8'));

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

const check = process.argv.includes('--check');
const outdated = [];
for (const path of documentFiles()) {
  const output = path.replace(/[.]graphql$/, '.operations.ts');
  const text = await moduleOf(path);
  if (text === readIfExists(output)) continue;
  if (check) outdated.push(relative(pages, output));
  else writeFileSync(output, text);
}
if (outdated.length > 0) {
  console.error(`Outdated: ${outdated.join(', ')}. Run \`npm run -s pages:operations\`.`);
  process.exitCode = 1;
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
  const document = parse(readFileSync(path, 'utf8'));
  const types = await codegen({
    schema,
    filename: path,
    documents: [{ location: path, document }],
    plugins: [{ types: config }],
    pluginMap: { types: typescriptOperations },
    config: {},
  });
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const client = relative(dirname(path), join(clientFolderOf(path), 'operation.js'));
  return `// Written by \`npm run -s pages:operations\` from ${basename(path)}. Do not edit.
import type { Operation } from '${client.startsWith('.') ? client : `./${client}`}';

${types.trim()}

${operations.map((operation) => constantOf(operation, document)).join('\n\n')}
`;
}

/** The folder of the file that declares \`Operation\`: that of the page. */
function clientFolderOf(path) {
  const [page] = relative(pages, path).split('/');
  return join(pages, page, 'graphql');
}

/** Returns the constant of an operation: a text of it and the fragments that it uses. */
function constantOf(operation, document) {
  const name = operation.name.value;
  const suffix = operation.operation[0].toUpperCase() + operation.operation.slice(1);
  const used = fragmentsOf(operation, document);
  const text = stripIgnoredCharacters([operation, ...used].map(print).join('\n'));
  const constant = name[0].toLowerCase() + name.slice(1);
  return `export const ${constant}: Operation<${name}${suffix}, ${name}${suffix}Variables> = {
  text: ${JSON.stringify(text)},
};`;
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
