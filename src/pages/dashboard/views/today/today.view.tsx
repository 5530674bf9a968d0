import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Progress } from '../../../design/progress.js';
import { useSignal } from '../../../design/signal.js';
import { showDone } from '../../../design/toast.js';
import { type BookingAction, nameOf } from '../../bookings/booking.rules.js';
import { BookingActions, StateBadge } from '../../bookings/booking-actions.js';
import { BookingDialog } from '../../bookings/booking-dialog.js';
import { resourceNames } from '../../bookings/booking-places.rules.js';
import { useCatalog } from '../../bookings/catalog.js';
import { useKeptDay } from '../../bookings/kept-day.js';
import { type Booking, LiveStatus, useLiveBookings } from '../../bookings/live.js';
import { useBooking } from '../../bookings/use-booking.js';
import { addDays, midnightOf } from '../../dates.js';
import type { Undo } from '../../delayed-act.js';
import { formats, wallTime, wallTimeAt } from '../../format.js';
import { navigate, place } from '../../navigation.js';
import { useNow } from '../../now.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Exports } from '../../ui/exports.js';
import { Link } from '../../ui/link.js';
import { countdown, sortToday } from './today.rules.js';

/** The others are in the dialog of the calendar. */
const shortActions: readonly BookingAction[] = ['confirm', 'decline', 'CHECKED_IN', 'COMPLETED', 'NO_SHOW'];

/** In milliseconds: the countdown of holds shows seconds. */
const tick = 1_000;

/** Shows the next bookings, the arrivals, the bookings that await confirmation, and the holds. */
export default function TodayView() {
  const now = useNow(tick);
  const date = wallTimeAt(now).slice(0, 10);
  const day = { from: midnightOf(date), to: midnightOf(addDays(date, 1)) };
  const { items, cutAt, error, put, reload } = useLiveBookings({
    filters: [
      { during: day, state: ['CONFIRMED'] },
      { state: ['AWAITING_CONFIRMATION'], during: { from: day.from } },
      { state: ['AWAITING_VERIFICATION', 'AWAITING_PAYMENT'] },
      { hasDeletedResource: true, scope: 'UPCOMING' },
    ],
  });
  const [problem, setProblem] = useState<unknown>();
  const catalog = useCatalog(setProblem);
  const open = useBooking(Number(useSignal(place).search.get('booking')), items);
  const end = Date.parse(`${day.to}Z`) - zoneOffset(now);
  useKeptDay(
    date,
    useMemo(() => items && [...items.values()], [items]),
  );
  const lists = items && sortToday(items.values(), now.getTime(), end);
  const changed = (booking: Booking, done: string, undo?: Undo) => {
    put(booking);
    showDone(done, undo);
  };
  return (
    <>
      <h1>{formats().longDay(now)}</h1>
      <Exports label={t.today.exported} path="bookings" query={{ during_from: day.from, during_to: day.to }} />
      <LiveStatus error={error ?? problem} cutAt={cutAt} onRetry={reload} />
      {!lists && !error && <Progress label={t.today.loading} />}
      {lists && (
        <div class="today">
          {lists.unplaced.length > 0 && (
            <List
              title={t.today.unplaced}
              bookings={lists.unplaced}
              onChanged={changed}
              hasDay
              empty=""
              detail={({ id, bookedFrom }) =>
                can('bookings') && (
                  <Link path={`calendar?date=${wallTime(bookedFrom).slice(0, 10)}&booking=${id}`}>
                    {t.today.choose}
                  </Link>
                )
              }
            />
          )}
          <List title={t.today.next} bookings={lists.next} onChanged={changed} empty={t.today.noNext} />
          <List title={t.today.arrived} bookings={lists.arrived} onChanged={changed} empty={t.today.noArrived} />
          <List
            title={t.today.unconfirmed}
            bookings={lists.unconfirmed}
            onChanged={changed}
            hasDay
            empty={t.today.noUnconfirmed}
          />
          <List
            title={t.today.holds}
            bookings={lists.holds}
            onChanged={changed}
            hasDay
            empty={t.today.noHolds}
            detail={({ expiresAt }) =>
              expiresAt && <time class="countdown">{countdown(expiresAt, now.getTime())}</time>
            }
          />
        </div>
      )}
      {catalog && open && (
        <BookingDialog
          key={open.id}
          booking={open}
          catalog={catalog}
          onChanged={put}
          onClose={() => navigate('today')}
        />
      )}
    </>
  );
}

/** The offset of the account's wall clock from UTC, in milliseconds. */
function zoneOffset(at: Date): number {
  return Date.parse(`${wallTimeAt(at)}Z`) - Math.floor(at.getTime() / 1_000) * 1_000;
}

interface ListProps {
  title: string;
  bookings: readonly Booking[];
  empty: string;
  /** Called with the changed booking, a sentence that describes the change, and what undoes it if that is possible. */
  onChanged: (booking: Booking, done: string, undo?: Undo) => void;
  /** Whether the bookings may be on another day. */
  hasDay?: boolean;
  detail?: (booking: Booking) => ComponentChildren;
}

function List({ title, bookings, empty, onChanged, hasDay = false, detail }: ListProps) {
  const { time, day } = formats();
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="number">({bookings.length})</span>
      </h2>
      {bookings.length === 0 && <p class="empty">{empty}</p>}
      <ul class="cards">
        {bookings.map((booking) => (
          <li key={booking.id} class="card">
            <p>
              <strong>
                {hasDay && `${day(booking.bookedFrom)}, `}
                {time(booking.bookedFrom)}–{time(booking.bookedTo)}
              </strong>{' '}
              {detail?.(booking)}
            </p>
            <p class="name">
              <Link path={`today?booking=${booking.id}`}>{nameOf(booking)}</Link>
            </p>
            <p class="hint">
              {[
                booking.service?.title,
                resourceNames(booking),
                booking.count > 1 && t.bookings.people({ people: booking.count }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p>
              <StateBadge booking={booking} />
            </p>
            {can('bookings') && <BookingActions booking={booking} onChanged={onChanged} only={shortActions} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
