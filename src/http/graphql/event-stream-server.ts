import { type Request, type RequestHandler, Router } from 'express';
import { execute, subscribe } from 'graphql';
import { MethodNotAllowedError } from '../../platform/errors.js';
import { scopeOf } from '../request-scope.js';
import { requestKeyOf } from '../session-cookie.js';
import { EventStream, type Results } from './event-stream.js';
import {
  isPrepared,
  type LiveOptions,
  type PreparedOperation,
  prepareOperation,
  reportStart,
} from './live-operation.js';
import { readOperationRequest } from './operation-request.js';

export interface EventStreamServer {
  /**
   * Mounted at `/graphql`. Executes the operations of requests to `/graphql/stream`, and of those to `/graphql` that prefer
   * `text/event-stream`. Passes on all others.
   */
  handler: RequestHandler;
  /** Returns the numbers of open streams and of those with a subscription. */
  count(): { streams: number; subscriptions: number };
  /** Ends every stream without completing its operation, so clients reconnect. */
  stop(): void;
}

/** The route in the log and the metrics. */
const route = '/graphql/stream';

/** A client that prefers none of them gets the first. */
const responseTypes = ['application/json', 'application/graphql-response+json', 'text/html', 'text/event-stream'];

/**
 * Serves GraphQL by Server-Sent Events, in the distinct connections mode of graphql-sse: one request executes one operation,
 * and the response is a stream of its results. The server of graphql-sse is not used, because it keeps the results that a
 * client has not read without a limit.
 */
export function createEventStreamServer(options: LiveOptions): EventStreamServer {
  const { places } = options;
  const open = new Set<EventStream>();
  const serve = async (...[request, response]: Parameters<RequestHandler>): Promise<void> => {
    scopeOf(request).route = route;
    if (request.method !== 'GET' && request.method !== 'POST') throw new MethodNotAllowedError(['GET', 'POST']);
    const key = requestKeyOf(request);
    const context = await options.authenticateKey(key, request);
    const released = [places.connectionFrom(request)];
    try {
      released.push(places.connectionOf(context));
      const operationRequest = await readOperationRequest(request);
      const stream = new EventStream(options, { key, request, response });
      const prepared = await prepareOperation(options, stream, context, operationRequest);
      if (!isPrepared(prepared)) return await stream.send([{ errors: prepared }]);
      const { operation } = prepared.operation;
      if (operation === 'mutation' && request.method === 'GET') throw new MethodNotAllowedError(['POST']);
      stream.isSubscription = operation === 'subscription';
      open.add(stream);
      released.push(() => void open.delete(stream));
      await stream.send(await run(options, prepared));
    } finally {
      for (const release of released) release();
    }
  };
  const handler = Router()
    .all('/stream', serve)
    .all('/', (request, response, next) => (prefersEvents(request) ? serve(request, response, next) : next()));
  return {
    handler,
    count: () => ({
      streams: open.size,
      subscriptions: [...open].filter(({ isSubscription }) => isSubscription).length,
    }),
    stop: () => {
      for (const stream of open) stream.stop();
    },
  };
}

function prefersEvents(request: Request): boolean {
  return request.accepts(responseTypes) === 'text/event-stream';
}

/** Executes a query or a mutation, or starts a subscription. */
async function run(options: LiveOptions, prepared: PreparedOperation): Promise<Results> {
  const isSubscription = prepared.operation.operation === 'subscription';
  const result = await (isSubscription ? subscribe(prepared) : execute(prepared));
  reportStart(options, prepared, result);
  return Symbol.asyncIterator in result ? result : [result];
}
