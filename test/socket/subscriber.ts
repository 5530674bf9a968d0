import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { LiveFeed } from '../../src/outbox/live-feed.js';
import { until } from '../jobs/change-writer.js';

/** What a test asks for of each change unless it says otherwise. */
export const changeFields = 'name booking { id state resourceId }';

const feeds = jest.spyOn(LiveFeed.prototype, 'subscribe');

interface Credentials {
  /** `authorization` of the connection's parameters. */
  parameter?: string;
  /** Other parameters of the connection. */
  parameters?: Record<string, unknown>;
  /** The `Authorization` header. */
  header?: string;
  /** The `Origin` header, which browsers send. */
  origin?: string;
}

/** A socket whose operations are `graphql-ws`'s; it does not come back when it is closed. */
export function connect(server: string, { parameter, parameters, header, origin }: Credentials): Subscriber {
  const headers = { ...(header && { authorization: header }), ...(origin && { origin }) };
  return new Subscriber(server, parameter === undefined ? { ...parameters } : { authorization: parameter }, headers);
}

export class Subscriber {
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #client: Client;

  constructor(origin: string, parameters: Record<string, unknown>, headers: Record<string, string>) {
    const { promise, resolve } = Promise.withResolvers<{ code: number; reason: string }>();
    this.closed = promise;
    this.#client = createClient({
      url: `${origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocol: string) {
          super(url, protocol, { headers });
        }
      },
      connectionParams: parameters,
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => {},
      on: { closed: (event) => resolve(event as { code: number; reason: string }) },
    });
  }

  /** Subscribes to what `bookingChanged` gives with those arguments; it stands when this resolves. */
  async changes(args = '', fields = changeFields): Promise<Changes> {
    const stand = feeds.mock.results.length;
    const changes = this.watch(args, fields);
    await until(() => feeds.mock.results.length > stand || changes.error !== undefined);
    changes.feed = await (feeds.mock.results[stand]?.value as ReturnType<LiveFeed['subscribe']> | undefined);
    return changes;
  }

  /** The same of a server in another process, where nobody can see whether it stands yet. */
  watch(args = '', fields = changeFields): Changes {
    return this.follow('bookingChanged', args, fields);
  }

  /** Subscribes to any field. */
  follow(field: string, args: string, fields: string): Changes {
    return new Changes(this.#client, field, `subscription { ${field}${args && `(${args})`} { ${fields} } }`);
  }

  /** The first answer to any operation, or the errors in its place. */
  async ask(query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
    return new Promise((resolve) => {
      this.#client.subscribe(
        { query, variables },
        { next: resolve, error: (errors) => resolve({ errors }), complete: () => {} },
      );
    });
  }

  async end(): Promise<void> {
    await this.#client.dispose();
  }
}

/** The messages of one subscription, as they come. */
export class Changes {
  // The tests compare what is inside.
  // biome-ignore lint/suspicious/noExplicitAny: messages of every shape
  readonly messages: any[] = [];
  error: unknown;
  completed = false;
  /** What it reads on the server. */
  feed: AsyncIterator<unknown> | undefined;
  readonly unsubscribe: () => void;

  constructor(client: Client, field: string, query: string) {
    this.unsubscribe = client.subscribe(
      { query },
      {
        next: ({ data, errors }) => void this.messages.push(errors ? { errors } : data?.[field]),
        error: (error) => {
          this.error = error;
        },
        complete: () => {
          this.completed = true;
        },
      },
    );
  }

  /** The first `count` messages. */
  // biome-ignore lint/suspicious/noExplicitAny: messages of every shape
  async take(count: number): Promise<any[]> {
    await until(() => this.messages.length >= count);
    return this.messages.slice(0, count);
  }
}
