import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { projectRoot } from '../../../src/platform/project-root.js';
import { makeDataFolder } from '../../support/scratch.js';
import { until } from '../../support/until.js';
import { installPrograms } from './debian.js';
import { type Machine, Network } from './network.js';

/** The files that the profile `ha` of compose uses, too. */
const settings = join(projectRoot, '.docker', 'ha');
const scope = 'booking';
const patience = 120_000;

/** A member in the answer of Patroni. */
interface MemberState {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

/**
 * The settings by which Patroni reaches etcd. By the old interface of etcd, because Debian 12 has Patroni 3.0.2: by the new
 * one, it takes the lease back by force when its machine wakes up, and discards what the next primary has acknowledged. This
 * test found 53 writes lost. Patroni 3.0.3 has mended it.
 */
const coordination = (members: readonly EtcdMember[]) => ({
  PATRONI_ETCD_HOSTS: members.map(({ machine }) => `'${machine.address}:2379'`).join(),
});

/** A machine with a member of etcd. */
export interface EtcdMember {
  readonly name: string;
  readonly machine: Machine;
  /** Starts it on its files. */
  start(): void;
}

/** A machine with Patroni and a PostgreSQL. */
export interface DatabaseNode {
  readonly name: string;
  readonly machine: Machine;
  /** Starts Patroni, which starts PostgreSQL, unless they run. */
  start(): void;
}

/** Three PostgreSQL servers under Patroni with an etcd of three members, behind HAProxy: each on a machine of its own. */
export class Cell implements AsyncDisposable {
  readonly nodes: DatabaseNode[] = [];
  readonly #etcd: EtcdMember[] = [];
  readonly #password = randomBytes(12).toString('hex');
  readonly #network = new Network();
  #folder = '';
  #programs = '';
  #proxy: Machine | undefined;
  #isSynchronous = true;

  static async start(): Promise<Cell> {
    const cell = new Cell();
    cell.#programs = installPrograms();
    try {
      await cell.#start();
      return cell;
    } catch (error) {
      await cell[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The address of the database, by HAProxy. */
  get url(): string {
    return `postgresql://${scope}:${this.#password}@${this.#proxy?.address}:5432/${scope}`;
  }

  /** The folder with the logs of all programs. */
  get folder(): string {
    return this.#folder;
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #log(name: string): string {
    return this.#file(`${name}.log`);
  }

  async #start(): Promise<void> {
    this.#folder = await makeDataFolder('booking-failover-');
    const { uid, gid } = await stat('/var/lib/postgresql');
    await chown(this.#folder, uid, gid);
    await chmod(this.#folder, 0o755);
    for (const file of ['patroni.yml', 'create-role.sh', 'haproxy.cfg']) {
      const text = await readFile(join(settings, file), 'utf8');
      await writeFile(this.#file(file), text.replaceAll('/etc/booking', this.#folder));
    }
    await this.#network.open();
    await this.#addEtcd();
    const proxy = await this.#network.add();
    this.#proxy = proxy;
    for (const number of [1, 2, 3]) this.#addNode(`postgres${number}`, await this.#network.add());
    for (const member of this.#etcd) member.start();
    const addresses = this.nodes.map(({ name, machine }) => [name.toUpperCase(), machine.address]);
    proxy.start(this.#log('haproxy'), Object.fromEntries(addresses), 'haproxy', '-db', '-f', this.#file('haproxy.cfg'));
    for (const node of this.nodes) node.start();
    await this.whenComplete();
  }

  async #addEtcd(): Promise<void> {
    const machines = [await this.#network.add(), await this.#network.add(), await this.#network.add()];
    const nameOf = (machine: Machine): string => `etcd${machines.indexOf(machine) + 1}`;
    const peerOf = ({ address }: Machine): string => `http://${address}:2380`;
    const peers = machines.map((machine) => `${nameOf(machine)}=${peerOf(machine)}`).join();
    for (const machine of machines) {
      const name = nameOf(machine);
      const client = `http://${machine.address}:2379`;
      const args = [
        ...['--name', name, '--data-dir', this.#file(name), '--initial-cluster', peers, '--enable-v2'],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peerOf(machine), '--initial-advertise-peer-urls', peerOf(machine)],
      ];
      this.#etcd.push({ name, machine, start: () => void machine.start(this.#log(name), {}, 'etcd', ...args) });
    }
  }

  /** Returns the members of etcd, its leader first. */
  async etcd(): Promise<EtcdMember[]> {
    let leader: EtcdMember | undefined;
    await until(async () => {
      for (const member of this.#etcd) if (await leads(member)) leader = member;
      return leader !== undefined;
    }, patience);
    return this.#etcd.toSorted((one, other) => Number(other === leader) - Number(one === leader));
  }

  #addNode(name: string, machine: Machine): void {
    const data = this.#file(name);
    const role = (user: string, kind: string) => ({
      [`PATRONI_${kind}_USERNAME`]: user,
      [`PATRONI_${kind}_PASSWORD`]: this.#password,
    });
    const variables = {
      PATRONI_NAME: name,
      ...coordination(this.#etcd),
      PATRONI_RESTAPI_LISTEN: `${machine.address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${machine.address}:8008`,
      PATRONI_POSTGRESQL_LISTEN: `${machine.address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${machine.address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: this.#programs,
      PATRONI_POSTGRESQL_PGPASS: `${data}.pgpass`,
      POSTGRES_PASSWORD: this.#password,
      ...role('postgres', 'SUPERUSER'),
      ...role('replicator', 'REPLICATION'),
    };
    let patroni: ChildProcess | undefined;
    const start = (): void => {
      if (patroni?.exitCode === null && patroni.signalCode === null) return;
      patroni = machine.start(this.#log(name), variables, 'patroni', this.#file('patroni.yml'));
    };
    this.nodes.push({ name, machine, start });
  }

  /** Returns the primary, once there is one. Only a server that has the lease says that it is. */
  async primary(): Promise<DatabaseNode> {
    let found: DatabaseNode | undefined;
    await until(async () => {
      found = await this.findPrimary();
      return found !== undefined;
    }, patience);
    if (!found) throw new Error('there is no primary');
    return found;
  }

  async findPrimary(): Promise<DatabaseNode | undefined> {
    const answers = await Promise.all(this.nodes.map(isPrimary));
    return this.nodes[answers.indexOf(true)];
  }

  /** Waits until both other servers follow the primary, one of them synchronously if the cell is synchronous. */
  async whenComplete(): Promise<void> {
    await until(async () => {
      const members = await this.members().catch(() => []);
      const roles = members.filter(({ state }) => ['running', 'streaming'].includes(state)).map(({ role }) => role);
      const isSafe = roles.includes('sync_standby') || !this.#isSynchronous;
      const hasLag = members.some(({ lag = 0 }) => typeof lag === 'string' || lag > 0);
      return roles.length === this.nodes.length && roles.includes('leader') && isSafe && !hasLag;
    }, patience);
  }

  async members(): Promise<MemberState[]> {
    const { machine } = await this.primary();
    const { members }: { members: MemberState[] } = await read(machine, 'GET', '/cluster').then((r) => r.json());
    return members;
  }

  /** Lets commits no longer wait for a second server, and lets a standby take over that has not got everything. */
  async makeAsynchronous(): Promise<void> {
    const { machine } = await this.primary();
    const changed = { synchronous_mode: false, synchronous_mode_strict: false, maximum_lag_on_failover: 1_000_000_000 };
    await read(machine, 'PATCH', '/config', changed);
    this.#isSynchronous = false;
    await until(async () => (await this.ask(await this.primary(), 'show synchronous_standby_names')) === '', patience);
    await this.whenComplete();
  }

  /** Runs `patronictl switchover`. */
  async switchOver(from: DatabaseNode): Promise<void> {
    const members = await this.members();
    const chosen =
      members.find(({ role }) => role === 'sync_standby') ?? members.find(({ role }) => role === 'replica');
    const variables = { PATRONICTL_CONFIG_FILE: this.#file('patroni.yml'), ...coordination(this.#etcd) };
    const command = ['switchover', scope, '--master', from.name, '--candidate', chosen?.name ?? '', '--force'];
    await from.machine.run(variables, 'patronictl', '-c', this.#file('patroni.yml'), ...command);
  }

  /** Runs a statement on a node itself, from its own machine, without the proxy. Rejects after `seconds`. */
  async ask({ machine }: DatabaseNode, statement: string, seconds = 5): Promise<string> {
    const url = `postgresql://${scope}:${this.#password}@${machine.address}:5432/${scope}?connect_timeout=3`;
    const output = await machine.run({}, 'timeout', String(seconds), 'psql', '-XAtq', url, '-c', statement);
    return output.trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#network[Symbol.asyncDispose]();
    await pass(200);
    if (this.#folder && !process.env['FAILOVER_KEEP']) {
      await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  }
}

function read({ address }: Machine, method: string, path: string, body?: object): Promise<Response> {
  const sent = body ? { body: JSON.stringify(body) } : {};
  return fetch(`http://${address}:8008${path}`, { method, ...sent, signal: AbortSignal.timeout(3_000) });
}

const leads = ({ machine: { address } }: EtcdMember): Promise<boolean> =>
  fetch(`http://${address}:2379/metrics`, { signal: AbortSignal.timeout(1_000) })
    .then((answer) => answer.text())
    .then(
      (text) => /^etcd_server_is_leader 1$/m.test(text),
      () => false,
    );

const isPrimary = ({ machine }: DatabaseNode): Promise<boolean> =>
  read(machine, 'GET', '/primary').then(
    ({ status }) => status === 200,
    () => false,
  );
