import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { projectRoot } from '../../src/platform/project-root.js';
import { secretSettings } from '../../src/process/config.js';
import { serverFlags } from '../process/server-process.js';
import { settingNames } from '../support/settings.js';
import { describeWithTools, importTool } from '../support/tools.js';

const deploy = join(projectRoot, '.github', 'deploy');
const read = (...path: string[]): string => readFileSync(join(deploy, ...path), 'utf8');

/** A class of kubernetes-models. */
interface Model {
  new (manifest: object | undefined): { validate(): void };
  is(manifest: object): boolean;
}

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

describeWithTools('the base for Kubernetes by the schemas of its API', () => {
  const models: Record<string, Model> = {};
  beforeAll(async () => {
    for (const version of ['apps/v1', 'policy/v1', 'v1']) {
      Object.assign(models, await importTool<Record<string, Model>>(`kubernetes-models/${version}`));
    }
  });
  const modelOf = (kind: string): Model => {
    const model = models[kind];
    if (!model) throw new Error(`no model of ${kind}`);
    return model;
  };

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'has a valid %s',
    (_name, manifest) => {
      const model = modelOf(manifest.kind);
      expect(model.is(manifest)).toBe(true);
      expect(() => new model(manifest).validate()).not.toThrow();
    },
  );

  it('is checked by a schema that finds mistakes', () => {
    const broken = structuredClone(manifests[0]);
    Object.assign(broken?.spec ?? {}, { replicas: 'two' });
    const model = modelOf('Deployment');
    expect(() => new model(broken).validate()).toThrow();
  });
});

describe('the base for Kubernetes', () => {
  it('has all files that are there', () => {
    expect(readdirSync(join(deploy, 'kubernetes')).sort()).toEqual(['kustomization.yaml', ...resources].sort());
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
