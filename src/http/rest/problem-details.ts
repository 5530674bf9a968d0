import { STATUS_CODES } from 'node:http';
import type { Request } from 'express';
import { isObject } from '../../platform/accepted.js';
import type { Problem } from './problem.js';

/** The media type of errors in the form of RFC 9457. */
export const problemType = 'application/problem+json';

/** An error in the form of RFC 9457. */
export interface ProblemDetails {
  /** URL of the status in the guide. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Messages by attribute, as in the default form. Present with status 400. */
  errors?: object;
  [extension: string]: unknown;
}

/** Whether the client prefers problem details to the default form: it accepts them, and names JSON after them or not at all. */
export const prefersProblemDetails = (request: Pick<Request, 'accepts'>): boolean =>
  request.accepts(['application/json', problemType]) === problemType;

const systemErrors: Readonly<Record<number, string>> = {
  500: 'Part of the request may have been done',
  503: 'The database was unavailable, and nothing was done',
};

/**
 * Converts the default form of an error.
 *
 * @param address base URL of this server. If it is empty, the type is a relative URL
 */
export function problemDetails({ status, body }: Problem, address: string): ProblemDetails {
  const about = {
    type: `${address}/docs/guides/requests#status-${status}`,
    title: STATUS_CODES[status] ?? '',
    status,
  };
  if (status === 400) {
    return { ...about, detail: `The input is invalid: ${Object.keys(body).join(', ')}`, errors: body };
  }
  const { error, ...details } = body;
  const described = isObject(error) ? error['description'] : error;
  return { ...about, detail: systemErrors[status] ?? String(described), ...details };
}
