import { globSync, readFileSync } from 'node:fs';
import { projectRoot } from '../../src/platform/project-root.js';
import { blocksOf } from './guide-runner.js';

/** A block of JavaScript or TypeScript in a document. */
export interface DocumentedProgram {
  /** The path of the document in the repository. */
  document: string;
  /** The name without ending that the text before the block has (`Save … as name`), or `program-` and a number. */
  name: string;
  text: string;
}

/** Returns the programs of all documents, in their order. */
export function listPrograms(): DocumentedProgram[] {
  const documents = globSync(['*.md', '{src,test,schema,.github,.docker}/**/*.md'], { cwd: projectRoot }).toSorted();
  return documents.flatMap((document) => {
    const markdown = readFileSync(`${projectRoot}/${document}`, 'utf8');
    const saved = markdown.matchAll(/[Ss]ave [^`]*`([\w.-]+)\.mjs`(?:(?!^```)[\s\S])*?^```js\n([\s\S]*?)^```$/gm);
    const names = new Map([...saved].map(([, name = '', text = '']) => [text, name]));
    const blocks = blocksOf(markdown).filter(({ language }) =>
      /^([jt]sx?|javascript|typescript|[cm][jt]s)$/.test(language),
    );
    return blocks.map(({ text }, index) => ({ document, name: names.get(text) ?? `program-${index + 1}`, text }));
  });
}

/**
 * Returns a program as it is written in CommonJS: in a function, because `await` is allowed only there. A program that
 * exports something, for others to import, stays at the top.
 */
export function toCommonJs(text: string): string {
  const renamed = text.replaceAll(/'(\.\/[\w.-]+)\.mjs'/g, "'$1.cjs'");
  if (/^export /m.test(renamed)) return renamed;
  const imports = renamed.match(/^import .*;\n/gm) ?? [];
  return `${imports.join('')}async function run() {\n${renamed.replaceAll(/^import .*;\n/gm, '')}}\nvoid run();\n`;
}
