import { randomUUID } from 'node:crypto';
import type { BookingState, MadeBooking, OwnBooking } from '../../../pages/booking/data.js';
import type { Frame } from '../../../pages/booking/frame.js';
import { type Booked, DonePage, VerifyPage, type VerifyProps } from '../../../pages/booking/outcome.js';
import { notFound } from '../../../platform/errors.js';
import { idPattern } from '../id-pattern.js';
import { parseTime, queryText, readForm } from './input.js';
import { noProblems, problemsOf, problemsOfAction } from './problems.js';
import { read, sendSecretView, sendView, type Visit } from './visit.js';

const states: readonly BookingState[] = ['confirmed', 'awaiting_confirmation', 'awaiting_payment'];
const maxTitle = 255;
const tokenPattern = /^\d{1,9}-[\w-]{22}$/;

/** @throws DomainError NOT_FOUND if a part is missing */
function toBooked({ id, title, from, to }: Record<keyof Booked, string>): Booked {
  const isComplete = idPattern.test(id) && parseTime(`${from}/${to}`) !== undefined;
  if (!isComplete) throw notFound();
  return { id, title: title.slice(0, maxTitle), from, to };
}

function bookedOfUrl({ request }: Visit): Booked {
  const of = (name: string): string => queryText(request, name);
  return toBooked({ id: of('id'), title: of('title'), from: of('from'), to: of('to') });
}

const methodOf = (text: string): 'email' | 'sms' => (text === 'sms' ? 'sms' : 'email');
const instantOf = (text: string): string | undefined => (Number.isNaN(Date.parse(text)) ? undefined : text);

/** Renders the form for the code of a booking. */
export function showVerification(visit: Visit): void {
  const { request } = visit;
  const booked = bookedOfUrl(visit);
  const method = methodOf(queryText(request, 'method'));
  const expiresAt = instantOf(queryText(request, 'expires_at'));
  const idempotencyKey = queryText(request, 'key') || randomUUID();
  sendVerification(visit, 200, { booked, method, expiresAt, values: {}, problems: noProblems, idempotencyKey });
}

function sendVerification(visit: Visit, status: number, props: Omit<VerifyProps, 'frame' | 'isOver'>): void {
  const { expiresAt } = props;
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= visit.context.clock.now().getTime();
  sendView(visit, status, <VerifyPage {...{ frame: visit.frame, ...props, isOver }} />);
}

/** Verifies a booking by its code. */
export async function submitVerification(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const names = ['id', 'title', 'from', 'to', 'method', 'expires_at', 'idempotency_key', 'verification_code'] as const;
  const values = await readForm(request, names);
  const booked = toBooked(values);
  const { verification_code, idempotency_key } = values;
  const path = `/site/bookings/${booked.id}/verify_code`;
  const answer = await api.change<{ booking: MadeBooking }>(context, 'PUT', path, {
    body: { verification_code },
    idempotencyKey: idempotency_key || undefined,
  });
  if (answer.isDone) {
    response.redirect(303, doneUrl(frame, booked, answer.body.booking));
    return;
  }
  const { status, errors } = answer;
  const problems = status === 429 ? problemsOfAction(answer, frame.texts) : problemsOf(errors, frame.texts);
  const expiresAt = instantOf(values.expires_at);
  const method = methodOf(values.method);
  const idempotencyKey = idempotency_key || randomUUID();
  sendVerification(visit, status, { booked, method, expiresAt, values, problems, idempotencyKey });
}

/** The URL of the page that shows what was booked, with the token of the booking's own page. */
export function doneUrl(frame: Frame, booked: Booked, { state, link }: Pick<MadeBooking, 'state' | 'link'>): string {
  const token = link?.slice(link.lastIndexOf('/') + 1);
  return frame.url('/bookings/done', { ...booked, state, token });
}

/** Shows what was booked. @throws DomainError NOT_FOUND */
export async function showDone(visit: Visit): Promise<void> {
  const { request, frame } = visit;
  const booked = bookedOfUrl(visit);
  const state = states.find((known) => known === queryText(request, 'state'));
  if (!state) throw notFound();
  const token = queryText(request, 'token');
  const ownPath = tokenPattern.test(token) ? `/bookings/${token}` : undefined;
  const isUnpaid = state === 'awaiting_payment' && ownPath !== undefined;
  const unpaid = isUnpaid ? (await read<{ booking: OwnBooking }>(visit, ownPath)).booking : undefined;
  sendSecretView(visit, 200, <DonePage {...{ frame, booked, state, ownPath, unpaid }} />);
}
