import type { IncomingMessage, Server } from 'node:http';
import {
  type DocumentNode,
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Context, SubscribePayload } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import { type ServerOptions, WebSocketServer } from 'ws';
import type { RequestContext, SubscriptionContext } from '../../domain/context.js';
import { domainErrorOf, formatError, isSystemError, requestError } from '../../graphql/errors.js';
import { limitRules, operationError, parseOptions } from '../../graphql/limits.js';
import { LiveChanges } from '../../graphql/live-changes.js';
import { type ReportOperation, reportOf } from '../../graphql/operation-report.js';
import type { LiveFeed } from '../../outbox/live-feed.js';
import { resolveCursor } from '../../outbox/log-reader.js';
import { trackWrites } from '../../platform/database/unavailable.js';
import type { ErrorCode } from '../../platform/errors.js';
import { credentialsOf } from '../credentials.js';
import { type AddressSettings, openScope, scopeOf } from '../request-scope.js';
import { isAllowedOrigin } from '../request-source.js';

export interface SocketOptions {
  server: Server;
  schema: GraphQLSchema;
  feed: LiveFeed;
  addresses: AddressSettings;
  /** Origins other than this server whose pages may open a socket. */
  allowedOrigins: readonly string[];
  /** Called for every connection and every operation. @throws RateLimitError */
  limitRate(request: IncomingMessage): Promise<void>;
  /** @throws DomainError UNAUTHENTICATED, SUSPENDED */
  authenticateKey(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Called for errors whose details the client does not see. */
  report(error: unknown, requestId: string): void;
  /** Called for every operation, for a subscription when it starts. */
  reportOperation: ReportOperation;
}

export interface SubscriptionServer {
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

const refusedOrigin = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

type Connection = Extra & { key?: string | undefined };

/** Serves GraphQL over WebSocket by the protocol `graphql-transport-ws`. A socket has one API key and one request id. */
export function serveSubscriptions(options: SocketOptions): SubscriptionServer {
  const { server, report, reportOperation } = options;
  const sockets = new WebSocketServer(socketOptions());
  // Not attached to the server: `ws` would then handle the errors of the server, too.
  server.on('upgrade', (request, socket, head) => {
    openScope(request, options.addresses);
    if (!isAllowedOrigin(request, options.allowedOrigins)) return void socket.end(refusedOrigin);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      sockets.emit('connection', accepted, request);
      // An invalid frame closes its socket. graphql-ws would also print it to the console.
      accepted.removeAllListeners('error').on('error', () => {});
    });
  });
  const formatErrors = (errors: readonly GraphQLError[], { request }: Connection): GraphQLFormattedError[] =>
    errors.map((error) => {
      if (isSystemError(error)) report(error.originalError ?? error, scopeOf(request).id);
      return formatError(error.toJSON(), error);
    });
  const open = new Set<Pick<Context, 'subscriptions'>>();
  const connections = useServer<Record<string, unknown>, { key?: string | undefined }>(
    {
      isProd: true,
      execute: (args) => trackWrites(() => execute(args)),
      onConnect: (context) => {
        const { connectionParams, extra } = context;
        open.add(context);
        extra.key = keyOf(connectionParams, extra.request.headers.authorization);
        return authenticateConnection(options, extra);
      },
      onSubscribe: async ({ extra, subscriptions }, _id, payload) => {
        if (Object.keys(subscriptions).length > maxOperationsPerSocket) {
          return [requestError('request', `More than ${maxOperationsPerSocket} operations on one socket`)];
        }
        return prepare(options, extra, payload);
      },
      onOperation: (_context, _id, _payload, args, result) => {
        if (!isPrepared(args)) return;
        const { contextValue, operation, startedAt } = args;
        reportOperation(reportOf(contextValue, operation, 'errors' in result ? result.errors : undefined, startedAt));
      },
      onClose: (context) => void open.delete(context),
      onError: ({ extra }, _id, _payload, errors) => formatErrors(errors, extra),
      onNext: ({ extra }, _id, _payload, _args, { errors, ...result }) => ({
        ...result,
        ...(errors && { errors: formatErrors(errors, extra) }),
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

/** `closeTimeout` is missing in the types. */
function socketOptions(): ServerOptions & { closeTimeout: number } {
  return { noServer: true, path, maxPayload: maxMessageBytes, closeTimeout };
}

/**
 * Returns the key of the connection parameters, with or without a scheme, else of the header of the upgrade request.
 * Clients write `authorization` or `Authorization`, and some put it inside `headers`, as for HTTP.
 */
function keyOf(parameters: Readonly<Record<string, unknown>> | undefined, header?: string): string | undefined {
  const { headers } = parameters ?? {};
  const parameter = authorizationIn(parameters) ?? authorizationIn(headers);
  return parameter === undefined ? credentialsOf(header) : (credentialsOf(parameter) ?? parameter.trim());
}

function authorizationIn(parameters: unknown): string | undefined {
  if (typeof parameters !== 'object' || parameters === null) return undefined;
  const found = Object.entries(parameters).find(([name]) => name.toLowerCase() === 'authorization');
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}

/** Closes a socket after its key was refused. */
function closeRefused(socket: Connection['socket'], code: ErrorCode): void {
  if (code === 'UNAUTHENTICATED') socket.close(unauthorized, 'Unauthorized');
  else socket.close(forbidden, 'Forbidden');
}

/** Checks the rate limit and the key of a connection. Closes the socket if one of them fails. */
async function authenticateConnection(
  { limitRate, authenticateKey, report }: SocketOptions,
  connection: Connection,
): Promise<boolean> {
  try {
    await limitRate(connection.request);
    await authenticateKey(connection.key, connection.request);
    return true;
  } catch (error) {
    const code = domainErrorOf(error)?.code;
    if (!code) report(error, scopeOf(connection.request).id);
    if (!code || code === 'RATE_LIMITED') connection.socket.close(tryLater, 'Try again later');
    else closeRefused(connection.socket, code);
    return false;
  }
}

/** The arguments of an operation, with what is reported when it was executed or subscribed. */
interface PreparedOperation extends ExecutionArgs {
  contextValue: SubscriptionContext;
  operation: OperationDefinitionNode;
  startedAt: number;
}

function isPrepared(args: ExecutionArgs): args is PreparedOperation {
  return 'startedAt' in args;
}

/** Authenticates and validates an operation. Returns the errors if it must not be executed. */
async function prepare(
  options: SocketOptions,
  connection: Connection,
  { query, operationName, variables }: SubscribePayload,
): Promise<PreparedOperation | readonly GraphQLError[]> {
  const startedAt = performance.now();
  const { schema } = options;
  const variableValues = variables ?? {};
  try {
    await options.limitRate(connection.request);
    const document = parseDocument(query);
    const invalid = validate(schema, document, [...specifiedRules, ...limitRules]);
    if (invalid.length > 0) return invalid.map((error) => requestError('validation', error.message, error));
    const operation = getOperationAST(document, operationName);
    if (!operation) return [requestError('operation', 'No such operation, or several without an operationName')];
    const problem = operationError(schema, document, operation, variableValues);
    if (problem) return [problem];
    const context = await options.authenticateKey(connection.key, connection.request);
    const contextValue = withChanges(options, connection, context);
    return { schema, document, variableValues, operationName, contextValue, operation, startedAt };
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    return [new GraphQLError('failed', { originalError: error instanceof Error ? error : new Error(String(error)) })];
  }
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, parseOptions);
  } catch (error) {
    throw error instanceof GraphQLError ? requestError('parse', error.message, error) : error;
  }
}

/**
 * Adds the changes for a subscription. Closes the socket if the client reads more slowly than changes arrive, and if the
 * key is no longer valid: it is authenticated again before each change, from the cache of accounts.
 */
function withChanges(
  { feed, authenticateKey, report }: SocketOptions,
  { socket, key, request: connected }: Connection,
  request: RequestContext,
): SubscriptionContext {
  const isAuthorised = async (): Promise<boolean> => {
    context.db.forget();
    try {
      Object.assign(context, await authenticateKey(key, connected));
    } catch (error) {
      const code = domainErrorOf(error)?.code;
      if (code) {
        closeRefused(socket, code);
        return false;
      }
      // An unavailable database does not invalidate the key.
      report(error, request.requestId);
    }
    return true;
  };
  const context: SubscriptionContext = {
    ...request,
    changes: async (isWanted, cursor) => {
      const after = cursor ? await resolveCursor(request.db, cursor) : undefined;
      const onOverflow = () => socket.close(tryLater, 'Reads too slowly');
      return new LiveChanges(await feed.subscribe(request.account.id, { after, onOverflow }), isWanted, isAuthorised);
    },
  };
  return context;
}
