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

/** Rooms of the dashboard whose texts are not in the catalogue yet. */
const rooms = 'src/pages/dashboard';
const untranslated: readonly string[] = [
  'bookings',
  'events',
  'records/choice-fields.tsx',
  'records/error-summary.tsx',
  'records/hours-fields.tsx',
  'records/record-fields.tsx',
  'shell',
  'search',
  'unsaved.tsx',
  'views/calendar',
  'views/figures',
  'views/setup',
  'views/today',
];

/** Attributes whose texts people read. */
const readAttributes = ['label', 'title', 'placeholder', 'aria-label', 'hint', 'question', 'empty', 'caption', 'what'];

/** Names, which are the same in every language. */
const names: readonly string[] = ['CSV', 'Excel'];

/** Returns the texts that stand in the JSX of a file. */
function writtenTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(writtenTexts);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as { type?: string; value?: unknown; name?: { value?: string } };
  if (type === 'JSXText' && typeof value === 'string' && /\p{Letter}{2}/u.test(value)) return [value.trim()];
  if (type === 'JSXAttribute' && readAttributes.includes(name?.value ?? '') && isText(value)) return [value.value];
  return Object.values(node).flatMap(writtenTexts);
}

const isText = (value: unknown): value is { value: string } =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'StringLiteral';

it('no sentence stands in the dashboard outside the catalogue', () => {
  const files = readdirSync(join(projectRoot, rooms), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.tsx') && !untranslated.some((room) => file.startsWith(room)))
    .flatMap((file) => {
      const source = readFileSync(join(projectRoot, rooms, file), 'utf8');
      const texts = writtenTexts(parseSync(source, { syntax: 'typescript', tsx: true }));
      return texts.filter((text) => !names.includes(text)).map((text) => `${file}: ${text}`);
    });
  expect(found).toEqual([]);
});
