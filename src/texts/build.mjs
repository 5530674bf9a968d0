import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { derivedFiles, problemsOf, readCatalogues } from './catalogues.mjs';
import { problemsOfVariants, readVariants } from './variants.mjs';

/**
 * Checks the catalogues, and writes the code that follows from them: the list of languages, and the types of the values of
 * messages. Run before the sources are compiled. With `--check` it writes nothing, and fails if a file is not up to date. With
 * `--uses` it also fails if no source reads a message: the start of a clone does without, because that reads all sources.
 */
const texts = dirname(fileURLToPath(import.meta.url));
const isCheck = process.argv.includes('--check');

const catalogues = readCatalogues(texts);
const problems = [...problemsOf(catalogues), ...problemsOfVariants(catalogues, readVariants(texts))];
if (problems.length === 0) {
  for (const [path, content] of Object.entries(derivedFiles(catalogues))) {
    const file = join(texts, '..', path);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    if (isCheck) problems.push(`src/${path} is not up to date: run \`npm run -s texts\``);
    else writeFileSync(file, content);
  }
}
if (process.argv.includes('--uses')) {
  const { problemsOfUses, readSources } = await import('./uses.mjs');
  problems.push(
    ...problemsOfUses(catalogues.en, readSources(join(texts, '..'))).map((problem) => `en.json: ${problem}`),
  );
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
