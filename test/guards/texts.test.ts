import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { changeNames } from '../../src/domain/entities.js';
import { isAttribute, Reference } from '../../src/domain/records/reference.js';
import { securityEventKinds } from '../../src/domain/security-event/security-event.rules.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { isNoted } from '../../src/graphql/wrapped-fields.js';
import { languages } from '../../src/platform/language.js';
import { projectRoot } from '../../src/platform/project-root.js';

const folder = join(projectRoot, 'src/texts');
const { derivedFiles, messagesOf, problemsOf, readCatalogues } = await import(join(folder, 'catalogues.mjs'));

const { problemsOfVariants, readVariants } = await import(join(folder, 'variants.mjs'));
const { problemsOfUses, readSources } = await import(join(folder, 'uses.mjs'));

const catalogues: Readonly<Record<string, object>> = readCatalogues(folder);
const { en = {}, ...others } = catalogues;
const shopOf = (open: string): object => ({ shop: { open } });
const english = new Map<string, string>(messagesOf(en));

it('every language has all messages, with their values and the plurals of the language', () => {
  expect(problemsOf(catalogues)).toEqual([]);
  expect(Object.keys(catalogues)).toEqual(languages);
});

it('each message to customers that addresses them, and each about bookings, has a counterpart in its variants', () => {
  expect(problemsOfVariants(catalogues, readVariants(folder))).toEqual([]);
});

it.each([
  ['one that is missing', { shop: { open: 'Kaufen Sie' } }, {}, 'de-du.json: shop.open is missing'],
  ['one of users', { messages: { invitation: { subject: 'Wählen Sie' } } }, {}, undefined],
  ['both forms', { shop: { open: 'Kauf dein Produkt' } }, {}, 'de.json: shop.open has a word of de-du.json'],
  ['the other form', shopOf('Kaufen Sie'), shopOf('Kaufe Ihr'), 'de-du.json: shop.open has a word of de.json'],
  ['one without need', shopOf('Kauf'), shopOf('Kauf'), 'de-du.json: shop.open is the same in de.json'],
  ['an unknown one', {}, shopOf('Kaufe'), 'de-du.json: shop.open is not in de.json'],
  ['another value', shopOf('Kaufen Sie {a}'), shopOf('Kaufe'), 'de-du.json: shop.open lacks the value {a}'],
])('the check of forms of address finds %s', (_kind, de, du, problem) => {
  expect(problemsOfVariants({ de }, { 'de-du': du })).toEqual(problem === undefined ? [] : [problem]);
});

it.each([
  ['one that is missing', 'Ihre Buchung', undefined, ['de-appointment.json: shop.open is missing']],
  ['the word of the language', 'Ihre Buchung', 'Die Buchung', ['de-appointment.json: shop.open has a word of de.json']],
  ['one without need', 'Ihre Buchungsseite', 'Ihr Termin', ['de-appointment.json: shop.open is not needed']],
  ['nothing', 'Ihre Buchung', 'Ihr Termin', []],
])('the check of the words of a trade finds %s', (_kind, of, own, problems) => {
  const variant = own === undefined ? {} : shopOf(own);
  expect(problemsOfVariants({ de: shopOf(of) }, { 'de-appointment': variant })).toEqual(problems);
});

it('the words of a trade replace those of a form of address, too', () => {
  const variants = { 'de-du': shopOf('Deine Buchung'), 'de-du-appointment': shopOf('Ihr Termin') };
  expect(problemsOfVariants({ de: shopOf('Ihre Buchung') }, variants)).toEqual([
    'de-du-appointment.json: shop.open has a word of de.json',
  ]);
});

it('the code that follows from the messages is up to date', () => {
  for (const [path, content] of Object.entries(derivedFiles(catalogues))) {
    expect([path, readFileSync(join(projectRoot, 'src', path), 'utf8')]).toEqual([path, content]);
  }
});

it.each([
  ['one that is missing', {}, 'places is missing'],
  ['one that English lacks', { places: '{places}', more: 'Mer' }, 'more is not in en.json'],
  ['an empty one', { places: ' ' }, 'places is empty'],
  ['a value that is missing', { places: 'plasser' }, 'places lacks the value {places}'],
  ['a value with another name', { places: '{places} {name}' }, 'places has the unknown value {name}'],
  [
    'a plural without a form of the language',
    { places: '{places, plural, other {# plasser}}' },
    'places lacks the form “one” of the plural {places}',
  ],
  [
    'a plural with a form of another language',
    { places: '{places, plural, one {#} few {#} other {#}}' },
    'places has “few”, a form that the language lacks',
  ],
  ['what is not ICU MessageFormat', { places: '{places' }, 'places is not valid: EXPECT_ARGUMENT_CLOSING_BRACE'],
])('the check of messages finds %s', (_kind, nb, problem) => {
  expect(problemsOf({ en: { places: '{places}' }, nb })).toEqual([`nb.json: ${problem}`]);
});

const sources: readonly { source: string }[] = readSources(join(projectRoot, 'src'));

it('a source reads each message, by its path or by a pattern that is declared', () => {
  expect(problemsOfUses(en, sources)).toEqual([]);
});

const unread = ' is used by no source, and by no pattern of composed-messages.mjs';
const shop = { shop: { title: 'Shop', lead: 'Buy', states: { paid: 'Paid', open: 'Open' } } };
const texts = "import { t } from '../texts.js';";
const states = "const state: 'paid' | 'open' = 'open'; t.shop.states[state];";

it.each([
  ['a member', 't.shop.title; t.shop.lead;', []],
  ['a constant', 'const texts = textsIn(language).shop; texts.title; use(texts.lead);', []],
  ['a pattern', 'const { title, lead: first } = t.shop;', []],
  ['a parameter', "function shown({ lead }: Texts['shop'], { title }: DashboardTexts['shop']) {}", []],
  [
    'a property',
    "interface Page { texts: Texts['shop'] } const shown = ({ texts }: Page) => [texts.title, texts.lead];",
    [],
  ],
  ['a function', 'const textsOf = (page) => textsIn(page.language).shop; textsOf(page).title; textsOf(page).lead;', []],
  ['a part of them', 't.shop.title;', [`shop.lead${unread}`]],
  ['members of other objects', 't.shop.title; texts.lead; t.lead;', [`shop.lead${unread}`]],
])('the search for unread messages follows %s', (_kind, source, problems) => {
  expect(problemsOfUses(shop, [{ file: 'a.ts', source: texts + states + source }], ['shop.states.*'])).toEqual(
    problems,
  );
});

it.each([
  ['that is not declared', states, [], [`shop.states.paid${unread}`, `shop.states.open${unread}`]],
  [
    'that no source has',
    "t.shop.states[state]; const kinds = ['paid'];",
    ['shop.states.*'],
    [`shop.states.open${unread}`],
  ],
  [
    'that nothing needs',
    `${states} t.shop.states.paid; t.shop.states.open;`,
    ['shop.states.*'],
    ['shop.states.* of composed-messages.mjs is no name of an unread message'],
  ],
])('the search for unread messages finds a composed name %s', (_kind, source, composed, problems) => {
  const read = `${texts} t.shop.title; t.shop.lead;`;
  expect(problemsOfUses(shop, [{ file: 'a.ts', source: read + source }], composed)).toEqual(problems);
});

/** Texts that are the same in another language: names, and words that both languages have. */
const sameWords = new Set(
  'Account Admin Code Name Notes Person Service Shop Status SMS Sms Titel Title Event Manager Series Wetter Passkeys Download Import Pause Copy Link Konto Rest Ressource optional Person Tablet Telefon Agenda Start Stop System Format Region Serie Detail Details Resource Address Alle All XML'.split(
    ' ',
  ),
);

it.each(Object.entries(others))(
  '%s is translated: only single words that both languages have are the same',
  (_language, catalogue) => {
    const messages: [path: string, message: string][] = messagesOf(catalogue);
    const same = messages.flatMap(([path, message]) => {
      const words = message.replaceAll(/\{\w+\}/g, '').trim();
      const isName = !words.includes(' ') || sameWords.has(words) || !/\p{Letter}{2}/u.test(words);
      return english.get(path) === message && !isName ? [path] : [];
    });
    expect(same).toEqual([]);
  },
);

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

/** Names of the server, as the dashboard looks them up. */
const wordsOf = (names: readonly string[]): string[] =>
  names.map((name) =>
    name
      .replaceAll(/[.-]/g, '_')
      .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
      .toLowerCase(),
  );

const schema = bookingSchema();

const valuesOf = (name: string): string[] => {
  const type = schema.getType(name);
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
};

/** The fields of a type that the history of its records names. */
const changedFieldsOf = (name: string): string[] => {
  const type = schema.getType(name);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const named = fields.filter(
    ({ extensions }) => extensions[isAttribute] || extensions['reference'] instanceof Reference,
  );
  const bookkeeping = ['updatedAt', 'updatedBy', 'revisionCount'];
  const names = named.map((field) => field.name);
  return names.filter((field) => !bookkeeping.includes(field) && !names.includes(field.replace(/Id$/, '')));
};

/** Inputs that are no values of the user: flags, and what identifies a request or its record. */
const formal = [
  'id',
  'input',
  'items',
  'mode',
  'idempotencyKey',
  'ifRevision',
  'ifSeriesRevision',
  'dryRun',
  'addMessages',
];

const notedMutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(isNoted);

/** The attributes that a refusal may name, as its list shows them. */
function refusedAttributes(): string[] {
  const seen = new Set<string>();
  const names = (fields: readonly { name: string; type: GraphQLInputType }[]): string[] =>
    fields.flatMap(({ name, type }) => {
      const inner = getNamedType(type);
      const own = inner.name === 'Boolean' || formal.includes(name) ? [] : [name.replace(/(Ids?|Attributes)$/, '')];
      if (!isInputObjectType(inner) || seen.has(inner.name)) return own;
      seen.add(inner.name);
      return [...own, ...names(Object.values(inner.getFields()))];
    });
  return notedMutations.flatMap(({ args }) => names(args)).filter(Boolean);
}

/** The names of the jobs of accounts. Those of the whole server are not in the list of an account. */
function jobNames(): string[] {
  const folder = join(projectRoot, 'src/jobs');
  const files = readdirSync(folder).filter((file) => file.endsWith('.jobs.ts') && !file.startsWith('maintenance'));
  const ofServer = ['schedule-waitlist-checks'];
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/name: '([a-z]+(?:-[a-z]+)+)'/g)].flatMap(([, name]) =>
      name === undefined || ofServer.includes(name) ? [] : name,
    ),
  );
}

it.each([
  ['kinds of the security log', Object.keys(securityEventKinds)],
  ['mutations that refuse bookings', notedMutations.map(({ name }) => name)],
  ['attributes that are refused', refusedAttributes()],
  ['jobs', jobNames()],
  ['attributes of bookings', changedFieldsOf('Booking')],
  ['attributes of people', changedFieldsOf('Person')],
  ['attributes of events', changedFieldsOf('Event')],
  ...[
    ...['BookingState', 'BookingStatus', 'BookingType', 'MessageState', 'MessageChannel'],
    ...['MessageTemplateType', 'DeliveryType', 'DeliveryState', 'UserRole', 'Permission', 'CouponValueType'],
  ].map((name) => [`values of ${name}`, valuesOf(name)] as const),
])('every name of the server that the dashboard shows is a word of the catalogue: %s', (_kind, names) => {
  expect(names).not.toEqual([]);
  expect(wordsOf(names).filter((word) => !english.has(`words.${word}`))).toEqual([]);
});

it('every word of the catalogue is a name that the server or the dashboard has', () => {
  const written = sources.flatMap(({ source }) => source.match(/[A-Za-z][\w-]*/g) ?? []);
  const known = new Set(
    [...new Set(written), ...changeNames, ...Object.keys(securityEventKinds)].flatMap((name) =>
      wordsOf([name, name.replace(/Ids?$/, '')]),
    ),
  );
  const words = [...english.keys()].filter((path) => path.startsWith('words.')).map((path) => path.slice(6));
  expect(words.length).toBeGreaterThan(200);
  expect(words.filter((word) => !known.has(word))).toEqual([]);
});
