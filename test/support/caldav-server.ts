import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the server, with its body. */
interface ObjectRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers a request in place of the calendar. @returns whether it has answered, or leaves the request without an answer */
type Answer = (request: ObjectRequest, response: ServerResponse) => boolean;

/** A server of calendar objects on the loopback, which keeps their conditions, and whose answers a test can choose. */
export interface CalDavServer extends AsyncDisposable {
  readonly url: string;
  /** The address of its only calendar. */
  readonly calendarUrl: string;
  /** The objects by path. */
  readonly objects: Map<string, string>;
  /** The requests so far, oldest first. */
  readonly requests: ObjectRequest[];
  /** Chooses the answers from now on; undefined are those of a calendar. */
  answer(handle: Answer | undefined): void;
}

/** Returns the ETag of an object: another one for another text. */
export const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;

/** Starts the server on a free port, with an empty calendar. */
export async function startCalDavServer(): Promise<CalDavServer> {
  const objects = new Map<string, string>();
  const requests: ObjectRequest[] = [];
  let handle: Answer | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(received);
    if (handle?.(received, response) === true) return;
    const { status, etag, body } = serveObject(objects, received);
    response.writeHead(status, { ...(etag && { etag }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  return {
    url,
    calendarUrl: `${url}calendars/work/`,
    objects,
    requests,
    answer: (next) => {
      handle = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The status and ETag of an answer, with the object that was read. */
interface ObjectAnswer {
  status: number;
  etag?: string;
  body?: string;
}

/** Stores, returns or removes an object, as `If-Match` and `If-None-Match` allow. */
export function serveObject(
  objects: Map<string, string>,
  { method, path, headers, body }: ObjectRequest,
): ObjectAnswer {
  const present = objects.get(path);
  const isExpected =
    headers['if-none-match'] === '*'
      ? present === undefined
      : headers['if-match'] === undefined || (present !== undefined && etagOf(present) === headers['if-match']);
  if (method === 'PUT' && !isExpected) return { status: 412 };
  if (method === 'PUT') {
    objects.set(path, body);
    return { status: present === undefined ? 201 : 204, etag: etagOf(body) };
  }
  if (present === undefined) return { status: 404 };
  if (method !== 'DELETE') return { status: 200, etag: etagOf(present), body: present };
  objects.delete(path);
  return { status: 204 };
}
