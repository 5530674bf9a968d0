import type { Booking, BookingState } from '../../../pages/booking/data.js';
import { type Booked, DonePage, VerifyPage } from '../../../pages/booking/outcome.js';
import { notFound } from '../../../platform/errors.js';
import { formatBookingFile } from './calendar-file.js';
import { parseTime, queryText, readForm } from './input.js';
import { problemsOf } from './problems.js';
import { sendCalendar, sendView, type Visit } from './visit.js';

const states: readonly BookingState[] = ['confirmed', 'awaiting_confirmation', 'awaiting_payment'];
const idPattern = /^\d{1,9}$/;
const maxTitle = 255;

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

/** Asks for the code of a booking. */
export function showVerification(visit: Visit): void {
  const { request, frame } = visit;
  const booked = bookedOfUrl(visit);
  const method = methodOf(queryText(request, 'method'));
  const expiresAt = instantOf(queryText(request, 'expires_at'));
  sendView(visit, 200, <VerifyPage {...{ frame, booked, method, expiresAt }} values={{}} problems={new Map()} />);
}

/** Verifies a booking by its code. */
export async function submitVerification(visit: Visit): Promise<void> {
  const { request, response, frame, context, api } = visit;
  const names = ['id', 'title', 'from', 'to', 'method', 'expires_at', 'verification_code'] as const;
  const values = await readForm(request, names);
  const booked = toBooked(values);
  const { verification_code } = values;
  const path = `/bookings/${booked.id}/verify_code`;
  const answer = await api.change<{ booking: Booking }>(context, 'PUT', path, { body: { verification_code } });
  if (answer.isDone) {
    const { state } = answer.body.booking;
    response.redirect(303, frame.url('/bookings/done', { ...booked, state }));
    return;
  }
  const { status, errors } = answer;
  const problems = status === 429 ? new Map([['', frame.texts.errors.tooMany]]) : problemsOf(errors, frame.texts);
  const expiresAt = instantOf(values.expires_at);
  const method = methodOf(values.method);
  sendView(visit, status, <VerifyPage {...{ frame, booked, method, expiresAt, values, problems }} />);
}

/** Shows what was booked. */
export function showDone(visit: Visit): void {
  const { request, frame } = visit;
  const booked = bookedOfUrl(visit);
  const state = states.find((known) => known === queryText(request, 'state'));
  if (!state) throw notFound();
  const calendar = frame.url('/bookings/done.ics', { ...booked });
  sendView(visit, 200, <DonePage {...{ frame, booked, state, calendar }} />);
}

/** Sends what was booked as an iCalendar file. */
export function sendCalendarFile(visit: Visit): void {
  sendCalendar(visit, formatBookingFile(visit.context, bookedOfUrl(visit)));
}
