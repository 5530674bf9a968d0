import { randomUUID } from 'node:crypto';
import { notFound } from '../../../platform/errors.js';
import type { Event, Service, WaitlistTicket } from './data.js';
import type { Problems, Values } from './fields.js';
import { queryText, readForm, requireOwnForm } from './input.js';
import { noProblems, problemsOf, problemsOfAction } from './problems.js';
import { read, sendSecretView, sendView, type Visit } from './visit.js';
import { JoinWaitlistPage, WaitlistPage } from './waitlist.js';

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
  const idempotencyKey = randomUUID();
  sendView(
    visit,
    status,
    <JoinWaitlistPage {...{ frame, title, values, problems, idempotencyKey }} isEvent={event !== undefined} />,
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
  const problems = status === 429 ? problemsOfAction(answer, frame.texts) : problemsOf(errors, frame.texts);
  await sendForm(visit, status, values, problems);
}

/** Shows the place on the waitlist that a token belongs to. */
export async function showWaitlistTicket(visit: Visit, token: string): Promise<void> {
  await sendTicket(visit, 200, token, noProblems);
}

async function sendTicket(visit: Visit, status: number, token: string, problems: Problems): Promise<void> {
  const path = `/waitlist/${encodeURIComponent(token)}`;
  const { waitlist_ticket: ticket } = await read<{ waitlist_ticket: WaitlistTicket }>(visit, path);
  sendSecretView(visit, status, <WaitlistPage frame={visit.frame} {...{ ticket, path, problems }} />);
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
