import { type Request, type Response, Router } from 'express';
import { findShownProvider, redirectUriOf } from '../../domain/identity-provider/identity-provider.queries.js';
import {
  beginIdentitySignIn,
  finishIdentitySignIn,
  type IdentitySignInServices,
} from '../../domain/identity-provider/identity-sign-in.actions.js';
import { accountOfTransaction } from '../../domain/identity-provider/sign-in-transaction.rules.js';
import { DomainError } from '../../platform/errors.js';
import { messageInLanguage, textsIn } from '../../texts/texts.js';
import { html, sendPage } from '../html.js';
import { errorHeaders, refuseOtherMethods } from '../http-errors.js';
import { setSessionCookie } from '../request-authentication.js';
import { scopeOf, sourceOf } from '../request-scope.js';
import { problemOf } from '../rest/problem.js';
import { dashboardLanguage } from './dashboard-language.js';
import { identityCookies } from './identity-cookies.js';

/**
 * Mounted at `/dashboard/sign-in`: signs users in by the identity provider of their account.
 *
 * - `/{subdomain}` redirects to the provider;
 * - the path itself is the redirect URI to which every provider sends users back;
 * - `/{subdomain}/provider` is what the form to sign in shows of the provider.
 */
export function identitySignInRouter(services: IdentitySignInServices): Router {
  const { database, clock } = services;
  return Router()
    .get('/', async (request, response) => {
      const { address } = scopeOf(request);
      const { search } = new URL(request.originalUrl, 'http://localhost');
      const cookies = identityCookies(address);
      const transaction = cookies.transactionIn(request);
      await respond(request, response, async () => {
        try {
          const answer = { transaction, address, answer: search };
          const finished = await finishIdentitySignIn(services, sourceOf(request, clock), answer);
          cookies.setMark(response);
          setSessionCookie(request, response, finished.apiKey);
          cookies.clearTransaction(response);
          return `${address}/dashboard/${finished.view}`;
        } catch (error) {
          const elsewhere = addressInOtherCell(error, address, search, accountOfTransaction(transaction));
          if (elsewhere !== undefined) return elsewhere;
          cookies.clearTransaction(response);
          throw error;
        }
      });
    })
    .get('/:subdomain', async (request, response) => {
      const { address } = scopeOf(request);
      const { searchParams } = new URL(request.originalUrl, 'http://localhost');
      await respond(request, response, async () => {
        const { subdomain } = request.params;
        const view = searchParams.get('view') ?? '';
        const { url, transaction } = await beginIdentitySignIn(services, { subdomain, address, view });
        identityCookies(address).setTransaction(response, transaction);
        return url;
      });
    })
    .get('/:subdomain/provider', async (request, response) => {
      response.json({ provider: (await findShownProvider(database, request.params.subdomain)) ?? null });
    })
    .all(['/', '/:subdomain', '/:subdomain/provider'], refuseOtherMethods('GET'));
}

/**
 * Returns the URL by which a router finds the cell of the account, if another one has it. The redirect URI is the same for
 * all accounts, and the cookie, which names the account, is no part of the address.
 */
function addressInOtherCell(
  error: unknown,
  address: string,
  search: string,
  accountId: number | undefined,
): string | undefined {
  const parameters = new URLSearchParams(search);
  const isMisdirected = error instanceof DomainError && error.code === 'MISDIRECTED';
  if (!isMisdirected || accountId === undefined || parameters.has('account')) return undefined;
  parameters.set('account', String(accountId));
  return `${redirectUriOf(address)}?${parameters}`;
}

/** Redirects to the URL that `work` returns, or sends a page that says why not. */
async function respond(request: Request, response: Response, work: () => Promise<string>): Promise<void> {
  try {
    response.redirect(303, await work());
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'MISDIRECTED') throw error;
    const language = dashboardLanguage(request);
    const { title, back } = textsIn(language).signIn;
    const content = html`<p role="alert">${messageInLanguage(error.message, language)}.</p>
<p><a class="button" href="${scopeOf(request).address}/dashboard">${back}</a></p>`;
    response.set(errorHeaders(error));
    sendPage(response, problemOf(error).status, language, title, content);
  }
}
