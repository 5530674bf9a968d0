/** Returns the CPU time of `work` in milliseconds. Unlike elapsed time, it does not depend on the load of the machine. */
export function cpuTimeOf(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
