/**
 * Determines the status and form of the error response: for REST in `http/rest/problem.ts`, for GraphQL in
 * `graphql/errors.ts`. Any error that is not a DomainError is a system error.
 */
export type ErrorCode =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'SUSPENDED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'MISDIRECTED'
  | 'RATE_LIMITED';

/** The code of each error in GraphQL: `extensions.code`, and `code` of the items of bulk mutations. */
export const graphqlCodes = {
  INVALID: 'BAD_USER_INPUT',
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  SUSPENDED: 'ACCOUNT_SUSPENDED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_ALLOWED',
  CONFLICT: 'CONFLICT',
  PRECONDITION_FAILED: 'PRECONDITION_FAILED',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  MISDIRECTED: 'MISDIRECTED',
  RATE_LIMITED: 'RATE_LIMITED',
} as const satisfies Record<ErrorCode, string>;

/** Messages by attribute, in camelCase. The errors of an object attribute are nested. */
export interface FieldErrors {
  [attribute: string]: string[] | FieldErrors;
}

/** An error whose message may be shown to the client. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: FieldErrors = {},
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** Creates the error for invalid input (spec, Errors). */
export function invalid(fields: FieldErrors): DomainError {
  return new DomainError('INVALID', 'The input is invalid', fields);
}

/** Merges two sets of errors; messages for the same attribute are concatenated. */
function mergeErrors(errors: FieldErrors, more: FieldErrors): FieldErrors {
  const merged: FieldErrors = { ...errors };
  for (const [attribute, value] of Object.entries(more)) {
    const existing = merged[attribute];
    if (existing === undefined) merged[attribute] = value;
    else if (Array.isArray(existing) && Array.isArray(value)) merged[attribute] = [...existing, ...value];
    else if (!Array.isArray(existing) && !Array.isArray(value)) merged[attribute] = mergeErrors(existing, value);
  }
  return merged;
}

/** Adds the number of the item to the errors of an object in a list, because they have no field for each item. */
export function inItem(number: number, errors: FieldErrors): FieldErrors {
  const named = Object.entries(errors).map(([attribute, messages]): [string, FieldErrors[string]] => [
    attribute,
    Array.isArray(messages) ? [...messages, `in item ${number}`] : inItem(number, messages),
  ]);
  return Object.fromEntries(named);
}

/** Names the errors of an item by its place in a list, such as `items[1].resourceId`. */
export function ofItem(list: string, index: number, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([attribute, messages]) => [`${list}[${index}].${attribute}`, messages]),
  );
}

export function hasErrors(...checks: FieldErrors[]): boolean {
  return checks.some((errors) => Object.keys(errors).length > 0);
}

/** Throws the merged errors of all checks if there are any. @throws DomainError INVALID */
export function rejectIfAny(...checks: FieldErrors[]): void {
  const errors = checks.reduce(mergeErrors, {});
  if (hasErrors(errors)) throw invalid(errors);
}

/** The limits of requests that every answer names: of a client address, and of an account in one process. */
export type RateLimitPolicy = 'address' | 'account';

/** Too many attempts, or too much open at once. */
export class RateLimitError extends DomainError {
  /**
   * @param seconds until the next attempt is allowed
   * @param policy the limit of requests that was exceeded. Undefined for limits of attempts, connections and messages
   */
  constructor(
    readonly seconds: number,
    message = `Rate limit exceeded, retry in ${seconds} seconds`,
    readonly policy?: RateLimitPolicy,
  ) {
    super('RATE_LIMITED', message);
  }
}

/** Seconds after which a client may try again, whose account has too many requests in progress. */
const accountBusySeconds = 2;

/** Creates the error of a request that waited too long because others of its account have taken all that it may have. */
export function accountBusy(): RateLimitError {
  const message = `The account has too many requests in progress, retry in ${accountBusySeconds} seconds`;
  return new RateLimitError(accountBusySeconds, message, 'account');
}

/** An error with details for clients of REST, beside the description. */
class DetailedError extends DomainError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
    fields: FieldErrors = {},
  ) {
    super(code, message, fields);
  }
}

/** The password is right, but the user must prove more. */
export class SecondFactorError extends DetailedError {
  /** @param details how the user can go on */
  constructor(message: string, details: Readonly<Record<string, unknown>>) {
    super('UNAUTHENTICATED', message, details);
  }
}

/** The price is not the one that the client expected. */
export class PriceConflictError extends DetailedError {
  /**
   * @param price the price as the API formats it
   * @param item the place in a list of the booking that has it, such as `items[1]`
   */
  constructor(
    readonly price: string,
    item?: string,
  ) {
    const attribute = item === undefined ? 'expectedPrice' : `${item}.expectedPrice`;
    super(
      'CONFLICT',
      item === undefined ? `The price is ${price}` : `The price of ${item} is ${price}`,
      { price, ...(item !== undefined && { item }) },
      { [attribute]: [`differs from the price (${price})`] },
    );
  }
}

/** Returns the details of an error for clients of REST. */
export function detailsOf(error: DomainError): Readonly<Record<string, unknown>> {
  return error instanceof DetailedError ? error.details : {};
}

/** The path does not support the method of the request. */
export class MethodNotAllowedError extends DomainError {
  /** @param allowed methods of the path; GET includes HEAD */
  constructor(allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', 'Method not allowed');
    this.allowed = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }

  readonly allowed: readonly string[];
}

/** Another cell has the account of the request, which a router sent to this one. Nothing was read or written. */
export function misdirected(): DomainError {
  return new DomainError('MISDIRECTED', 'Another cell of this server has the account');
}

export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Not found');
}

/** The outcome of one item of many: its result, or the error that refused it. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: DomainError };

/** Returns the results of the items that were not refused. */
export function resultsOf<Result>(outcomes: readonly Outcome<Result>[]): Result[] {
  return outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
}

/** Returns the result of the only item. @throws DomainError if it was refused */
export function requireResult<Result>([outcome]: readonly Outcome<Result>[]): Result {
  if (!outcome) throw new Error('no outcome');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** Runs `work` and returns its domain error instead of throwing it. */
export async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof DomainError) return { error };
    throw error;
  }
}
