import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  profiles?: string[];
  volumes?: string[];
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

  describe('with the profile ha', () => {
    const names = Object.keys(services).filter((name) => serviceOf(name).profiles?.includes('ha'));
    const servers = names.filter((name) => name.startsWith('postgres'));
    const read = (file: string): string => readFileSync(join(projectRoot, '.docker', 'ha', file), 'utf8');

    it('has three servers, an etcd and a HAProxy, and no profile for the others', () => {
      expect(names.toSorted()).toEqual(['etcd', 'haproxy', 'postgres1', 'postgres2', 'postgres3']);
    });

    it.each(servers)('gives %s its own name, addresses and volume', (name) => {
      const { environment, volumes } = serviceOf(name);
      expect(environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: 'etcd:2379',
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
      });
      expect(volumes).toEqual([`${name}:/var/lib/postgresql`]);
      expect(environment).toEqual({
        ...serviceOf('postgres1').environment,
        ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value.startsWith(name))),
      });
    });

    it('gives HAProxy every server, as the variables of its configuration', () => {
      const variables = Object.fromEntries(servers.map((name) => [name.toUpperCase(), name]));
      expect(serviceOf('haproxy').environment).toEqual(variables);
      const used = [...read('haproxy.cfg').matchAll(/server (\w+) "\$\{(\w+)\}:5432"/g)];
      expect(used.map(([, name, variable]) => [name, variable])).toEqual(
        servers.map((name) => [name, name.toUpperCase()]),
      );
      const defaults = /default-server (.*)/.exec(read('haproxy.cfg'))?.[1];
      for (const option of ['check port 8008', 'on-marked-down shutdown-sessions']) expect(defaults).toContain(option);
    });

    it('leads the servers to HAProxy by POSTGRES_HOST', () => {
      const host = '${' + 'POSTGRES_HOST:-postgres}';
      expect(serviceOf('web').environment['DATABASE_URL']).toContain(`@${host}:5432/`);
    });

    it('acknowledges no commit that only one server has, and leaves time for a demotion', () => {
      const { ttl, loop_wait, retry_timeout, ...settings } = parse(read('patroni.yml')).bootstrap.dcs;
      expect(settings).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
      expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
    });
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

  it('gives the image a health check that asks the port of its role', async () => {
    const dockerfile = readFileSync(join(projectRoot, '.docker/Dockerfile'), 'utf8');
    const [, command = ''] = /^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile) ?? [];
    const [program, ...args]: string[] = JSON.parse(command);
    expect(program).toBe('node');
    const paths: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(paths.length === 1 ? 503 : 200).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const check = async (env: Record<string, string>) =>
      (await once(spawn(process.execPath, args, { env }), 'exit'))[0];
    expect(await check({ ROLE: 'web', PORT: port })).toBe(1);
    expect(await check({ ROLE: 'web', PORT: port })).toBe(0);
    expect(await check({ ROLE: 'worker', PORT: '9', METRICS_PORT: port })).toBe(0);
    expect(await check({ ROLE: 'worker' })).toBe(0);
    server.close();
    expect(paths).toEqual(['/readyz', '/readyz', '/readyz']);
    expect(await check({ ROLE: 'web', PORT: port })).toBe(1);
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
