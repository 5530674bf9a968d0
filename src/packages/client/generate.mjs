import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeOperations } from './operations.mjs';

/**
 * Writes the part of the client that follows from `schema/openapi.json`: `schema.types.ts` with the types of all bodies and
 * parameters, and `rest.operations.ts` with the methods of each resource and the table that they are built from. With
 * `--check`, compares the files and fails if one is outdated.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const openApi = JSON.parse(readFileSync(join(folder, '..', '..', '..', 'schema', 'openapi.json'), 'utf8'));

// openapi-typescript calls the compiler's API, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});
const { default: generateTypes, astToString } = await import('openapi-typescript');
const { default: ts } = await import('typescript-5');

const { operations, schemas, deliveries } = describeOperations(openApi);
const head = '// Written by `npm run -s packages:operations` from schema/openapi.json. Do not edit.\n';
const outdated = [...write('schema.types.ts', await typesModule()), ...write('rest.operations.ts', operationsModule())];
if (outdated.length > 0) {
  console.error(`Outdated: ${outdated.join(', ')}. Run \`npm run -s packages:operations\`.`);
  process.exitCode = 1;
}

/** @returns the name of the file if it is outdated and only compared */
function write(name, text) {
  const path = join(folder, name);
  if (process.argv.includes('--check')) return readFileSync(path, 'utf8') === text ? [] : [name];
  writeFileSync(path, text);
  return [];
}

async function typesModule() {
  const document = { openapi: '3.1.1', info: { title: '', version: '' }, paths: {}, components: { schemas } };
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false, alphabetize: true };
  const text = astToString((await generateTypes(document, options)).map(withUndefined));
  // Only `components` has content.
  const components = text.slice(text.indexOf('export interface components'), text.indexOf('export type $defs'));
  const union = deliveries.map((name) => `\n  | ${name}`).join('');
  return `${head}${components.replace(/^ {4}(responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '')}
/** A webhook receives one of these, by its \`event\`. */
export type WebhookDelivery =${union};
`;
}

/** Lets callers pass on what they may not have, also under `exactOptionalPropertyTypes`. */
function withUndefined(root) {
  const nothing = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const visitAll = (context) => {
    const visit = (node) => {
      const inner = ts.visitEachChild(node, visit, context);
      if (!ts.isPropertySignature(inner) || !inner.questionToken || !inner.type) return inner;
      const type = ts.factory.createUnionTypeNode([inner.type, nothing]);
      const { modifiers, name, questionToken } = inner;
      return ts.factory.updatePropertySignature(inner, modifiers, name, questionToken, type);
    };
    return visit;
  };
  return ts.transform(root, [visitAll]).transformed[0];
}

function operationsModule() {
  const isOfSite = ({ isPublic }) => isPublic;
  const used = [...new Set(operations.flatMap(({ types }) => types))].sort();
  return `${head}import type { ChangeOptions, Fields, PagedList, ReadOptions, WriteOptions } from './options.js';
import type {
${used.map((name) => `  ${name},\n`).join('')}} from './schema.types.js';

${group(
  'Api',
  operations.filter((one) => !isOfSite(one)),
)}

${group('SiteApi', operations.filter(isOfSite))}
`;
}

/** Returns the interfaces of some resources, and the table of their operations. */
function group(name, members) {
  const byResource = Object.groupBy(members, ({ resource }) => resource);
  const interfaceOf = (resource) => `${pascal(resource)}${name}`;
  const interfaces = Object.entries(byResource).map(
    ([resource, methods]) => `export interface ${interfaceOf(resource)} {\n${methods.map(methodText).join('\n')}\n}`,
  );
  const properties = Object.keys(byResource).map((resource) => `  readonly ${resource}: ${interfaceOf(resource)};`);
  const rows = Object.entries(byResource).map(
    ([resource, methods]) =>
      `  ${resource}: {\n${methods.map((one) => `    ${one.name}: '${one.row}',`).join('\n')}\n  },`,
  );
  return `${interfaces.join('\n\n')}

export interface ${name} {
${properties.join('\n')}
}

/** The method, path, name of the record in the answer, name of the record in the body, and kind of each operation. */
export const rowsOf${name}: { readonly [Resource in keyof ${name}]: Record<keyof ${name}[Resource], string> } = {
${rows.join('\n')}
};`;
}

function methodText({ name, description, isDeprecated, signatures }) {
  const lines = [...description.split('\n'), ...(isDeprecated ? ['@deprecated'] : [])];
  const comment =
    lines.length === 1 ? `  /** ${lines[0]} */` : `  /**\n${lines.map((line) => `   * ${line}`).join('\n')}\n   */`;
  return `${comment}\n${signatures.map((signature) => `  ${name}${signature};`).join('\n')}`;
}

function pascal(name) {
  return name[0].toUpperCase() + name.slice(1);
}
