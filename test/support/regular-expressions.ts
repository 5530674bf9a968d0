import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { projectRoot } from '../../src/platform/project-root.js';

export interface SourceExpressions {
  /** Each literal, with its compiled file and line. */
  literals: [place: string, expression: RegExp][];
  /** Compiled files that construct expressions from text. */
  constructedIn: string[];
}

/** Finds every regular expression of `src`, in the syntax trees of the compiled files. */
export function expressionsOfSource(): SourceExpressions {
  const folder = join(projectRoot, 'dist', 'src');
  const found: SourceExpressions = { literals: [], constructedIn: [] };
  for (const file of globSync('**/*.js', { cwd: folder }).sort()) {
    const tree = parse(readFileSync(join(folder, file), 'utf8'), {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
    });
    visit(tree, (node) => {
      if (isLiteral(node)) found.literals.push([`${file}:${node.loc.start.line}`, node.value]);
      if (constructsExpression(node) && !found.constructedIn.includes(file)) found.constructedIn.push(file);
    });
  }
  return found;
}

function visit(value: unknown, see: (node: object) => void): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
  if (!Array.isArray(value)) see(value);
  for (const child of Object.values(value)) visit(child, see);
}

function isLiteral(node: object): node is { value: RegExp; loc: { start: { line: number } } } {
  return 'type' in node && node.type === 'Literal' && 'value' in node && node.value instanceof RegExp;
}

function constructsExpression(node: object): boolean {
  if (!('type' in node) || (node.type !== 'NewExpression' && node.type !== 'CallExpression')) return false;
  const callee = 'callee' in node ? node.callee : undefined;
  return typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'RegExp';
}
