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
import { limitRules, operationProblem, parseOptions } from '../../graphql/limits.js';
import { LiveChanges } from '../../graphql/live-changes.js';
import { type ReportOperation, reportOf } from '../../graphql/operation-report.js';
import type { LiveFeed } from '../../outbox/live-feed.js';
import { resolveCursor } from '../../outbox/log-reader.js';
import { trackWrites } from '../../platform/database/unavailable.js';
import type { ErrorCode } from '../../platform/errors.js';
import { credentialsOf } from '../credentials.js';
import { requestIdOf } from '../request-id.js';

export interface SocketOptions {
  server: Server;
  schema: GraphQLSchema;
  feed: LiveFeed;
  /** Whether the page that asks for a socket may have one. */
  mayOpen(request: IncomingMessage): boolean;
  /** Counts a request. @throws DomainError RATE_LIMITED when its address has made too many */
  admit(request: IncomingMessage): Promise<void>;
  /** Who asks. @throws DomainError when that is nobody */
  authenticate(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Told of errors that the client is not shown. */
  report(error: unknown, requestId: string): void;
  /** Told of every operation: of a subscription when it has begun. */
  reportOperation: ReportOperation;
}

export interface SubscriptionServer {
  /** How many sockets are open, and subscriptions on them. */
  count(): { sockets: number; subscriptions: number };
  stop(): Promise<void>;
}

const path = '/graphql';
const longestMessage = 100_000;
const operationsPerSocket = 50;
/** For how long a key is not looked up again for a subscription that runs, in milliseconds. */
const keyTrustedFor = 10_000;
/** For how long a socket that is to be closed is waited for, in milliseconds. */
const closeTimeout = 3_000;

/** Why a socket is closed, beside the codes of the protocol: it may come back, but not at once (RFC 6455). */
const tryLater = 1013;
/** The key is wrong: clients give up. */
const unauthorized = 4401;
/** The account is suspended: clients come back later, as graphql-ws does for some 40 seconds. */
const forbidden = 4403;

const refusedOrigin = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

type Connection = Extra & { key?: string | undefined };

/** GraphQL over WebSocket, in the protocol `graphql-transport-ws`. The key is given on connection; a socket has one request id. */
export function serveSubscriptions(options: SocketOptions): SubscriptionServer {
  const { server, report, reportOperation } = options;
  const sockets = new WebSocketServer(socketOptions());
  // Not attached to the server, whose own errors are not for these to report.
  server.on('upgrade', (request, socket, head) => {
    if (!options.mayOpen(request)) return void socket.end(refusedOrigin);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      sockets.emit('connection', accepted, request);
      // A frame that breaks the rules closes its socket; that is no news for the console, where the library puts it.
      accepted.removeAllListeners('error').on('error', () => {});
    });
  });
  const shown = (errors: readonly GraphQLError[], { request }: Connection): GraphQLFormattedError[] =>
    errors.map((error) => {
      if (isSystemError(error)) report(error.originalError ?? error, requestIdOf(request));
      return formatError(error.toJSON(), error);
    });
  const running = new WeakMap<ExecutionArgs, (errors: readonly GraphQLError[] | undefined) => void>();
  const open = new Set<Pick<Context, 'subscriptions'>>();
  const connections = useServer<Record<string, unknown>, { key?: string | undefined }>(
    {
      isProd: true,
      execute: (args) => trackWrites(() => execute(args)),
      onConnect: (context) => {
        const { connectionParams, extra } = context;
        open.add(context);
        extra.key = keyOf(connectionParams, extra.request.headers.authorization);
        return mayConnect(options, extra);
      },
      onSubscribe: async ({ extra, subscriptions }, _id, payload) => {
        if (Object.keys(subscriptions).length > operationsPerSocket) {
          return [requestError('request', `More than ${operationsPerSocket} operations on one socket`)];
        }
        const begunAt = performance.now();
        const prepared = await prepare(options, extra, payload);
        if (!('args' in prepared)) return prepared;
        const { args, operation, context } = prepared;
        running.set(args, (errors) => reportOperation(reportOf(context, operation, errors, begunAt)));
        return args;
      },
      onOperation: (_context, _id, _payload, args, result) => {
        running.get(args)?.('errors' in result ? result.errors : undefined);
      },
      onClose: (context) => void open.delete(context),
      onError: ({ extra }, _id, _payload, errors) => shown(errors, extra),
      onNext: ({ extra }, _id, _payload, _args, { errors, ...result }) => ({
        ...result,
        ...(errors && { errors: shown(errors, extra) }),
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

/** The types do not know `closeTimeout` yet. */
function socketOptions(): ServerOptions & { closeTimeout: number } {
  return { noServer: true, path, maxPayload: longestMessage, closeTimeout };
}

/**
 * The key in the connection's parameters, with or without its scheme, else in the header of the upgrade. Clients write
 * `authorization` and `Authorization`, and some put it where they put headers for HTTP: inside `headers`.
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

/** Closes a socket whose key is not good. */
function closeRefused(socket: Connection['socket'], code: ErrorCode): void {
  if (code === 'UNAUTHENTICATED') socket.close(unauthorized, 'Unauthorized');
  else socket.close(forbidden, 'Forbidden');
}

/** Closes the socket unless it may connect. */
async function mayConnect({ admit, authenticate, report }: SocketOptions, connection: Connection): Promise<boolean> {
  try {
    await admit(connection.request);
    await authenticate(connection.key, connection.request);
    return true;
  } catch (error) {
    const code = domainErrorOf(error)?.code;
    if (!code) report(error, requestIdOf(connection.request));
    if (!code || code === 'RATE_LIMITED') connection.socket.close(tryLater, 'Try again later');
    else closeRefused(connection.socket, code);
    return false;
  }
}

interface Prepared {
  args: ExecutionArgs;
  operation: OperationDefinitionNode;
  context: RequestContext;
}

/** What is to be executed, or why nothing is. Each operation is authenticated anew. */
async function prepare(
  options: SocketOptions,
  connection: Connection,
  { query, operationName, variables }: SubscribePayload,
): Promise<Prepared | readonly GraphQLError[]> {
  const { schema } = options;
  const variableValues = variables ?? {};
  try {
    await options.admit(connection.request);
    const document = parseDocument(query);
    const invalid = validate(schema, document, [...specifiedRules, ...limitRules]);
    if (invalid.length > 0) return invalid.map((error) => requestError('validation', error.message, error));
    const operation = getOperationAST(document, operationName);
    if (!operation) return [requestError('operation', 'No such operation, or none named of several')];
    const problem = operationProblem(schema, document, operation, variableValues);
    if (problem) return [problem];
    const context = await options.authenticate(connection.key, connection.request);
    const contextValue = withChanges(options, connection, context);
    return { args: { schema, document, variableValues, operationName, contextValue }, operation, context };
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

/** A socket that reads more slowly than changes come in is closed, and one whose key is no longer good. */
function withChanges(
  { feed, authenticate, report }: SocketOptions,
  { socket, key, request: connected }: Connection,
  request: RequestContext,
): SubscriptionContext {
  const { clock } = request;
  let trustedUntil = clock.now().getTime() + keyTrustedFor;
  const mayGoOn = async (): Promise<boolean> => {
    context.db.forget();
    if (clock.now().getTime() < trustedUntil) return true;
    try {
      Object.assign(context, await authenticate(key, connected));
      trustedUntil = clock.now().getTime() + keyTrustedFor;
    } catch (error) {
      const code = domainErrorOf(error)?.code;
      if (code) {
        closeRefused(socket, code);
        return false;
      }
      report(error, request.requestId); // a database that does not answer says nothing of the key
    }
    return true;
  };
  const context: SubscriptionContext = {
    ...request,
    changes: async (isWanted, cursor) => {
      const after = cursor ? await resolveCursor(request.db, cursor) : undefined;
      const onOverflow = () => socket.close(tryLater, 'Reads too slowly');
      return new LiveChanges(await feed.subscribe(request.account.id, { after, onOverflow }), isWanted, mayGoOn);
    },
  };
  return context;
}
