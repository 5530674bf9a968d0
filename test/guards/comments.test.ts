import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { isHeadless } from '../support/headless.js';

/** A comment, from its first word to the end of the line. Lines of `//` or `--` that follow each other are one comment. */
const openings =
  /\/\*\*?\s+(?:\* )?(\S[^\n]*)|(?<!^[ \t]*(?:\/\/|--)[^\n]*\n)^[ \t]*(?:\/\/|--) ([^\n]*)|[;,{(] \/\/ ([^\n]*)/gm;

/** Comments that are made from descriptions of the schema. */
const isGenerated = (file: string): boolean => /\.operations\.ts$|schema\.types\.ts$/.test(file);

/** Returns the beginnings of the comments in a source that are clauses without a noun. */
function headlessIn(source: string): string[] {
  return [...source.matchAll(openings)].map(([, block, line, rest]) => block ?? line ?? rest ?? '').filter(isHeadless);
}

const files = globSync(['{src,test,schema,.ci,.github}/**/*.{ts,tsx,mjs,css,sql}', '*.{ts,mjs}'], { cwd: projectRoot })
  .filter((file) => !isGenerated(file) && !file.includes('node_modules/'))
  .toSorted();

it('each comment begins with a noun or a verb, not with a clause about something that it does not name', () => {
  expect(files.length).toBeGreaterThan(1_500);
  const found = files.flatMap((file) =>
    headlessIn(readFileSync(join(projectRoot, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['What it has. */', '/** # */'],
  ['Of which it has two.', '/**\n * #\n * What follows is a line of the same comment.\n */'],
  ['Whoever comes.', '  // #\n  // Which is a line of the same comment.'],
  ['From when it is valid.', 'call(); // #'],
  ['Whose rows these are.', '-- #'],
  ['By whom it was made. */', '{\n  /* # */'],
  ['How long it takes. */', '/** # */'],
  ['Why it failed. */', '/** # */'],
  ['If set, it is used. */', '/** # */'],
])('the check finds “%s”', (text, source) => {
  expect(headlessIn(source.replace('# */', text).replace('#', text))).toEqual([text]);
});

it.each(['Whether it is right.', 'From the first to the last.', 'When it was made.'])('the check allows “%s”', (text) =>
  expect(headlessIn(`/** ${text} */`)).toEqual([]),
);

/** Verbs of people. A program has, returns or requests. */
const personified =
  /^[ \t]*(?:\*|\/\/|\/\*\*|--) .*\b(?:database|function|module|process(?:es)?|program|version|V8) (?:asks?|knows?|tells?|wants?)\b.*/gm;

it('no comment lets a program know, tell, ask or want', () => {
  const found = files.flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(personified)].map(([line]) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

it('the check of verbs finds one', () => {
  expect(' * until the process knows it'.match(personified)).toHaveLength(1);
});
