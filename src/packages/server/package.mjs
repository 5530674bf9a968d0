import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const bundleFolder = join(root, 'dist', 'bundle');

const testKit = 'dist/src/process/test-kit/test-kit';

/** The parts of the server that the package has: its bundle, and the files that it reads. */
const parts = [
  'dist/bundle',
  'dist/pages',
  'dist/licences.txt',
  'dist/build-id',
  ...['bundled', 'command-line', 'main', 'print-result', 'start-anew', 'test-host-main', 'test-kit/test-kit'].map(
    (name) => `dist/src/process/${name}.js`,
  ),
  'dist/src/platform/project-root.js',
  ...readdirSync(join(root, 'src', 'texts'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `dist/src/texts/${file}`),
  'schema',
  'src/http/guides',
  'src/process/bin.mjs',
  'src/process/node-version.mjs',
];

/** Maps lead to files that the package does not have. The gallery shows the components of the pages to those who change them. */
const isLeftOut = (path) => path.endsWith('.map') || path.includes(join('pages', 'gallery'));

/** Returns the packages that the bundle loads, with their exact versions. */
function packagesOf({ dependencies, optionalDependencies }) {
  const files = readdirSync(bundleFolder, { recursive: true }).filter((file) => file.endsWith('.js'));
  const text = files.map((file) => readFileSync(join(bundleFolder, file), 'utf8')).join('\n');
  const names = text.matchAll(
    /(?:\bfrom|[;}]import|\b(?:import|require|lazyPackage\w*|resolve)\()"((?:@[\w.-]+\/)?[\w.-]+)/g,
  );
  const loaded = new Set([...names].map(([, name]) => name));
  const among = (versions) => Object.fromEntries(Object.entries(versions).filter(([name]) => loaded.has(name)));
  return { dependencies: among(dependencies), optionalDependencies: among(optionalDependencies) };
}

if (!existsSync(bundleFolder)) throw new Error('There is no bundle: run npm run build first.');
const server = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const manifest = {
  name: server.name,
  description: server.description,
  keywords: ['booking', 'appointments', 'calendar', 'server', 'graphql', 'rest'],
  bin: { 'booking-server': './src/process/bin.mjs' },
  exports: {
    './test': {
      import: { types: './test.d.ts', default: `./${testKit}.js` },
      require: { types: './test.d.cts', default: `./${testKit}.cjs` },
    },
    './package.json': './package.json',
  },
  ...packagesOf(server),
};

/** Writes the types of the test kit, which are in a file without code. */
export function writeTypes(output) {
  const types = readFileSync(join(root, 'src/process/test-kit/test-kit.types.ts'), 'utf8');
  for (const file of ['test.d.ts', 'test.d.cts']) {
    writeFileSync(join(output, file), `${types}\nexport declare const startTestServer: StartTestServer;\n`);
  }
}

/** Copies the built server, and writes its types. */
export async function build({ output }) {
  writeTypes(output);
  for (const part of parts) {
    cpSync(join(root, part), join(output, part), { recursive: true, filter: (path) => !isLeftOut(path) });
  }
  // Node can require ES modules, but Jest cannot.
  await bundle({
    entryPoints: [join(root, `${testKit}.js`)],
    outfile: join(output, `${testKit}.cjs`),
    ...{ bundle: true, format: 'cjs', platform: 'node', target: 'node22', logLevel: 'warning' },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  });
}
