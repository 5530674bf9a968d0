import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { licencesOf, packagesOf } from '../process/licences.mjs';
import { digestOf, Stamp } from '../process/stamp.mjs';

/**
 * Bundles the browser code of each page into `dist/pages/<page>`, unless the bundle there is of the same sources and
 * packages. Each has a compressed copy beside it. The names of the bundles contain their digest, so that browsers may keep them forever; `manifest.json` lists
 * them by the names of their sources. The packages of browser code are needed only here, so production does not install
 * them.
 */
const pages = dirname(fileURLToPath(import.meta.url));
const root = join(pages, '..', '..');
const { resolve } = createRequire(import.meta.url);

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  logLevel: 'warning',
  legalComments: 'linked',
  banner: { js: '/* Licences of the packages: licences.txt beside this file */' },
  metafile: true,
  target: 'es2022',
  loader: { '.ttf': 'file' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** The entry points of each page, which are modules or styles, and its workers by name. */
const bundles = {
  booking: { modules: ['main.ts', 'embed.ts'] },
  dashboard: { modules: ['main.tsx'], workers: { 'offline.worker': join(pages, 'dashboard', 'offline-worker.mjs') } },
  gallery: { modules: ['main.tsx'] },
  documents: { modules: ['main.ts', 'plain.css', 'links.css'] },
  explorer: {
    modules: ['main.mjs'],
    workers: {
      'editor.worker': resolve('monaco-editor/esm/vs/editor/editor.worker.js'),
      'json.worker': resolve('monaco-editor/esm/vs/language/json/json.worker.js'),
      'graphql.worker': resolve('monaco-graphql/esm/graphql.worker.js'),
    },
  },
};

for (const [page, { modules, workers = {} }] of Object.entries(bundles)) {
  const output = join(root, 'dist', 'pages', page);
  const stamp = new Stamp(join(output, 'stamp'));
  const digest = digestOf([
    ...sourcesOf(page),
    ...sourcesOf('design'),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ]);
  if (stamp.is(digest)) continue;
  const { build } = await import('esbuild');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const { metafile } = await build({
    ...common,
    entryPoints: modules.map((name) => join(pages, page, name)),
    outdir: output,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    splitting: true,
  });
  const { metafile: ofWorkers } = await build({ ...common, entryPoints: workers, outdir: output, format: 'iife' });
  const inputs = [...Object.keys(metafile.inputs), ...Object.keys(ofWorkers.inputs)];
  writeFileSync(join(output, 'licences.txt'), licencesOf(packagesOf(inputs)));
  const icons = join(pages, page, 'icons');
  if (existsSync(icons)) cpSync(icons, output, { recursive: true });
  for (const file of readdirSync(output).filter((name) => /\.(js|css)$/.test(name))) {
    writeFileSync(join(output, `${file}.gz`), gzipSync(readFileSync(join(output, file)), { level: 9 }));
  }
  writeFileSync(join(output, 'manifest.json'), JSON.stringify(manifestOf(metafile, modules), null, 2));
  stamp.write(digest);
}

/** Returns the files of a page, and those that it may import from elsewhere. */
function sourcesOf(page) {
  return [join(pages, page), join(pages, '..', 'texts')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort(),
  );
}

/**
 * Returns the names of the bundles by those of their modules: `main.js`, and `main.css` if it imports styles. Those of
 * texts, such as `en.js`, are listed so that a page can load those of its language at once.
 */
function manifestOf({ outputs }, modules) {
  const entries = Object.entries(outputs).filter(
    ([, { entryPoint = '' }]) => modules.includes(basename(entryPoint)) || entryPoint.startsWith('src/texts/'),
  );
  return Object.fromEntries(
    entries.flatMap(([file, { entryPoint, cssBundle }]) => {
      const name = basename(entryPoint).replace(/\.\w+$/, '');
      return [
        [`${name}${extname(file)}`, basename(file)],
        ...(cssBundle === undefined ? [] : [[`${name}.css`, basename(cssBundle)]]),
      ];
    }),
  );
}
