import { type Response, Router } from 'express';
import type { Clock } from '../../platform/time/clock.js';
import { html, sendPage } from '../html.js';
import { refuseOtherMethods } from '../http-errors.js';
import { setSessionCookie } from '../request-authentication.js';
import { sourceOf } from '../request-scope.js';
import { type DemoEntry, isLocalVisitor } from './demo-links.js';

/**
 * Mounted at `/dashboard/demo`: signs a visitor of this machine in to the demo account. For every other visitor the path
 * does not exist.
 */
export function demoSignInRouter({ links, subdomain }: DemoEntry, clock: Clock): Router {
  return Router()
    .use((request, _response, next) => next(links && isLocalVisitor(request) ? undefined : 'router'))
    .get('/:token', async (request, response, next) => {
      if (!links) return next('router');
      // A client that only looks at the headers must not use the link up.
      if (request.method !== 'GET') return void response.status(200).end();
      if (!links.spend(request.params.token)) return sendRefusal(response, 410, used);
      const session = await links.signIn(sourceOf(request, clock));
      if (!session) return sendRefusal(response, 403, changed, subdomain);
      setSessionCookie(request, response, session.apiKey);
      response.redirect(303, '../../dashboard');
    })
    .all('/:token', refuseOtherMethods('GET'));
}

const used = 'This link has been used, or is older than an hour.';
const changed = 'The user of the demo account was changed, so that no link signs in any more.';

function sendRefusal(response: Response, status: number, reason: string, subdomain = 'demo'): void {
  const address = `../../dashboard?${new URLSearchParams({ account: subdomain })}`;
  const content = html`<p>${reason}</p>
<p><a class="button" href="../../">Back to the start page</a></p>
<p><a class="button" href="${address}">Sign in with a password</a></p>`;
  sendPage(response, status, 'en', 'Demo', content);
}
