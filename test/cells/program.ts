import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { ServerProcess } from '../process/server-process.js';
import { until } from '../support/until.js';

/** A program that listens at a port, and is started again whenever it ends. */
export class Program implements AsyncDisposable {
  #process: ServerProcess;
  #isOver = false;
  readonly #supervision: Promise<void>;

  private constructor(
    private readonly port: number,
    private readonly command: string,
    private readonly args: readonly string[],
  ) {
    this.#process = this.#launch();
    this.#supervision = this.#supervise();
  }

  /** @throws Error with what the program has printed, if it ends before it listens */
  static async start(port: number, command: string, ...args: string[]): Promise<Program> {
    const program = new Program(port, command, args);
    const first = program.#process;
    await until(async () => program.#process !== first || (await program.#listens()));
    if (program.#process === first) return program;
    await program[Symbol.asyncDispose]();
    throw new Error(`${command} ended: ${first.errors.join('\n')}`);
  }

  /** Kills it with the processes that it has started, once it listens. */
  async kill(): Promise<void> {
    await until(() => this.#listens());
    this.#signal(-this.#process.pid, 'SIGKILL');
  }

  /** Sends a signal upon which it reads its files again, and waits until it has started another worker with them. */
  async reload(signal: NodeJS.Signals): Promise<void> {
    const former = this.#workers();
    this.#signal(this.#process.pid, signal);
    await until(() => this.#workers().some((id) => !former.includes(id)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#signal(-this.#process.pid, 'SIGKILL');
    await this.#supervision;
  }

  #launch = (): ServerProcess => new ServerProcess(this.command, this.args, {});

  async #supervise(): Promise<void> {
    for (;;) {
      await this.#process.exited;
      if (this.#isOver) return;
      await pass(100);
      this.#process = this.#launch();
      if (this.#isOver) this.#signal(-this.#process.pid, 'SIGKILL');
    }
  }

  #signal(pid: number, name: NodeJS.Signals): void {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended, and is started again with what it would have read.
    }
  }

  /** The ids of the processes that it has started. */
  #workers(): string[] {
    const { pid } = this.#process;
    try {
      return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    } catch {
      return []; // it has ended
    }
  }

  #listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      const end = (isConnected: boolean): void => {
        socket.destroy();
        resolve(isConnected);
      };
      socket.on('connect', () => end(true)).on('error', () => end(false));
    });
  }
}
