import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../src/platform/project-root.js';
import { serverFlags } from '../process/server-process.js';
import { imageFiles, installFiles, installFlags } from '../pruned-install/image.js';
import { settingNames } from '../support/settings.js';

interface Service {
  build?: { dockerfile: string };
  image?: string;
  ports?: string[];
  environment: Record<string, string>;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  read_only?: boolean;
  logging?: object;
}

const text = readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8');
const { services }: { services: Record<string, Service> } = parse(text, { merge: true });
const servers = ['web', 'worker'];

function serviceOf(name: string): Service {
  const service = services[name];
  if (!service) throw new Error(`no service ${name}`);
  return service;
}

/** Returns the instructions of a stage of the image, each as its words. */
function stagesOf({ build }: Service): string[][][] {
  const dockerfile = readFileSync(join(projectRoot, build?.dockerfile ?? ''), 'utf8').replaceAll('\\\n', '');
  const [, ...stages] = dockerfile.split(/^FROM /m);
  return stages.map((stage) => stage.split('\n').map((line) => line.split(' ')));
}

describe('docker-compose.yml', () => {
  it.each(servers)('passes every setting to %s', (name) => {
    // The port in the container is fixed, and there is no pooler.
    const passed = [...Object.keys(serviceOf(name).environment), 'PORT', 'DATABASE_DIRECT_URL'];
    expect(passed.toSorted()).toEqual(settingNames().toSorted());
  });

  it('contains no password, and requires one for PostgreSQL', () => {
    expect(text.match(/\$\{POSTGRES_PASSWORD:\?[^}]+\}/g)).toHaveLength(1);
    expect(text.match(/\$\{\w*PASSWORD:-(?!\$\{POSTGRES_PASSWORD\})/g)).toBeNull();
  });

  it('creates a MongoDB user, as which the server connects', () => {
    const password = '${' + 'MONGODB_PASSWORD:-${' + 'POSTGRES_PASSWORD}}';
    const user = { MONGO_INITDB_ROOT_USERNAME: 'booking', MONGO_INITDB_ROOT_PASSWORD: password };
    expect(serviceOf('mongo').environment).toEqual(user);
    const { MONGODB_URL } = serviceOf('web').environment;
    expect(MONGODB_URL).toBe(`mongodb://booking:${password}@mongo:27017/booking?authSource=admin`);
  });

  it.each(Object.keys(services))('confines %s, and bounds its log', (name) => {
    expect(serviceOf(name)).toMatchObject({
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      read_only: true,
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    });
  });

  it('gives a port only to the proxy, so that there can be several web processes', () => {
    expect(Object.keys(services).filter((name) => serviceOf(name).ports)).toEqual(['proxy']);
  });

  it('runs the server in the image without root, with labels and a version', () => {
    const last = (stagesOf(serviceOf('web')).at(-1) ?? []).map((words) => words.join(' '));
    expect(last.indexOf('USER node')).toBeGreaterThan(0);
    expect(last.filter((line) => line.startsWith('USER'))).toEqual(['USER node']);
    for (const label of ['title', 'description', 'licenses', 'version']) {
      expect(last.join('\n')).toContain(`org.opencontainers.image.${label}=`);
    }
  });

  it('leaves secrets of the folder out of the image and of commits', () => {
    for (const file of ['.gitignore', '.dockerignore']) {
      expect(readFileSync(join(projectRoot, file), 'utf8').split('\n')).toContain('.env');
    }
  });

  it.each(servers)('starts %s by the command of npm start, and compiles for the same flags', (name) => {
    const commands = (stagesOf(serviceOf(name)).at(-1) ?? []).map((words) => words.join(' '));
    const commandOf = (file: string) =>
      JSON.stringify(['node', ...serverFlags(), `dist/src/process/${file}`]).replaceAll(',', ', ');
    expect(commands).toEqual(
      expect.arrayContaining([`RUN ${commandOf('compile-ahead.js')}`, `CMD ${commandOf('main.js')}`]),
    );
  });

  it.each(servers)('builds the image of %s from the packages and files of the pruned install', (name) => {
    const stages = stagesOf(serviceOf(name));
    const copied = (stage = -1) =>
      (stages.at(stage) ?? [])
        .filter(([instruction]) => instruction === 'COPY')
        .map((words) => words.filter((word) => !word.startsWith('--')).slice(1, -1));
    const [packages] = stages;
    expect(packages).toContainEqual(['RUN', 'npm', 'ci', ...installFlags]);
    expect(copied(0)).toEqual([installFiles]);
    expect(
      copied()
        .flat()
        .map((path) => path.replace('/app/', ''))
        .toSorted(),
    ).toEqual([...imageFiles, 'node_modules'].toSorted());
  });
});
