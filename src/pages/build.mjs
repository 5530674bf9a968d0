import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import compile from 'icu-minify/compile';
import { licencesOf, packagesOf } from '../process/licences.mjs';
import { digestOf, filesBelow, Stamp } from '../process/stamp.mjs';
import { drawDiagrams } from './diagrams.mjs';

/**
 * Bundles the browser code of each page into `dist/pages/<page>`, unless the bundle there is of the same sources and
 * packages. Each has a compressed copy beside it. The names of the bundles contain their digest, so that browsers may keep them forever; `manifest.json` lists
 * them by the names of their sources. The packages of browser code are needed only here, so production does not install
 * them.
 */
const pages = dirname(fileURLToPath(import.meta.url));
const root = join(pages, '..', '..');

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  logLevel: 'warning',
  legalComments: 'linked',
  banner: { js: '/* Licences of the packages: licences.txt beside this file */' },
  metafile: true,
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
};

const texts = join(pages, '..', 'texts');

/**
 * Compiles the messages of each language, without the sections that only the server reads: a fifth of them. The compiler that
 * the server has is left out: it would add 13 kB.
 */
const dashboardTexts = {
  name: 'dashboard-texts',
  setup({ onLoad }) {
    const declaration = readFileSync(join(texts, 'server-sections.ts'), 'utf8');
    const [, union = ''] = /type ServerSection = (.*);/.exec(declaration) ?? [];
    const sections = union.match(/\w+/g) ?? [];
    const compiled = (part) =>
      typeof part === 'string'
        ? compile(part)
        : Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, compiled(inner)]));
    onLoad({ filter: /[/\\]src[/\\]texts[/\\](?:variants[/\\])?[\w-]+[.]json$/ }, ({ path }) => {
      const catalogue = JSON.parse(readFileSync(path, 'utf8'));
      for (const section of sections) {
        if (!(section in catalogue) && !path.includes('variants')) throw new Error(`${path} has no section ${section}`);
        delete catalogue[section];
      }
      return { contents: JSON.stringify(compiled(catalogue)), loader: 'json' };
    });
    onLoad({ filter: /[/\\]src[/\\]texts[/\\]message-compiler[.]ts$/ }, () => ({
      contents: 'export const readMessage = (message) => message;',
    }));
  },
};

/** The entry points of each page, which are modules or styles, its workers by name, its plugins of esbuild, and files that are copied. */
const bundles = {
  booking: { modules: ['main.ts', 'embed.ts', 'pictures.css'] },
  dashboard: {
    modules: ['main.tsx'],
    workers: { 'offline.worker': join(pages, 'dashboard', 'offline-worker.mjs') },
    plugins: [dashboardTexts],
  },
  reference: { copies: ['swagger-ui-dist/swagger-ui.css', 'swagger-ui-dist/swagger-ui-bundle.js'] },
  gallery: { modules: ['main.tsx'] },
  documents: { modules: ['main.ts', 'plain.css', 'links.css'] },
  explorer: { modules: ['main.tsx'] },
};

for (const [page, { modules = [], workers = {}, plugins = [], copies = [] }] of Object.entries(bundles)) {
  const output = join(root, 'dist', 'pages', page);
  const stamp = new Stamp(join(output, 'stamp'));
  const digest = digestOf([
    ...[page, 'design'].flatMap((folder) => filesBelow(join(pages, folder))),
    ...filesBelow(texts),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ]);
  if (stamp.is(digest)) continue;
  const { build } = await import('esbuild');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const { metafile } = await build({
    ...common,
    plugins,
    entryPoints: modules.map((name) => join(pages, page, name)),
    outdir: output,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    splitting: true,
  });
  const { metafile: ofWorkers } = await build({ ...common, entryPoints: workers, outdir: output, format: 'iife' });
  const copied = copies.map((file) => join('node_modules', file));
  for (const file of copied) cpSync(join(root, file), join(output, basename(file)));
  const inputs = [...Object.keys(metafile.inputs), ...Object.keys(ofWorkers.inputs), ...copied];
  writeFileSync(join(output, 'licences.txt'), licencesOf(packagesOf(inputs)));
  const icons = join(pages, page, 'icons');
  if (existsSync(icons)) cpSync(icons, output, { recursive: true });
  const built = readdirSync(output).filter((name) => !copied.some((file) => basename(file) === name));
  for (const file of built.filter((name) => /\.(js|css)$/.test(name))) {
    writeFileSync(join(output, `${file}.gz`), gzipSync(readFileSync(join(output, file)), { level: 9 }));
  }
  writeFileSync(join(output, 'manifest.json'), JSON.stringify(manifestOf(metafile, modules), null, 2));
  stamp.write(digest);
}

await drawDiagrams(root);

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
