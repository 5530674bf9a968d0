import type { JSX } from 'preact';
import { claimsOf } from '../../../domain/booking/link/booking-link.rules.js';
import { Icon } from '../../../pages/design/icon.js';
import { DomainError } from '../../../platform/errors.js';
import { textsIn } from '../../../texts/texts.js';
import { AddToCalendar } from './add-to-calendar.js';
import type { LinkedBooking, MadeBooking, VisitorPerson } from './api-answers.js';
import { BookingFacts } from './booking-facts.js';
import { type Frame, Page } from './frame.js';
import { queryText } from './input.js';
import { personLabel } from './my-bookings.js';
import { ZoneNote } from './own-zone.js';
import { PayBooking } from './pay.js';
import { isTold, read, sendSecretView, type Visit } from './visit.js';
import { visitorTokenOf, withVisitorToken } from './visitor-cookie.js';

/** The URL of the page that shows what was booked. It has nothing but the token of the booking's own page. */
export function doneUrl({ frame }: Visit, { link_token: token }: MadeBooking): string {
  return frame.url('/bookings/done', { token: token ?? undefined });
}

/** Shows the bookings of the visit of a token, and without a valid one nothing about any booking. */
export async function showDonePage(visit: Visit): Promise<void> {
  const { frame, request, context } = visit;
  const token = queryText(request, 'token');
  const bookings = claimsOf(token) ? await findBookings(visit, token) : [];
  if (bookings.length === 0) return sendSecretView(visit, 404, <UnknownBookingPage frame={frame} />);
  const hasMessages = isTold(visit);
  const hasLink = hasMessages && context.address !== '';
  const people = bookings.length > 1 ? await readPeopleOfBookings(visit) : new Map();
  sendSecretView(visit, 200, <DonePage {...{ frame, bookings, people, hasMessages, hasLink }} />);
}

async function findBookings(visit: Visit, token: string): Promise<LinkedBooking[]> {
  try {
    return (await read<{ visit: { bookings: LinkedBooking[] } }>(visit, `/site/bookings/${token}/visit`)).visit
      .bookings;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}

/** Reads for whom the coming bookings of a visitor with a session are, by the id of the booking. Empty without one. */
async function readPeopleOfBookings(visit: Visit): Promise<ReadonlyMap<number, string>> {
  const token = visitorTokenOf(visit);
  if (token === undefined || !visit.site.my_bookings) return new Map();
  try {
    const listed = await read<{ booking: BookingOfPerson }[]>(withVisitorToken(visit, token), '/me/bookings');
    return new Map(
      listed.flatMap(({ booking: { id, person } }) => (person ? [[id, personLabel(visit.frame, person)]] : [])),
    );
  } catch (error) {
    if (error instanceof DomainError && error.code === 'UNAUTHENTICATED') return new Map();
    throw error;
  }
}

type BookingOfPerson = Pick<LinkedBooking, 'id'> & { person: Omit<VisitorPerson, 'is_own'> | null };

interface DoneProps {
  frame: Frame;
  /** Those of one visit by time, or one alone. */
  bookings: readonly LinkedBooking[];
  /** The name of the person of each, by the id of the booking, as far as it is known. */
  people: ReadonlyMap<number, string>;
  /** Whether the person gets messages about the booking. */
  hasMessages: boolean;
  /** Whether they have the link to the booking. */
  hasLink: boolean;
}

/** The last page of the flow. */
function DonePage({ frame, bookings, people, hasMessages, hasLink }: DoneProps): JSX.Element {
  const { texts, url } = frame;
  const [first, ...others] = bookings;
  // The heading says what is left to do.
  const { id, state } = bookings.find((one) => one.state !== 'confirmed') ?? first ?? { id: 0, state: 'confirmed' };
  const isCardAwaited = first?.cancellation_fee?.card === 'awaited';
  const title = isCardAwaited
    ? texts.fee.cardTitle
    : others.length > 0 && state === 'confirmed'
      ? textsIn(frame.wording).basket.confirmed
      : texts.states[state];
  return (
    <Page frame={frame} title={title} booked={first?.id ?? id}>
      {state === 'confirmed' && (
        <p class="mark">
          <Icon name="circle-check" />
        </p>
      )}
      <h1>{title}</h1>
      {bookings.map((booking) => (
        <MadeFacts key={booking.id} {...{ frame, booking, people }} isAlone={others.length === 0} />
      ))}
      <ZoneNote frame={frame} />
      {hasMessages && state === 'awaiting_confirmation' && <p>{texts.awaitingConfirmation}</p>}
      {hasMessages && state === 'awaiting_payment' && !isCardAwaited && <p>{texts.awaitingPayment}</p>}
      {hasLink && <p>{texts.linkInMessage}</p>}
      <div class="row">
        {first && others.length === 0 && <WaysOn frame={frame} booking={first} isMain />}
        <a href={url('/')}>{texts.bookMore}</a>
      </div>
    </Page>
  );
}

const pathOf = ({ link_token: token }: LinkedBooking): string => `/bookings/${token}`;

/** A booking that was made. One of several has its own ways on below it. */
function MadeFacts({
  frame,
  booking,
  people,
  isAlone,
}: Pick<DoneProps, 'frame' | 'people'> & { booking: LinkedBooking; isAlone: boolean }): JSX.Element {
  const name = booking.booked_for_name ?? people.get(booking.id) ?? null;
  return (
    <>
      <BookingFacts frame={frame} booking={{ ...booking, booked_for_name: name }} />
      {booking.state === 'awaiting_payment' && <PayBooking {...{ frame, booking, path: pathOf(booking) }} />}
      {!isAlone && (
        <div class="row">
          <WaysOn frame={frame} booking={booking} />
        </div>
      )}
    </>
  );
}

/** The links to the page of a booking and to calendars. */
function WaysOn({
  frame,
  booking,
  isMain = false,
}: {
  frame: Frame;
  booking: LinkedBooking;
  isMain?: boolean;
}): JSX.Element {
  const { texts, url } = frame;
  const path = pathOf(booking);
  return (
    <>
      <a class={isMain ? 'button primary' : 'button'} href={url(path)}>
        {texts.seeBooking}
      </a>
      {booking.active && <AddToCalendar {...{ frame, booking, path }} />}
    </>
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
