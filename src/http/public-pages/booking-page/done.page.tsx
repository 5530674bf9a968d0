import type { JSX } from 'preact';
import { claimsOf } from '../../../domain/booking/link/booking-link.rules.js';
import { Icon } from '../../../pages/design/icon.js';
import { DomainError } from '../../../platform/errors.js';
import { AddToCalendar } from './add-to-calendar.js';
import type { MadeBooking, OwnBooking } from './api-answers.js';
import { BookingFacts } from './booking-facts.js';
import { type Frame, Page } from './frame.js';
import { queryText } from './input.js';
import { ZoneNote } from './own-zone.js';
import { PayBooking } from './pay.js';
import { isTold, read, sendSecretView, type Visit } from './visit.js';

/** The URL of the page that shows what was booked. It has nothing but the token of the booking's own page. */
export function doneUrl({ frame }: Visit, { link_token: token }: MadeBooking): string {
  return frame.url('/bookings/done', { token: token ?? undefined });
}

/** Shows the booking of a token, and without a valid one nothing about any booking. */
export async function showDonePage(visit: Visit): Promise<void> {
  const { frame, request, context } = visit;
  const token = queryText(request, 'token');
  const booking = claimsOf(token) ? await findBooking(visit, token) : undefined;
  if (!booking) return sendSecretView(visit, 404, <UnknownBookingPage frame={frame} />);
  const hasMessages = isTold(visit);
  const hasLink = hasMessages && context.address !== '';
  sendSecretView(visit, 200, <DonePage {...{ frame, booking, path: `/bookings/${token}`, hasMessages, hasLink }} />);
}

async function findBooking(visit: Visit, token: string): Promise<OwnBooking | undefined> {
  try {
    return (await read<{ booking: OwnBooking }>(visit, `/site/bookings/${token}`)).booking;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

interface DoneProps {
  frame: Frame;
  booking: OwnBooking;
  /** The path of the page on which the booking can be changed. */
  path: string;
  /** Whether the person gets messages about the booking. */
  hasMessages: boolean;
  /** Whether they have the link to the booking. */
  hasLink: boolean;
}

/** The last page of the flow. */
function DonePage({ frame, booking, path, hasMessages, hasLink }: DoneProps): JSX.Element {
  const { texts, url } = frame;
  const { id, state } = booking;
  return (
    <Page frame={frame} title={texts.states[state]} booked={id}>
      {state === 'confirmed' && (
        <p class="mark">
          <Icon name="circle-check" />
        </p>
      )}
      <h1>{texts.states[state]}</h1>
      <BookingFacts frame={frame} booking={booking} />
      <ZoneNote frame={frame} />
      {hasMessages && state === 'awaiting_confirmation' && <p>{texts.awaitingConfirmation}</p>}
      {hasMessages && state === 'awaiting_payment' && <p>{texts.awaitingPayment}</p>}
      {state === 'awaiting_payment' && <PayBooking {...{ frame, booking, path }} />}
      {hasLink && <p>{texts.linkInMessage}</p>}
      <div class="row">
        <a class="button primary" href={url(path)}>
          {texts.seeBooking}
        </a>
        {booking.active && <AddToCalendar {...{ frame, booking, path }} />}
        <a href={url('/')}>{texts.bookMore}</a>
      </div>
    </Page>
  );
}

/** The page without a valid token: it is the same whether a booking exists. */
function UnknownBookingPage({ frame }: { frame: Frame }): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.ownBooking}>
      <h1>{texts.ownBooking}</h1>
      <p>{texts.noSuchBooking}</p>
      <p>
        <a href={url('/')}>{texts.start}</a>
      </p>
    </Page>
  );
}
