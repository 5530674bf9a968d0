import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productionPackages } from '../src/process/licences.mjs';

/**
 * Prints the bill of materials of the image: CycloneDX, by `npm sbom`. It runs on a copy of the lock file with the packages of
 * production only, because `npm sbom --omit dev` also leaves out packages of production that development uses, too: 60 of
 * 292 with npm 11.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'booking-sbom-'));
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const write = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content));
const withoutOthers = ({ devDependencies, optionalDependencies, ...manifest }) => manifest;

try {
  const { packages, ...lock } = read('package-lock.json');
  const production = productionPackages().map((path) => [path, packages[path]]);
  write('package.json', withoutOthers(read('package.json')));
  write('package-lock.json', {
    ...lock,
    packages: { '': withoutOthers(packages['']), ...Object.fromEntries(production) },
  });
  const options = ['--sbom-format=cyclonedx', '--package-lock-only'];
  execFileSync('npm', ['sbom', ...options], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
