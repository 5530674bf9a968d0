import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';

export const manifest = {
  name: '@booking-server/client',
  description: 'Typed client of the booking server, for Node and browsers, without dependencies',
  keywords: ['booking', 'appointments', 'calendar', 'api', 'client'],
  engines: { node: '>=20' },
  sideEffects: false,
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './cjs/index.d.ts', default: './cjs/index.js' },
    },
    './package.json': './package.json',
  },
  types: './index.d.ts',
  main: './cjs/index.js',
  publishConfig: { access: 'public' },
};

/** Compiles the client into one ES module and one of CommonJS, each with its types: TypeScript reads from a folder what it is. */
export async function build({ root, source, output }) {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', source, '--outDir', output],
    { stdio: 'inherit' },
  );
  const cjs = join(output, 'cjs');
  mkdirSync(cjs);
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
  for (const file of readdirSync(output).filter((name) => name.endsWith('.d.ts'))) {
    cpSync(join(output, file), join(cjs, file));
  }
  for (const [format, folder] of [
    ['esm', output],
    ['cjs', cjs],
  ]) {
    await bundle({
      entryPoints: [join(source, 'index.ts')],
      outfile: join(folder, 'index.js'),
      ...{ bundle: true, format, target: 'es2022', logLevel: 'warning' },
    });
  }
}
