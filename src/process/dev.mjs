import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Run by `npm run dev`, after `prepare.mjs`: compiles the sources on every change, and restarts the server when compiled
 * modules change, without a bundle. A stop signal, or the exit of npm or of either process, stops both.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const server = join(root, 'dist', 'src', 'process', 'main.js');

rmSync(join(root, 'dist', 'bundle'), { recursive: true, force: true });

const children = [
  [compiler, '-p', join(root, 'src'), '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', server],
].map((args) => spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }));

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) child.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

// The shell of npm does not forward signals.
const shell = process.ppid;
setInterval(() => process.ppid === shell || stop(), 500).unref();
