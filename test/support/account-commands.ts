import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '../../src/platform/project-root.js';
import { runAccountCommand } from '../../src/process/account-command.js';

/** Account commands that shells run in this process. */
export interface AccountCommands extends AsyncDisposable {
  /** The path of the program that runs one, with the environment of its shell. */
  program: string;
}

/**
 * Runs the account commands of shells here. A process for each took a third of the CPU time of the guides. An import, which
 * reads a file of the shell's folder, has one.
 */
export async function startAccountCommands(): Promise<AccountCommands> {
  const server = createServer(async (request, response) => {
    const [args = '', environment = ''] = (await text(request)).split('\0\0', 2);
    const variables = environment.split('\0').map((line) => [line.split('=', 1)[0], line.replace(/^[^=]*=/, '')]);
    const { status, lines, error } = await runAccountCommand(args.split('\0'), Object.fromEntries(variables));
    response.end([status, ...lines, ...(error === undefined ? [] : [error])].join('\n'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'booking-commands-'));
  const program = join(folder, 'account');
  const script = `#!/bin/bash
[ "$1" = import ] && exec node ${join(projectRoot, 'dist/src/process/cli.js')} "$@"
answer=$({ printf '%s\\0' "$@"; printf '\\0'; env -0; } | curl -q -sS --data-binary @- http://127.0.0.1:${port})
tail -n +2 <<< "$answer"
exit "\${answer%%$'\\n'*}"
`;
  await writeFile(program, script, { mode: 0o755 });
  return {
    program,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
