import type { JSX } from 'preact';
import type { BookingState, OwnBooking } from './data.js';
import { Facts } from './facts.js';
import { Field, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Frame, Page } from './frame.js';
import { PayBooking } from './pay.js';

/** The booking as the pages after the form show it. */
export interface Booked {
  id: string;
  title: string;
  from: string;
  to: string;
  /** Proves that the server wrote the rest: the pages show it as a booking. */
  proof: string;
}

export interface VerifyProps {
  frame: Frame;
  booked: Booked;
  /** The channel by which the code was sent. */
  method: 'email' | 'sms';
  /** Whether this server sends messages by that channel. */
  isSent: boolean;
  /** When the hold ends. */
  expiresAt: string | undefined;
  /** Whether the hold has ended. */
  isOver: boolean;
  values: Values;
  problems: Problems;
  /** Whether the code was just sent again. */
  isResent: boolean;
  /** The same whenever the form of a booking is shown, so that the right code has one answer, also after going back. */
  idempotencyKey: string;
}

/** The page with the form for the code of a booking. */
export function VerifyPage(props: VerifyProps): JSX.Element {
  const { frame, booked, isOver } = props;
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.verify}>
      <h1>{texts.verify}</h1>
      <BookedFacts frame={frame} booked={booked} />
      {isOver ? (
        <>
          <p role="alert">{texts.codeOver}</p>
          <p>
            <a href={url('/')}>{texts.start}</a>
          </p>
        </>
      ) : (
        <CodeForm {...props} />
      )}
    </Page>
  );
}

function CodeForm({
  frame,
  booked,
  method,
  isSent,
  expiresAt,
  values,
  problems,
  isResent,
  idempotencyKey,
}: VerifyProps): JSX.Element {
  const { texts, formats, url } = frame;
  return (
    <>
      <p>{isSent ? texts.codeSent[method] : texts.codeNotSent}</p>
      {isSent && isResent && <p role="status">{texts.codeResent}</p>}
      {expiresAt !== undefined && (
        <p data-until={expiresAt}>
          {texts.codeExpires(formats.time(expiresAt))} <span role="timer" />
        </p>
      )}
      <form method="post" action={url('/bookings/verify')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden values={{ ...booked, method, expires_at: expiresAt, idempotency_key: idempotencyKey }} />
        <Field
          {...{ frame, values, problems }}
          name="verification_code"
          label={texts.code}
          required
          autocomplete="one-time-code"
          inputmode="numeric"
          maxLength={20}
        />
        <p class="row">
          <button type="submit" class="primary">
            {texts.confirm}
          </button>
          {isSent && (
            <button type="submit" formAction={url('/bookings/verify/resend')}>
              {texts.resendCode}
            </button>
          )}
        </p>
      </form>
    </>
  );
}

interface DoneProps {
  frame: Frame;
  booked: Booked;
  state: BookingState;
  /** The path of the page on which the booking can be changed. */
  ownPath: string | undefined;
  /** The booking, if it awaits its payment and has a page. */
  unpaid: OwnBooking | undefined;
  /** Whether the person gets messages about the booking. */
  isTold: boolean;
  /** Whether they have the link to the booking. */
  hasLink: boolean;
}

/** The last page of the flow. */
export function DonePage({ frame, booked, state, ownPath, unpaid, isTold, hasLink }: DoneProps): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.states[state]}>
      <h1>{texts.states[state]}</h1>
      <BookedFacts frame={frame} booked={booked} />
      {isTold && state === 'awaiting_confirmation' && <p>{texts.awaitingConfirmation}</p>}
      {isTold && state === 'awaiting_payment' && <p>{texts.awaitingPayment}</p>}
      {unpaid && ownPath !== undefined && <PayBooking frame={frame} booking={unpaid} path={ownPath} />}
      {hasLink && <p>{texts.linkInMessage}</p>}
      <p class="row">
        {ownPath !== undefined && (
          <>
            <a class="button" href={url(ownPath)}>
              {texts.seeBooking}
            </a>
            <a class="button" href={url(`${ownPath}/booking.ics`)}>
              {texts.addToCalendar}
            </a>
          </>
        )}
        <a href={url('/')}>{texts.bookMore}</a>
      </p>
    </Page>
  );
}

function BookedFacts({ frame, booked }: { frame: Frame; booked: Booked }): JSX.Element {
  const { texts, formats } = frame;
  const { title, from, to } = booked;
  return (
    <Facts
      facts={[
        [texts.summary, title],
        [texts.time, formats.period(from, to)],
      ]}
    />
  );
}
