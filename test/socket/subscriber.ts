import { createClient as createStreamClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { LiveFeed } from '../../src/outbox/live-feed.js';
import { problemsOfMessage } from '../support/described-events.js';
import { until } from '../support/until.js';

/** The fields that a test requests of each change by default. */
export const changeFields = 'name booking { id state resourceId }';

const feeds = jest.spyOn(LiveFeed.prototype, 'subscribe');

/** The start of the last subscription. They start one after the other, so that each finds the feed that is its own. */
let lastStart: Promise<unknown> = Promise.resolve();

export interface Credentials {
  /** `authorization` of the connection parameters; over Server-Sent Events, the key of the `Authorization` header. */
  parameter?: string;
  /** Other connection parameters. */
  parameters?: Record<string, unknown>;
  /** The `Authorization` header. */
  header?: string;
  /** The `Origin` header, which browsers send. */
  origin?: string;
  /** The `Cookie` header. */
  cookie?: string;
  /** The address of the client, for a server that trusts a proxy. */
  address?: string;
}

/** The part that the clients of graphql-ws and graphql-sse have in common. */
interface Client {
  subscribe(operation: Operation, sink: Sink): () => void;
  dispose(): void | Promise<void>;
}

interface Operation {
  query: string;
  variables?: Record<string, unknown>;
}

interface Sink {
  // biome-ignore lint/suspicious/noExplicitAny: results of every shape
  next(result: any): void;
  error(error: unknown): void;
  complete(): void;
}

/** Opens a WebSocket with the client of graphql-ws. It does not reconnect. */
export function connect(
  server: string,
  { parameter, parameters, header, origin, cookie, address }: Credentials,
): SocketSubscriber {
  const headers = {
    ...(header && { authorization: header }),
    ...(origin && { origin }),
    ...(cookie && { cookie }),
    ...(address && { 'x-forwarded-for': address }),
  };
  const connectionParams = parameter === undefined ? { ...parameters } : { authorization: parameter };
  const { promise: closed, resolve } = Promise.withResolvers<SocketClosing>();
  const client = createSocketClient({
    url: `${server.replace('http', 'ws')}/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocol: string) {
        super(url, protocol, { headers });
      }
    },
    connectionParams,
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
    on: { closed: (event) => resolve(event as SocketClosing) },
  });
  return new SocketSubscriber(client, closed);
}

/** Subscribes by Server-Sent Events with the client of graphql-sse: one request for each operation. It does not reconnect. */
export function stream(
  server: string,
  { parameter, header = `Bearer ${parameter}`, address }: Credentials,
): Subscriber {
  const headers = { authorization: header, ...(address && { 'x-forwarded-for': address }) };
  return new Subscriber(createStreamClient({ url: `${server}/graphql/stream`, headers, retryAttempts: 0 }));
}

/** For `describe.each`. */
export const transports: [name: string, connect: (server: string, credentials: Credentials) => Subscriber][] = [
  ['WebSocket', connect],
  ['Server-Sent Events', stream],
];

export class Subscriber {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Subscribes to `bookingChanged` with the given arguments. Resolves when the subscription has started, or was refused. */
  changes(args = '', fields = changeFields): Promise<Changes> {
    const start = lastStart.then(() => this.#start(args, fields));
    lastStart = start.catch(() => {});
    return start;
  }

  async #start(args: string, fields: string): Promise<Changes> {
    const started = feeds.mock.results.length;
    const changes = this.watch(args, fields);
    await until(() => feeds.mock.results.length > started || changes.error !== undefined || changes.completed);
    changes.feed = await (feeds.mock.results[started]?.value as ReturnType<LiveFeed['subscribe']> | undefined);
    return changes;
  }

  /** Subscribes to `bookingChanged` without waiting: a test does not see the subscriptions of a server in another process. */
  watch(args = '', fields = changeFields): Changes {
    return this.follow('bookingChanged', args, fields);
  }

  /** Subscribes to any field. */
  follow(field: string, args: string, fields: string): Changes {
    return new Changes(this.#client, field, `subscription { ${field}${args && `(${args})`} { ${fields} } }`);
  }

  /** Returns the first result of any operation whose JSON has these texts, or its errors. */
  async ask(query: string, variables: Record<string, unknown> = {}, ...texts: string[]): Promise<unknown> {
    return new Promise((resolve) => {
      const next = (result: unknown): void => {
        const json = JSON.stringify(result);
        if (texts.every((text) => json.includes(text))) resolve(result);
      };
      this.#client.subscribe(
        { query, variables },
        { next, error: (errors) => resolve({ errors }), complete: () => {} },
      );
    });
  }

  async end(): Promise<void> {
    await this.#client.dispose();
  }
}

interface SocketClosing {
  code: number;
  reason: string;
}

export class SocketSubscriber extends Subscriber {
  constructor(
    client: Client,
    readonly closed: Promise<SocketClosing>,
  ) {
    super(client);
  }
}

/** The messages of one subscription, in the order of arrival. */
export class Changes {
  // The tests compare the content.
  // biome-ignore lint/suspicious/noExplicitAny: messages of every shape
  readonly messages: any[] = [];
  error: unknown;
  completed = false;
  /** Its source on the server. */
  feed: AsyncIterator<unknown> | undefined;
  readonly unsubscribe: () => void;
  /** Between the messages and `schema/asyncapi.json`. */
  readonly #differences: string[] = [];

  constructor(client: Client, field: string, query: string) {
    this.unsubscribe = client.subscribe(
      { query },
      {
        next: (payload) => {
          const { data, errors } = payload;
          this.#differences.push(...problemsOfMessage(`${field}Next`, { type: 'next', id: '1', payload }));
          this.messages.push(errors ? { errors } : data?.[field]);
        },
        error: (error) => {
          this.error = error;
        },
        complete: () => {
          this.completed = true;
        },
      },
    );
  }

  /** Waits for the first `count` messages. @throws Error if one is not as `schema/asyncapi.json` says */
  // biome-ignore lint/suspicious/noExplicitAny: messages of every shape
  async take(count: number): Promise<any[]> {
    await until(() => this.messages.length >= count);
    if (this.#differences.length > 0) throw new Error(this.#differences.join('\n'));
    return this.messages.slice(0, count);
  }
}
