import type { JSX } from 'preact';
import { changeDeadline } from '../../../domain/booking/link/booking-link.rules.js';
import { readBookingFile } from '../../../domain/calendar/calendar.queries.js';
import { leftOutText } from '../../../domain/recurrence/left-out-reasons.rules.js';
import { Banner } from '../../../pages/design/banner.js';
import { notFound } from '../../../platform/errors.js';
import { type PlainDate, parsePlainDate } from '../../../platform/time/plain-date.js';
import { textsIn } from '../../../texts/texts.js';
import { AddToCalendar } from './add-to-calendar.js';
import type { LinkedBooking, OwnBooking, Resource, Service, ServiceForm, Slot } from './api-answers.js';
import { BookingFacts, placeFacts, titleOf } from './booking-facts.js';
import { Calendar } from './calendar.js';
import { dayOf } from './dates.js';
import { agreedFeeFacts, FeeNow, OwnCard } from './fees.js';
import { Hidden, ProblemSummary, type Problems } from './fields.js';
import { Facts, type Frame, Page } from './frame.js';
import { type CalendarProps, type FreeTimes, readFreeTimes } from './free-times.js';
import { parseTime, queryText, readForm, requireOwnForm } from './input.js';
import { readOwnVisit, VisitBookings } from './own-visit.page.js';
import { ZoneNote } from './own-zone.js';
import { hasProviderPage, PayBooking, type PaymentNotice, payQuery } from './pay.js';
import { noProblems, problemsOfAction } from './problems.js';
import { type ChosenTip, isAskedForTip, noTip, readTip } from './tips.js';
import { findResource, isTold, read, sendCalendar, sendSecretView, type Visit } from './visit.js';

/** A booking with the path of its page, and those that were made together with it, if it is part of a visit. */
interface Opened {
  booking: OwnBooking;
  path: string;
  bookings: readonly LinkedBooking[];
}

/** @throws DomainError NOT_FOUND if the token is unknown, revoked or has expired */
async function open(visit: Visit, token: string): Promise<Opened> {
  const path = `/bookings/${encodeURIComponent(token)}`;
  const { booking } = await read<{ booking: OwnBooking }>(visit, `/site${path}`);
  const isOfVisit = (booking.visit_id ?? null) !== null;
  return { booking, path, bookings: isOfVisit ? await readOwnVisit(visit, path) : [] };
}

/** Shows the booking of a link. */
export async function showOwnBooking(visit: Visit, token: string): Promise<void> {
  const opened = await open(visit, token);
  const moved = queryText(visit.request, 'moved');
  const isMoved = moved === 'all' ? 'all' : moved !== '';
  const returned = queryText(visit.request, 'returned');
  const notice = returned === 'paid' ? 'awaiting' : returned === 'cancelled' ? 'bookingNotPaid' : undefined;
  sendOwnBooking(visit, 200, opened, { isMoved, notice, tip: readTip(visit) });
}

/** Redirects to the page of the payment provider. Shows the booking if there is nothing to pay. */
export async function redirectToBookingPayment(visit: Visit, token: string): Promise<void> {
  const { response, context, api, frame } = visit;
  const opened = await open(visit, token);
  const tip = readTip(visit);
  const isTipped = tip.amount > 0n && isAskedForTip(opened.booking.tip);
  if (!hasProviderPage(opened.booking) && !isTipped) return response.redirect(303, frame.url(opened.path));
  const body = isTipped ? payQuery(tip) : {};
  const answer = await api.change<{ checkout: { url: string } }>(context, 'POST', `${opened.path}/checkout`, { body });
  if (answer.isDone) response.redirect(303, answer.body.checkout.url);
  else sendOwnBooking(visit, 503, opened, { notice: 'bookingUnavailable', tip });
}

/** The parts of a booking's page besides the booking. */
interface OwnBookingNotes {
  isMoved?: boolean | 'all';
  problems?: Problems;
  notice?: PaymentNotice | undefined;
  tip?: ChosenTip;
}

function sendOwnBooking(
  visit: Visit,
  status: number,
  opened: Opened,
  { isMoved = false, problems = noProblems, notice, tip = noTip }: OwnBookingNotes = {},
): void {
  const { frame } = visit;
  sendSecretView(
    visit,
    status,
    <OwnBookingPage {...{ frame, ...opened, isMoved, hasMessages: isTold(visit), problems, notice, tip }} />,
  );
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

/** Removes the stored card of the booking of a link. */
export async function submitCardRemoval(visit: Visit, token: string): Promise<void> {
  requireOwnForm(visit.request);
  const { frame, api, context, response } = visit;
  const opened = await open(visit, token);
  const answer = await api.change(context, 'DELETE', `${opened.path}/card`, {});
  if (answer.isDone) response.redirect(303, frame.url(opened.path));
  else sendOwnBooking(visit, answer.status, opened, { problems: problemsOfAction(answer, frame.texts) });
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
  if (!time) return showTimesToMove(visit, 200, opened);
  const slot = { timestamp: time.from, timestamp_end: time.to };
  const values = { slot: of('slot'), resource_id: of('resource_id'), event_id: of('event_id') };
  const { account, zone, clock } = visit.context;
  const deadline = changeDeadline(account, { bookedFrom: new Date(time.from) }, zone);
  const isLast = deadline !== null && deadline < clock.now();
  const resource = await findResource(visit, values.resource_id);
  sendSecretView(visit, 200, <ConfirmMovePage {...{ frame, ...opened, slot, values, resource, isLast }} />);
}

/** The value of `resource_id` for the times of all resources. Its absence means those of the booking's resource. */
const anyone = 'any';

/**
 * Reads the free times of the booking's resource in the week of a day, unless the URL has another resource or other days.
 * Reads those of all resources if that resource has none.
 */
async function readTimesToMove(
  visit: Visit,
  service: Service,
  booking: OwnBooking,
  path: string,
  day: PlainDate,
): Promise<FreeTimes> {
  if (booking.event_id !== null) return readFreeTimes(visit, service, path, { day });
  const form = await read<{ service: ServiceForm }>(visit, `/services/${service.id}/form`);
  if (!form.service.visitors_choose) return readFreeTimes(visit, service, path, { day, mayChoose: false });
  const times = await readFreeTimes(visit, service, path, { day, resourceId: booking.resource_id });
  const hasTimes = times.freeDays.size > 0 || times.nextDay !== undefined;
  return hasTimes || times.resourceId === undefined ? times : readFreeTimes(visit, service, path, { day });
}

async function showTimesToMove(
  visit: Visit,
  status: number,
  { booking, path }: Opened,
  { problems = noProblems, day }: { problems?: Problems; day?: PlainDate | undefined } = {},
): Promise<void> {
  const { frame } = visit;
  if (booking.service_id === null) throw notFound();
  const { service } = await read<{ service: Service }>(visit, `/services/${booking.service_id}`);
  const ownDay = dayOf(booking.booked_from);
  const free = await readTimesToMove(visit, service, booking, path, day ?? ownDay);
  // The booking keeps its length.
  const times = { ...free, ownDay, anyone, lengths: new Map<number, number>() };
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
    const problems = problemsOfAction(answer, frame.texts);
    return showTimesToMove(visit, answer.status, after, { problems, day: parsePlainDate(dayOf(time.from)) });
  }
  sendOwnBooking(visit, answer.status, after, { problems: new Map([['', frame.texts.notDone]]) });
}

/** Sends the booking of a link as an iCalendar file. */
export async function sendOwnCalendarFile(visit: Visit, token: string): Promise<void> {
  sendCalendar(visit, await readBookingFile(visit.context, token));
}

interface OwnProps {
  frame: Frame;
  booking: OwnBooking;
  /** The path of the booking's page, with the secret token. */
  path: string;
}

interface OwnBookingProps extends OwnProps {
  bookings: readonly LinkedBooking[];
  /** Whether the booking has just been moved, or all of its visit. */
  isMoved: boolean | 'all';
  /** Whether the person gets messages about the booking. */
  hasMessages: boolean;
  problems: Problems;
  /** The result of an attempt to pay. */
  notice?: PaymentNotice | undefined;
  tip: ChosenTip;
}

/** The page behind the link of a booking: what it is, and what the person can do with it. */
function OwnBookingPage({
  frame,
  booking,
  path,
  bookings,
  isMoved,
  hasMessages,
  problems,
  notice,
  tip,
}: OwnBookingProps): JSX.Element {
  const { texts, formats, url } = frame;
  const { state, active, can_cancel, can_move, changeable_until, cancellation_fee } = booking;
  return (
    <Page frame={frame} title={texts.ownBooking}>
      <h1>{cancellation_fee?.card === 'awaited' ? texts.fee.cardTitle : texts.states[state]}</h1>
      <ProblemSummary frame={frame} problems={problems} />
      {isMoved && (
        <Banner kind="good" isNew>
          {isMoved === 'all' ? texts.movedAll : texts.moved}
        </Banner>
      )}
      {hasMessages && state === 'awaiting_confirmation' && <p>{texts.awaitingConfirmation}</p>}
      <BookingFacts frame={frame} booking={booking} more={agreedFeeFacts(frame, booking)} />
      <ZoneNote frame={frame} />
      <LeftOutDates frame={frame} booking={booking} />
      <PayBooking {...{ frame, booking, path, notice, tip }} />
      <OwnCard {...{ frame, booking, path }} />
      {active && !can_cancel && <p>{texts.notChangeable}</p>}
      {can_cancel && changeable_until !== null && (
        <p>{texts.changeableUntil({ time: formats.moment(changeable_until) })}</p>
      )}
      {can_cancel && <FeeNow frame={frame} booking={booking} />}
      <div class="row">
        {can_move && (
          <a class="button" href={`${url(`${path}/move`)}#days`}>
            {texts.move}
          </a>
        )}
        {can_cancel && (
          <a class="button" href={url(`${path}/cancel`)}>
            {texts.cancel}
          </a>
        )}
        {active && <AddToCalendar {...{ frame, booking, path }} />}
        <a href={url('/')}>{texts.bookMore}</a>
      </div>
      <VisitBookings {...{ frame, path, bookings }} />
    </Page>
  );
}

/** The dates of the booking's series that could not be booked, and why. */
function LeftOutDates({
  frame: { texts, formats, language, wording },
  booking,
}: Omit<OwnProps, 'path'>): JSX.Element | null {
  if (booking.left_out.length === 0) return null;
  const { labelled } = textsIn(wording).punctuation;
  return (
    <>
      <p>{texts.leftOut}</p>
      <ul>
        {booking.left_out.map(({ from, to, cause }) => (
          <li key={from}>{labelled({ label: formats.period(from, to), value: leftOutText(cause, language) })}</li>
        ))}
      </ul>
    </>
  );
}

/** The confirmation before a booking is cancelled. */
function CancelPage({ frame, booking, path }: OwnProps): JSX.Element {
  const { texts, url } = frame;
  return (
    <Page frame={frame} title={texts.cancel}>
      <h1>{texts.cancelQuestion}</h1>
      <BookingFacts frame={frame} booking={booking} more={agreedFeeFacts(frame, booking)} />
      <FeeNow frame={frame} booking={booking} />
      <form method="post" action={url(`${path}/cancel`)} class="row" data-once>
        <button type="submit" class="button primary">
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
function MovePage({ booking, bookingPath, problems, ...calendar }: MoveProps): JSX.Element {
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
  /** The resource after the move; undefined if it is not known. */
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
function ConfirmMovePage({ frame, booking, path, slot, values, resource, isLast }: ConfirmMoveProps): JSX.Element {
  const { texts, formats, url } = frame;
  return (
    <Page frame={frame} title={texts.move}>
      <h1>{texts.move}</h1>
      <Facts
        facts={[
          [texts.summary, titleOf(booking)],
          [texts.moveFrom, formats.zonedPeriod(booking.booked_from, booking.booked_to)],
          [texts.moveTo, formats.zonedPeriod(slot.timestamp, slot.timestamp_end)],
          [texts.who, withWhom(booking, resource)],
          ...placeFacts(frame),
        ]}
      />
      {isLast && <Banner kind="warning">{texts.lastMove}</Banner>}
      <form method="post" action={url(`${path}/move`)} class="row" data-once>
        <Hidden values={values} />
        <button type="submit" class="button primary">
          {texts.moveHere}
        </button>
        <a href={`${url(`${path}/move`, { date: dayOf(slot.timestamp) })}#days`}>{texts.changeTime}</a>
      </form>
    </Page>
  );
}
