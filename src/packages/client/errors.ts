/** The parts of an answer that its error keeps. */
export interface ErrorDetails {
  /** The status of the answer. Undefined if there was none. */
  status?: number | undefined;
  /** The `X-Request-Id` of the answer, by which the operator finds the request in the log. */
  requestId?: string | undefined;
  /** The body as the server sent it: parsed if it was JSON, else the first 1,000 characters. */
  body?: unknown;
  cause?: unknown;
}

/** Every error of this package. */
export class BookingServerError extends Error {
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly body: unknown;

  constructor(message: string, { status, requestId, body, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.status = status;
    this.requestId = requestId;
    this.body = body;
  }
}

/** 400: attributes or parameters are wrong, and nothing was written. */
export class ValidationError extends BookingServerError {
  /** The messages by attribute or parameter. `base` has those that concern none. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(message: string, details: ErrorDetails, fields: Record<string, readonly string[]>) {
    super(message, details);
    this.fields = fields;
  }
}

/** 401: no key, or one that is wrong, expired or revoked. */
export class UnauthorizedError extends BookingServerError {}

/** 402: the account is suspended. */
export class SuspendedError extends BookingServerError {}

/** 403: the key or user does not have the permission that the message names. */
export class ForbiddenError extends BookingServerError {}

/** 404: nothing of the account has that id. */
export class NotFoundError extends BookingServerError {}

/** 409: the price is not the expected one. `body` has the price. */
export class PriceConflictError extends BookingServerError {}

/** 412: the object was changed since it was read. */
export class PreconditionError extends BookingServerError {}

/** 429: too many requests. */
export class RateLimitError extends BookingServerError {
  /** Seconds after which the server accepts requests again, if it says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ErrorDetails, retryAfter: number | undefined) {
    super(message, details);
    this.retryAfter = retryAfter;
  }
}

/** 500 and above: the server, or a proxy before it, could not answer. */
export class ServerError extends BookingServerError {}

/** Any other refusal, such as 405 and 421. */
export class RefusedError extends BookingServerError {}

/** The answer is not one of this server: no JSON, or larger than `maximumAnswer`. */
export class AnswerError extends BookingServerError {}

/** The server could not be reached, or the connection was cut. */
export class ConnectionError extends BookingServerError {}

/** `timeout` or `attemptTimeout` has passed. */
export class TimeoutError extends BookingServerError {}

/** GraphQL answered with errors that no other class describes. */
export class GraphQLError extends BookingServerError {
  /** The `extensions.code` of the first error. */
  readonly code: string | undefined;

  constructor(message: string, details: ErrorDetails, code: string | undefined) {
    super(message, details);
    this.code = code;
  }
}

/** A request that claims to be a webhook delivery is not signed by the server, or is too old. */
export class WebhookError extends BookingServerError {}

interface GraphQLErrorBody {
  message?: unknown;
  extensions?: { code?: unknown; fields?: unknown };
}

/** Returns the error of a refused request. */
export function errorOf(
  status: number,
  body: unknown,
  requestId: string | undefined,
  retryAfter?: number,
): BookingServerError {
  const details = { status, requestId, body };
  if (isObject(body) && Array.isArray(body['errors']) && body['errors'].every(isObject)) {
    return graphQLErrorOf(body, details);
  }
  const message = `${describe(body) ?? 'The request was refused'} (${status})`;
  if (status === 400) return new ValidationError(message, details, fieldsOf(body));
  if (status === 429) return new RateLimitError(message, details, retryAfter);
  if (status >= 500) return new ServerError(message, details);
  return new (classes[status] ?? RefusedError)(message, details);
}

const classes: Record<number, typeof BookingServerError> = {
  401: UnauthorizedError,
  402: SuspendedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: PriceConflictError,
  412: PreconditionError,
};

/** The statuses of REST that the codes of GraphQL correspond to. */
const statuses: Record<string, number> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  ACCOUNT_SUSPENDED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_SERVER_ERROR: 500,
};

/** Returns the error of an answer of GraphQL that has `errors`. Its `body` is that answer, also with its `data`. */
export function graphQLErrorOf(body: { errors?: unknown }, details: ErrorDetails): BookingServerError {
  const [first]: GraphQLErrorBody[] = Array.isArray(body.errors) ? body.errors : [];
  const code = typeof first?.extensions?.code === 'string' ? first.extensions.code : undefined;
  const message = typeof first?.message === 'string' ? first.message : 'GraphQL answered with an error';
  const status = code === undefined ? undefined : statuses[code];
  const all = { ...details, status: status ?? details.status, body };
  if (status === 400) return new ValidationError(message, all, fieldsOf(first?.extensions?.fields));
  if (status === 429) return new RateLimitError(message, all, undefined);
  if (status !== undefined && status >= 500) return new ServerError(message, all);
  if (status !== undefined) return new (classes[status] ?? RefusedError)(message, all);
  return new GraphQLError(message, all, code);
}

function fieldsOf(body: unknown): Record<string, string[]> {
  if (!isObject(body)) return {};
  const lists = Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return Object.fromEntries(lists.map(([name, messages]) => [name, messages.map(String)]));
}

/** Returns the sentence of an error body, or undefined if it is none of this server. */
function describe(body: unknown): string | undefined {
  const fields = Object.entries(fieldsOf(body)).map(([name, messages]) => `${name} ${messages.join(', ')}`);
  if (fields.length > 0) return fields.join('; ');
  const error = isObject(body) ? body['error'] : undefined;
  if (typeof error === 'string') return error;
  return isObject(error) && typeof error['description'] === 'string' ? error['description'] : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
