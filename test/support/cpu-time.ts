/**
 * Returns the CPU time of `work` in milliseconds. Unlike elapsed time, it does not depend on the load of the machine. The
 * threads that collect garbage and compile are not included: they may be busy with the work of other tests.
 */
export function cpuTimeOf(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  return cpuTimeSince(begin);
}

/** Returns the milliseconds of CPU time since `begin`, in steps of some milliseconds. */
export function cpuTimeSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}

/** In milliseconds: the CPU time of `referenceWork` on the machine on which the limits of tests were set. */
const referenceTime = 27;

/**
 * Returns a limit in milliseconds of CPU time on this machine. A slower machine, or one that counts coverage, has more time:
 * a limit is to find work that grows faster than its input, not a slow machine.
 *
 * @param limit on the machine on which it was set
 */
export function cpuLimit(limit: number): number {
  slowness ??= Math.min(...Array.from({ length: 5 }, () => cpuTimeOf(referenceWork))) / referenceTime;
  return limit * Math.max(1, slowness);
}

let slowness: number | undefined;

/** Generators, objects and texts, as parsers and templates use them. */
function referenceWork(): void {
  const texts: string[] = [];
  for (const index of upTo(60_000)) texts.push(`word ${index}`.toUpperCase());
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text.slice(0, 6), (counts.get(text.slice(0, 6)) ?? 0) + text.length);
  JSON.parse(JSON.stringify(texts.map((text) => ({ text, count: counts.get(text.slice(0, 6)) }))));
}

function* upTo(end: number): Generator<number> {
  for (let index = 0; index < end; index++) yield index;
}
