import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Bundles the GraphQL explorer for browsers into `dist/explorer`, unless the bundle there is of the same sources and
 * packages. Its packages are needed only here, so production does not install them. A bundle takes about 3 s.
 */
const sources = dirname(fileURLToPath(import.meta.url));
const root = join(sources, '..', '..');
const output = join(root, 'dist', 'explorer');
const stampFile = join(output, 'stamp');
const stamp = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
for (const file of readdirSync(sources).sort()) stamp.update(readFileSync(join(sources, file)));
const current = stamp.digest('hex');

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== current) {
  const { build } = await import('esbuild');
  const { resolve } = createRequire(import.meta.url);
  const common = { bundle: true, minify: true, outdir: output, logLevel: 'warning', legalComments: 'linked' };
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await build({
    ...common,
    entryPoints: { main: join(sources, 'main.mjs') },
    format: 'esm',
    splitting: true,
    target: 'es2022',
    loader: { '.ttf': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  await build({
    ...common,
    format: 'iife',
    entryPoints: {
      'editor.worker': resolve('monaco-editor/esm/vs/editor/editor.worker.js'),
      'json.worker': resolve('monaco-editor/esm/vs/language/json/json.worker.js'),
      'graphql.worker': resolve('monaco-graphql/esm/graphql.worker.js'),
    },
  });
  writeFileSync(stampFile, current);
}
