import type { IncomingHttpHeaders } from 'node:http';
import {
  ApolloServer,
  type ApolloServerPlugin,
  HeaderMap,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../domain/context.js';
import { isolateLiteralItems } from '../../graphql/bulk-items.js';
import { causeOf, domainErrorOf, formatError, isSystemError, requestError } from '../../graphql/errors.js';
import { boundDocument, checkOperation, limitRules, parseOptions } from '../../graphql/limits.js';
import { type OperationReport, operationSpan, type ReportOperation, reportOf } from '../../graphql/operation-report.js';
import { prepareMutation, type SentMutation } from '../../graphql/preparation.js';
import type { SentResponse } from '../../platform/database/idempotency-store.js';
import { isUnavailable } from '../../platform/database/unavailable.js';
import { type DomainError, RateLimitError } from '../../platform/errors.js';
import { isReadFromReplica, prefersReplica, replicaUseOf } from '../../platform/replica-use.js';
import { inSpan, tracerOfProcess } from '../../platform/tracing/tracer.js';
import { yieldIfLong } from '../../platform/yielding.js';
import { errorHeaders } from '../http-errors.js';
import { BodyError } from '../request-body.js';
import { type RequestScope, scopeOf } from '../request-scope.js';
import { executeOnce, keyedMutationOf, readJsonBody } from './operation-request.js';

export interface GraphqlOptions {
  schema: GraphQLSchema;
  /** @throws DomainError UNAUTHENTICATED, SUSPENDED */
  authenticate(request: Request): Promise<RequestContext>;
  /** Waits for the turn of the account, and returns a function that ends the request. @throws RateLimitError */
  beginRequest(accountId: number): Promise<() => void>;
  /** Called for errors whose details the client does not see. */
  report(error: unknown, requestId: string): void;
  /** Called for every operation that was executed or refused. */
  reportOperation: ReportOperation;
}

export interface GraphqlServer {
  handler: RequestHandler;
  /** Responds to errors of `handler` and of the handlers before it on the same path. */
  respondToError: ErrorRequestHandler;
  stop(): Promise<void>;
}

/** A GET needs one of these. A page of another origin cannot send them without a preflight request, which is refused. */
const preflightedHeaders = ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'];

const subscriptionsElsewhere =
  'Subscriptions need a WebSocket (graphql-transport-ws) or `Accept: text/event-stream` (graphql-sse) at this address';

/** Creates the GraphQL server over HTTP. */
export async function createGraphqlServer({
  schema,
  authenticate,
  beginRequest,
  report,
  reportOperation,
}: GraphqlOptions): Promise<GraphqlServer> {
  const server = new ApolloServer<RequestContext>({
    schema,
    parseOptions,
    validationRules: limitRules,
    introspection: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: { requestHeaders: preflightedHeaders },
    formatError,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      checkOperations(schema),
      reportErrors(report),
      reportOperations(reportOperation),
      answerUnavailable,
      answerOlderClients,
    ],
  });
  await server.start();
  const reportedError = (error: unknown, request: Request): ReturnType<typeof earlyError> => {
    const early = earlyError(error);
    if (isSystemError(early.shown)) report(error, scopeOf(request).id);
    return early;
  };
  const execute = async (request: Request, execution: Execution, context: () => Promise<RequestContext>) => {
    const httpGraphQLRequest = toHttpRequest(request);
    const response = await inSpan(unnamedOperation, () =>
      server.executeHTTPGraphQLRequest({
        httpGraphQLRequest,
        context: async () => {
          const contextValue = await context();
          executions.set(contextValue.db, execution);
          return contextValue;
        },
      }),
    );
    return toSentResponse(response);
  };
  const respond: RequestHandler = async (request, response) => {
    const execution: Execution = { scope: scopeOf(request), prefersReplica: prefersReplica(preferenceOf(request)) };
    const releases: (() => void)[] = [];
    const begin = async (): Promise<RequestContext> => {
      const context = await authenticate(request);
      releases.push(await beginRequest(context.account.id));
      return context;
    };
    const beginOrExplain = (): Promise<RequestContext> =>
      begin().catch((error) => {
        throw reportedError(error, request).shown;
      });
    try {
      const keyed = keyedMutationOf(request);
      const executeKeyed = async (mutation: SentMutation): Promise<SentResponse> => {
        const begun = await begin();
        await prepareMutation(schema, mutation, begun);
        return executeOnce(request, begun, async (context) => {
          const failures: unknown[] = [];
          const executed = await execute(request, { ...execution, failures }, async () => context);
          if (failures.length > 0) throw failures[0];
          return executed;
        });
      };
      const sent = keyed ? await executeKeyed(keyed) : await execute(request, execution, beginOrExplain);
      response.status(sent.status).set(sent.headers).send(sent.body);
    } finally {
      for (const release of releases) release();
    }
  };
  const respondToError: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, shown } = reportedError(error, request);
    response
      .status(status)
      .set(errorHeaders(error))
      .json({ errors: [formatError(shown.toJSON(), shown)] });
  };
  return {
    handler: express.Router().use(readJson, respond),
    respondToError,
    stop: () => server.stop(),
  };
}

/** The span of an operation that is not parsed yet. */
const unnamedOperation = () => ({ name: 'graphql' });

/** Names the span of an operation that was executed. */
function traceOperation(type: OperationReport['kind'], name: string | undefined): void {
  const span = tracerOfProcess()?.current();
  if (!span) return;
  const described = operationSpan(type, name);
  span.update(described.attributes ?? {}, described.name);
}

/** Parses a JSON body for Apollo Server, which refuses requests without one. */
const readJson: RequestHandler = async (request, _response, next) => {
  request.body = await readJsonBody(request);
  next();
};

function toHttpRequest({ method, headers, url, body }: Request): HTTPGraphQLRequest {
  const searchStart = url.indexOf('?');
  return {
    method,
    headers: toHeaderMap(headers),
    search: searchStart === -1 ? '' : url.slice(searchStart),
    body,
  };
}

/** Returns the parameter `prefer` of the URL. */
function preferenceOf({ url }: Request): string | null {
  const searchStart = url.indexOf('?');
  return searchStart === -1 ? null : new URLSearchParams(url.slice(searchStart)).get('prefer');
}

function toSentResponse({ status = 200, headers, body }: HTTPGraphQLResponse): SentResponse {
  // The schema has no directive for a response in parts.
  if (body.kind !== 'complete') throw new Error('the response is not complete');
  return { status, headers: Object.fromEntries(headers), body: body.string };
}

/** Checks the cost and the variables of an operation before it is executed. */
function checkOperations(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => ({
      validationDidStart: async (requestContext) => {
        const document = boundDocument(requestContext.document);
        Object.assign(requestContext, { document });
        isolateLiteralItems(schema, document);
      },
      didResolveOperation: async (requestContext) => {
        const { document, request, operation, contextValue } = requestContext;
        if (!operation) return;
        // Apollo would execute it as a query, and its resolver, which expects a change, would fail.
        if (operation.operation === 'subscription') throw requestError('request', subscriptionsElsewhere);
        const checked = await checkOperation(schema, document, operation, request.variables ?? {});
        if (checked instanceof GraphQLError) throw checked;
        Object.assign(requestContext, { document: checked.document });
        Object.assign(request, { variables: checked.variables });
        Object.assign(contextValue, { refusedVariables: checked.refusedVariables });
        const { db } = contextValue;
        if (db.hasReplica) {
          const use = replicaUseOf(schema, checked.document, operation);
          if (isReadFromReplica(use, executions.get(db)?.prefersReplica === true)) db.readFromReplica();
        }
        await yieldIfLong(checked.variables);
      },
    }),
  };
}

function reportErrors(report: GraphqlOptions['report']): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async ({ contextValue }) => ({
      didEncounterErrors: async ({ errors }) => {
        for (const error of errors) {
          if (!isSystemError(error)) continue;
          const failures = executions.get(contextValue.db)?.failures;
          if (failures) failures.push(causeOf(error));
          else report(error.originalError ?? error, contextValue.requestId);
        }
      },
    }),
  };
}

/** An operation that is being executed. */
interface Execution {
  /** Of the request, for the name of the operation in the log of requests. */
  scope: RequestScope;
  prefersReplica: boolean;
  /** Receives the errors of the server instead of the log, if the caller rolls the operation back. */
  failures?: unknown[];
}

/** By the database of their context, of which each execution has its own: Apollo Server copies the context itself. */
const executions = new WeakMap<RequestContext['db'], Execution>();

function reportOperations(report: ReportOperation): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async ({ contextValue }) => {
      const startedAt = performance.now();
      return {
        willSendResponse: async ({ operation, errors }) => {
          if (!operation) return;
          const reported = reportOf(contextValue, operation, errors, startedAt);
          traceOperation(operation.operation, reported.name);
          const execution = executions.get(contextValue.db);
          if (execution) {
            execution.scope.operation = reported.name;
            if (reported.refusedFor) execution.scope.refusedFor = reported.refusedFor;
          }
          report(reported);
        },
      };
    },
  };
}

/**
 * Responds with 503 if the database was unavailable and nothing was done, and with 429 if other requests of the account
 * had its connections. If there are data besides the error, another field succeeded, possibly a mutation, so the status
 * stays 200.
 */
const answerUnavailable: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response: { body, http } }) => {
      const isBusy = (error: unknown) => error instanceof RateLimitError && error.policy === 'account';
      const unavailable = errors.map(causeOf).find((error) => isUnavailable(error) || isBusy(error));
      const data = body.kind === 'single' ? body.singleResult.data : undefined;
      if (!unavailable || Object.values(data ?? {}).some((value) => value !== null)) return;
      http.status = isBusy(unavailable) ? 429 : 503;
      for (const [name, value] of Object.entries(errorHeaders(unavailable))) http.headers.set(name, value);
    },
  }),
};

/**
 * Uses status 200 for a well-formed request with an error such as an invalid document, if the client names
 * `application/json` and not the newer `application/graphql-response+json`. The specification of GraphQL over HTTP
 * recommends that for clients that take another status for an error of a proxy. All other clients get 400.
 */
const answerOlderClients: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ source, request, response: { http } }) => {
      const accept = request.http?.headers.get('accept') ?? '';
      const isOlder = accept.includes('application/json') && !accept.includes('application/graphql-response+json');
      if (isOlder && source !== undefined && http.status === 400) http.status = 200;
    },
  }),
};

function toHeaderMap(headers: IncomingHttpHeaders): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return map;
}

const statuses: Partial<Record<DomainError['code'], number>> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  SUSPENDED: 402,
  FORBIDDEN: 403,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MISDIRECTED: 421,
  RATE_LIMITED: 429,
};

/** Converts an error before execution: of authentication, of the rate limit or of the request. */
function earlyError(error: unknown): { status: number; shown: GraphQLError } {
  if (error instanceof BodyError) {
    return { status: error.status, shown: requestError('request', 'The body cannot be read') };
  }
  if (error instanceof GraphQLError) return { status: 400, shown: error };
  const domainError = domainErrorOf(error);
  const status = isUnavailable(error) ? 503 : ((domainError && statuses[domainError.code]) ?? 500);
  const originalError = error instanceof Error ? error : null;
  return {
    status,
    shown: new GraphQLError('not executed', {
      originalError,
      extensions: { http: { status, headers: toHeaderMap(errorHeaders(error)) } },
    }),
  };
}
