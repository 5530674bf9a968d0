import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../src/platform/language.js';
import { createTestDatabase } from '../support/test-database.js';

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** Names of the languages of pages and messages, as documents and comments write them, such as `Norwegian`. */
const names = languages.map((code) => englishNames.of(code)?.split(' ', 1)[0] ?? code);

const files = ['src', '.github', 'test/bench']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.(?:ts|tsx|md)$/.test(file) && !/CHANGELOG|src\/texts\//.test(file));

/** Returns the sentences that list some of the languages, but not all. */
function incomplete(text: string): string[] {
  return text.split(/\n|(?<=[.:;])\s/).filter((sentence) => {
    const named = names.filter((name) => sentence.includes(name));
    const coded = languages.filter((code) => sentence.includes(`\`${code}\``));
    const choices = languages.filter((code) => new RegExp(`\\|${code}\\b|\\b${code}\\|`).test(sentence));
    return [named, coded, choices].some(({ length }) => length > 2 && length < languages.length);
  });
}

it('documents and comments that list languages list all of them', () => {
  const found = [...files, 'README.md'].flatMap((file) =>
    incomplete(readFileSync(file, 'utf8')).map((sentence) => `${file}: ${sentence.trim()}`),
  );
  expect(found).toEqual([]);
  expect(incomplete('In `en`, `sv` or `nb`. In English and Danish.')).toEqual(['In `en`, `sv` or `nb`.']);
  expect(incomplete('--locale en|nb|sv')).toHaveLength(1);
});

it('the database accepts each language of accounts and users', async () => {
  await using test = await createTestDatabase();
  const em = test.database.orm.em.fork();
  for (const [index, language] of languages.entries()) {
    await em.execute(
      `insert into account (id, created_at, updated_at, subdomain, name, email, time_zone, country_code, secret, locale)
       values (?, now(), now(), ?, 'Acme', 'acme@example.org', 'Europe/Oslo', 'NO', 'secret', ?)`,
      [index + 1, `acme-${language}`, language],
    );
    await em.execute(
      `insert into account_user (account_id, created_at, updated_at, name, email, language)
       values (?, now(), now(), 'B', 'boss@example.org', ?)`,
      [index + 1, language],
    );
  }
  const stored = await em.execute('select language from account_user order by account_id');
  expect(stored).toEqual(languages.map((language) => ({ language })));
});
