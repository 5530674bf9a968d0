/**
 * Returns the CPU time of `work` in milliseconds. Unlike elapsed time, it does not depend on the load of the machine. The
 * threads that collect garbage and compile are not included: they may be busy with the work of other tests.
 */
export function cpuTimeOf(work: () => void): number {
  const begin = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}
