/** What this process spends on `work`, in milliseconds: other than its time, that does not grow with what else runs. */
export function cpuTimeOf(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}
