import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { promisify } from 'node:util';
import { programPath } from './debian.js';

const env = { PATH: programPath, LC_ALL: 'C.UTF-8' };
const run = async (command: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(command, args, { env })).stdout;

/** A machine: a network namespace with an address, at a bridge to which this process is connected, too. */
export interface Machine {
  readonly address: string;
  /** Starts a program on it as the user `postgres`, with only these variables. Its output is appended to a file. */
  start(log: string, variables: Record<string, string>, command: string, ...args: string[]): ChildProcess;
  /** Runs a program on it as the user `postgres` until it ends. Rejects if it fails. */
  run(variables: Record<string, string>, command: string, ...args: string[]): Promise<string>;
  /** Sends a signal to all its processes. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Takes it from the network: nothing arrives and nothing is refused, as if its cable were pulled. */
  disconnect(): Promise<void>;
  connect(): Promise<void>;
  /** Drops what it sends to another machine, until `receive`. */
  ignore(other: Machine): Promise<void>;
  receive(other: Machine): Promise<void>;
}

/** Machines of their own, whose names and addresses do not collide with those of another run. */
export class Network implements AsyncDisposable {
  readonly #name = `bk${process.pid % 100_000}`;
  readonly #subnet = `10.${100 + (process.pid % 100)}.${(process.pid >> 7) % 250}`;
  readonly #machines: Machine[] = [];

  async open(): Promise<void> {
    await run('ip', 'link', 'add', this.#name, 'type', 'bridge');
    await run('ip', 'address', 'add', `${this.#subnet}.1/24`, 'dev', this.#name);
    await run('ip', 'link', 'set', this.#name, 'up');
  }

  async add(): Promise<Machine> {
    const number = this.#machines.length + 2;
    const space = `${this.#name}-${number}`;
    const cable = `${this.#name}v${number}`;
    const address = `${this.#subnet}.${number}`;
    const within = ['netns', 'exec', space];
    await run('ip', 'netns', 'add', space);
    await run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    await run('ip', 'link', 'set', cable, 'master', this.#name, 'up');
    await run('ip', ...within, 'ip', 'address', 'add', `${address}/24`, 'dev', 'eth0');
    await run('ip', ...within, 'ip', 'link', 'set', 'lo', 'up');
    await run('ip', ...within, 'ip', 'link', 'set', 'eth0', 'up');
    const asPostgres = (command: string, args: string[]) => [
      ...[...within, 'setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'],
      ...[command, ...args],
    ];
    const machine: Machine = {
      address,
      start: (log, variables, command, ...args) => {
        const child = spawn('ip', asPostgres(command, args), {
          env: { ...env, ...variables },
          cwd: '/',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const file = createWriteStream(log, { flags: 'a' });
        child.stdout.pipe(file, { end: false });
        child.stderr.pipe(file, { end: false });
        return child;
      },
      run: async (variables, command, ...args) => {
        const options = { env: { ...env, ...variables }, cwd: '/', timeout: 60_000 };
        return (await promisify(execFile)('ip', asPostgres(command, args), options)).stdout;
      },
      signal: async (signal) => {
        const ids = (await run('ip', 'netns', 'pids', space)).split('\n').filter(Boolean).map(Number);
        for (const id of ids) {
          try {
            process.kill(id, signal);
          } catch {
            // It has ended.
          }
        }
      },
      disconnect: async () => void (await run('ip', 'link', 'set', cable, 'down')),
      connect: async () => void (await run('ip', 'link', 'set', cable, 'up')),
      ignore: async (other) => void (await run('ip', ...within, 'ip', 'route', 'add', 'blackhole', other.address)),
      receive: async (other) => void (await run('ip', ...within, 'ip', 'route', 'del', 'blackhole', other.address)),
    };
    this.#machines.push(machine);
    return machine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [index, machine] of this.#machines.entries()) {
      await machine.signal('SIGKILL');
      await run('ip', 'netns', 'delete', `${this.#name}-${index + 2}`);
    }
    await run('ip', 'link', 'delete', this.#name);
  }
}
