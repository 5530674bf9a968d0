import type { CommandResult } from './command.js';

/** Prints the lines and the error of a command, and sets the exit status of this process. */
export function printResult({ status, lines, error }: CommandResult): void {
  for (const line of lines) console.log(line);
  if (error !== undefined) console.error(error);
  process.exitCode = status;
}
