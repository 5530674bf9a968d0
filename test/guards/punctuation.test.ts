import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { type Language, languages } from '../../src/platform/language.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { textsIn } from '../../src/texts/texts.js';

const { messagesOf } = await import(join(projectRoot, 'src/texts/catalogues.mjs'));

/** Files whose texts people see in their language: those of pages, and those that read a catalogue. Pages of developers are in English. */
const shown = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((file) => !/^src\/(?:texts|process|packages|examples)\/|english-texts\.ts$/.test(file))
  .map((file) => ({ file, source: readFileSync(join(projectRoot, file), 'utf8') }))
  .filter(
    ({ file, source }) =>
      /^src\/(?:pages\/(?:dashboard|design|booking)|http\/public-pages)\//.test(file) ||
      /from '.*\/texts\/texts\.js'/.test(source),
  );

/** Code in texts: Liquid, media queries and custom properties of CSS, and a policy. */
const code = /\{\{.*?\}\}|\{%.*?%\}|\([\w-]+: [^)]*\)|;? ?--[\w-]+: |default-src .*/g;

/** Marks that languages write differently: with a space before them, or with other signs. */
const mark = /[:;!?](?=\s)|[“”„«»]/;

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (node: Record<string, unknown>): unknown[] => {
  if (node['type'] === 'StringLiteral' || node['type'] === 'JSXText') return [node['value']];
  if (node['type'] !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return [];
  return [node['quasis'].map(({ cooked }) => cooked).join('…')];
};

/** Returns the texts of a source that have punctuation of their own. */
function punctuated(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (!isNode(node) || node['type'] === 'ImportDeclaration' || node['type'] === 'TsLiteralType') return;
    found.push(
      ...textOf(node)
        .filter((text) => typeof text === 'string' && mark.test(text.replaceAll(code, '')))
        .map(String),
    );
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: true, decorators: true }).body);
  return found;
}

it('texts for people take their punctuation from the catalogue', () => {
  expect(shown.length).toBeGreaterThan(200);
  expect(shown.flatMap(({ file, source }) => punctuated(source).map((text) => `${file}: ${text}`))).toEqual([]);
});

/** A template of TypeScript, with an expression in place of each `…`. */
const template = (text: string): string => `\`${text.replaceAll('…', '$' + '{value}')}\``;

it.each([
  ['a label', `'Price: ' + price`, 1],
  ['a template', template('…: …'), 1],
  ['joined parts', "parts.join('; ')", 1],
  ['a text of JSX', '<p>{label}? {value}</p>', 1],
  ['a mark after an element', '<p><a>{label}</a>: {value}</p>', 1],
  ['quotes', template('“…”'), 1],
  ['an address', template('…?…'), 0],
  ['Liquid', template('{% for date in dates limit: … %}{{ date | plus: 1 }}'), 0],
  ['a media query', "'(max-width: 40rem)'", 0],
])('the search for punctuation of a source knows %s', (_kind, source, found) => {
  expect(punctuated(source)).toHaveLength(found);
});

it('French has a no-break space before a mark of two signs, and within quotes', () => {
  const own = (text: string): boolean => / [:;!?»]|« |[\p{L})}’][:;!?](?:\s|$)|«[^\u00a0]|[^\u00a0]»|[“”]/u.test(text);
  const catalogue: unknown = JSON.parse(readFileSync(join(projectRoot, 'src/texts/fr.json'), 'utf8'));
  const messages: [string, string][] = [...messagesOf(catalogue)];
  expect(messages.filter(([, text]) => own(text))).toEqual([]);
  expect(['Prix : 5', 'Prix: 5', '« Oui »', 'Prix\u00a0: 5'].map(own)).toEqual([true, true, true, false]);
});

/** The quotation marks of each language. */
const quotes: Readonly<Record<Language, string>> = { en: '“”', de: '„“', fr: '«»', nb: '«»', da: '“”', sv: '”' };

/** Returns the marks of a text that its language does not write. */
const foreignMarks = (language: Language, text: string): string[] => {
  const apostrophe = language === 'fr' ? /\p{L}'\p{L}/gu : /$^/g;
  return [
    ...(text.match(/[“”„«»]/g) ?? []).filter((own) => !quotes[language].includes(own)),
    ...(text.match(apostrophe) ?? []),
  ];
};

it.each(languages)('quotation marks and apostrophes are those of the language: %s', (language) => {
  const files = [
    language,
    ...globSync(`src/texts/variants/${language}-*.json`, { cwd: projectRoot }).map((file) => file.slice(10, -5)),
  ];
  const messages = files.flatMap((file): [string, string][] =>
    messagesOf(JSON.parse(readFileSync(join(projectRoot, `src/texts/${file}.json`), 'utf8'))),
  );
  expect(messages.filter(([, text]) => foreignMarks(language, text).length > 0)).toEqual([]);
});

it.each([
  ['da', 'Under »Hold«', ['»', '«']],
  ['da', 'Under “Hold”', []],
  ['de', 'Unter “Kurse”', ['”']],
  ['fr', "L'heure", ["L'h"]],
  ['fr', "'{{' heure '}}'", []],
] as const)('the search for marks of other languages knows: %s, %s', (language, text, marks) => {
  expect(foreignMarks(language, text)).toEqual(marks);
});

it('the dialog of an embedded page is closed in each language', () => {
  const embed = readFileSync(join(projectRoot, 'src/pages/booking/embed.ts'), 'utf8');
  const labels = [...embed.matchAll(/\['(\w\w)', '(.+)'\]/g)].map(([, code, label]) => [code, label]);
  const expected = languages.map((language) => [language, textsIn(language).design.close]);
  expect(labels.toSorted()).toEqual(expected.toSorted());
});
