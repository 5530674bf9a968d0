import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The unit of the times in /proc: a hundredth of a second. */
const tick = 0.01;

/**
 * Prints the CPU seconds that a run took: of its processes and all that they started, such as PostgreSQL. With one worker
 * (`-w 1`), also the files that took most. Unlike elapsed time, it hardly depends on what else the machine does. Only on Linux.
 */
export default class CpuReporter {
  #atStart = 0;
  #last = 0;
  #files = [];
  #workers;

  constructor({ maxWorkers }) {
    this.#workers = maxWorkers;
  }

  onRunStart() {
    this.#atStart = this.#last = usedSeconds();
  }

  onTestResult({ path }) {
    const now = usedSeconds();
    this.#files.push({ path, seconds: now - this.#last });
    this.#last = now;
  }

  onRunComplete() {
    if (process.platform !== 'linux') return;
    const most = this.#workers === 1 ? this.#files.toSorted((one, other) => other.seconds - one.seconds) : [];
    for (const { path, seconds } of most) console.log(`${seconds.toFixed(1)} s ${relative('dist/test', path)}`);
    console.log(`CPU: ${Math.round(usedSeconds() - this.#atStart)} s`);
  }
}

/** The CPU seconds of this process and of all that it and they have started, such as PostgreSQL. */
function usedSeconds() {
  if (process.platform !== 'linux') return 0;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const used = ({ pid, ticks }) => ticks + sum((children.get(pid) ?? []).map(used));
  return sum(all.filter(({ pid }) => pid === process.pid).map(used)) * tick;
}

/** Returns a process with its own time and that of its children that have ended. Nothing if it has just ended itself. */
function readStat(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    const [, parent, ...rest] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return [{ pid: Number(name), parent, ticks: sum(rest.slice(9, 13)) }];
  } catch {
    return [];
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
