import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { build, version } from '../platform/project-root.js';
import { bundled } from './bundled.js';
import { printResult } from './print-result.js';
import { startAnew } from './start-anew.js';

const usage = `booking-server start      starts the server with a PostgreSQL of its own in ./data; settings are variables of the
                          environment, such as PORT=8080 or DATABASE_URL=postgresql://…
booking-server account …  accounts, users and keys, see booking-server account --help
booking-server listen …   passes the events of an account on to a program on this machine, see booking-server listen --help
booking-server trigger …  causes an event in a sandbox, see booking-server trigger --help
booking-server --version`;

/** The flags of `npm start`, see its figures in `main.ts`. */
const serverFlags = ['--expose-gc', '--max-semi-space-size=12', '--heap-growing-percent=50'];

/** Returns the exit status, unless the command sets it. */
type Command = (args: string[]) => Promise<void>;

const commands: Readonly<Record<string, Command>> = {
  start: async (args) => {
    if (args.length > 0) {
      return refuse(`start takes no arguments, but settings from the environment: ${args.join(' ')}`);
    }
    await startServer();
  },
  account: async (args) => {
    const { runAccountCommand }: typeof import('./account-command.js') = await import(bundled('account-command.js'));
    printResult(await runAccountCommand(args, undefined, console.log));
  },
  listen: async (args) => {
    const { runListenCommand }: typeof import('./listen-command.js') = await import(bundled('listen-command.js'));
    printResult(await runListenCommand(args, { stop: untilInterrupted() }));
  },
  trigger: async (args) => {
    const { runTriggerCommand }: typeof import('./trigger-command.js') = await import(bundled('trigger-command.js'));
    printResult(await runTriggerCommand(args));
  },
};

/** Runs a command of the package `booking-server`. */
export async function runCommandLine([name = '', ...args]: string[]): Promise<void> {
  if (name === '--help' || name === '-h') console.log(usage);
  else if (name === '--version' || name === '-v') console.log(build === undefined ? version : `${version} (${build})`);
  else if (Object.hasOwn(commands, name)) await commands[name]?.(args);
  else refuse(name === '' ? 'a command is missing' : `unknown command: ${name}`);
}

function refuse(problem: string): void {
  printResult({ status: 1, lines: [], error: `${problem}\n${usage}` });
}

/** Becomes the server: a second process would take memory, and would have to pass on signals and the exit status. */
async function startServer(): Promise<void> {
  const main = fileURLToPath(new URL('main.js', import.meta.url));
  startAnew([main], serverFlags);
  // Windows has no execve. A heap that is already in use takes over most of the flags.
  for (const flag of serverFlags) setFlagsFromString(flag);
  await import('./main.js');
}

/** Aborted by Ctrl-C and SIGTERM. The second one ends the process at once. */
function untilInterrupted(): AbortSignal {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  return abort.signal;
}
