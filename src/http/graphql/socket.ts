import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { type Context, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { type ServerOptions, WebSocketServer } from 'ws';
import { domainErrorOf, requestError } from '../../graphql/errors.js';
import { operationSpan } from '../../graphql/operation-report.js';
import { trackWrites } from '../../platform/database/unavailable.js';
import type { DomainError } from '../../platform/errors.js';
import type { Release } from '../../platform/fairness.js';
import { beginTrace, runWork } from '../../platform/tracing/tracer.js';
import { errorHeaders, unavailableHeaders } from '../http-errors.js';
import { credentialsOf, sessionKeyOf } from '../request-authentication.js';
import { hasRepeatedHost, type RequestScope, scopeOf } from '../request-scope.js';
import { isAllowedOrigin, isOwnPage } from '../request-source.js';
import {
  earlyErrorOf,
  executeInTurn,
  formatErrors,
  isPrepared,
  type LiveConnection,
  type LiveOptions,
  type PreparedOperation,
  prepareOperation,
  reportStart,
} from './live-operation.js';
import { SocketTransport, tryLater } from './socket-transport.js';

export interface SocketOptions extends LiveOptions {
  server: Server;
  /** Creates the scope of an upgrade request. */
  openScope(request: IncomingMessage): RequestScope;
  /** Returns the headers of every response to an upgrade request. */
  headersOf(request: IncomingMessage): Record<string, string>;
  /** Origins other than this server whose pages may open a socket. */
  allowedOrigins: readonly string[];
  /** Called for every upgrade request and every operation. @throws RateLimitError */
  limitRate(request: IncomingMessage): Promise<void>;
  /** Called for every message and every ping. @throws RateLimitError */
  limitMessages(request: IncomingMessage): Promise<void>;
}

export interface SocketServer {
  /** Returns the numbers of open sockets and of the subscriptions on them. */
  count(): { sockets: number; subscriptions: number };
  /** Closes all open sockets, whose clients reconnect to another process. */
  disconnect(): void;
  stop(): Promise<void>;
}

const path = '/graphql';
const maxMessageBytes = 100_000;
const maxOperationsPerSocket = 50;
/** In milliseconds. A socket that a client does not close in time is destroyed. */
const closeTimeout = 3_000;

/** Close code of a server that stops (RFC 6455). */
const goingAway = 1001;
/** Close code for an invalid key: clients do not reconnect. */
const unauthorized = 4401;
/** Close code for a suspended account: clients reconnect later, graphql-ws for about 40 seconds. */
const forbidden = 4403;

/** Close code if another cell has the account: clients reconnect, and a router sends them to that cell. */
const misdirected = 4421;

/** The data of graphql-ws about a socket. */
interface Extra {
  transport: SocketTransport;
  request: IncomingMessage;
  /** Set when the client has sent its connection parameters. */
  connection?: LiveConnection;
}

/** Serves GraphQL over WebSocket by the protocol `graphql-transport-ws`. A socket has one API key and one request id. */
export function serveSockets(options: SocketOptions): SocketServer {
  const { server, limitMessages, report } = options;
  const sockets = new WebSocketServer(socketOptions());
  const open = new Set<Pick<Context, 'subscriptions'>>();
  const connections = makeServer<Record<string, unknown>, Extra>({
    execute: (args) => trackWrites(() => (isPrepared(args) ? executeAsWork(options, args) : execute(args))),
    onConnect: (context) => {
      const { connectionParams, extra } = context;
      open.add(context);
      extra.connection = connectionOf(extra, keyOf(connectionParams, extra.request));
      return authenticateConnection(options, extra.connection, extra.transport);
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
  });
  sockets.on('headers', (lines, request) => {
    for (const [name, value] of Object.entries(options.headersOf(request))) lines.push(`${name}: ${value}`);
  });
  sockets.on('wsClientError', (_error, socket, request) => {
    socket.end(responseOf(400, { ...options.headersOf(request), ...acceptedVersions }));
  });
  // Not attached to the server: `ws` would then handle the errors of the server, too.
  server.on('upgrade', async (request, socket, head) => {
    // The client may leave while the request is counted.
    socket.on('error', () => {});
    const refusal = await refusalOf(request, socket, options);
    if (refusal) return void socket.end(refusal);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const transport = new SocketTransport(accepted, {
        request,
        limitMessages,
        report: (error) => report(error, scopeOf(request).id),
      });
      const closed = connections.opened(transport, { transport, request });
      accepted.once('close', (code, reason) => closed(code, String(reason)));
    });
  });
  const disconnect = (): void => {
    for (const client of sockets.clients) client.close(goingAway, 'Going away');
  };
  return {
    disconnect,
    count: () => {
      const subscriptions = [...open].flatMap((context) => Object.values(context.subscriptions));
      return {
        sockets: sockets.clients.size,
        subscriptions: subscriptions.filter((stream) => stream !== null).length,
      };
    },
    stop: async () => {
      disconnect();
      await new Promise((resolve) => sockets.close(resolve));
    },
  };
}

/** Executes an operation of a socket as a piece of work with a trace of its own: the socket may stay open for days. */
function executeAsWork(options: SocketOptions, prepared: PreparedOperation): Promise<ExecutionResult> {
  const { contextValue, operation } = prepared;
  const { requestId: id, account } = contextValue;
  const describe = () => ({ ...operationSpan(operation.operation, operation.name?.value), kind: 'server' as const });
  return runWork({ id, account: account.id }, () => beginTrace(describe, () => executeInTurn(options, prepared)));
}

/**
 * Opens the scope of an upgrade request, and counts the request and, until it is closed, its connection.
 * Returns the response if it is refused; like other requests, it is for hosts without a site.
 */
async function refusalOf(
  request: IncomingMessage,
  socket: Duplex,
  options: SocketOptions,
): Promise<string | undefined> {
  const { openScope, headersOf, allowedOrigins, liveLimiter, limitRate, report } = options;
  const { site } = openScope(request);
  const headers = headersOf(request);
  if (hasRepeatedHost(request)) return responseOf(400, headers);
  if (site !== undefined) return responseOf(404, headers);
  if (request.url?.split('?', 1)[0] !== path) return responseOf(400, headers);
  if (!isAllowedOrigin(request, allowedOrigins)) return responseOf(403, headers);
  try {
    holdUntilClosed(socket, liveLimiter.countConnectionFrom(request));
    await limitRate(request);
    return undefined;
  } catch (error) {
    if (domainErrorOf(error)) return responseOf(429, { ...headers, ...errorHeaders(error) });
    report(error, scopeOf(request).id);
    return responseOf(503, { ...headers, ...unavailableHeaders });
  }
}

/** Of the protocol, for clients with another one (RFC 6455). */
const acceptedVersions = { 'Sec-WebSocket-Version': '13, 8' };

/** Returns a response without a body, after which the connection is closed. */
function responseOf(status: number, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': '0' });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
}

/** Calls `release` when a connection is closed, which it may be already. */
function holdUntilClosed(socket: Duplex, release: Release): void {
  if (socket.closed) release();
  else socket.once('close', release);
}

/** `closeTimeout` is missing in the types. */
function socketOptions(): ServerOptions & { closeTimeout: number } {
  return {
    ...{ noServer: true, path, maxPayload: maxMessageBytes, closeTimeout, handleProtocols },
    // `SocketTransport` answers pings.
    autoPong: false,
  };
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

function connectionOf({ transport, request }: Extra, key: string | undefined): LiveConnection {
  return {
    key,
    request,
    closeRefused: (error) => closeRefused(transport, error),
    interrupt: (reason) => transport.interrupt(reason),
  };
}

/** @throws Error before `onConnect`; graphql-ws lets no operation through then */
function connectionIn({ connection }: Extra): LiveConnection {
  if (!connection) throw new Error('the socket has no connection yet');
  return connection;
}

/** Closes a socket after its key was refused. */
function closeRefused(transport: SocketTransport, { code }: DomainError): void {
  if (code === 'UNAUTHENTICATED') transport.close(unauthorized, 'Unauthorized');
  else if (code === 'MISDIRECTED') transport.close(misdirected, 'Misdirected');
  else transport.close(forbidden, 'Forbidden');
}

/** Checks the key of a connection and counts the connection for it. Closes the socket if one of them fails. */
async function authenticateConnection(
  { liveLimiter, checkKey, report }: SocketOptions,
  { key, request }: LiveConnection,
  transport: SocketTransport,
): Promise<boolean> {
  try {
    holdUntilClosed(request.socket, liveLimiter.countConnectionOf(await checkKey(key, request)));
    transport.acknowledge();
    return true;
  } catch (error) {
    const refusal = domainErrorOf(error);
    if (!refusal) report(error, scopeOf(request).id);
    if (!refusal) transport.close(tryLater, 'Try again later');
    else if (refusal.code === 'RATE_LIMITED') transport.close(tryLater, refusal.message);
    else closeRefused(transport, refusal);
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
    const refusal = domainErrorOf(error);
    // As an error of the operation, it would be final for the client.
    if (refusal?.code === 'MISDIRECTED') connection.closeRefused(refusal);
    return [earlyErrorOf(error)];
  }
}
