import type { IncomingMessage } from 'node:http';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
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
import type { RequestContext, SubscriptionContext } from '../../domain/context.js';
import { withoutErased } from '../../domain/person-data/erased-changes.queries.js';
import { isolateLiteralItems } from '../../graphql/bulk-items.js';
import { domainErrorOf, formatError, isSystemError, requestError } from '../../graphql/errors.js';
import { boundDocument, checkOperation, limitRules, parseOptions } from '../../graphql/limits.js';
import { operationSpan, type ReportOperation, reportOf } from '../../graphql/operation-report.js';
import type { LiveFeed } from '../../outbox/live-feed.js';
import { InterruptedError, type LiveSubscription } from '../../outbox/live-subscription.js';
import { resolveCursor } from '../../outbox/log-reader.js';
import type { RecordedChange } from '../../outbox/recorded-change.js';
import type { NoticeListener } from '../../outbox/signal.js';
import type { DomainError } from '../../platform/errors.js';
import { isReadFromReplica, replicaUseOf } from '../../platform/replica-use.js';
import { inSpan } from '../../platform/tracing/tracer.js';
import { scopeOf } from '../request-scope.js';
import type { LiveLimiter } from './live-limits.js';

/** The dependencies of every transport of subscriptions. */
export interface LiveOptions {
  schema: GraphQLSchema;
  feed: LiveFeed;
  liveLimiter: LiveLimiter;
  /** @throws DomainError UNAUTHENTICATED, SUSPENDED */
  authenticateKey(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Does the same without counting a request. @throws DomainError */
  checkKey(key: string | undefined, request: IncomingMessage): Promise<RequestContext>;
  /** Waits for the turn of the account, and returns a function that ends the request. @throws RateLimitError */
  beginRequest(accountId: number): Promise<() => void>;
  /** Called for errors whose details the client does not see. */
  report(error: unknown, requestId: string): void;
  /** Called for every operation, for a subscription when it starts. */
  reportOperation: ReportOperation;
  /** Calls `listener` when an account, its keys or its users have changed, until the returned function is called. */
  onAccountChange(listener: NoticeListener): () => void;
  /** Whether accounts move between cells. */
  hasCells: boolean;
}

/** A connection over which a subscription runs. It has one API key and one request id. */
export interface LiveConnection {
  key: string | undefined;
  /** The request that opened the connection. */
  request: IncomingMessage;
  /** Closes the connection because its key is no longer valid, or its account is suspended. */
  closeRefused(error: DomainError): void;
  /** Closes the connection, so that the client resumes at its cursor: it reads too slowly, or changes were lost. */
  interrupt(reason: string): void;
}

/** A request for an operation, as clients send it. */
export interface OperationRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The arguments of an operation, with the values that are reported when it was executed or subscribed. */
export interface PreparedOperation extends ExecutionArgs {
  contextValue: SubscriptionContext;
  operation: OperationDefinitionNode;
  startedAt: number;
}

export function isPrepared(
  prepared: PreparedOperation | ExecutionArgs | readonly GraphQLError[],
): prepared is PreparedOperation {
  return 'startedAt' in prepared;
}

/** Validates an operation. Returns the errors if it must not be executed. */
export async function prepareOperation(
  options: LiveOptions,
  connection: LiveConnection,
  context: RequestContext,
  { query, operationName, variables }: OperationRequest,
): Promise<PreparedOperation | readonly GraphQLError[]> {
  const startedAt = performance.now();
  const { schema } = options;
  const document = parseDocument(query);
  if (document instanceof GraphQLError) return [document];
  isolateLiteralItems(schema, document);
  const invalid = validate(schema, document, [...specifiedRules, ...limitRules]);
  if (invalid.length > 0) return invalid.map((error) => requestError('validation', error.message, error));
  const operation = getOperationAST(document, operationName);
  if (!operation) return [requestError('operation', 'No such operation, or several without an operationName')];
  const checked = await checkOperation(schema, document, operation, variables ?? {});
  if (checked instanceof GraphQLError) return [checked];
  const { refusedVariables, variables: variableValues } = checked;
  const { db } = context;
  if (db.hasReplica && isReadFromReplica(replicaUseOf(schema, checked.document, operation), false)) {
    db.readFromReplica();
  }
  const contextValue = subscriptionContext(options, connection, { ...context, refusedVariables });
  return { schema, document: checked.document, variableValues, operationName, contextValue, operation, startedAt };
}

function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    return boundDocument(parse(query, parseOptions));
  } catch (error) {
    if (error instanceof GraphQLError) return requestError('parse', error.message, error);
    throw error;
  }
}

/** Executes a query or a mutation in the turn of its account. Returns the error if the quota of the account refuses it. */
export async function executeInTurn(
  { beginRequest }: LiveOptions,
  prepared: PreparedOperation,
): Promise<ExecutionResult> {
  try {
    const endRequest = await beginRequest(prepared.contextValue.account.id);
    try {
      return await execute(prepared);
    } finally {
      endRequest();
    }
  } catch (error) {
    return { errors: [earlyErrorOf(error)] };
  }
}

/** Wraps an error from before the execution. */
export function earlyErrorOf(error: unknown): GraphQLError {
  return new GraphQLError('failed', { originalError: error instanceof Error ? error : new Error(String(error)) });
}

/** Reports an operation that was executed, or a subscription that has started. */
export function reportStart(
  { reportOperation }: LiveOptions,
  { contextValue, operation, startedAt }: PreparedOperation,
  result: object,
): void {
  const errors = 'errors' in result && Array.isArray(result.errors) ? result.errors : undefined;
  reportOperation(reportOf(contextValue, operation, errors, startedAt));
}

/** Executes a query or a mutation in the turn of its account, as a step of the trace of its request. */
export function executeInTrace(options: LiveOptions, prepared: PreparedOperation): Promise<ExecutionResult> {
  const { operation, name } = prepared.operation;
  return inSpan(
    () => operationSpan(operation, name?.value),
    () => executeInTurn(options, prepared),
  );
}

/** Formats errors for the client, and reports those whose details it does not see. */
export function formatErrors(
  { report }: LiveOptions,
  { request }: LiveConnection,
  errors: readonly GraphQLError[],
): GraphQLFormattedError[] {
  return errors.map((error) => {
    if (isSystemError(error)) report(error.originalError ?? error, scopeOf(request).id);
    return formatError(error.toJSON(), error);
  });
}

/**
 * Adds the changes for a subscription. Closes the connection if the client reads more slowly than changes arrive, and if
 * the key is no longer valid: it is authenticated again before each change, from the cache of accounts.
 */
function subscriptionContext(
  { feed, liveLimiter, checkKey, report, onAccountChange, hasCells }: LiveOptions,
  connection: LiveConnection,
  request: RequestContext,
): SubscriptionContext {
  const isAuthorised = async (): Promise<boolean> => {
    context.db.forget();
    try {
      Object.assign(context, await checkKey(connection.key, connection.request));
    } catch (error) {
      const refusal = domainErrorOf(error);
      if (refusal) {
        connection.closeRefused(refusal);
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
      const release = liveLimiter.countSubscription(connection.request, request);
      const { id } = request.account;
      // An account that has moved has no more changes here, before which its key would be checked. A session also ends while
      // nothing changes: elsewhere, by its age or without use.
      const isSession = request.sessionId !== undefined;
      const unwatch =
        (hasCells || isSession) &&
        onAccountChange((changed) => {
          if (changed === id || changed === 'all') void isAuthorised();
        });
      const check = isSession ? setInterval(isAuthorised, sessionCheckInterval).unref() : undefined;
      const onEnd = (): void => {
        release();
        if (unwatch) unwatch();
        clearInterval(check);
      };
      try {
        const after = cursor ? await resolveCursor(request.db, cursor) : undefined;
        const onInterrupt = (reason: string) => connection.interrupt(reason);
        const source = await feed.subscribe(request.account.id, { after, onInterrupt });
        const show = async (change: RecordedChange) => (await withoutErased(context.db, [change]))[0] ?? change;
        return new LiveChanges(source, { isWanted, isAuthorised, show, onEnd });
      } catch (error) {
        onEnd();
        throw error;
      }
    },
  };
  return context;
}

/** In milliseconds. The subscriptions of a session end at most so long after its age or lack of use has ended it. */
const sessionCheckInterval = 30_000;

const done = { value: undefined, done: true } as const;

interface LiveChangesOptions {
  isWanted: (change: RecordedChange) => boolean;
  /** Called before each change. The stream ends if it returns false. */
  isAuthorised: () => Promise<boolean>;
  /** Returns the change as it may be sent. */
  show: (change: RecordedChange) => Promise<RecordedChange>;
  /** Called when the stream has ended, perhaps more than once. */
  onEnd: () => void;
}

/**
 * The source stream of a subscription: the changes of an account that match a filter. Not a generator, because
 * `return()` of a generator waits for its pending `next()`, so subscribers of a quiet account would never be released.
 */
class LiveChanges implements AsyncIterableIterator<RecordedChange> {
  readonly #source: LiveSubscription;
  readonly #options: LiveChangesOptions;

  constructor(source: LiveSubscription, options: LiveChangesOptions) {
    this.#source = source;
    this.#options = options;
  }

  async next(): Promise<IteratorResult<RecordedChange>> {
    const { isWanted, isAuthorised, show, onEnd } = this.#options;
    try {
      for (;;) {
        const result = await this.#source.next().catch(endIfInterrupted);
        if (result.done) return this.return();
        if (!isWanted(result.value)) continue;
        return (await isAuthorised()) ? { value: await show(result.value), done: false } : this.return();
      }
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<RecordedChange>> {
    this.#options.onEnd();
    await this.#source.return?.();
    return done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Ends the stream of an interrupted subscriber. `onInterrupt` has already closed its socket. */
function endIfInterrupted(error: unknown): typeof done {
  if (error instanceof InterruptedError) return done;
  throw error;
}
