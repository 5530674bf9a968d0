import type { Request, Response } from 'express';
import { errorHeaders } from '../http-errors.js';
import { noteRefusal, scopeOf } from '../request-scope.js';
import { problemOf } from './problem.js';
import { asProblemDetails, prefersProblemDetails } from './problem-details.js';
import { type RestResponse, send } from './response.js';

/** Called for errors whose details the client does not see. */
export type ReportError = (error: unknown, requestId: string) => void;

/** Responds to an error. @param renamed names of attributes in the request that differ from those of the schema */
export function respondToError(
  request: Request,
  response: Response,
  error: unknown,
  report: ReportError,
  renamed?: ReadonlyMap<string, string>,
): void {
  const { status, body } = problemOf(error, renamed);
  if (status >= 500) report(error, scopeOf(request).id);
  sendAnswer(request, response, { status, headers: errorHeaders(error), body: JSON.stringify(body) });
}

/** Sends a response, an error in the form that the client prefers. */
export function sendAnswer(request: Request, response: Response, answer: RestResponse): void {
  if (answer.status === 400) noteRefusal(request, Object.keys(JSON.parse(answer.body)));
  const isProblem = answer.status >= 400 && prefersProblemDetails(request);
  send(response, isProblem ? asProblemDetails(answer, scopeOf(request).address) : answer);
}
