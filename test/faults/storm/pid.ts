import { readFile } from 'node:fs/promises';

/** The process id that a file begins with, if there is one. */
export async function pidIn(file: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return pid > 0 ? pid : undefined;
}

/** @returns false when there is no such process: it is gone already, and not yet back */
export function signalIfAlive(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(pid, signal);
  } catch {
    return false;
  }
}
