import type { ErrorRequestHandler } from 'express';
import type { Frame } from '../../../pages/booking/frame.js';
import { MessagePage } from '../../../pages/booking/frame.js';
import { type Texts, textsByLanguage } from '../../../pages/booking/texts.js';
import { RateLimitError } from '../../../platform/errors.js';
import { errorHeaders } from '../../error-headers.js';
import { scopeOf } from '../../request-scope.js';
import { problemOf } from '../../rest/problem.js';
import { html, sendPage } from '../html.js';
import { languageOf, prefersPage, sendView, type Visit } from './visit.js';

type Report = (error: unknown, requestId: string) => void;

/** Responds to an error of a page. Without a site, the page has no frame. */
export function respondToError(
  { request, response, frame }: Pick<Visit, 'request' | 'response'> & { frame: Frame | undefined },
  error: unknown,
  report: Report,
): void {
  const { status } = problemOf(error);
  if (status >= 500) report(error, scopeOf(request).id);
  response.set(errorHeaders(error));
  const language = frame?.language ?? languageOf(request, 'en');
  const [title, text] = messageOf(error, status, textsByLanguage[language]);
  if (frame) sendView({ response, frame }, status, <MessagePage {...{ frame, title, text }} />);
  else sendPage(response, status, language, title, html`<p>${text}</p>`);
}

function messageOf(error: unknown, status: number, texts: Texts): [title: string, text: string] {
  if (error instanceof RateLimitError) return [texts.tooMany, texts.tooManyText(error.seconds)];
  if (status >= 500) return [texts.systemError, texts.errors.system];
  return status === 404 ? [texts.notFound, texts.notFoundText] : [texts.refused, texts.refusedText];
}

/** Responds with a page to errors before the pages, such as those of the rate limit, if the request prefers one. */
export function respondToEarlyErrors(report: Report): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent || !prefersPage(request)) return next(error);
    response.vary('Accept').vary('Accept-Language');
    respondToError({ request, response, frame: undefined }, error, report);
  };
}
