import { changeDeadline } from '../../../domain/booking/link/booking-link.rules.js';
import { readBookingFile } from '../../../domain/calendar/calendar.queries.js';
import { notFound } from '../../../platform/errors.js';
import { findResource } from './chosen-resource.js';
import type { OwnBooking, Service, Slot } from './data.js';
import { dayOf } from './dates.js';
import type { Problems } from './fields.js';
import { parseTime, queryText, readForm, requireOwnForm } from './input.js';
import { CancelPage, ConfirmMovePage, MovePage, OwnBookingPage } from './own-booking.js';
import type { PaymentNotice } from './pay.js';
import { noProblems, problemsOfAction } from './problems.js';
import { type FreeTimes, readFreeTimes } from './times.page.js';
import { read, sendCalendar, sendSecretView, type Visit } from './visit.js';

/** A booking with the path of its page. */
interface Opened {
  booking: OwnBooking;
  path: string;
}

/** @throws DomainError NOT_FOUND if the token is unknown, revoked or has expired */
async function open(visit: Visit, token: string): Promise<Opened> {
  const path = `/bookings/${encodeURIComponent(token)}`;
  const { booking } = await read<{ booking: OwnBooking }>(visit, path);
  return { booking, path };
}

/** Shows the booking of a link. */
export async function showOwnBooking(visit: Visit, token: string): Promise<void> {
  const opened = await open(visit, token);
  const isMoved = queryText(visit.request, 'moved') !== '';
  const returned = queryText(visit.request, 'returned');
  const notice = returned === 'paid' ? 'awaiting' : returned === 'cancelled' ? 'bookingNotPaid' : undefined;
  sendOwnBooking(visit, 200, opened, { isMoved, notice });
}

/** Redirects to the page of the payment provider. Shows the booking if there is nothing to pay. */
export async function redirectToBookingPayment(visit: Visit, token: string): Promise<void> {
  const { response, context, api, frame } = visit;
  const opened = await open(visit, token);
  if (opened.booking.payable_online === null) return response.redirect(303, frame.url(opened.path));
  const answer = await api.change<{ checkout: { url: string } }>(context, 'POST', `${opened.path}/checkout`, {});
  if (answer.isDone) response.redirect(303, answer.body.checkout.url);
  else sendOwnBooking(visit, 503, opened, { notice: 'bookingUnavailable' });
}

/** The parts of a booking's page besides the booking. */
interface OwnBookingNotes {
  isMoved?: boolean;
  problems?: Problems;
  notice?: PaymentNotice | undefined;
}

function sendOwnBooking(
  visit: Visit,
  status: number,
  opened: Opened,
  { isMoved = false, problems = noProblems, notice }: OwnBookingNotes = {},
): void {
  const { frame } = visit;
  sendSecretView(visit, status, <OwnBookingPage {...{ frame, ...opened, isMoved, problems, notice }} />);
}

/** Renders the confirmation of a cancellation by a link. Shows the booking if that is no longer possible. */
export async function showCancellation(visit: Visit, token: string): Promise<void> {
  const opened = await open(visit, token);
  if (opened.booking.can_cancel) sendSecretView(visit, 200, <CancelPage frame={visit.frame} {...opened} />);
  else sendOwnBooking(visit, 200, opened);
}

/** Cancels the booking of a link. A second time, it shows that it is cancelled. */
export async function submitCancellation(visit: Visit, token: string): Promise<void> {
  requireOwnForm(visit.request);
  const { frame, api, context, response } = visit;
  const { path } = await open(visit, token);
  const answer = await api.change(context, 'POST', `${path}/cancel`, {});
  // Read again, because the same form may have cancelled it at the same time.
  const after = answer.isDone ? undefined : await open(visit, token);
  if (answer.isDone || after?.booking.state === 'cancelled') response.redirect(303, frame.url(path));
  else if (after) sendOwnBooking(visit, answer.status, after, { problems: problemsOfAction(answer, frame.texts) });
}

/**
 * Renders the times to which the booking of a link can be moved, or the confirmation of the chosen one. Shows the
 * booking if that is no longer possible.
 */
export async function showMove(visit: Visit, token: string): Promise<void> {
  const { request, frame } = visit;
  const opened = await open(visit, token);
  if (!opened.booking.can_move) return sendOwnBooking(visit, 200, opened);
  const of = (name: string): string => queryText(request, name);
  const time = parseTime(of('slot'));
  if (!time) return showTimesToMove(visit, 200, opened, noProblems);
  const slot = { timestamp: time.from, timestamp_end: time.to };
  const values = { slot: of('slot'), resource_id: of('resource_id'), event_id: of('event_id') };
  const { account, zone, clock } = visit.context;
  const deadline = changeDeadline(account, { bookedFrom: new Date(time.from) }, zone);
  const isLast = deadline !== null && deadline < clock.now();
  const resource = await findResource(visit, values.resource_id);
  sendSecretView(visit, 200, <ConfirmMovePage {...{ frame, ...opened, slot, values, resource, isLast }} />);
}

/** The parameter `resource_id` of the times with anyone. Without the parameter, they are those of the same resource. */
const anyone = 'any';

/**
 * Reads the free times from the date of the booking on, with its resource, unless the URL has others. If the resource is
 * not free, those with anyone.
 */
async function readTimesToMove(visit: Visit, service: Service, booking: OwnBooking, path: string): Promise<FreeTimes> {
  const day = dayOf(booking.booked_from);
  if (booking.event_id !== null) return readFreeTimes(visit, service, path, { day });
  const times = await readFreeTimes(visit, service, path, { day, resourceId: booking.resource_id });
  const hasTimes = times.freeDays.size > 0 || times.nextDay !== undefined;
  return hasTimes || times.resourceId === undefined ? times : readFreeTimes(visit, service, path, { day });
}

async function showTimesToMove(
  visit: Visit,
  status: number,
  { booking, path }: Opened,
  problems: Problems,
): Promise<void> {
  const { frame } = visit;
  if (booking.service_id === null) throw notFound();
  const { service } = await read<{ service: Service }>(visit, `/services/${booking.service_id}`);
  const free = await readTimesToMove(visit, service, booking, path);
  // The booking keeps its length.
  const times = { ...free, anyone, lengths: new Map<number, number>() };
  const slotUrl = ({ timestamp, timestamp_end, event_id, available_resources: available }: Slot): string => {
    const own = available.includes(booking.resource_id) ? booking.resource_id : available[0];
    return frame.url(`${path}/move`, {
      slot: `${timestamp}/${timestamp_end}`,
      ...(event_id === null ? { resource_id: times.resourceId ?? own } : { event_id }),
    });
  };
  sendSecretView(
    visit,
    status,
    <MovePage {...{ frame, ...times, booking, problems, slotUrl }} path={`${path}/move`} bookingPath={path} />,
  );
}

/** Moves the booking of a link. If the time was taken meanwhile, shows the free times again. */
export async function submitMove(visit: Visit, token: string): Promise<void> {
  requireOwnForm(visit.request);
  const { request, frame, api, context, response } = visit;
  const { path } = await open(visit, token);
  const { slot, resource_id, event_id } = await readForm(request, ['slot', 'resource_id', 'event_id'] as const);
  const time = parseTime(slot);
  if (!time) throw notFound();
  const booking = event_id
    ? { event_id }
    : { booked_from: time.from, booked_to: time.to, ...(resource_id && { resource_id }) };
  const answer = await api.change(context, 'PUT', path, { body: { booking } });
  if (answer.isDone) {
    response.redirect(303, frame.url(path, { moved: 1 }));
    return;
  }
  const after = await open(visit, token);
  if (after.booking.can_move) {
    return showTimesToMove(visit, answer.status, after, problemsOfAction(answer, frame.texts));
  }
  sendOwnBooking(visit, answer.status, after, { problems: new Map([['', frame.texts.notDone]]) });
}

/** Sends the booking of a link as an iCalendar file. */
export async function sendOwnCalendarFile(visit: Visit, token: string): Promise<void> {
  sendCalendar(visit, await readBookingFile(visit.context, token));
}
