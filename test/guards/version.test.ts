import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

describe('npm version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'booking-release-'));
  const openApi = join(folder, 'schema/openapi.json');
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  const git = (...args: string[]) =>
    run('git', '-c', 'user.name=release', '-c', 'user.email=release@example.com', ...args);

  beforeAll(() => {
    const documents = ['schema/openapi.json', 'schema/asyncapi.json', 'schema/schema.graphql'];
    for (const file of [...files, ...documents, '.github/release.mjs', '.github/schema-check', '.npmrc']) {
      cpSync(join(projectRoot, file), join(folder, file), { recursive: true });
    }
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    git('init', '--quiet');
    git('add', '.github', 'schema');
    git('commit', '--quiet', '--message', 'Release');
    git('tag', 'v97.0.0');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses to release a change that breaks clients and is not in the changelog', () => {
    const document = JSON.parse(readFileSync(openApi, 'utf8'));
    delete document.paths['/services'].get;
    writeFileSync(openApi, JSON.stringify(document));
    const { status, stderr } = run('npm', 'version', '97.1.2', '--no-git-tag-version');
    expect(stderr).toContain('schema/openapi.json: `GET /services` was removed\n');
    expect(status).toBe(1);
    expect(versionsIn(folder)).toEqual(versionsIn(projectRoot));
  });

  it('writes a new version into all files', () => {
    const changelog = join(folder, '.github/CHANGELOG.md');
    const named = readFileSync(changelog, 'utf8').replace('## [Unreleased]\n', '$&\n- No `GET /services` any more.\n');
    writeFileSync(changelog, named);
    expect(run('npm', 'version', '97.1.2', '--no-git-tag-version')).toMatchObject({ status: 0 });
    expect(versionsIn(folder)).toEqual({ ...expected('97.1.2'), changelog: '97.1.2' });
    expect(readFileSync(changelog, 'utf8')).toMatch(/^## \[Unreleased\]\n\n## \[97\.1\.2\] - \d{4}-\d\d-\d\d\n/m);
  });
});

describe('the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'booking-build-'));
  const script = join(folder, 'src/process/build-id.mjs');
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=build', '-c', 'user.email=build@example.com', ...args], { cwd: folder });
  const buildId = (environment: Record<string, string> = {}): string => {
    spawnSync(process.execPath, [script], { env: { PATH: process.env['PATH'], ...environment } });
    return readFileSync(join(folder, 'dist/build-id'), 'utf8');
  };

  beforeAll(() => {
    cpSync(join(projectRoot, 'src/process/build-id.mjs'), script);
    writeFileSync(join(folder, '.gitignore'), 'dist');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is not known without a repository, unless it is given', () => {
    expect(buildId()).toBe('');
    expect(buildId({ BUILD_ID: 'v1.2.3' })).toBe('v1.2.3');
  });

  it('is named after the commit and the tag before it', () => {
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'First');
    expect(buildId()).toMatch(/^[0-9a-f]{12}$/);
    git('tag', 'v1.2.3');
    expect(buildId()).toBe('v1.2.3');
    git('commit', '--quiet', '--allow-empty', '--message', 'Second');
    expect(buildId()).toMatch(/^v1\.2\.3-1-g[0-9a-f]{12}$/);
    writeFileSync(join(folder, '.gitignore'), 'dist\nother');
    expect(buildId()).toMatch(/-dirty$/);
  });
});

it('every action of the workflows is pinned by its commit', () => {
  const workflows = join(projectRoot, '.github/workflows');
  const used = readdirSync(workflows).flatMap((file) =>
    [...readFileSync(join(workflows, file), 'utf8').matchAll(/uses: (?!\.\/)(.+)$/gm)].map(([, action]) => action),
  );
  expect(used).not.toEqual([]);
  expect(used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
});
