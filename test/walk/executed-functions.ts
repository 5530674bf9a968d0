import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnyNode, type Function as FunctionNode, parse } from 'acorn';
import { ancestor } from 'acorn-walk';
import { projectRoot } from '../../src/platform/project-root.js';

/** A named function of this project's sources. Lines count from 1. */
export interface SourceFunction {
  name: string;
  /** The path of its source, such as `src/http/rest/gateway.ts`. */
  file: string;
  firstLine: number;
  lastLine: number;
}

const compiledSources = new URL('dist/src/', `file://${projectRoot}/`).href;
/** The name under which the compiled code finds the function that notes an entered function. */
const note = '__noteFunction';
const functions: SourceFunction[] = [];
let entered = new Set<number>();
Object.assign(globalThis, { [note]: (index: number) => entered.add(index) });

/** From now on, modules of the compiled sources are loaded with a call at the begin of each named function. */
export function watchFunctions(): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.startsWith(compiledSources) || loaded.format !== 'module') return loaded;
      return { ...loaded, source: withNotes(fileURLToPath(url), String(loaded.source)) };
    },
  });
}

/** Returns the functions that ran during the work, in the order in which they were first entered. */
export async function listExecuted(work: () => Promise<void>): Promise<SourceFunction[]> {
  entered = new Set();
  await work();
  return [...entered].flatMap((index) => functions[index] ?? []);
}

function withNotes(path: string, code: string): string {
  const lineOf = sourceLines(path);
  const file = relative(projectRoot, path)
    .replace(/^dist\//, '')
    .replace(/[.]js$/, '.ts');
  const insertions: { at: number; text: string }[] = [];
  const watch = (node: FunctionNode, _: unknown, ancestors: AnyNode[]): void => {
    const name = nameOf(node, ancestors);
    if (name === undefined || !node.body || !node.loc) return;
    const { body, loc } = node;
    const call = `${note}(${functions.length})`;
    functions.push({ name, file, firstLine: lineOf(loc.start), lastLine: lineOf(loc.end) });
    if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: `${call};` });
    else insertions.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ')' });
  };
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  ancestor(tree, { FunctionDeclaration: watch, FunctionExpression: watch, ArrowFunctionExpression: watch });
  return insert(code, insertions);
}

/** Returns the name by which a reader finds the function; undefined if it has none. */
function nameOf(node: FunctionNode, ancestors: readonly AnyNode[]): string | undefined {
  const [classOf, , parent] = ancestors.slice(-4);
  if (node.id) return node.id.name;
  if (parent?.type === 'MethodDefinition' && parent.kind === 'constructor') return `new ${classNameOf(classOf)}`;
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  if (parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') {
    if (parent.key.type === 'Identifier') return parent.key.name;
    if (parent.key.type === 'PrivateIdentifier') return `#${parent.key.name}`;
  }
  return undefined;
}

function classNameOf(node: AnyNode | undefined): string {
  return (node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression') && node.id ? node.id.name : 'class';
}

function insert(code: string, insertions: { at: number; text: string }[]): string {
  let end = 0;
  const parts: string[] = [];
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    parts.push(code.slice(end, at), text);
    end = at;
  }
  return parts.join('') + code.slice(end);
}

/** Returns a function that gives the line of the source at a place of the compiled code. */
function sourceLines(path: string): (place: { line: number; column: number }) => number {
  const map = existsSync(`${path}.map`) ? new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8'))) : undefined;
  return ({ line, column }) => {
    const entry = map?.findEntry(line - 1, column);
    return entry && 'originalLine' in entry ? entry.originalLine + 1 : line;
  };
}
