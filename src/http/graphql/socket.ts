import type { IncomingMessage, Server } from 'node:http';
import { type ExecutionArgs, execute, type GraphQLError } from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { type ServerOptions, WebSocketServer } from 'ws';
import { domainErrorOf, requestError } from '../../graphql/errors.js';
import { trackWrites } from '../../platform/database/unavailable.js';
import type { DomainError } from '../../platform/errors.js';
import { credentialsOf } from '../credentials.js';
import { type RequestScope, scopeOf } from '../request-scope.js';
import { hasRepeatedHost, isAllowedOrigin, isOwnPage } from '../request-source.js';
import { sessionKeyOf } from '../session-cookie.js';
import {
  earlyErrorOf,
  formatErrors,
  isPrepared,
  type LiveConnection,
  type LiveOptions,
  prepareOperation,
  reportStart,
} from './live-operation.js';

export interface SocketOptions extends LiveOptions {
  server: Server;
  /** Creates the scope of an upgrade request. */
  openScope(request: IncomingMessage): RequestScope;
  /** Origins other than this server whose pages may open a socket. */
  allowedOrigins: readonly string[];
  /** Called for every connection and every operation. @throws RateLimitError */
  limitRate(request: IncomingMessage): Promise<void>;
}

export interface SocketServer {
  /** Returns the numbers of open sockets and of the subscriptions on them. */
  count(): { sockets: number; subscriptions: number };
  stop(): Promise<void>;
}

const path = '/graphql';
const maxMessageBytes = 100_000;
const maxOperationsPerSocket = 50;
/** In milliseconds. A socket that a client does not close in time is destroyed. */
const closeTimeout = 3_000;

/** Close code: the client may reconnect, but not at once (RFC 6455). */
const tryLater = 1013;
/** Close code for an invalid key: clients do not reconnect. */
const unauthorized = 4401;
/** Close code for a suspended account: clients reconnect later, graphql-ws for about 40 seconds. */
const forbidden = 4403;

/** Added to the data of graphql-ws about a socket when the client has sent its connection parameters. */
type Connected = { connection?: LiveConnection };

/** Serves GraphQL over WebSocket by the protocol `graphql-transport-ws`. A socket has one API key and one request id. */
export function serveSockets(options: SocketOptions): SocketServer {
  const { server } = options;
  const sockets = new WebSocketServer(socketOptions());
  // Not attached to the server: `ws` would then handle the errors of the server, too.
  server.on('upgrade', (request, socket, head) => {
    const refused = refusalOf(request, options);
    if (refused) return void socket.end(`HTTP/1.1 ${refused}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      sockets.emit('connection', accepted, request);
      // An invalid frame closes its socket. graphql-ws would also print it to the console.
      accepted.removeAllListeners('error').on('error', () => {});
    });
  });
  const open = new Set<Pick<Context, 'subscriptions'>>();
  const connections = useServer<Record<string, unknown>, Connected>(
    {
      isProd: true,
      execute: (args) => trackWrites(() => execute(args)),
      onConnect: (context) => {
        const { connectionParams, extra } = context;
        open.add(context);
        extra.connection = connectionOf(extra, keyOf(connectionParams, extra.request));
        return authenticateConnection(options, extra.connection, extra.socket);
      },
      onSubscribe: async ({ extra, subscriptions }, _id, payload) => {
        if (Object.keys(subscriptions).length > maxOperationsPerSocket) {
          return [requestError('request', `More than ${maxOperationsPerSocket} operations on one socket`)];
        }
        return prepare(options, connectionIn(extra), payload);
      },
      onOperation: (_context, _id, _payload, args, result) => {
        if (isPrepared(args)) reportStart(options, args, result);
      },
      onClose: (context) => void open.delete(context),
      onError: ({ extra }, _id, _payload, errors) => formatErrors(options, connectionIn(extra), errors),
      onNext: ({ extra }, _id, _payload, _args, { errors, ...result }) => ({
        ...result,
        ...(errors && { errors: formatErrors(options, connectionIn(extra), errors) }),
      }),
    },
    sockets,
  );
  return {
    count: () => {
      const subscriptions = [...open].flatMap((context) => Object.values(context.subscriptions));
      return {
        sockets: sockets.clients.size,
        subscriptions: subscriptions.filter((stream) => stream !== null).length,
      };
    },
    stop: async () => connections.dispose(),
  };
}

/** Opens the scope of an upgrade request. Returns the status if it is refused; like other requests, it is for hosts without a site. */
function refusalOf(request: IncomingMessage, { openScope, allowedOrigins }: SocketOptions): string | undefined {
  const { site } = openScope(request);
  if (hasRepeatedHost(request)) return '400 Bad Request';
  if (site !== undefined) return '404 Not Found';
  return isAllowedOrigin(request, allowedOrigins) ? undefined : '403 Forbidden';
}

/** `closeTimeout` is missing in the types. */
function socketOptions(): ServerOptions & { closeTimeout: number } {
  return { noServer: true, path, maxPayload: maxMessageBytes, closeTimeout };
}

/**
 * Returns the key of the connection parameters, with or without a scheme, else of the header of the upgrade request, else
 * of the session cookie if a page of this server opened the socket. Clients write `authorization` or `Authorization`, and
 * some put it inside `headers`, as for HTTP.
 */
function keyOf(
  parameters: Readonly<Record<string, unknown>> | undefined,
  request: IncomingMessage,
): string | undefined {
  const { headers } = parameters ?? {};
  const parameter = authorizationIn(parameters) ?? authorizationIn(headers);
  if (parameter !== undefined) return credentialsOf(parameter) ?? parameter.trim();
  const { authorization } = request.headers;
  if (authorization !== undefined) return credentialsOf(authorization);
  return isOwnPage(request) ? sessionKeyOf(request) : undefined;
}

function authorizationIn(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const found = Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization');
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}

function connectionOf({ request, socket }: Extra, key: string | undefined): LiveConnection {
  return {
    key,
    request,
    closeRefused: (error) => closeRefused(socket, error),
    closeSlow: () => socket.close(tryLater, 'Reads too slowly'),
  };
}

/** @throws Error before `onConnect`; graphql-ws lets no operation through then */
function connectionIn({ connection }: Connected): LiveConnection {
  if (!connection) throw new Error('the socket has no connection yet');
  return connection;
}

/** Closes a socket after its key was refused. */
function closeRefused(socket: Extra['socket'], { code }: DomainError): void {
  if (code === 'UNAUTHENTICATED') socket.close(unauthorized, 'Unauthorized');
  else socket.close(forbidden, 'Forbidden');
}

/** Checks the rate limit and the key of a connection. Closes the socket if one of them fails. */
async function authenticateConnection(
  { limitRate, checkKey, report }: SocketOptions,
  { key, request }: LiveConnection,
  socket: Extra['socket'],
): Promise<boolean> {
  try {
    await limitRate(request);
    await checkKey(key, request);
    return true;
  } catch (error) {
    const refusal = domainErrorOf(error);
    if (!refusal) report(error, scopeOf(request).id);
    if (!refusal || refusal.code === 'RATE_LIMITED') socket.close(tryLater, 'Try again later');
    else closeRefused(socket, refusal);
    return false;
  }
}

/** Counts, authenticates and validates an operation. Returns the errors if it must not be executed. */
async function prepare(
  options: SocketOptions,
  connection: LiveConnection,
  payload: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  try {
    await options.limitRate(connection.request);
    const context = await options.authenticateKey(connection.key, connection.request);
    return await prepareOperation(options, connection, context, payload);
  } catch (error) {
    return [earlyErrorOf(error)];
  }
}
