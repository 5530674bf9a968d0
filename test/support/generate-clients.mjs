import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { parse } from 'graphql';

/**
 * Generates the TypeScript clients that users of the API generate: by graphql-codegen from `schema/schema.graphql` and
 * `schema/examples`, and by openapi-typescript from `schema/openapi.json`. Arguments: the root of the project, and the
 * folder for `schema.ts`, `operations.ts` and `rest.ts`.
 */
const [root = '', output = ''] = process.argv.slice(2);
const read = (...path) => readFileSync(join(root, 'schema', ...path), 'utf8');

// openapi-typescript calls the compiler's API, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
const { default: generateRestTypes, astToString } = await import('openapi-typescript');

const examples = readdirSync(join(root, 'schema', 'examples'));
const scalars = Object.fromEntries(
  ['AttributeName', 'Date', 'DateTime', 'Decimal', 'Time', 'UUID'].map((name) => [name, 'string']),
);
const documents = examples.map((file) => ({ location: basename(file), document: parse(read('examples', file)) }));
const generate = (filename, plugin) =>
  codegen({
    filename,
    documents,
    schema: parse(read('schema.graphql')),
    config: { scalars, defaultScalarType: 'unknown', enumsAsTypes: true },
    plugins: [{ plugin: {} }],
    pluginMap: { plugin },
  });
writeFileSync(join(output, 'schema.ts'), await generate('schema.ts', typescript));
writeFileSync(join(output, 'operations.ts'), await generate('operations.ts', operations));
writeFileSync(join(output, 'rest.ts'), astToString(await generateRestTypes(JSON.parse(read('openapi.json')))));
