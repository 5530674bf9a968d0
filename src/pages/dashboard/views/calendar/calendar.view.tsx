import { useMemo, useState } from 'preact/hooks';
import { Progress } from '../../../design/progress.js';
import { useSignal } from '../../../design/signal.js';
import { showDone, showError } from '../../../design/toast.js';
import { nameOf } from '../../bookings/booking.rules.js';
import { BookingDialog } from '../../bookings/booking-dialog.js';
import { useCatalog, useOpeningHours } from '../../bookings/catalog.js';
import { change } from '../../bookings/change-booking.js';
import { type Booking, LiveStatus, useLiveBookings } from '../../bookings/live.js';
import { NewBookingDialog } from '../../bookings/new-booking-dialog.js';
import type { WallPeriod } from '../../bookings/opening-hours.rules.js';
import { isDate, midnightOf } from '../../dates.js';
import { wallTimeAt } from '../../format.js';
import { ServerError, sentencesOfError } from '../../graphql/server-error.js';
import { navigate, place } from '../../navigation.js';
import { useNow } from '../../now.js';
import { can } from '../../session.js';
import { Exports } from '../../ui/exports.js';
import { useBusyTimes } from './busy-times.js';
import { isMode, shownDates, shownHours } from './calendar.rules.js';
import { EventDialog } from './event-dialog.js';
import { Grid, type Move, type OpenItem } from './grid.js';
import { bookingItem, busyItems, closedItems, eventItem, isShown, nowItem } from './grid-items.js';
import { useLiveEvents } from './live-events.js';
import { CalendarToolbar } from './toolbar.js';

/** In milliseconds: how often holds that have expired disappear. */
const tick = 15_000;

interface Draft extends WallPeriod {
  resourceId: number | undefined;
}

/** A day by resource, or a week. Everything that dragging does can also be done in the dialogs. */
export default function CalendarView() {
  const now = useNow(tick);
  const { search } = useSignal(place);
  const today = wallTimeAt(now).slice(0, 10);
  const [date, mode] = [search.get('date') ?? '', search.get('view')];
  const shown = { date: isDate(date) ? date : today, mode: isMode(mode) ? mode : ('day' as const) };
  const only = Number(search.get('resource')) || undefined;
  const dates = shownDates(shown.mode, shown.date);
  const during = { from: midnightOf(dates.from), to: midnightOf(dates.to) };
  const bookings = useLiveBookings({ filters: [{ during, scope: 'ACTIVE' }], during });
  const events = useLiveEvents(during);
  const hours = useOpeningHours(dates);
  const busy = useBusyTimes(during);
  const [problem, setProblem] = useState<unknown>();
  const catalog = useCatalog(setProblem);
  const [opened, setOpened] = useState<OpenItem>();
  const [draft, setDraft] = useState<Draft>();

  const resources = (catalog?.resources ?? []).filter(({ id }) => only === undefined || id === only);
  const resourceIds = resources.map(({ id }) => id);
  const minute = wallTimeAt(now).slice(0, 16);
  const shownBookings = useMemo(
    () => [...(bookings.items?.values() ?? [])].filter((booking) => isShown(booking, now)),
    [bookings.items, now],
  );
  const items = useMemo(
    () => [
      nowItem(minute, resourceIds),
      ...(shown.mode === 'week' && only === undefined ? [] : closedItems(hours.filter(isOnly(only)))),
      ...(shown.mode === 'week' && only === undefined ? [] : busyItems(busy.filter(isOnly(only)))),
      ...[...(events.items?.values() ?? [])]
        .filter(({ active }) => active)
        .filter(isOnly(only))
        .map((event) => eventItem(event, peopleOf(shownBookings, event.id))),
      ...shownBookings.filter(isOnly(only)).map((booking) => bookingItem(booking, can('bookings'))),
    ],
    [shownBookings, events.items, hours, busy, only, shown.mode, resourceIds.join()],
  );
  const move = async ({ id, start, end, resourceId, revert }: Move) => {
    const booking = bookings.items?.get(id);
    if (!booking) return revert();
    try {
      const input = { bookedFrom: start, bookedTo: end, ...(resourceId !== undefined && { resourceId }) };
      bookings.put(await change(booking, input));
      showDone(`Moved ${nameOf(booking)}.`);
    } catch (error) {
      revert();
      const sentences = sentencesOfError(error).join(' ');
      showError(new ServerError('REVERTED', `${nameOf(booking)} was put back. ${sentences}`));
    }
  };
  const openBooking = opened?.kind === 'booking' ? bookings.items?.get(opened.id) : undefined;
  const openEvent = opened?.kind === 'event' ? events.items?.get(opened.id) : undefined;
  const close = () => setOpened(undefined);
  const go = (changes: Record<string, string>) =>
    navigate('calendar', { ...Object.fromEntries(search), date: shown.date, view: shown.mode, ...changes });
  return (
    <>
      <h1 class="hidden">Calendar</h1>
      <CalendarToolbar
        {...shown}
        today={today}
        resources={catalog?.resources ?? []}
        resource={only}
        onGo={go}
        onNew={
          can('bookings') && catalog
            ? () => setDraft({ ...nextHour(shown.date, wallTimeAt(now)), resourceId: only })
            : undefined
        }
      />
      <LiveStatus error={problem ?? bookings.error ?? events.error} onRetry={() => location.reload()} />
      {(!catalog || !bookings.items) && <Progress label="Loading the calendar" />}
      {catalog && bookings.items && (
        <Grid
          {...shown}
          resources={resources}
          items={items}
          hours={shownHours(hours.filter(isOnly(only)))}
          isEditable={can('bookings')}
          onSelect={(period, resourceId) => setDraft({ ...period, resourceId: resourceId ?? only })}
          onOpen={setOpened}
          onMove={move}
        />
      )}
      <Exports
        label="Bookings of the shown days"
        path="bookings"
        query={{
          during_from: during.from,
          during_to: during.to,
          ...(only !== undefined && { resource_id: String(only) }),
        }}
      />
      {catalog && openBooking && (
        <BookingDialog
          key={openBooking.id}
          booking={openBooking}
          catalog={catalog}
          onChanged={bookings.put}
          onClose={close}
        />
      )}
      {openEvent && (
        <EventDialog
          key={openEvent.id}
          event={openEvent}
          bookings={shownBookings.filter(({ eventId }) => eventId === openEvent.id)}
          onOpenBooking={(id) => setOpened({ kind: 'booking', id })}
          onClose={close}
        />
      )}
      {catalog && draft && (
        <NewBookingDialog {...draft} catalog={catalog} onCreated={bookings.put} onClose={() => setDraft(undefined)} />
      )}
    </>
  );
}

const isOnly =
  (only: number | undefined) =>
  ({ resourceId }: { resourceId: number }): boolean =>
    only === undefined || resourceId === only;

/** The number of people who attend an event. */
function peopleOf(bookings: readonly Booking[], event: number): number {
  return bookings.filter(({ eventId }) => eventId === event).reduce((people, { count }) => people + count, 0);
}

/** The next full hour of a day that is today, else its morning. */
function nextHour(date: string, wallNow: string): WallPeriod {
  const hour = wallNow.startsWith(date) ? Math.min(22, Number(wallNow.slice(11, 13)) + 1) : 9;
  const at = (value: number) => `${date}T${String(value).padStart(2, '0')}:00:00`;
  return { start: at(hour), end: at(hour + 1) };
}
