import type { RequestContext } from '../../graphql/operations.js';
import { isObject } from '../../platform/accepted.js';
import { type FieldErrors, graphqlCodes, hasErrors, invalid } from '../../platform/errors.js';
import { isReadFromReplica } from '../../platform/replica-use.js';
import { executeWrite } from '../rest/gateway.js';
import { codeOfStatus } from '../rest/problem.js';
import { type Call, errorResponse, execute, type RestResponse } from '../rest/response.js';
import { parameterNames } from '../rest/router.js';
import type { PreparedTool } from './prepared-tool.js';
import { answerOf, type ToolAnswer } from './tool-answer.js';

interface CallOptions {
  /** Waits for the turn of the account, and returns a function that ends the call. @throws RateLimitError */
  beginRequest(accountId: number): Promise<() => void>;
  /** Notes the code and the arguments that were refused, for the logs. */
  onRefusal(names: readonly string[]): void;
}

/**
 * Executes a tool as the gateway of REST executes a route: its operation, its idempotency key, its errors. A domain error
 * becomes an answer that a model can read and correct.
 *
 * @throws any other error
 */
export async function callTool(
  tool: PreparedTool,
  sent: Record<string, unknown>,
  context: RequestContext,
  { beginRequest, onRefusal }: CallOptions,
): Promise<ToolAnswer> {
  const { idempotency_key: key, ...values } = sent;
  const names = parameterNames(tool.route.path);
  const call: Call = {
    route: tool.route,
    pathParameters: Object.fromEntries(names.map((name) => [name, asSegment(values[name])])),
    sent: { query: {}, body: without(values, names), mayBeUnwrapped: false },
    // Only the links between the pages of a list contain it, and answers have none.
    urlOfPage: () => '',
  };
  const response = await respond(call, async () => {
    tool.route.operation.authorise(context);
    requireArguments(tool, sent);
    const endRequest = await beginRequest(context.account.id);
    try {
      return tool.isRead
        ? await read(call, context)
        : await executeWrite(call, context, { idempotencyKey: textOf(key) });
    } finally {
      endRequest();
    }
  });
  if (response.status === 200) return answerOf(tool, context, response);
  const refusal = refusalOf(response);
  onRefusal([refusal.code, ...Object.keys(refusal.fields ?? {})]);
  return refusedAnswer(refusal);
}

async function respond(call: Call, work: () => Promise<RestResponse>): Promise<RestResponse> {
  try {
    return await work();
  } catch (error) {
    return errorResponse(call, error);
  }
}

function read(call: Call, context: RequestContext): Promise<RestResponse> {
  if (isReadFromReplica(call.route.operation.replicaUse, false)) context.db.readFromReplica();
  return execute(call, context);
}

/**
 * Refuses unknown arguments, which REST ignores: a model that has misspelt one should learn it. The types of the others are
 * checked by the operation.
 *
 * @throws DomainError INVALID by argument
 */
function requireArguments(
  { inputSchema: { properties, required } }: PreparedTool,
  sent: Record<string, unknown>,
): void {
  const errors: FieldErrors = {};
  const known = Object.keys(properties);
  for (const name of Object.keys(sent)) {
    if (!known.includes(name)) {
      errors[name.slice(0, 63)] = [`is no argument of this tool, which has ${known.join(', ')}`];
    }
    if (Object.keys(errors).length >= maxErrors) break;
  }
  for (const name of required) {
    if (sent[name] === undefined || sent[name] === null || sent[name] === '') errors[name] = ["can't be blank"];
  }
  const { idempotency_key: key } = sent;
  if (key !== undefined && typeof key !== 'string') errors['idempotency_key'] = ['is invalid'];
  if (hasErrors(errors)) throw invalid(errors);
}

const maxErrors = 20;

/** The key under which the answer of a refused call has its refusal. */
export const refusalKey = 'booking-server/error';

interface Refusal {
  code: string;
  message: string;
  /** The messages by argument. */
  fields?: FieldErrors;
  /** Seconds until the next attempt is allowed. */
  retry_after?: number;
}

/** Reads the documented code and messages back from the response of REST, which may have been stored under a key. */
function refusalOf({ status, body, headers }: RestResponse): Refusal {
  const problem: unknown = JSON.parse(body);
  const code = graphqlCodes[codeOfStatus(status)];
  const seconds = headers['Retry-After'];
  const wait = seconds === undefined ? {} : { retry_after: Number(seconds) };
  if (!isObject(problem)) return { code, message: '' };
  if (status === 400) return { code, message: 'The arguments are invalid', fields: flat(problem) };
  const { error } = problem;
  return { code, message: isObject(error) ? String(error['description']) : String(error), ...wait };
}

/** Moves the errors of an object's attributes up: its attributes are arguments. */
function flat(errors: Record<string, unknown>): FieldErrors {
  const entries = Object.entries(errors).flatMap(([name, value]): [string, string[]][] => {
    if (Array.isArray(value)) return [[name, value.map(String)]];
    return isObject(value)
      ? Object.entries(flat(value)).flatMap(([key, of]) => (Array.isArray(of) ? [[key, of]] : []))
      : [];
  });
  return Object.fromEntries(entries);
}

/**
 * The answer has no structured content: clients compare that with the tool's output schema, also in an error, and those
 * that find a difference throw without the reason. Programs read it from `_meta`, which has no schema.
 */
function refusedAnswer(refusal: Refusal): ToolAnswer {
  const { code, message, fields = {}, retry_after: wait } = refusal;
  const ofFields = Object.entries(fields).map(([name, messages]) => `${name} ${String(messages)}`);
  const lines = [
    `Refused: ${code}. ${message}.`,
    ...ofFields,
    ...(wait === undefined ? [] : [`Retry in ${wait} seconds.`]),
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], _meta: { [refusalKey]: refusal } };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const asSegment = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const without = (values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
