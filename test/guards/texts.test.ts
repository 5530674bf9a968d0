import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { languages } from '../../src/platform/language.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { textsByLanguage } from '../../src/texts/texts.js';

/** Returns the texts of a catalogue by path, those of functions for arguments that can be recognised in the result. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) => textsOf(inner, path === '' ? name : `${path}.${name}`));
}

/** Returns what the functions of a catalogue mention of their arguments, by path. */
function placeholdersOf(value: unknown, path = ''): [path: string, placeholders: string][] {
  if (typeof value === 'function') {
    const names = Array.from({ length: value.length }, (_, index) => `⟦${index}⟧`);
    const marks = names.map((name) => new Proxy(() => name, { get: (_target, key) => markOf(name, key) }));
    const result = textsOf(value(...marks), path);
    return result.map(([place, text]) => [place, [...new Set(text.match(/⟦[^⟧]*⟧/g))].sort().join(' ')]);
  }
  if (typeof value !== 'object') return [];
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    placeholdersOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The argument itself in a text, or one of its properties. */
function markOf(name: string, key: string | symbol): unknown {
  if (key === Symbol.toPrimitive || key === 'toString') return () => name;
  return `${name.slice(0, -1)}.${String(key)}⟧`;
}

const { en, ...others } = textsByLanguage;
const english = new Map(textsOf(en));

/** Texts that are the same in another language: names, and words that both languages have. */
const sameWords = new Set(
  'Account Admin Code Name Notes Person Service Shop Status SMS Sms Titel Title Event Manager Series Wetter Passkeys Download Import Pause Copy Link Konto Rest Ressource optional Person Tablet Telefon Agenda Start Stop System Format Region Serie Detail Details Resource Address Alle All'.split(
    ' ',
  ),
);

it.each(Object.entries(others))('%s has the placeholders of English', (_language, texts) => {
  expect(Object.fromEntries(placeholdersOf(texts))).toEqual(Object.fromEntries(placeholdersOf(en)));
});

it.each(Object.entries(others))(
  '%s is translated: only single words that both languages have are the same',
  (_language, texts) => {
    const same = textsOf(texts).filter(([path, text]) => english.get(path) === text && /\p{Letter}{2}/u.test(text));
    expect(same.filter(([, text]) => text.includes(' ') && /[.?!]$/.test(text))).toEqual([]);
    expect(same.filter(([, text]) => text.includes(' ') && !sameWords.has(text)).map(([path]) => path)).toEqual([]);
  },
);

it('every language has a file', () => {
  expect(Object.keys(textsByLanguage).toSorted()).toEqual(languages.toSorted());
});

const rooms = 'src/pages/dashboard';

/** Attributes of elements, and properties of fields, columns and options, whose texts people read. */
const readAttributes = new Set(
  'label title placeholder aria-label alt hint question empty caption what text submitLabel deletion'.split(' '),
);

/** Names, which are the same in every language. */
const names = new Set(['CSV', 'Excel', 'SMS', 'REST', 'GraphQL', '09:00–17:00']);

/** Errors that only developers read. */
const internalErrors = new Set(['Error', 'RangeError']);

/** A sentence or several words of one: a capital letter, and a space after a word. */
const sentence = /^\p{Lu}\p{Ll}*\s\p{L}/u;

/** Returns the texts for people that stand in the code of a file. */
function writtenTexts(node: unknown, isRead = false): string[] {
  if (Array.isArray(node)) return node.flatMap((inner) => writtenTexts(inner, isRead));
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'JSXText':
      return hasWord(node['value']) ? [node['value'].trim()] : [];
    case 'StringLiteral':
      return hasWord(node['value']) && (isRead || sentence.test(node['value'])) ? [node['value']] : [];
    case 'TemplateElement':
      return hasWord(node['raw']) && (isRead || sentence.test(node['raw'])) ? [node['raw']] : [];
    case 'JSXAttribute':
      return writtenTexts(node['value'], isReadName(node['name']));
    case 'KeyValueProperty':
      return writtenTexts(node['value'], isReadName(node['key']));
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].flatMap((inner) => writtenTexts(inner, isRead));
    case 'NewExpression':
      return isNode(node['callee']) && internalErrors.has(String(node['callee']['value'])) ? [] : innerTexts(node);
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
    case 'TemplateLiteral':
      return Object.values(node).flatMap((inner) => writtenTexts(inner, isRead));
    case 'ImportDeclaration':
    case 'TsLiteralType':
      return [];
    default:
      return innerTexts(node);
  }
}

const innerTexts = (node: Node) => Object.values(node).flatMap((inner) => writtenTexts(inner));

interface Node {
  type?: unknown;
  [property: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const hasWord = (text: unknown): text is string => typeof text === 'string' && /\p{Letter}{2}/u.test(text);
const isReadName = (name: unknown) => isNode(name) && readAttributes.has(String(name['value']));

it('no sentence stands in the dashboard outside the catalogue', () => {
  const files = readdirSync(join(projectRoot, rooms), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => /\.tsx?$/.test(file) && !/(\.operations|schema\.types)\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(projectRoot, rooms, file), 'utf8');
      const texts = writtenTexts(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx') }));
      return texts.filter((text) => !names.has(text)).map((text) => `${file}: ${text}`);
    });
  expect(found).toEqual([]);
});

it.each([
  ['a text of an element', '<p>Nothing here.</p>', 'Nothing here.'],
  ['an attribute', '<Field label="Name" />', 'Name'],
  ['a property', "const column = { title: 'Name', cell: nameOf };", 'Name'],
  ['a choice of texts', "const column = { title: isNew ? 'New' : t.setup.name };", 'New'],
  ['a text with a value', `<Button label={\`Remove \${name}\`} />`, 'Remove '],
  ['a sentence', "showDone('The date is saved.');", 'The date is saved.'],
])('the search for sentences finds %s', (_kind, source, text) => {
  expect(writtenTexts(parseSync(source, { syntax: 'typescript', tsx: true }))).toEqual([text]);
});
