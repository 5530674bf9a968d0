import type { ErrorRequestHandler, RequestHandler } from 'express';
import { bookingSchema } from '../../graphql/schema.js';
import { LiveFeed, type LiveFeedOptions } from '../../outbox/live-feed.js';
import type { NoticeListener } from '../../outbox/signal.js';
import { createEventStreamServer } from './event-stream.js';
import { explorerRouter } from './explorer.router.js';
import { LiveLimiter } from './live-limits.js';
import type { GraphqlOptions, GraphqlServer } from './server.js';
import { type SocketOptions, serveSockets } from './socket.js';

interface ServiceOptions
  extends LiveFeedOptions,
    Pick<GraphqlOptions, 'authenticate'>,
    Omit<SocketOptions, 'schema' | 'feed' | 'liveLimiter' | 'onAccountChange' | 'hasCells'> {}

export interface GraphqlService {
  /** The page at `/graphql`. Passes on all other requests. */
  explorer: RequestHandler;
  /** Mounted at `/graphql`, in this order. */
  handlers: (RequestHandler | ErrorRequestHandler)[];
  /** Return the numbers of connections and subscriptions. */
  counts: (() => Record<string, number>)[];
  /** Ends the streams and sockets, whose clients reconnect to another process. */
  disconnectLive(): void;
  /** Does so, and accepts no more. */
  stopLive(): Promise<void>;
  /** Call it when no request is left. */
  stop(): Promise<void>;
}

/** Serves GraphQL over HTTP, WebSocket and Server-Sent Events. */
export function serveGraphql(options: ServiceOptions): GraphqlService {
  const schema = bookingSchema();
  const feed = new LiveFeed(options);
  const { database, signal } = options;
  const live = {
    ...{ ...options, schema, feed, liveLimiter: new LiveLimiter() },
    onAccountChange: (listener: NoticeListener) => signal.on('account', listener),
    hasCells: database.cell !== undefined,
  };
  const http = createLazyGraphqlServer(live);
  const streams = createEventStreamServer(live);
  const sockets = serveSockets(live);
  return {
    explorer: explorerRouter(),
    handlers: [streams.handler, http.handler, http.respondToError],
    counts: [sockets.count, streams.count],
    disconnectLive: () => {
      streams.stop();
      sockets.disconnect();
    },
    stopLive: async () => {
      streams.stop();
      await sockets.stop();
      await feed.stop();
    },
    stop: http.stop,
  };
}

/**
 * Creates a GraphQL server over HTTP that loads Apollo Server at the first request. Its 200 modules would delay the start,
 * and REST and subscriptions do not use them. The start checks the schema without it, by validating our own operations.
 */
function createLazyGraphqlServer(options: GraphqlOptions): GraphqlServer {
  let loaded: Promise<GraphqlServer> | undefined;
  const load = (): Promise<GraphqlServer> => {
    loaded ??= import('./server.js').then(({ createGraphqlServer }) => createGraphqlServer(options));
    return loaded;
  };
  return {
    handler: async (request, response, next) => {
      const { handler } = await load();
      await handler(request, response, next);
    },
    respondToError: async (error, request, response, next) => {
      const { respondToError } = await load();
      respondToError(error, request, response, next);
    },
    stop: async () => (await loaded)?.stop(),
  };
}
