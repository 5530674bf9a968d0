import { type Response, Router } from 'express';
import { choosePassword, findInvitedUser, type InvitedUser } from '../../domain/user/password.actions.js';
import type { Database } from '../../platform/database/database.js';
import { hasErrors } from '../../platform/errors.js';
import { passwordLength, validatePassword } from '../../platform/password.js';
import type { Clock } from '../../platform/time/clock.js';
import { readTexts } from '../body-texts.js';
import { Html, html, sendPage } from '../html.js';
import { refuseOtherMethods } from '../other-methods.js';
import { readRequest } from '../rest/request.js';
import { passwordTexts } from './password.texts.js';

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
      const { length, difference } = passwordTexts(invited.locale);
      if (hasErrors(validatePassword(password))) return sendForm(response, 400, invited, length);
      if (password !== repetition) return sendForm(response, 400, invited, difference);
      const isChosen = await choosePassword(database, clock, invited, password);
      if (isChosen) sendDone(response, invited);
      else sendRefusal(response, invited);
    })
    .all('/:token', refuseOtherMethods('GET', 'POST'));
}

/** Leads on to the dashboard, whose form then has the account and the email. */
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

/** 404 for an unknown link, 410 for one that was used or has expired. */
function sendRefusal(response: Response, invited: InvitedUser | undefined): void {
  const locale = invited?.locale ?? 'en';
  const { used, unknown } = passwordTexts(locale);
  if (invited) sendText(response, 410, locale, used);
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
  const form = html`<p>${texts.invitation(email, accountName)}</p>
${problem ? html`<p role="alert">${problem}</p>` : new Html('')}
<form method="post">
<input type="email" value="${email}" autocomplete="username" readonly hidden>
<label>${texts.password} <input type="password" name="password" ${length} autocomplete="new-password" required></label>
<label>${texts.repetition} <input type="password" name="repetition" ${length} autocomplete="new-password" required></label>
<button>${texts.submit}</button>
</form>`;
  sendPage(response, status, locale, texts.title, form);
}
