import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.js';

export const hasRadicale = spawnSync('radicale', ['--version']).status === 0;

export const radicaleUser = { username: 'kari', password: 'app-password' } as const;

/** A CalDAV server of its own program on the loopback, with the user `kari`, who has no calendars at first. */
export interface Radicale extends AsyncDisposable {
  /** The root of the server. */
  readonly url: string;
  /** Sends an authenticated request to a path. @returns the status and the body */
  send(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string; headers: Headers }>;
  /** Creates a calendar of the user. @returns its path */
  addCalendar(name: string, component?: 'VEVENT' | 'VTODO'): Promise<string>;
}

export async function startRadicale(): Promise<Radicale> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-radicale-'));
  const users = join(folder, 'users');
  const config = join(folder, 'config');
  const port = await freePort();
  await writeFile(users, `${radicaleUser.username}:${radicaleUser.password}\n`);
  await writeFile(
    config,
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${users}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, 'collections')}
`,
  );
  const child = spawn('radicale', ['--config', config], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const { username, password } = radicaleUser;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const send: Radicale['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  const answers = () =>
    send('PROPFIND', '/').then(
      () => true,
      () => false,
    );
  await until(answers);
  return {
    url: `${origin}/`,
    send,
    addCalendar: async (name, component = 'VEVENT') => {
      const path = `/${username}/${encodeURIComponent(name.toLowerCase())}/`;
      const { status, body } = await send(
        'MKCALENDAR',
        path,
        `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
<d:displayname>${name}</d:displayname>
<c:supported-calendar-component-set><c:comp name="${component}"/></c:supported-calendar-component-set>
</d:prop></d:set></c:mkcalendar>`,
      );
      if (status !== 201) throw new Error(body);
      return path;
    },
    [Symbol.asyncDispose]: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
