import type { ErrorRequestHandler, Request } from 'express';
import type { JSX } from 'preact';
import { DomainError, RateLimitError } from '../../../platform/errors.js';
import type { Wording } from '../../../platform/language.js';
import { messageInLanguage, type Texts, textsIn } from '../../../texts/texts.js';
import { type Html, html, sendPage } from '../../html.js';
import { errorHeaders } from '../../http-errors.js';
import { preferredLanguage } from '../../preferred-language.js';
import { scopeOf } from '../../request-scope.js';
import { problemOf, withoutUriError } from '../../rest/problem.js';
import { type Frame, Page } from './frame.js';
import { basePath, prefersPage, sendView, type Visit } from './visit.js';

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
  const language = frame?.language ?? preferredLanguage(request, 'en');
  const wording = frame?.wording ?? language;
  const texts = textsIn(wording).booking;
  const [title, text] = messageOf(error, status, wording);
  if (frame) {
    sendView({ response, frame }, status, <MessagePage {...{ frame, title, text }} />);
    return;
  }
  const { subdomain } = request.params;
  const site = typeof subdomain === 'string' ? `${basePath(request, subdomain)}/` : undefined;
  // One of a site may be in a frame of any page: it does nothing, and the account is not known yet, whose origins may embed
  // its pages.
  const frameAncestors = site === undefined ? "'none'" : '*';
  const content = html`<p>${text}</p>${wayOn(request, status, site, texts)}`;
  sendPage(response, status, language, title, content, frameAncestors);
}

/** A link to the same page if it may work later, else to the first page of the site, if it is of one. */
function wayOn(request: Request, status: number, site: string | undefined, texts: Texts['booking']): Html | '' {
  const isLater = status === 429 || status >= 500;
  if (isLater && request.method === 'GET') return html`<p><a href="">${texts.tryAgain}</a></p>`;
  return site === undefined ? '' : html`<p><a href="${site}">${texts.start}</a></p>`;
}

function messageOf(error: unknown, status: number, wording: Wording): [title: string, text: string] {
  const texts = textsIn(wording).booking;
  const form = error instanceof DomainError ? error.fields['base'] : undefined;
  if (Array.isArray(form)) {
    const problems = form.map((message) => messageInLanguage(message, wording));
    return [texts.refused, texts.formRefused({ problem: problems.join(', ') })];
  }
  if (error instanceof RateLimitError) return [texts.tooMany, texts.tooManyText({ seconds: error.seconds })];
  if (status >= 500) return [texts.systemError, texts.errors.system];
  return status === 404 ? [texts.notFound, texts.notFoundText] : [texts.refused, texts.refusedText];
}

/** Responds with a page to errors before the pages, such as those of the rate limit, if the request prefers one. */
export function respondToEarlyErrors(report: Report): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent || !prefersPage(request)) return next(error);
    response.vary('Accept').vary('Accept-Language');
    respondToError({ request, response, frame: undefined }, withoutUriError(error), report);
  };
}

/** A page with one message, such as that nothing is at its address. */
function MessagePage({ frame, title, text }: { frame: Frame; title: string; text: string }): JSX.Element {
  return (
    <Page frame={frame} title={title}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={frame.url('/')}>{frame.texts.start}</a>
      </p>
    </Page>
  );
}
