import { randomUUID } from 'node:crypto';
import type { JSX } from 'preact';
import { notFound } from '../../../platform/errors.js';
import type { Event, Service, WaitlistTicket } from './api-answers.js';
import { placeFacts } from './booking-facts.js';
import { secondsUntil } from './dates.js';
import { ContactFields, FormField, Hidden, ProblemSummary, type Problems, type Values } from './fields.js';
import { type Fact, Facts, type Frame, Page } from './frame.js';
import { queryText, readForm, requireOwnForm } from './input.js';
import { Period, ZoneNote } from './own-zone.js';
import { noProblems, problemsOf, problemsOfAction } from './problems.js';
import { findResource, read, sendSecretView, sendView, type Visit } from './visit.js';

const targetNames = ['service_id', 'event_id', 'resource_id', 'from', 'to'] as const;
const contactNames = ['name', 'email', 'phone_number'] as const;
const names = [...targetNames, ...contactNames, 'idempotency_key' as const];

const idPattern = /^\d{1,9}$/;

/** Shows the form of the waitlist, for a service or an event. */
export async function showWaitlistForm(visit: Visit): Promise<void> {
  await sendForm(visit, 200, targetOf(visit), noProblems);
}

/** Shows the form of the waitlist with the contact that was typed into a booking form. */
export async function continueWithWaitlistForm(visit: Visit): Promise<void> {
  const contact = await readForm(visit.request, contactNames);
  await sendForm(visit, 200, { ...targetOf(visit), ...contact }, noProblems);
}

/** Returns what the URL says: the service or event, and the period. */
function targetOf({ request }: Visit): Values {
  return Object.fromEntries(targetNames.map((name) => [name, queryText(request, name)]));
}

async function sendForm(visit: Visit, status: number, values: Values, problems: Problems): Promise<void> {
  const { frame } = visit;
  const { service_id = '', event_id = '' } = values;
  const event = idPattern.test(event_id)
    ? (await read<{ event: Event }>(visit, `/events/${event_id}`)).event
    : undefined;
  const service = idPattern.test(service_id)
    ? (await read<{ service: Service }>(visit, `/services/${service_id}`)).service
    : undefined;
  const title = event?.title ?? service?.title;
  if (title === undefined) throw notFound();
  const resource = event ? undefined : await findResource(visit, values['resource_id'] ?? '');
  const { texts } = frame;
  const facts: Fact[] = [
    [texts.summary, title],
    ...(event
      ? [[texts.time, <Period key="time" frame={frame} from={event.starts_at} to={event.ends_at} />] as const]
      : []),
    ...(event ? [] : [[texts.who, resource?.title ?? texts.anyone] as const]),
    ...placeFacts(frame),
  ];
  const idempotencyKey = randomUUID();
  sendView(
    visit,
    status,
    <JoinWaitlistPage {...{ frame, facts, values, problems, idempotencyKey }} isEvent={event !== undefined} />,
  );
}

/** Joins the waitlist, and redirects to one's place on it. */
export async function submitWaitlistForm(visit: Visit): Promise<void> {
  const { request, response, frame, api, context } = visit;
  const values = await readForm(request, names);
  const { idempotency_key, ...given } = values;
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const answer = await api.change<{ waitlist_ticket: WaitlistTicket }>(context, 'POST', '/waitlist', {
    body: { waitlist_entry: { ...filled, locale: frame.language } },
    idempotencyKey: idempotency_key || undefined,
  });
  if (answer.isDone) {
    response.redirect(303, frame.url(`/waitlist/${answer.body.waitlist_ticket.token}`));
    return;
  }
  const { status, errors } = answer;
  const problems = status === 429 ? problemsOfAction(answer, frame.texts) : problemsOf(errors, frame);
  await sendForm(visit, status, values, problems);
}

/** Shows the place on the waitlist that a token belongs to. */
export async function showWaitlistTicket(visit: Visit, token: string): Promise<void> {
  await sendTicket(visit, 200, token, noProblems);
}

async function sendTicket(visit: Visit, status: number, token: string, problems: Problems): Promise<void> {
  const path = `/waitlist/${encodeURIComponent(token)}`;
  const { waitlist_ticket: ticket } = await read<{ waitlist_ticket: WaitlistTicket }>(visit, path);
  const now = visit.context.clock.now().getTime();
  sendSecretView(visit, status, <WaitlistPage frame={visit.frame} {...{ ticket, path, problems, now }} />);
}

/** Takes or declines an offer, or leaves the waitlist. */
export async function submitWaitlistAnswer(visit: Visit, token: string): Promise<void> {
  requireOwnForm(visit.request);
  const { request, response, frame, api, context } = visit;
  const { answer: chosen } = await readForm(request, ['answer'] as const);
  const path = `/waitlist/${encodeURIComponent(token)}`;
  const answer = await api.change(context, 'POST', path, { body: { answer: chosen } });
  if (answer.isDone) {
    response.redirect(303, frame.url(path));
    return;
  }
  await sendTicket(visit, answer.status, token, problemsOfAction(answer, frame.texts));
}

interface JoinProps {
  frame: Frame;
  /** The service or event, its time, the person and the place. */
  facts: readonly Fact[];
  /** Whether the entry waits for a place in an event, which has a time of its own. */
  isEvent: boolean;
  values: Values;
  problems: Problems;
  idempotencyKey: string;
}

/** The form by which a visitor joins the waitlist. */
function JoinWaitlistPage({ frame, facts, isEvent, values, problems, idempotencyKey }: JoinProps): JSX.Element {
  const { texts, url } = frame;
  const { service_id, event_id, resource_id } = values;
  const common = { frame, values, problems };
  return (
    <Page frame={frame} title={texts.waitlist}>
      <h1>{texts.waitlist}</h1>
      <Facts facts={facts} />
      <ZoneNote frame={frame} />
      <p>{texts.waitlistText}</p>
      <form method="post" action={url('/waitlist')} noValidate data-once>
        <ProblemSummary frame={frame} problems={problems} />
        <Hidden values={{ service_id, event_id, resource_id, idempotency_key: idempotencyKey }} />
        {!isEvent && (
          <>
            <FormField {...common} name="from" label={texts.fromDay} type="date" required />
            <FormField {...common} name="to" label={texts.toDay} type="date" required />
          </>
        )}
        <ContactFields {...common} email={{ hint: texts.contactHint }} />
        <button type="submit" class="button primary">
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
  /** On the clock of the account, in milliseconds since 1970. */
  now: number;
}

/** Whether an entry was closed because of what the account changed. */
const isWithdrawn = (reason: string | null): boolean =>
  reason !== null && reason !== 'period_over' && reason !== 'unanswered';

/** The page of one's place on the waitlist: take an offer, wait on, or leave. */
function WaitlistPage({ frame, ticket, path, problems, now }: TicketProps): JSX.Element {
  const { texts, formats, url } = frame;
  const { can_take, entry } = ticket;
  const { state, offer_expires_at, closed_reason, service, event, booking } = entry;
  const time = booking
    ? formats.zonedPeriod(booking.booked_from, booking.booked_to)
    : event
      ? formats.zonedPeriod(event.starts_at, event.ends_at)
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
        <p data-seconds={secondsUntil(offer_expires_at, now)}>
          {texts.offerUntil({ time: formats.moment(offer_expires_at) })} <span role="timer" />
        </p>
      )}
      {isOpen && (
        <form method="post" action={url(path)} class="row" data-once>
          {can_take && (
            <button type="submit" name="answer" value="take" class="button primary">
              {texts.take}
            </button>
          )}
          {can_take && event === null && (
            <button type="submit" name="answer" value="decline" class="button">
              {texts.decline}
            </button>
          )}
          <button type="submit" name="answer" value="leave" class="button">
            {texts.leave}
          </button>
        </form>
      )}
    </Page>
  );
}
