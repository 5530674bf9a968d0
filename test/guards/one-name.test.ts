import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declaration, type Expression, parseSync } from '@swc/core';
import { projectRoot } from '../../src/platform/project-root.js';

type Kind = 'function' | 'type';

/** An exported type or function, such as `type Booking`, and its file. */
type Export = readonly [name: string, file: string];

const bookingPage = 'src/http/public-pages/booking-page/';

/** The programs of the project by the folders that they have alone. The booking page is drawn by the server and the browser. */
const programs: Readonly<Record<string, (file: string) => boolean>> = {
  'the server': (file) => !/^src\/(packages|pages|examples)\//.test(file) && !file.startsWith(bookingPage),
  'the dashboard': (file) => /^src\/pages\/(dashboard|design)\//.test(file),
  'the booking page': (file) => file.startsWith(bookingPage) || /^src\/pages\/(booking|design)\//.test(file),
};

/** Names that two exports of one program have, by the reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'one is a type of `booking-server/test`, the other of GraphQL': ['type TestClock'],
};

function kindOfValue(value: Expression | undefined): Kind | undefined {
  return value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression' ? 'function' : undefined;
}

/** Lists the types and functions that a declaration declares. */
function declaredBy(declaration: Declaration): string[] {
  switch (declaration.type) {
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
    case 'TsEnumDeclaration':
      return [`type ${declaration.id.value}`];
    case 'ClassDeclaration':
      return [`type ${declaration.identifier.value}`];
    case 'FunctionDeclaration':
      return [`function ${declaration.identifier.value}`];
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && kindOfValue(init) ? [`function ${id.value}`] : [],
      );
    case 'TsModuleDeclaration':
      return [];
  }
}

/** Lists the types and functions that a source declares and exports, each once. */
function exportsOf(source: string, isPage: boolean): Set<string> {
  const { body } = parseSync(source, { syntax: 'typescript', decorators: true, tsx: isPage });
  return new Set(body.flatMap((item) => (item.type === 'ExportDeclaration' ? declaredBy(item.declaration) : [])));
}

/** Returns the names that several exports have, each with the files. */
function repeatedIn(found: readonly Export[]): string[] {
  const filesOf = Map.groupBy(found, ([name]) => name);
  return [...filesOf]
    .filter(([, exports]) => exports.length > 1)
    .map(([name, exports]) => `${name}: ${exports.map(([, file]) => file).join(', ')}`);
}

const files = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot, exclude: (path) => path.endsWith('.d.ts') }).toSorted();
const found = files.flatMap((file) =>
  [...exportsOf(readFileSync(join(projectRoot, file), 'utf8'), file.endsWith('.tsx'))].map(
    (name): Export => [name, file],
  ),
);
const excepted = Object.values(exceptions).flat();
const repeated = Object.entries(programs).map(([program, isOf]): [string, string[]] => [
  program,
  repeatedIn(found.filter(([, file]) => isOf(file))),
]);

it.each(repeated)('each exported type and each exported function of %s has a name of its own', (_program, names) => {
  expect(names.filter((name) => !excepted.some((known) => name.startsWith(`${known}:`)))).toEqual([]);
});

it('every exception is one', () => {
  const names = repeated.flatMap(([, of]) => of);
  expect(excepted.filter((known) => !names.some((name) => name.startsWith(`${known}:`)))).toEqual([]);
});

it('the check finds each kind of declaration', () => {
  const source = `export interface A {} export type B = 1; export class C {} export enum D {}
    export function e(): void; export function e(x?: 1): void {} export const f = () => 1; export const g = 1; function h() {}`;
  expect([...exportsOf(source, false)]).toEqual(['type A', 'type B', 'type C', 'type D', 'function e', 'function f']);
  expect(
    repeatedIn([
      ['type A', 'a.ts'],
      ['type A', 'b.ts'],
      ['function A', 'c.ts'],
    ]),
  ).toEqual(['type A: a.ts, b.ts']);
});
