import { readFile } from 'node:fs/promises';

/** Returns the process id at the start of a file, if there is one. */
export async function pidIn(file: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return pid > 0 ? pid : undefined;
}

/** @returns false if there is no such process, because it has ended and not been restarted yet */
export function signalIfAlive(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(pid, signal);
  } catch {
    return false;
  }
}
