import { type Request, type Response, Router } from 'express';
import {
  choosePassword,
  choosePasswordAndSignIn,
  findInvitedUser,
  type InvitedUser,
} from '../../domain/user/password.actions.js';
import type { Database } from '../../platform/database/database.js';
import { hasErrors } from '../../platform/errors.js';
import { languageOf } from '../../platform/language.js';
import { passwordLength, validatePassword } from '../../platform/password.js';
import type { Clock } from '../../platform/time/clock.js';
import { type Texts, textsIn } from '../../texts/texts.js';
import { readTexts } from '../body-texts.js';
import { Html, html, sendPage } from '../html.js';
import { refuseOtherMethods } from '../http-errors.js';
import { setSessionCookie } from '../request-authentication.js';
import { sourceOf } from '../request-scope.js';
import { readRequest } from '../rest/request.js';

interface PageOptions {
  database: Database;
  clock: Clock;
}

/** `/password/{token}`: the form in which an invited user chooses a password. */
export function passwordPage({ database, clock }: PageOptions): Router {
  return Router()
    .get('/:token', async (request, response) => {
      const invited = await findInvitedUser(database, clock, request.params.token);
      if (invited?.isLinkValid) sendForm(response, 200, invited);
      else sendRefusal(response, invited);
    })
    .post('/:token', async (request, response) => {
      const invited = await findInvitedUser(database, clock, request.params.token);
      if (!invited?.isLinkValid) return sendRefusal(response, invited);
      const { body } = await readRequest(request);
      const { password, repetition } = readTexts(body, ['password', 'repetition']).texts;
      const { length, common, difference } = passwordTexts(invited.locale);
      const known = [invited.accountName, invited.subdomain, invited.email];
      if (hasErrors(validatePassword(password, { known }))) {
        const isLengthRight = password.length >= min && password.length <= max;
        return sendForm(response, 400, invited, isLengthRight ? common : length({ min, max }));
      }
      if (password !== repetition) return sendForm(response, 400, invited, difference);
      const source = sourceOf(request, clock);
      if (!isSentByThisPage(request)) {
        const isChosen = await choosePassword(database, source, invited, password);
        return isChosen ? sendDone(response, invited) : sendRefusal(response, invited);
      }
      const chosen = await choosePasswordAndSignIn(database, source, invited, password);
      if (!chosen) return sendRefusal(response, invited);
      if (!chosen.begun) return sendDone(response, invited);
      setSessionCookie(request, response, chosen.begun.apiKey);
      response.redirect(303, '../dashboard');
    })
    .all('/:token', refuseOtherMethods('GET', 'POST'));
}

/**
 * Whether a page of this server sent a form. Another page could sign its visitor in to an account of its own by a link
 * that it has. Browsers send no `Origin` with the form, because the page sends no referrer.
 */
function isSentByThisPage(request: Request): boolean {
  return request.get('sec-fetch-site') === 'same-origin';
}

/** Links to the dashboard. The form there is filled with the account and the email. */
function sendDone(response: Response, { locale, subdomain, email }: InvitedUser): void {
  const { title, done, signIn } = passwordTexts(locale);
  const address = `../dashboard?${new URLSearchParams({ account: subdomain, email })}`;
  sendPage(
    response,
    200,
    locale,
    title,
    html`<p>${done}</p>\n<p><a class="button" href="${address}">${signIn}</a></p>`,
  );
}

/** 404 for an unknown link, 410 for one that was used or has expired, 403 if users sign in by an identity provider only. */
function sendRefusal(response: Response, invited: InvitedUser | undefined): void {
  const locale = invited?.locale ?? 'en';
  const { used, unknown, byProvider } = passwordTexts(locale);
  if (invited?.requiredProvider) sendText(response, 403, locale, byProvider({ provider: invited.requiredProvider }));
  else if (invited) sendText(response, 410, locale, used);
  else sendText(response, 404, locale, unknown);
}

function sendText(response: Response, status: number, locale: string, text: string): void {
  sendPage(response, status, locale, passwordTexts(locale).title, html`<p>${text}</p>`);
}

function sendForm(
  response: Response,
  status: number,
  { locale, email, accountName }: InvitedUser,
  problem?: string,
): void {
  const texts = passwordTexts(locale);
  const length = new Html(`minlength="${passwordLength.min}" maxlength="${passwordLength.max}"`);
  const form = html`<p>${texts.invitation({ email, account: accountName })}</p>
${problem ? html`<p role="alert">${problem}</p>` : new Html('')}
<form method="post">
<input type="email" value="${email}" autocomplete="username" readonly hidden>
<label>${texts.password({ min })} <input type="password" name="password" ${length} autocomplete="new-password" required></label>
<label>${texts.repetition} <input type="password" name="repetition" ${length} autocomplete="new-password" required></label>
<button>${texts.submit}</button>
</form>`;
  sendPage(response, status, locale, texts.title, form);
}

const { min, max } = passwordLength;

/** Returns the English texts for an unknown locale. */
function passwordTexts(locale: string): Texts['password'] {
  return textsIn(languageOf(locale)).password;
}
