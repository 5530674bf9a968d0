import { ApolloServer, type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../domain/context.js';
import { causeOf, domainErrorOf, formatError, isSystemError, requestError } from '../../graphql/errors.js';
import { limitRules, operationProblem, parseOptions } from '../../graphql/limits.js';
import { type ReportOperation, reportOf } from '../../graphql/operation-report.js';
import { isUnavailable } from '../../platform/database/unavailable.js';
import type { DomainError } from '../../platform/errors.js';
import { errorHeaders } from '../error-headers.js';
import { BodyError, decodeText, parseJson, readBody } from '../request-body.js';
import { scopeOf } from '../request-scope.js';

export interface GraphqlOptions {
  schema: GraphQLSchema;
  /** Who asks. @throws DomainError when that is nobody */
  authenticate(request: Request): Promise<RequestContext>;
  /** Told of errors that the client is not shown. */
  report(error: unknown, requestId: string): void;
  /** Told of every operation that was executed or refused. */
  reportOperation: ReportOperation;
}

export interface GraphqlServer {
  handler: RequestHandler;
  /** Answers errors of `handler`, and of the handlers before it on the same path. */
  respondToError: ErrorRequestHandler;
  stop(): Promise<void>;
}

/** In megabytes. */
const largestBody = 1;

const subscriptionsElsewhere = 'Subscriptions need a WebSocket: connect to this address by graphql-transport-ws';

/** GraphQL over HTTP. */
export async function createGraphqlServer({
  schema,
  authenticate,
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
    formatError,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      checkOperation(schema),
      reportErrors(report),
      reportOperations(reportOperation),
      answerUnavailable,
    ],
  });
  await server.start();
  const early = (error: unknown, request: Request): ReturnType<typeof earlyError> => {
    const found = earlyError(error);
    if (isSystemError(found.shown)) report(error, scopeOf(request).id);
    return found;
  };
  const context = async ({ req }: { req: Request }): Promise<RequestContext> => {
    try {
      return await authenticate(req);
    } catch (error) {
      throw early(error, req).shown;
    }
  };
  const respondToError: ErrorRequestHandler = (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, shown } = early(error, request);
    response
      .status(status)
      .set(errorHeaders(error))
      .json({ errors: [formatError(shown.toJSON(), shown)] });
  };
  return {
    handler: express.Router().use(readJson, expressMiddleware(server, { context })),
    respondToError,
    stop: () => server.stop(),
  };
}

/** Reads a JSON body for Apollo Server, which refuses requests without one. */
const readJson: RequestHandler = async (request, _response, next) => {
  if (request.is('application/json')) {
    const type = request.get('content-type');
    const text = decodeText(type, await readBody(request, largestBody));
    request.body = text === '' ? undefined : parseJson(text);
  } else request.body = undefined;
  next();
};

/** Checks for which Apollo Server has no rule of its own: what the operation costs, and how its variables fit. */
function checkOperation(schema: GraphQLSchema): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, request, operation }) => {
        if (!operation) return;
        // Executed as a query, it would fail in its resolver, which expects a change.
        if (operation.operation === 'subscription') throw requestError('request', subscriptionsElsewhere);
        const problem = operationProblem(schema, document, operation, request.variables ?? {});
        if (problem) throw problem;
      },
    }),
  };
}

function reportErrors(report: GraphqlOptions['report']): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async ({ contextValue }) => ({
      didEncounterErrors: async ({ errors }) => {
        for (const error of errors)
          if (isSystemError(error)) report(error.originalError ?? error, contextValue.requestId);
      },
    }),
  };
}

function reportOperations(report: ReportOperation): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async ({ contextValue }) => {
      const begunAt = performance.now();
      return {
        willSendResponse: async ({ operation, errors }) => {
          if (operation) report(reportOf(contextValue, operation, errors, begunAt));
        },
      };
    },
  };
}

/**
 * Answers 503 if the database was away and nothing was done. Data beside the error are of another field that succeeded,
 * which may be a mutation.
 */
const answerUnavailable: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response: { body, http } }) => {
      const unavailable = errors.map(causeOf).find(isUnavailable);
      const data = body.kind === 'single' ? body.singleResult.data : undefined;
      if (!unavailable || Object.values(data ?? {}).some((value) => value !== null)) return;
      http.status = 503;
      for (const [name, value] of headerMap(unavailable)) http.headers.set(name, value);
    },
  }),
};

function headerMap(error: unknown): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(errorHeaders(error))) headers.set(name, value);
  return headers;
}

const statuses: Partial<Record<DomainError['code'], number>> = {
  UNAUTHENTICATED: 401,
  SUSPENDED: 402,
  RATE_LIMITED: 429,
};

/** An error from before the operation is known: nobody who may ask, too often, or nothing that can be read. */
function earlyError(error: unknown): { status: number; shown: GraphQLError } {
  if (error instanceof BodyError) {
    return { status: error.status, shown: requestError('request', 'The body cannot be read') };
  }
  const domainError = domainErrorOf(error);
  const status = isUnavailable(error) ? 503 : ((domainError && statuses[domainError.code]) ?? 500);
  const originalError = error instanceof Error ? error : null;
  return {
    status,
    shown: new GraphQLError('not executed', {
      originalError,
      extensions: { http: { status, headers: headerMap(error) } },
    }),
  };
}
