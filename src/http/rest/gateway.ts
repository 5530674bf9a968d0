import { hash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { causeOf } from '../../graphql/errors.js';
import type { Operation, RequestContext } from '../../graphql/operations.js';
import { parseIdempotencyKey } from '../../platform/database/idempotency-store.js';
import { type DomainError, invalid, MethodNotAllowedError, notFound } from '../../platform/errors.js';
import { FairQueue } from '../../platform/fairness.js';
import { isReadFromReplica, prefersReplica } from '../../platform/replica-use.js';
import { type KeyedRequest, respondOnce } from '../idempotency.js';
import type { BodyLimits } from '../request-body.js';
import { scopeOf } from '../request-scope.js';
import { basicAuthentication, type Deprecation, deprecationHeaders, deprecationsIn, isBasic } from './deprecations.js';
import {
  type ExportFormat,
  exportTypes,
  type FileFormat,
  fileTypes,
  isExportFormat,
  isFileFormat,
} from './export/formats.js';
import { acceptedFormat, sendExport } from './export/send-export.js';
import { sendFile } from './export/send-file.js';
import { readRequest } from './request.js';
import {
  type Call,
  errorResponse,
  execute,
  notModifiedIfKnown,
  prepare,
  type ReportError,
  type RestResponse,
  readValues,
  requireMatch,
  respondToError,
  sendAnswer,
} from './response.js';
import type { Route } from './route.js';
import { splitExtension } from './router.js';
import { withFields } from './selected-fields.js';
import { type PreparedRoute, prepareRoutes } from './table.js';

export interface GatewayOptions {
  /** The prefix of all paths, for logs and metrics. */
  at: string;
  routes: readonly Route[];
  operations: ReadonlyMap<string, Operation>;
  /** Whether a request must have a `User-Agent` (spec, Authentication). */
  requiresUserAgent: boolean;
  /** The limits of the bodies of authenticated requests. */
  bodyLimits: BodyLimits;
  /** @throws DomainError UNAUTHENTICATED, SUSPENDED, NOT_FOUND */
  authenticate(request: Request): Promise<RequestContext>;
  /** Waits for the turn of the account, and returns a function that ends the request. @throws RateLimitError */
  beginRequest(accountId: number): Promise<() => void>;
  /** Notes that a list was exported to a file. */
  onExport?(context: RequestContext, exported: { list: string; format: string }): Promise<void>;
  report: ReportError;
}

/**
 * Creates the handler of a REST API. Each request executes one GraphQL operation in this process.
 *
 * @throws Error that lists every invalid route
 */
export function createGateway(options: GatewayOptions): RequestHandler {
  const router = prepareRoutes(options.routes, options.operations);
  return async (request, response) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const { path, format: named } = splitExtension(request.path);
    const listed = named && method === 'GET' ? router.find(method, path) : undefined;
    const match = listed && named && hasFormat(listed.entry, named) ? listed : router.find(method, request.path);
    const route = match?.entry;
    const scope = scopeOf(request);
    scope.route = `${options.at}${route?.path ?? ''}`;
    scope.operation = route?.operation.name;
    scope.pathParameters = match?.parameters;
    let deprecated: Record<string, string> = {};
    try {
      if (options.requiresUserAgent && !request.get('user-agent')?.trim()) {
        throw invalid({ userAgent: ["can't be blank"] });
      }
      const context = await options.authenticate(request);
      if (!match || !route) throw unmatched(router.methodsOf(request.path));
      const call: Call = {
        route,
        pathParameters: match.parameters,
        sent: await readRequest(request, options.bodyLimits),
        urlOfPage: (page) => scope.urlWith('page', String(page)),
      };
      deprecated = deprecationHeaders(deprecationsOf(request, call), scope.address);
      response.set(deprecated);
      const { id } = context.account;
      const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
        const endRequest = await options.beginRequest(id);
        const endList = isLong(route) ? await longLists.enter(id) : undefined;
        return work().finally(() => {
          endList?.();
          endRequest();
        });
      };
      const format = requestedFormat(request, route, listed === match ? named : undefined);
      const file = format && isFileFormat(format) ? route.files[format] : undefined;
      if (format && isFileFormat(format) && file) {
        await sendFile(response, call, context, format, file, inTurn);
        return;
      }
      if (format && isExportFormat(format)) {
        const onExport = (list: string) => options.onExport?.(context, { list, format }) ?? Promise.resolve();
        await sendExport(request, response, call, context, format, inTurn, onExport);
        return;
      }
      await inTurn(async () => {
        const answer = await (route.method === 'GET' ? read : write)(request, call, context);
        sendAnswer(request, response, withLinks(answer, deprecated['Link']));
      });
    } catch (error) {
      if (response.headersSent) {
        options.report(error, scope.id);
        response.destroy();
        return;
      }
      respondToError(request, response, causeOf(error), options.report, route?.renamed);
    }
  };
}

function hasFormat({ exports, files }: PreparedRoute, format: ExportFormat | FileFormat): boolean {
  return isExportFormat(format) ? exports !== undefined : files[format] !== undefined;
}

/** Returns the format of a file that the path names, or that `Accept` prefers to JSON. */
function requestedFormat(
  request: Request,
  { exports, files }: PreparedRoute,
  named: ExportFormat | FileFormat | undefined,
): ExportFormat | FileFormat | undefined {
  if (named) return named;
  if (exports) return acceptedFormat(request, exportTypes);
  return Object.keys(files).length > 0 ? acceptedFormat(request, fileTypes) : undefined;
}

function deprecationsOf({ headers: { authorization } }: Request, { route, sent }: Call): Deprecation[] {
  const used = deprecationsIn(route.deprecated, sent.body);
  return isBasic(authorization) ? [...used, basicAuthentication] : used;
}

/** Adds links to those of a page. */
function withLinks(answer: RestResponse, links: string | undefined): RestResponse {
  const { Link: ofPage } = answer.headers;
  if (links === undefined || ofPage === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, Link: `${ofPage}, ${links}` } };
}

/**
 * Limits the long lists that are read at the same time. With 16 pages of 750 bookings at once, each took 14.5 ms of CPU
 * time; with two at a time it took 9.8 ms, as alone, because fewer rows and bodies are in memory. A list waits before
 * it is read: V8 moves the objects of a list that waits for the database to the old generation, which keeps them, and
 * the body, until the next full garbage collection. A list that is read for more than 100 ms no longer counts. Accounts
 * take turns.
 */
const longLists = new FairQueue({ permits: 2, longest: 100 });

/** The length of a page up to which a list is not long. A list without pages, such as that of slots, is always long. */
const fewRecords = 100;

function isLong({ response }: PreparedRoute): boolean {
  return response.kind === 'list' && (response.pageSize ?? Number.POSITIVE_INFINITY) > fewRecords;
}

function unmatched(methods: readonly string[]): DomainError {
  return methods.length > 0 ? new MethodNotAllowedError(methods) : notFound();
}

async function read(request: Request, call: Call, context: RequestContext): Promise<RestResponse> {
  const { replicaUse } = call.route.operation;
  const isPreferred = replicaUse === 'preferred' && prefersReplica(call.sent.query['prefer']);
  if (isReadFromReplica(replicaUse, isPreferred)) context.db.readFromReplica();
  return notModifiedIfKnown(await execute(withSelectedFields(call), context), request.get('if-none-match'));
}

/** @throws DomainError INVALID on `fields` */
function withSelectedFields(call: Call): Call {
  const { fields } = call.sent.query;
  if (fields === undefined || fields === '') return call;
  const { operation, response } = call.route;
  return { ...call, route: { ...call.route, operation: withFields(operation, response, fields) } };
}

function write(request: Request, call: Call, context: RequestContext): Promise<RestResponse> {
  const conditions = { idempotencyKey: request.get('idempotency-key'), ifMatch: request.get('if-match') };
  return executeWrite(call, context, conditions);
}

/** The headers of a request on which its execution depends. */
export interface WriteConditions {
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
}

/**
 * Executes a change. With `If-Match` or an idempotency key, the check, the change and the stored response are one
 * transaction. A domain error does not roll it back: writes before the error, such as the count of wrong codes, are
 * committed.
 *
 * @throws DomainError, or any error of a resolver
 */
export async function executeWrite(
  call: Call,
  context: RequestContext,
  { idempotencyKey, ifMatch }: WriteConditions,
): Promise<RestResponse> {
  const key = idempotencyKey === undefined ? undefined : parseIdempotencyKey(idempotencyKey);
  if (key === undefined && ifMatch === undefined) return execute(call, context);
  await authorise(call, context);
  await prepare(call, context);
  return context.db.atomically(async (db, tx) => {
    const within = { ...context, db };
    const response = async (): Promise<RestResponse> => {
      try {
        if (ifMatch !== undefined) await requireMatch(call, ifMatch, within, tx);
        return await execute(call, within);
      } catch (error) {
        return errorResponse(call, error);
      }
    };
    return key === undefined ? response() : respondOnce(keyedRequest(call, key), context, tx, response);
  });
}

/**
 * Checked before a stored response is returned, because the role may have changed. So a 403 is never stored.
 *
 * @throws DomainError INVALID for values that are refused whoever sends them, as without the header; FORBIDDEN
 */
async function authorise(call: Call, context: RequestContext): Promise<void> {
  try {
    call.route.operation.authorise(context);
  } catch (error) {
    await readValues(call, context);
    throw error;
  }
}

function keyedRequest({ route, pathParameters, sent }: Call, key: string): KeyedRequest {
  const { method, path } = route;
  return {
    key,
    fingerprint: hash('sha256', JSON.stringify([method, path, pathParameters, sent.query, sent.body])),
    isRefusal: ({ status }) => status >= 400,
    isRateLimited: ({ status }) => status === 429,
  };
}
