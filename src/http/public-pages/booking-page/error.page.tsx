import type { Frame } from '../../../pages/booking/frame.js';
import { MessagePage } from '../../../pages/booking/frame.js';
import { textsByLanguage } from '../../../pages/booking/texts.js';
import { errorHeaders } from '../../error-headers.js';
import { scopeOf } from '../../request-scope.js';
import { problemOf } from '../../rest/problem.js';
import { html, sendPage } from '../html.js';
import { languageOf, sendView, type Visit } from './visit.js';

/** Responds to an error of a page. Without a site, the page has no frame. */
export function respondToError(
  { request, response, frame }: Pick<Visit, 'request' | 'response'> & { frame: Frame | undefined },
  error: unknown,
  report: (error: unknown, requestId: string) => void,
): void {
  const { status } = problemOf(error);
  if (status >= 500) report(error, scopeOf(request).id);
  response.set(errorHeaders(error));
  const language = frame?.language ?? languageOf(request, 'en');
  const { notFound, notFoundText, systemError, errors } = textsByLanguage[language];
  const isSystemError = status >= 500;
  const title = isSystemError ? systemError : notFound;
  const text = isSystemError ? errors.system : notFoundText;
  if (frame) sendView({ response, frame }, status, <MessagePage {...{ frame, title, text }} />);
  else sendPage(response, status, language, title, html`<p>${text}</p>`);
}
