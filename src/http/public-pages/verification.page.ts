import { type Response, Router } from 'express';
import {
  findLinkedBooking,
  type LinkedBooking,
  verifyLinkedBooking,
} from '../../domain/messaging/composing/verification-link.actions.js';
import type { Database } from '../../platform/database/database.js';
import { languageOf } from '../../platform/language.js';
import type { Clock } from '../../platform/time/clock.js';
import { textsIn } from '../../texts/texts.js';
import { type Html, html, sendPage } from '../html.js';
import { refuseOtherMethods } from '../http-errors.js';

interface PageOptions {
  database: Database;
  clock: Clock;
}

/** `/verify/{link}`: a page with a button that verifies a booking. A GET does not: mail programs open links themselves. */
export function verificationPage({ database, clock }: PageOptions): Router {
  return Router()
    .get('/:link', async (request, response) => {
      const booking = await findLinkedBooking(database, clock, request.params.link);
      if (booking?.state === 'open') sendForm(response, booking);
      else sendResult(response, booking);
    })
    .post('/:link', async (request, response) => {
      const booking = await findLinkedBooking(database, clock, request.params.link);
      const isVerified = booking?.state === 'open' && (await verifyLinkedBooking(booking));
      sendResult(response, isVerified ? { ...booking, state: 'verified' } : booking);
    })
    .all('/:link', refuseOtherMethods('GET', 'POST'));
}

/** Sends 200 for a verified booking, however often the form was sent; 404 for an unknown link, 410 if it is too late. */
function sendResult(response: Response, booking: LinkedBooking | undefined): void {
  const language = booking?.language ?? 'en';
  const { title, done, see, over, unknown } = textsIn(language).verification;
  const send = (status: number, content: Html): void =>
    sendPage(response, status, languageOf(language), title, content);
  if (!booking) send(404, html`<p>${unknown}</p>`);
  else if (booking.state !== 'verified') send(410, html`<p>${over}</p>`);
  else send(200, html`<p>${done}</p>${booking.page ? html`<p><a href="${booking.page}">${see}</a></p>` : ''}`);
}

function sendForm(response: Response, { language, accountName, startsAt }: LinkedBooking): void {
  const { title, booking, submit } = textsIn(language).verification;
  const [before = '', after = ''] = booking({ account: '\0', startsAt }).split('\0');
  const form = html`<p>${before}<bdi>${accountName}</bdi>${after}</p>
<form method="post">
<button>${submit}</button>
</form>`;
  sendPage(response, 200, languageOf(language), title, form);
}
