import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { projectRoot } from '../../src/platform/project-root.js';
import { secretSettings } from '../../src/process/config.js';
import { serverFlags } from '../process/server-process.js';
import { settingNames } from '../support/settings.js';

const deploy = join(projectRoot, '.github', 'deploy');
const read = (...path: string[]): string => readFileSync(join(deploy, ...path), 'utf8');
const models = { Deployment, PodDisruptionBudget, Service };

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: object; app?: string };
    template?: { metadata: { labels: object }; spec: PodSpec };
  };
}

interface PodSpec {
  containers: { env: { name: string; value?: string }[]; image: string }[];
  volumes: { name: string }[];
}

const { resources, configMapGenerator } = parse(read('kubernetes', 'kustomization.yaml'));
const manifests: Manifest[] = resources.flatMap((file: string) =>
  parseAllDocuments(read('kubernetes', file)).map((document) => document.toJS()),
);
const accepted = [...settingNames(), ...secretSettings.map((name) => `${name}_FILE`)];

describe('the base for Kubernetes', () => {
  it('has all files that are there', () => {
    expect(readdirSync(join(deploy, 'kubernetes')).sort()).toEqual(['kustomization.yaml', ...resources].sort());
  });

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'has a valid %s',
    (_name, manifest) => {
      const model = Object.entries(models).find(([kind]) => kind === manifest.kind)?.[1];
      if (!model) throw new Error(`no model of ${manifest.kind}`);
      expect(model.is(manifest)).toBe(true);
      // By reflection, because the types of the constructors do not take what was read from a file.
      const created: { validate(): void } = Reflect.construct(model, [manifest]);
      expect(() => created.validate()).not.toThrow();
    },
  );

  it('is checked by a schema that finds mistakes', () => {
    const [deployment] = manifests;
    const broken = structuredClone(deployment);
    Object.assign(broken?.spec ?? {}, { replicas: 'two' });
    const created: { validate(): void } = Reflect.construct(Deployment, [broken]);
    expect(() => created.validate()).toThrow();
  });

  it('selects the pods that it makes, and gives them settings that exist', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
    for (const { spec } of deployments) {
      expect(spec.template?.metadata.labels).toEqual(spec.selector?.matchLabels);
      const names = spec.template?.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)) ?? [];
      expect(names.filter((name) => !accepted.includes(name))).toEqual([]);
    }
    const literals: string[] = configMapGenerator.flatMap((map: { literals: string[] }) => map.literals);
    expect(literals.map((text) => text.split('=', 1)[0]).filter((name = '') => !accepted.includes(name))).toEqual([]);
  });
});

it('the PostgreSQL of CloudNativePG acknowledges no commit that only one server has, and is where the pods look', () => {
  const { kind, metadata, spec } = parse(read('cloudnative-pg', 'cluster.yaml'));
  expect([kind, spec.instances, spec.postgresql.synchronous]).toEqual([
    'Cluster',
    3,
    { method: 'any', number: 1, dataDurability: 'required' },
  ]);
  const { resources, patches } = parse(read('cloudnative-pg', 'kustomization.yaml'));
  expect(resources).toEqual(['../kubernetes', 'cluster.yaml']);
  const [{ target, patch }] = patches;
  const [{ op, path, value }] = parse(patch);
  expect([target, op, path]).toEqual([{ kind: 'Deployment' }, 'replace', '/spec/template/spec/volumes/1']);
  expect(value.secret.secretName).toBe(`${metadata.name}-app`);
  for (const { kind, spec } of manifests) {
    if (kind !== 'Deployment') continue;
    const { containers, volumes } = spec.template?.spec ?? {};
    expect(volumes?.[1]?.name).toBe(value.name);
    const file = containers?.[0]?.env.find(({ name }) => name === 'DATABASE_URL_FILE');
    expect(file?.value?.split('/').at(-1)).toBe(value.secret.items[0].path);
  }
});

it('the unit of systemd starts the command of npm start, with settings that exist', () => {
  const unit = read('systemd', 'booking-server@.service');
  const command = `/opt/booking-server/node_modules/.bin/node ${serverFlags().join(' ')} dist/src/process/main.js`;
  expect(unit).toContain(`\nExecStart=${command}\n`);
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
    text.split(' ').map((assignment) => assignment.split('=', 1)[0] ?? ''),
  );
  expect(names.filter((name) => name !== 'NODE_ENV' && !accepted.includes(name))).toEqual([]);
});
