import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { messagesOf } from './catalogues.mjs';
import { composedMessages, messagesOfServer } from './composed-messages.mjs';

/**
 * Finds the messages that no source reads. The reader follows the texts from where a source gets them, `t` of the dashboard,
 * `textsIn()` or a type such as `Texts['shop']`, through members, constants, destructuring, properties and parameters. Names
 * have no scopes: a constant `texts` has the texts of every constant `texts` of its file, and a property those of all files.
 */

/** Expressions that have the value of the one within. */
const wrappers = new Set(['AwaitExpression', 'ParenthesisExpression', 'TsAsExpression', 'TsNonNullExpression']);

const isNode = (value) => typeof value === 'object' && value !== null;

/** Calls a function for a node and each one within. */
function visit(node, found) {
  if (!isNode(node)) return;
  if (typeof node.type === 'string') found(node);
  for (const inner of Object.values(node)) visit(inner, found);
}

class TextReader {
  /** The paths of the messages that are read. */
  used = new Set();
  /** The sections that a property or a function has, in any file. */
  #shared = new Map();
  #isMessage;
  #paths;

  constructor(messages) {
    this.#isMessage = new Set(messages);
    this.#paths = new Set(
      messages.flatMap((path) => path.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'))),
    );
  }

  /** Reads the parsed sources. Sections are given names first, because a source may read what a later one declares. */
  read(modules) {
    const files = modules.map((module) => [module, new Map()]);
    let known = -1;
    while (known !== this.#countNames(files)) {
      known = this.#countNames(files);
      for (const [module, own] of files) visit(module, (node) => this.#name(node, own));
    }
    for (const [module, own] of files) visit(module, (node) => this.#resolve(node, own));
  }

  #countNames(files) {
    return [this.#shared, ...files.map(([, own]) => own)].reduce(
      (count, names) => [...names.values()].reduce((sum, paths) => sum + paths.size, count),
      0,
    );
  }

  /** Notes which sections a declaration, property or parameter has. */
  #name(node, own) {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init?.type === 'ArrowFunctionExpression') {
          this.#share(`${node.id.value}()`, this.#resultOf(node.init, own));
        }
        return this.#bind(node.id, isNode(node.init) ? this.#resolve(node.init, own) : [], own);
      case 'FunctionDeclaration':
        return this.#share(`${node.identifier.value}()`, sectionOfType(node.returnType));
      case 'Identifier':
      case 'ObjectPattern':
        return this.#bind(node, sectionOfType(node.typeAnnotation), own);
      case 'TsPropertySignature':
        return this.#share(node.key.value, sectionOfType(node.typeAnnotation));
      case 'KeyValueProperty':
        return this.#share(node.key.value, this.#resolve(node.value, own));
      case 'ObjectExpression':
        // The shorthand `{ texts }`.
        for (const { type, value } of node.properties)
          if (type === 'Identifier') this.#share(value, [...(own.get(value) ?? [])]);
        return undefined;
      case 'JSXAttribute':
        return this.#share(node.name.value, isNode(node.value) ? this.#resolve(node.value.expression, own) : []);
      default:
        return undefined;
    }
  }

  #resultOf({ returnType, body }, own) {
    return [...sectionOfType(returnType), ...this.#resolve(body, own)];
  }

  #share(name, paths) {
    addPaths(this.#shared, name, this.#sections(paths));
  }

  #sections(paths) {
    return paths.filter((path) => !this.#isMessage.has(path));
  }

  /** Gives the names of a pattern what they take of the sections, or of the property of another object. */
  #bind(pattern, paths, own) {
    if (pattern.type === 'Identifier') return addPaths(own, pattern.value, this.#sections(paths));
    if (pattern.type !== 'ObjectPattern') return undefined;
    for (const { type, key, value } of pattern.properties) {
      if (type === 'RestElement') continue;
      const inner = paths.length > 0 ? this.#membersOf(paths, key.value) : [...(this.#shared.get(key.value) ?? [])];
      this.#bind(type === 'KeyValuePatternProperty' ? value : key, inner, own);
    }
    return undefined;
  }

  /** Returns the members of sections with a name, and notes those that are messages as used. */
  #membersOf(paths, name) {
    const members = paths
      .map((path) => (path === '' ? name : `${path}.${name}`))
      .filter((path) => this.#paths.has(path));
    for (const path of members) if (this.#isMessage.has(path)) this.used.add(path);
    return members;
  }

  /** Returns the paths of the sections or messages that an expression has. */
  #resolve(node, own) {
    if (!isNode(node)) return [];
    if (wrappers.has(node.type)) return this.#resolve(node.expression ?? node.argument, own);
    switch (node.type) {
      case 'Identifier':
        return node.value === 't' ? [''] : [...(own.get(node.value) ?? [])];
      case 'CallExpression':
        if (node.callee.value === 'textsIn' || node.callee.value === 'loadTexts') return [''];
        return [...(this.#shared.get(`${node.callee.value}()`) ?? [])];
      case 'OptionalChainingExpression':
        return this.#resolve(node.base, own);
      case 'ConditionalExpression':
        return [...this.#resolve(node.consequent, own), ...this.#resolve(node.alternate, own)];
      case 'MemberExpression': {
        const name = node.property.value ?? node.property.expression?.value;
        if (typeof name !== 'string') return [];
        const paths = this.#resolve(node.object, own);
        return paths.length > 0 ? this.#membersOf(paths, name) : [...(this.#shared.get(name) ?? [])];
      }
      default:
        return [];
    }
  }
}

function addPaths(names, name, paths) {
  if (paths.length === 0) return;
  names.set(name, new Set([...(names.get(name) ?? []), ...paths]));
}

/** Returns the section of a type such as `Texts['booking']['errors']`; none of another type. */
function sectionOfType(annotation) {
  const type = annotation?.typeAnnotation ?? annotation;
  if (type?.type === 'TsTypeReference') return ['Texts', 'DashboardTexts'].includes(type.typeName.value) ? [''] : [];
  if (type?.type !== 'TsIndexedAccessType') return [];
  const [outer] = sectionOfType(type.objectType);
  const name = type.indexType.literal?.value;
  return outer === undefined || name === undefined ? [] : [outer === '' ? name : `${outer}.${name}`];
}

const isSource = (file) => /\.tsx?$/.test(file) && !/\.operations\.ts$/.test(file);

/** Returns the sources below a folder. */
export function readSources(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource);
  return files.map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }));
}

/** A string of one word, and a name with a type or a value, such as a property. */
const names = /(['"`])([\w-]+)\1|\b(\w+)\??(?=[:(]| = )/g;

/** Returns what is wrong with messages of the original catalogue that sources do not read, and with the declared names. */
export function problemsOfUses(catalogue, sources, composed = composedMessages) {
  const messages = messagesOf(catalogue).filter(([path]) => !messagesOfServer.includes(path.split('.', 1)[0]));
  const reader = new TextReader(messages.map(([path]) => path));
  const readers = sources.filter(({ source }) => /[tT]exts\b/.test(source));
  reader.read(
    readers.map(({ file, source }) =>
      parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), decorators: true }),
    ),
  );
  const written = new Set(
    sources.flatMap(({ source }) => [...source.matchAll(names)].map(([, , text, name]) => text ?? name)),
  );
  const patterns = composed.map((pattern) => [pattern, patternOf(pattern)]);
  const needed = new Set();
  const unused = messages.flatMap(([path]) => {
    if (reader.used.has(path)) return [];
    const matching = patterns.filter(([, expression]) => written.has(expression.exec(path)?.[1]));
    for (const [pattern] of matching) needed.add(pattern);
    return matching.length > 0 ? [] : [`${path} is used by no source, and by no pattern of composed-messages.mjs`];
  });
  const idle = composed.filter((pattern) => !needed.has(pattern));
  return [...unused, ...idle.map((pattern) => `${pattern} of composed-messages.mjs is no name of an unread message`)];
}

function patternOf(pattern) {
  const [before = '', after = ''] = pattern.split('*').map((part) => part.replaceAll('.', String.raw`\.`));
  return new RegExp(`^${before}([^.]+)${after}$`);
}
