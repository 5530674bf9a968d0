import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot, version } from '../../src/platform/project-root.js';

const files = [
  'package.json',
  'package-lock.json',
  'docker-compose.yml',
  '.github/deploy/kubernetes/kustomization.yaml',
  '.github/CHANGELOG.md',
];

/** Returns the versions that the files of a folder name, by file. */
function versionsIn(folder: string): Record<string, unknown> {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const lock = JSON.parse(read('package-lock.json'));
  const { services } = parse(read('docker-compose.yml'), { merge: true });
  const { images } = parse(read('.github/deploy/kubernetes/kustomization.yaml'));
  const [, released] = /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m.exec(read('.github/CHANGELOG.md')) ?? [];
  return {
    program: JSON.parse(read('package.json')).version,
    lock: [lock.version, lock.packages[''].version],
    image: ['web', 'worker'].map((name) => services[name].image),
    label: ['web', 'worker'].map((name) => services[name].build.args.VERSION),
    kubernetes: images,
    // Nothing has been released yet if the changelog has no version.
    ...(released !== undefined && { changelog: released }),
  };
}

function expected(of: string): Record<string, unknown> {
  const setting = `\${VERSION:-${of}}`;
  return {
    program: of,
    lock: [of, of],
    image: [`booking-server:${setting}`, `booking-server:${setting}`],
    label: [setting, setting],
    kubernetes: [{ name: 'booking-server', newTag: of }],
  };
}

it('the version of package.json is that of the images, the manifests and the changelog', () => {
  expect({ changelog: version, ...versionsIn(projectRoot) }).toEqual({ changelog: version, ...expected(version) });
});

it('npm version writes a new version into all of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'booking-release-'));
  try {
    for (const file of [...files, '.github/release.mjs', '.npmrc']) cpSync(join(projectRoot, file), join(folder, file));
    execFileSync('npm', ['version', '97.1.2', '--no-git-tag-version'], { cwd: folder, stdio: 'pipe' });
    expect(versionsIn(folder)).toEqual({ ...expected('97.1.2'), changelog: '97.1.2' });
    expect(readFileSync(join(folder, '.github/CHANGELOG.md'), 'utf8')).toMatch(
      /^## \[Unreleased\]\n\n## \[97\.1\.2\] - \d{4}-\d\d-\d\d\n/m,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
