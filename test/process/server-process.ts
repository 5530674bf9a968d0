import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../src/platform/project-root.js';
import { until } from '../support/until.js';

type Settings = Record<string, string>;

/** Shared by all processes, so that each file is compiled once. */
const compiled = join(tmpdir(), 'booking-test-compiled');

const started = new Set<ServerProcess>();

/** A process with only these settings, in its own process group and, by default, on any free port. */
export class ServerProcess {
  readonly lines: string[] = [];
  readonly errors: string[] = [];
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(command: string, args: readonly string[], settings: Settings, cwd?: string) {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, PORT: '0', RATE_LIMIT: 'off', NODE_COMPILE_CACHE: compiled, ...settings };
    this.#child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const { stdout, stderr } = this.#child;
    if (!stdout || !stderr) throw new Error('a process without output');
    createInterface(stdout).on('line', (line) => this.lines.push(line));
    createInterface(stderr).on('line', (line) => this.errors.push(line));
    this.exited = once(this.#child, 'close').then(([status]) => (typeof status === 'number' ? status : null));
    started.add(this);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the process did not start');
    return this.#child.pid;
  }

  /** The printed lines for the operator, without the logs. */
  get printed(): string[] {
    return this.lines.filter((line) => !line.startsWith('{'));
  }

  /** Returns the printed text after a name, such as `REST`. */
  printedAs(name: string): string | undefined {
    return this.printed
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim();
  }

  get origin(): string {
    return (this.printedAs('REST') ?? '').replace('/api/v1', '');
  }

  /** Waits for the line that a ready process prints last. */
  async ready(last = 'Worker'): Promise<this> {
    let isOver = false;
    void this.exited.then(() => {
      isOver = true;
    });
    await until(() => isOver || this.printedAs(last) !== undefined);
    if (isOver) throw new Error(`the process ended: ${this.errors.join('\n')}`);
    return this;
  }

  /** Sends a signal and waits for the end. @returns the exit status; null if a signal ended the process */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    process.kill(this.pid, signal);
    return this.exited;
  }

  /** Sends SIGINT to the whole process group, like Ctrl-C. */
  async interrupt(): Promise<number | null> {
    process.kill(-this.pid, 'SIGINT');
    return this.exited;
  }
}

/** Returns the flags with which `npm start` runs Node. @throws Error if its command has another form */
export function serverFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const [, flags] = /&& node (--.+) dist\/src\/process\/main\.js$/.exec(scripts.start) ?? [];
  if (flags === undefined) throw new Error(`the flags of ${scripts.start} cannot be read`);
  return flags.split(' ');
}

const main = 'dist/src/process/main.js';

/**
 * A server that runs for seconds ends before optimised code has saved what V8 takes to make it: a fifth of the CPU time of a
 * start. Both flags, because without one compiler the other takes its place.
 */
const unoptimised = ['--no-opt', '--no-maglev'];

/**
 * Starts the compiled server. `ready()` waits until it listens. It does without what saves memory at the price of CPU time,
 * the flags of `npm start` and its setting of malloc: a third of the CPU time of a start.
 */
export function startMain(settings: Settings): ServerProcess {
  return new ServerProcess(process.execPath, [...unoptimised, main], {
    MALLOC_MMAP_THRESHOLD_: '1000000',
    ...settings,
  });
}

/** Starts the compiled server as `npm start` does, with further flags of Node. */
export function startAsNpm(settings: Settings, further: readonly string[] = []): ServerProcess {
  return new ServerProcess(process.execPath, [...serverFlags(), ...further, main], settings);
}

/** Runs a compiled account command to its end. */
export async function account(
  settings: Settings,
  ...args: string[]
): Promise<{ status: number | null; out: string; errors: string }> {
  const command = new ServerProcess(process.execPath, ['dist/src/process/cli.js', ...args], settings);
  const status = await command.exited;
  return { status, out: command.lines.join('\n'), errors: command.errors.join('\n') };
}

/** Kills all processes that were started and still run. */
export function killAll(): void {
  for (const { pid } of started) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  started.clear();
}
