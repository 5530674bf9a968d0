/** The size in bytes from which glibc returns a freed block to the system at once. It adapts its default to what is freed. */
const setting = 'MALLOC_MMAP_THRESHOLD_';

/**
 * Starts the process anew with this setting, which glibc reads only at the start: the compilers of V8 allocate blocks of
 * 32 KB, of which glibc would keep 20 MB. The new process has the same id. Takes 30 ms. Does nothing on systems without glibc,
 * or beside a parent that has a channel to this process, which would be lost.
 */
export function startAnew(): void {
  const { platform, env, execPath, execArgv, argv, connected } = process;
  const isSet = setting in env;
  // The embedded PostgreSQL would inherit it.
  delete env[setting];
  if (isSet || platform !== 'linux' || connected) return;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, [setting]: '32768' });
}
