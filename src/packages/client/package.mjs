import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';

export const manifest = {
  name: '@booking-server/client',
  description: 'Typed client of the booking server, for Node and browsers, without dependencies',
  keywords: ['booking', 'appointments', 'calendar', 'api', 'client'],
  engines: { node: '>=20' },
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  main: './index.js',
  publishConfig: { access: 'public' },
};

/** Compiles the client into one ES module and its types. */
export async function build({ root, source, output }) {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', source, '--outDir', output],
    { stdio: 'inherit' },
  );
  await bundle({
    entryPoints: [join(source, 'index.ts')],
    outfile: join(output, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
}
