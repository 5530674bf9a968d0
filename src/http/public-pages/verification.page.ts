import { type Response, Router } from 'express';
import {
  findLinkedBooking,
  type LinkedBooking,
  verifyLinkedBooking,
} from '../../domain/messaging/composing/verification-link.actions.js';
import type { Database } from '../../platform/database/database.js';
import type { Clock } from '../../platform/time/clock.js';
import { refuseOtherMethods } from '../other-methods.js';
import { html, sendPage } from './html.js';
import { verificationTexts } from './verification.texts.js';

interface PageOptions {
  database: Database;
  clock: Clock;
}

/** `/verify/{link}`: a page with a button that verifies a booking. A GET does not: mail programs open links themselves. */
export function verificationPage({ database, clock }: PageOptions): Router {
  return Router()
    .get('/:link', async (request, response) => {
      const booking = await findLinkedBooking(database, clock, request.params.link);
      if (booking?.isOpen) sendForm(response, booking);
      else sendRefusal(response, booking);
    })
    .post('/:link', async (request, response) => {
      const booking = await findLinkedBooking(database, clock, request.params.link);
      const isVerified = booking?.isOpen === true && (await verifyLinkedBooking(booking));
      if (isVerified) sendText(response, 200, booking.language, verificationTexts[booking.language].done);
      else sendRefusal(response, booking);
    })
    .all('/:link', refuseOtherMethods('GET', 'POST'));
}

/** 404 for an unknown link, 410 for one that was used or has expired. */
function sendRefusal(response: Response, booking: LinkedBooking | undefined): void {
  const language = booking?.language ?? 'en';
  const { used, unknown } = verificationTexts[language];
  if (booking) sendText(response, 410, language, used);
  else sendText(response, 404, language, unknown);
}

function sendText(response: Response, status: number, language: LinkedBooking['language'], text: string): void {
  sendPage(response, status, language, verificationTexts[language].title, html`<p>${text}</p>`);
}

function sendForm(response: Response, { language, accountName, startsAt }: LinkedBooking): void {
  const { title, booking, submit } = verificationTexts[language];
  const [before = '', after = ''] = booking('\0', startsAt).split('\0');
  const form = html`<p>${before}<bdi>${accountName}</bdi>${after}</p>
<form method="post">
<button>${submit}</button>
</form>`;
  sendPage(response, 200, language, title, form);
}
