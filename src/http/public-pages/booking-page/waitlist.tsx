import type { JSX } from 'preact';
import type { WaitlistTicket } from './data.js';
import { Facts } from './facts.js';
import { Field, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Frame, Page } from './frame.js';

interface JoinProps {
  frame: Frame;
  /** The title of the service or event. */
  title: string;
  /** Whether the entry waits for a place in an event, which has a time of its own. */
  isEvent: boolean;
  values: Values;
  problems: Problems;
  idempotencyKey: string;
}

/** The form by which a visitor joins the waitlist. */
export function JoinWaitlistPage({ frame, title, isEvent, values, problems, idempotencyKey }: JoinProps): JSX.Element {
  const { texts, url } = frame;
  const { service_id, event_id, resource_id } = values;
  const common = { frame, values, problems };
  return (
    <Page frame={frame} title={texts.waitlist}>
      <h1>{texts.waitlist}</h1>
      <Facts facts={[[texts.summary, title]]} />
      <p>{texts.waitlistText}</p>
      <form method="post" action={url('/waitlist')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden values={{ service_id, event_id, resource_id, idempotency_key: idempotencyKey }} />
        {!isEvent && (
          <>
            <Field {...common} name="from" label={texts.fromDay} type="date" required />
            <Field {...common} name="to" label={texts.toDay} type="date" required />
          </>
        )}
        <Field {...common} name="name" label={texts.name} autocomplete="name" required maxLength={255} />
        <Field
          {...common}
          name="email"
          label={texts.email}
          type="email"
          autocomplete="email"
          hint={texts.contactHint}
          maxLength={255}
        />
        <Field {...common} name="phone_number" label={texts.phone} type="tel" autocomplete="tel" maxLength={50} />
        <button type="submit" class="primary">
          {texts.join}
        </button>
      </form>
    </Page>
  );
}

interface TicketProps {
  frame: Frame;
  ticket: WaitlistTicket;
  /** The path of this page, with the secret token. */
  path: string;
  problems: Problems;
}

/** Whether an entry was closed because of what the account changed. */
const isWithdrawn = (reason: string | null): boolean =>
  reason !== null && reason !== 'period_over' && reason !== 'unanswered';

/** The page of one's place on the waitlist: take an offer, wait on, or leave. */
export function WaitlistPage({ frame, ticket, path, problems }: TicketProps): JSX.Element {
  const { texts, formats, url } = frame;
  const { can_take, entry } = ticket;
  const { state, offer_expires_at, closed_reason, service, event, booking } = entry;
  const time = booking
    ? formats.period(booking.booked_from, booking.booked_to)
    : event
      ? formats.period(event.starts_at, event.ends_at)
      : formats.period(entry.from, entry.to);
  const isOpen = state === 'waiting' || state === 'offered';
  return (
    <Page frame={frame} title={texts.waitlist}>
      <h1>{texts.waitlistStates[state]}</h1>
      <ProblemSummary frame={frame} problems={problems} />
      <Facts
        facts={[
          [texts.summary, event?.title ?? service?.title ?? ''],
          [texts.time, time],
        ]}
      />
      {state === 'waiting' && <p>{texts.waitlistWaiting}</p>}
      {isWithdrawn(closed_reason) && <p>{texts.waitlistWithdrawn}</p>}
      {state === 'offered' && !can_take && <p>{texts.waitlistOffered}</p>}
      {state === 'offered' && offer_expires_at !== null && (
        <p data-until={offer_expires_at}>
          {texts.offerUntil(formats.moment(offer_expires_at))} <span role="timer" />
        </p>
      )}
      {isOpen && (
        <form method="post" action={url(path)} class="row" data-once>
          {can_take && (
            <button type="submit" name="answer" value="take" class="primary">
              {texts.take}
            </button>
          )}
          {can_take && event === null && (
            <button type="submit" name="answer" value="decline">
              {texts.decline}
            </button>
          )}
          <button type="submit" name="answer" value="leave">
            {texts.leave}
          </button>
        </form>
      )}
    </Page>
  );
}
