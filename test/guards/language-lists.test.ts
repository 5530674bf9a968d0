import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageNames } from '../../src/platform/language.js';

/** Names and codes of the languages of pages and messages, as documents and comments write them. */
const languages = { en: 'English', nb: 'Norwegian', sv: 'Swedish', da: 'Danish', de: 'German' };

const files = ['src', '.github', 'test/bench']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.(?:ts|tsx|md)$/.test(file) && !/CHANGELOG|src\/texts\//.test(file));

/** Returns the sentences that list some of the languages, but not all. */
function incomplete(text: string): string[] {
  return text.split(/\n|(?<=[.:;])\s/).filter((sentence) => {
    const named = Object.values(languages).filter((name) => sentence.includes(name));
    const coded = Object.keys(languages).filter((code) => sentence.includes(`\`${code}\``));
    return [named, coded].some(({ length }) => length > 2 && length < Object.keys(languages).length);
  });
}

it('the languages are those of the server', () => {
  expect(Object.keys(languages).sort()).toEqual(Object.keys(languageNames).sort());
});

it('documents and comments that list languages list all of them', () => {
  const found = [...files, 'README.md'].flatMap((file) =>
    incomplete(readFileSync(file, 'utf8')).map((sentence) => `${file}: ${sentence.trim()}`),
  );
  expect(found).toEqual([]);
  expect(incomplete('In `en`, `sv` or `nb`. In English and Danish.')).toEqual(['In `en`, `sv` or `nb`.']);
});
