import type { JSX } from 'preact';
import { changeDeadline } from '../../../domain/booking/link/booking-link.rules.js';
import { today } from '../../../domain/context.js';
import { Banner } from '../../../pages/design/banner.js';
import { notFound } from '../../../platform/errors.js';
import { type PlainDate, parsePlainDate } from '../../../platform/time/plain-date.js';
import { textsIn } from '../../../texts/texts.js';
import type { LinkedBooking, VisitSlot } from './api-answers.js';
import { BookingFacts, placeFacts, titleOf } from './booking-facts.js';
import { dayOf, daysAround, hasNextMonth, monthOf, type ShownDays } from './dates.js';
import { Hidden, ProblemSummary, type Problems } from './fields.js';
import { Facts, type Frame, Page } from './frame.js';
import { Days } from './free-days.js';
import { parseTime, queryText, readForm, requireOwnForm } from './input.js';
import { personLabel } from './my-bookings.js';
import { readOwnVisit } from './own-visit.page.js';
import { ZoneNote } from './own-zone.js';
import { noProblems, problemsOfAction } from './problems.js';
import { read, sendSecretView, type Visit } from './visit.js';

interface Movable {
  /** The path of the page of the booking that was opened, with its secret token. */
  path: string;
  /** The active bookings, by time. */
  bookings: readonly LinkedBooking[];
}

/** Reads the bookings that move together; undefined if not all of them can move any more. */
async function openMovable(visit: Visit, token: string): Promise<Movable | { path: string; bookings?: undefined }> {
  const path = `/bookings/${encodeURIComponent(token)}`;
  const bookings = (await readOwnVisit(visit, path)).filter(({ active }) => active);
  return bookings.length > 1 && bookings.every(({ can_move }) => can_move) ? { path, bookings } : { path };
}

/** Shows the times to which all bookings of the visit of a link can move, or the confirmation of the chosen one. */
export async function showVisitMove(visit: Visit, token: string): Promise<void> {
  const { frame, request, response, context } = visit;
  const movable = await openMovable(visit, token);
  if (!movable.bookings) return response.redirect(303, frame.url(movable.path));
  const time = parseTime(queryText(request, 'slot'));
  if (!time) return sendTimes(visit, 200, movable);
  const { account, zone, clock } = context;
  const deadline = changeDeadline(account, { bookedFrom: new Date(time.from) }, zone);
  const isLast = deadline !== null && deadline < clock.now();
  const after = shifted(visit, movable.bookings, Date.parse(time.from));
  const slot = queryText(request, 'slot');
  sendSecretView(visit, 200, <ConfirmPage {...{ frame, ...movable, after, slot, isLast }} />);
}

/** Moves all bookings of the visit of a link. If a time was taken meanwhile, shows the free times again. */
export async function submitVisitMove(visit: Visit, token: string): Promise<void> {
  requireOwnForm(visit.request);
  const { frame, request, response, api, context } = visit;
  const { slot } = await readForm(request, ['slot'] as const);
  const time = parseTime(slot);
  if (!time) throw notFound();
  const path = `/bookings/${encodeURIComponent(token)}`;
  const answer = await api.change(context, 'PUT', `${path}/visit`, { body: { visit: { booked_from: time.from } } });
  if (answer.isDone) return response.redirect(303, frame.url(path, { moved: 'all' }));
  const movable = await openMovable(visit, token);
  if (!movable.bookings) return response.redirect(303, frame.url(path));
  const ofAction = problemsOfAction(answer, frame.texts);
  // The errors name bookings, which have no fields here.
  const problems = answer.status === 400 ? new Map([['', frame.texts.errors.taken]]) : ofAction;
  await sendTimes(visit, answer.status, movable, { problems, day: parsePlainDate(dayOf(time.from)) });
}

/** A time on the wall clock of the account. */
interface Time {
  from: string;
  to: string;
}

/** Returns the time of each booking if the first begins at an instant. */
function shifted({ context: { zone } }: Visit, bookings: readonly LinkedBooking[], start: number): Time[] {
  const shift = start - Date.parse(bookings[0]?.booked_from ?? '');
  const moved = (instant: string): string => zone.format(Date.parse(instant) + shift);
  return bookings.map(({ booked_from, booked_to }) => ({ from: moved(booked_from), to: moved(booked_to) }));
}

/** Reads the starts between two dates to which all bookings can move. */
async function readStarts(visit: Visit, { path }: Movable, from: PlainDate, to: PlainDate): Promise<number[]> {
  const listed = await read<{ visit_slot: VisitSlot }[]>(visit, `${path}/visit/slots`, { from, to });
  return listed.map(({ visit_slot }) => Date.parse(visit_slot.timestamp));
}

async function sendTimes(
  visit: Visit,
  status: number,
  movable: Movable,
  { problems = noProblems, day: asked }: { problems?: Problems; day?: PlainDate | undefined } = {},
): Promise<void> {
  const { frame, request, context } = visit;
  const now = today(context);
  const ownDay = dayOf(movable.bookings[0]?.booked_from ?? now);
  const date = asked ?? askedDate(queryText(request, 'date'));
  const week = askedDate(queryText(request, 'week')) ?? date ?? ownDay;
  const shown = daysAround(week < now ? now : week, 'week', { today: now, firstWeekday: frame.formats.firstWeekday });
  const starts = await readStarts(visit, movable, shown.from > now ? shown.from : now, shown.to);
  const times = starts.map((start) => shifted(visit, movable.bookings, start));
  const startOf = ([time]: readonly Time[]): PlainDate => dayOf(time?.from ?? '');
  const freeDays = new Set(times.map(startOf));
  const usual = freeDays.has(ownDay) ? ownDay : [...freeDays][0];
  const day = date !== undefined && date >= shown.from && date <= shown.to ? date : usual;
  const ofDay = times.filter((time) => startOf(time) === day);
  const props = { frame, ...movable, shown, today: now, freeDays, day, times: ofDay, problems };
  sendSecretView(visit, status, <TimesPage {...props} />);
}

function askedDate(text: string): PlainDate | undefined {
  const date = parsePlainDate(text);
  return date !== undefined && hasNextMonth(monthOf(date)) ? date : undefined;
}

interface PageProps extends Movable {
  frame: Frame;
}

interface TimesProps extends PageProps {
  shown: ShownDays;
  today: PlainDate;
  freeDays: ReadonlySet<PlainDate>;
  day: PlainDate | undefined;
  /** The times of the bookings by their start on the day. */
  times: readonly (readonly Time[])[];
  problems: Problems;
}

/** The times to which all bookings can move. */
function TimesPage({ frame, path, bookings, times, day, problems, ...days }: TimesProps): JSX.Element {
  const { texts, formats, url, wording } = frame;
  const own = `${path}/visit/move`;
  return (
    <Page frame={frame} title={texts.moveAll}>
      <h1>{texts.moveAll}</h1>
      {bookings.map((booking) => (
        <BookingFacts key={booking.id} frame={frame} booking={booking} />
      ))}
      <ProblemSummary frame={frame} problems={problems} />
      <Days
        {...{ frame, path: own, day, ...days, nextDay: undefined }}
        {...{ resourceId: undefined, anyone: undefined, intervals: undefined, options: undefined }}
      />
      {day !== undefined && (
        <section aria-labelledby="times-of-day">
          <h2 id="times-of-day" tabindex={-1}>
            {texts.times({ day: formats.day(day) })}
          </h2>
          {times.length === 0 && <p role="status">{texts.noTimes}</p>}
          <ul class="times">
            {times.map((time) => {
              const [from = '', to = ''] = [time[0]?.from, lastOf(time)];
              return (
                <li key={from}>
                  <a href={url(own, { slot: `${from}/${to}` })}>
                    <time dateTime={from} data-zoned="">
                      {formats.time(from)}
                    </time>{' '}
                    <small>{textsIn(wording).basket.until({ time: formats.time(to) })}</small>
                  </a>
                </li>
              );
            })}
          </ul>
          <ZoneNote frame={frame} />
        </section>
      )}
      <p>
        <a href={url(path)}>{texts.back}</a>
      </p>
    </Page>
  );
}

function lastOf(times: readonly Time[]): string {
  return times.map(({ to }) => to).reduce((last, to) => (Date.parse(to) > Date.parse(last) ? to : last));
}

interface ConfirmProps extends PageProps {
  after: readonly Time[];
  /** The value that the form sends. */
  slot: string;
  /** Whether the person can no longer move or cancel the bookings after this move. */
  isLast: boolean;
}

/** The confirmation before all bookings move. */
function ConfirmPage({ frame, path, bookings, after, slot, isLast }: ConfirmProps): JSX.Element {
  const { texts, formats, url } = frame;
  return (
    <Page frame={frame} title={texts.moveAll}>
      <h1>{texts.moveAll}</h1>
      {bookings.map((booking, index) => (
        <Facts
          key={booking.id}
          facts={[
            [texts.summary, titleOf(booking)],
            ...(booking.dependant ? [[texts.forWhom, personLabel(frame, booking.dependant)] as const] : []),
            [texts.moveFrom, formats.zonedPeriod(booking.booked_from, booking.booked_to)],
            [texts.moveTo, formats.zonedPeriod(after[index]?.from ?? '', after[index]?.to ?? '')],
          ]}
        />
      ))}
      <Facts facts={placeFacts(frame)} />
      {isLast && <Banner kind="warning">{texts.lastMove}</Banner>}
      <form method="post" action={url(`${path}/visit/move`)} class="row" data-once>
        <Hidden values={{ slot }} />
        <button type="submit" class="button primary">
          {texts.moveAll}
        </button>
        <a href={url(`${path}/visit/move`)}>{texts.back}</a>
      </form>
    </Page>
  );
}
