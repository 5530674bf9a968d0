import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-5';
import { rowsOfApi, rowsOfSiteApi } from '../../src/packages/client/rest.operations.js';
import { projectRoot } from '../../src/platform/project-root.js';

/** An object of the OpenAPI document, of any kind. */
interface Node {
  [key: string]: unknown;
}

const openApi: Node = JSON.parse(readFileSync(join(projectRoot, 'schema', 'openapi.json'), 'utf8'));

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** Calls `visit` with each object below a value, and with the keys that lead to it. */
function walk(
  value: unknown,
  visit: (node: Node, keys: readonly string[]) => void,
  keys: readonly string[] = [],
): void {
  if (!isNode(value)) return;
  visit(value, keys);
  for (const [key, inner] of Object.entries(value)) walk(inner, visit, [...keys, key]);
}

/** Returns what a declaration file of the built package has by name, such as `PersonBody.phonenumber`: with its comments. */
function declarationsIn(file: string): Map<string, ts.Node> {
  const path = join(projectRoot, 'dist', 'packages', 'client', file);
  const found = new Map<string, ts.Node>();
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const isNamed = ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isInterfaceDeclaration(node);
    const names = isNamed ? [...outer, node.name.getText()] : outer;
    if (isNamed) found.set(names.join('.'), node);
    ts.forEachChild(node, (child) => visit(child, names));
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true), []);
  return found;
}

const types = declarationsIn('schema.types.d.ts');
const methods = declarationsIn('rest.operations.d.ts');

const isDeprecated = (node: ts.Node | undefined): boolean => node !== undefined && !!ts.getJSDocDeprecatedTag(node);

/** Returns the name of a property below a type, such as `ClientUserLinkBody.user.phonenumber`. */
const nameOf = (keys: readonly string[]): string =>
  ['components', 'schemas', ...keys.filter((_, index) => index === 0 || keys[index - 1] === 'properties')].join('.');

/** Returns the method of an operation, such as `BookingsApi.create`. */
function methodOf(method: string, path: string): ts.MethodSignature | undefined {
  for (const [suffix, table] of Object.entries({ Api: rowsOfApi, SiteApi: rowsOfSiteApi })) {
    for (const [resource, rows] of Object.entries<Record<string, string>>(table)) {
      const [name] = Object.entries(rows).find(([, row]) => row.startsWith(`${method.toUpperCase()} ${path} `)) ?? [];
      const found = methods.get(`${resource[0]?.toUpperCase()}${resource.slice(1)}${suffix}.${name}`);
      if (found && ts.isMethodSignature(found)) return found;
    }
  }
  return undefined;
}

/** Whether a type that the method of an operation names has a deprecated property with a name. */
function hasDeprecated(method: ts.MethodSignature | undefined, property: string): boolean {
  const named = method?.getText().match(/\b[A-Z]\w+/g) ?? [];
  return named.some((type) => isDeprecated(types.get(`components.schemas.${type}.${property}`)));
}

it('marks each attribute that OpenAPI calls deprecated, and no other', () => {
  const inOpenApi: string[] = [];
  walk(Reflect.get(openApi['components'] ?? {}, 'schemas'), ({ deprecated }, keys) => {
    if (deprecated === true) inOpenApi.push(nameOf(keys));
  });
  expect(inOpenApi.length).toBeGreaterThan(40);
  const marked = [...types].filter(([, node]) => isDeprecated(node)).map(([name]) => name);
  const ofSchemas = marked.filter((name) => Reflect.has(schemasOf(openApi), name.split('.')[2] ?? ''));
  expect(ofSchemas.toSorted()).toEqual(inOpenApi.toSorted());
});

it('marks each operation, parameter and attribute of an answer that OpenAPI calls deprecated', () => {
  const missing: string[] = [];
  let count = 0;
  for (const [path, item] of Object.entries(openApi['paths'] ?? {})) {
    for (const [method, operation] of Object.entries<Node>(item)) {
      if (operation['operationId'] === undefined) continue;
      const found = methodOf(method, path);
      if (operation['deprecated'] === true && !isDeprecated(found)) missing.push(`${method} ${path}`);
      for (const name of deprecatedNames(operation)) {
        count += 1;
        if (!hasDeprecated(found, name)) missing.push(`${method} ${path}: ${name}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(0);
});

function schemasOf(document: Node): Node {
  const schemas: unknown = Reflect.get(document['components'] ?? {}, 'schemas');
  return isNode(schemas) ? schemas : {};
}

/** Returns the deprecated parameters of an operation, and attributes of its answer that no named schema has. */
function deprecatedNames({ parameters, responses }: Node): string[] {
  const names: string[] = [];
  const collect = (value: unknown): void =>
    walk(value, (node, keys) => {
      const { $ref: reference, deprecated, name } = node;
      if (deprecated === true) names.push(typeof name === 'string' ? name : (keys.at(-1) ?? ''));
      if (typeof reference === 'string' && !reference.startsWith('#/components/schemas/')) collect(resolve(reference));
    });
  collect(parameters);
  collect(responses);
  return names;
}

function resolve(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, key) => (isNode(parent) ? parent[key] : undefined), openApi);
}
