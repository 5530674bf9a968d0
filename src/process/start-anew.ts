/**
 * Starts this process anew with other flags of Node, and with `MALLOC_MMAP_THRESHOLD_`, the size in bytes from which
 * glibc returns a freed block to the system at once. glibc reads it only at the start, and adapts its default to what is
 * freed: the compilers of V8 allocate blocks of 32 KB, of which it would keep 20 MB. The new process has the same id, so
 * there is no second one to pass signals on to. Returns only if this process should run on:
 *
 * - It is the new one.
 * - The system has no `execve`, as Windows; or it has no glibc, and there are no flags.
 * - A parent has a channel to this process, which would be lost.
 *
 * @param script the file that the new process runs, with its arguments
 * @param flags such as `--expose-gc`
 */
export function startAnew(script: readonly string[], flags: readonly string[] = []): void {
  const setting = 'MALLOC_MMAP_THRESHOLD_';
  const { platform, env, execPath, execArgv, connected } = process;
  const isSet = setting in env;
  // The embedded PostgreSQL would inherit it.
  delete env[setting];
  if (connected || ((isSet || platform !== 'linux') && flags.length === 0)) return;
  const further = platform === 'linux' ? { [setting]: '32768' } : {};
  process.execve?.(execPath, [execPath, ...execArgv, ...flags, ...script], { ...env, ...further });
}
