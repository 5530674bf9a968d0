import type { JSX } from 'preact';
import type { OwnBooking, Resource, Slot } from './data.js';
import { Facts } from './facts.js';
import { Hidden, ProblemSummary, type Problems } from './fields.js';
import { type Frame, Page } from './frame.js';
import { PayBooking, type PaymentNotice } from './pay.js';
import { Calendar, type CalendarProps } from './times.js';

interface OwnProps {
  frame: Frame;
  booking: OwnBooking;
  /** The path of the booking's page, with the secret token. */
  path: string;
}

export const titleOf = ({ event, service }: Pick<OwnBooking, 'event' | 'service'>): string =>
  event?.title ?? service?.title ?? '';

interface OwnBookingProps extends OwnProps {
  /** Whether the booking has just been moved. */
  isMoved: boolean;
  problems: Problems;
  /** The result of an attempt to pay. */
  notice?: PaymentNotice | undefined;
}

/** The page behind the link of a booking: what it is, and what the person can do with it. */
export function OwnBookingPage({ frame, booking, path, isMoved, problems, notice }: OwnBookingProps): JSX.Element {
  const { texts, formats, url } = frame;
  const { state, active, can_cancel, can_move, changeable_until } = booking;
  return (
    <Page frame={frame} title={texts.ownBooking}>
      <h1>{texts.states[state]}</h1>
      <ProblemSummary frame={frame} problems={problems} />
      {isMoved && <p role="status">{texts.moved}</p>}
      <BookingFacts frame={frame} booking={booking} />
      <PayBooking {...{ frame, booking, path, notice }} />
      {active && !can_cancel && <p>{texts.notChangeable}</p>}
      {can_cancel && changeable_until !== null && <p>{texts.changeableUntil(formats.moment(changeable_until))}</p>}
      <p class="row">
        {can_move && (
          <a class="button" href={url(`${path}/move`)}>
            {texts.move}
          </a>
        )}
        {can_cancel && (
          <a class="button" href={url(`${path}/cancel`)}>
            {texts.cancel}
          </a>
        )}
        {active && (
          <a class="button" href={url(`${path}/booking.ics`)}>
            {texts.addToCalendar}
          </a>
        )}
        <a href={url('/')}>{texts.bookMore}</a>
      </p>
    </Page>
  );
}

function BookingFacts({ frame, booking }: Omit<OwnProps, 'path'>): JSX.Element {
  const { texts, formats } = frame;
  const { booked_from, booked_to, resource } = booking;
  return (
    <Facts
      facts={[
        [texts.summary, titleOf(booking)],
        [texts.time, formats.period(booked_from, booked_to)],
        [texts.who, resource?.title ?? ''],
      ]}
    />
  );
}

/** The confirmation before a booking is cancelled. */
export function CancelPage({ frame, booking, path }: OwnProps): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.cancel}>
      <h1>{texts.cancelQuestion}</h1>
      <BookingFacts frame={frame} booking={booking} />
      <form method="post" action={url(`${path}/cancel`)} class="row" data-once>
        <button type="submit" class="primary">
          {texts.cancelYes}
        </button>
        <a href={url(path)}>{texts.cancelNo}</a>
      </form>
    </Page>
  );
}

interface MoveProps extends CalendarProps {
  booking: OwnBooking;
  /** The path of the booking's page. */
  bookingPath: string;
  problems: Problems;
}

/** The free times to which a booking can be moved. */
export function MovePage({ booking, bookingPath, problems, ...calendar }: MoveProps): JSX.Element {
  const { frame } = calendar;
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.move}>
      <h1>{texts.move}</h1>
      <BookingFacts frame={frame} booking={booking} />
      <ProblemSummary frame={frame} problems={problems} />
      <Calendar {...calendar} />
      <p>
        <a href={url(bookingPath)}>{texts.back}</a>
      </p>
    </Page>
  );
}

interface ConfirmMoveProps extends OwnProps {
  /** With whom the booking will be; undefined if that is not known. */
  resource: Resource | undefined;
  /** Whether the person can no longer move or cancel the booking after this move. */
  isLast: boolean;
  slot: Pick<Slot, 'timestamp' | 'timestamp_end'>;
  /** The values that the form sends. */
  values: Readonly<Record<string, string | undefined>>;
}

/** The title of the resource; both if it changes. */
function withWhom({ resource: before }: OwnBooking, after: Resource | undefined): string {
  const titles = [before?.title, after?.id === before?.id ? undefined : after?.title];
  return titles.filter((title) => title !== undefined).join(' → ');
}

/** The confirmation before a booking is moved. */
export function ConfirmMovePage({
  frame,
  booking,
  path,
  slot,
  values,
  resource,
  isLast,
}: ConfirmMoveProps): JSX.Element {
  const { texts, formats, url } = frame;
  return (
    <Page frame={frame} title={texts.move}>
      <h1>{texts.move}</h1>
      <Facts
        facts={[
          [texts.summary, titleOf(booking)],
          [texts.moveFrom, formats.period(booking.booked_from, booking.booked_to)],
          [texts.moveTo, formats.period(slot.timestamp, slot.timestamp_end)],
          [texts.who, withWhom(booking, resource)],
        ]}
      />
      {isLast && <p role="alert">{texts.lastMove}</p>}
      <form method="post" action={url(`${path}/move`)} class="row" data-once>
        <Hidden values={values} />
        <button type="submit" class="primary">
          {texts.moveHere}
        </button>
        <a href={url(`${path}/move`)}>{texts.changeTime}</a>
      </form>
    </Page>
  );
}
