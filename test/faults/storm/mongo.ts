import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pass } from 'node:timers/promises';
import { mongoTarget, startForwarder } from '../../support/forwarder.js';
import { pidIn, signalIfAlive } from './pid.js';

/** A MongoDB that is restarted on the same files and at the same address when it is killed. */
export interface Mongo extends AsyncDisposable {
  url: string;
  kill(): Promise<void>;
}

/**
 * @param command an executable that serves a MongoDB on the files in the folder of its argument, and prints
 *   `MONGODB_URL=mongodb://…`
 */
export async function startMongo(command: string): Promise<Mongo> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-storm-mongo-'));
  const pidFile = join(folder, 'mongod.lock');
  let target: NetConnectOpts = { path: folder }; // nothing listens there yet
  let isOver = false;
  const isAlive = async (): Promise<boolean> => signalIfAlive(await pidIn(pidFile), 0);
  const kill = async (): Promise<void> => void signalIfAlive(await pidIn(pidFile), 'SIGKILL');
  const serve = async (): Promise<void> => {
    target = mongoTarget(await servedBy(command, folder));
  };
  await serve();
  const supervision = (async () => {
    while (!isOver) {
      if (await isAlive()) await pass(50);
      else await serve().catch(() => pass(200));
    }
  })();
  const forwarder = await startForwarder(() => target);
  return {
    url: `mongodb://127.0.0.1:${forwarder.port}/storm?directConnection=true`,
    kill,
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      await supervision;
      await kill();
      await forwarder[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Returns the URL that the command prints. The command may serve itself or start another process that does. */
async function servedBy(command: string, folder: string): Promise<string> {
  const { stdout } = spawn(command, [folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface(stdout)) {
    const [, url] = /^MONGODB_URL=(.+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    stdout.resume(); // it may have more to say
    return url;
  }
  throw new Error(`${command} serves no MongoDB`);
}
