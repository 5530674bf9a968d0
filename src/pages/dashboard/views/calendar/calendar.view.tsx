import { useMemo, useState } from 'preact/hooks';
import { Progress } from '../../../design/progress.js';
import { useSignal } from '../../../design/signal.js';
import { BookingDialog } from '../../bookings/booking-dialog.js';
import { deletedResourcesOf, workOf } from '../../bookings/booking-places.rules.js';
import { useCatalog, useOpeningHours } from '../../bookings/catalog.js';
import { useKeptDay } from '../../bookings/kept-day.js';
import { type Booking, LiveStatus, useLiveBookings } from '../../bookings/live.js';
import { NewBookingDialog } from '../../bookings/new-booking-dialog.js';
import type { DayHours, WallPeriod } from '../../bookings/opening-hours.rules.js';
import { useBooking } from '../../bookings/use-booking.js';
import { isDate, midnightOf } from '../../dates.js';
import { eventRecords } from '../../events/event-records.js';
import { FirstRunNotice } from '../../first-run/first-run.js';
import { wallTime, wallTimeAt } from '../../format.js';
import { navigate, place } from '../../navigation.js';
import { useNow } from '../../now.js';
import { recordName, useRemoved } from '../../records/removals.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { useApprovedTimeOff } from '../../time-off/approved-time-off.js';
import type { TimeOffDetailsFragment } from '../../time-off/time-off.operations.js';
import { Agenda, listDates } from './agenda.js';
import { type BusyTime, useBusyTimes } from './busy-times.js';
import { gridHoursOf, isMode, type Mode, shownDates, wholeDay } from './calendar.rules.js';
import { coloursBy } from './colours.js';
import { DaySheets } from './day-sheets.js';
import { EventDialog } from './event-dialog.js';
import { FreeStrip } from './free-strip.js';
import { Grid, type OpenItem } from './grid.js';
import {
  awayItems,
  bookingItems,
  busyItems,
  closedDayItems,
  closedItems,
  type Entry,
  eventItem,
  type GridItem,
  type ItemOptions,
  isShown,
  nowItem,
  timeOffItems,
} from './grid-items.js';
import { HourDialog } from './hour-dialog.js';
import { Legend } from './legend.js';
import { useLiveEvents } from './live-events.js';
import { look } from './look.js';
import { MonthDays } from './month-days.js';
import { withRoom, worksFirst } from './shown-items.js';
import { CalendarToolbar } from './toolbar.js';
import { useMoves } from './use-moves.js';

/** In milliseconds: how often holds that have expired disappear. */
const tick = 15_000;

/** A new booking: where the user wants it. */
interface Draft {
  date: string;
  period: WallPeriod | undefined;
  resourceId: number | undefined;
}

/** Bookings and classes of some days, as a grid or a list. Everything that dragging does can also be done in the dialogs. */
export default function CalendarView() {
  const now = useNow(tick);
  const { search } = useSignal(place);
  const today = wallTimeAt(now).slice(0, 10);
  const [date, mode] = [search.get('date') ?? '', search.get('view')];
  const shown = { date: isDate(date) ? date : today, mode: isMode(mode) ? mode : usualMode() };
  const only = Number(search.get('resource')) || undefined;
  const dates = shownDates(shown.mode, shown.date);
  const during = { from: midnightOf(dates.from), to: midnightOf(dates.to) };
  const filter = { during, scope: 'ACTIVE' as const, ...(only !== undefined && { resourceId: [only] }) };
  const bookings = useLiveBookings({ filters: [filter], during });
  const events = useLiveEvents(during);
  const hours = useOpeningHours(dates);
  const busy = useBusyTimes(during);
  const approved = useApprovedTimeOff(dates);
  const timeOff = useMemo(() => [...(approved.items?.values() ?? [])], [approved.items]);
  const [problem, setProblem] = useState<unknown>();
  const catalog = useCatalog(setProblem);
  const [draft, setDraft] = useState<Draft>();

  const resources = (catalog?.resources ?? []).filter(({ id }) => only === undefined || id === only);
  const resourceIds = resources.map(({ id }) => id);
  const minute = wallTimeAt(now).slice(0, 16);
  const { rowMinutes, colourBy, hasAllHours } = useSignal(look);
  const { colourOf, legendOf } = useMemo(() => coloursBy(colourBy, catalog), [colourBy, catalog]);
  const isRemoved = useRemoved();
  const isEventRemoved = (id: number) => isRemoved(recordName(eventRecords.path, id));
  const shownEvents = useMemo(
    () =>
      [...(events.items?.values() ?? [])]
        .filter(({ id, active }) => active && !isEventRemoved(id))
        .filter(isOnly(only)),
    [events.items, only, isRemoved],
  );
  const shownBookings = useMemo(
    () =>
      [...(bookings.items?.values() ?? [])]
        .filter((booking) => isShown(booking, now))
        .filter(({ eventId }) => eventId === null || !isEventRemoved(eventId)),
    [bookings.items, now, isRemoved],
  );
  useKeptDay(shown.date, bookings.items && shownBookings);
  /** Bookings outside of the shown classes, each of which is one entry with all of its people. */
  const single = useMemo(() => {
    const classes = new Set(shownEvents.map(({ id }) => id));
    return shownBookings.filter(isOf(only)).filter(({ eventId }) => eventId === null || !classes.has(eventId));
  }, [shownBookings, shownEvents, only]);
  const columns = [...resources, ...deletedColumns(single)];
  const away = useMemo(() => {
    const titles = new Map(catalog?.resources.map(({ id, title }) => [id, title]));
    return timeOff.filter(isOnly(only)).map((one) => ({ ...one, resource: titles.get(one.resourceId) ?? '' }));
  }, [timeOff, only, catalog]);
  const items = useMemo(() => {
    const entries = entriesOf(shown.mode, only !== undefined);
    const options = {
      isEditable: can('bookings'),
      entries,
      namesResource: entries === 'bookings' && only === undefined,
      colourOf,
    };
    const isShownOn = ({ resourceIds: [id] }: Entry) => entries === 'bookings' || only === undefined || id === only;
    return [
      ...backgroundOf(shown.mode, only !== undefined, {
        now: nowItem(minute, resourceIds),
        hours: hours.filter(isOnly(only)),
        busy: busy.filter(isOnly(only)),
        timeOff: timeOff.filter(isOnly(only)),
      }),
      ...(shown.mode === 'month' ? awayItems(away) : []),
      ...withRoom(
        [
          ...shownEvents.map((event) => eventItem(event, peopleOf(shownBookings, event.id), options)),
          ...single.flatMap((booking) => bookingItems(booking, options)).filter(isShownOn),
        ],
        shown.mode,
      ),
    ];
  }, [
    single,
    shownEvents,
    shownBookings,
    hours,
    busy,
    timeOff,
    away,
    only,
    shown.mode,
    minute,
    colourOf,
    resourceIds.join(),
  ]);
  const { move, question } = useMoves(bookings, resources);
  const listed = {
    bookings: single,
    events: shownEvents.map((event) => ({ event, attending: peopleOf(shownBookings, event.id) })),
    colourOf,
  };
  const [hour, setHour] = useState<{ hour: WallPeriod; resourceId: number | undefined }>();
  const [isPrinted, setPrinted] = useState(false);
  const gridHours = { ...gridHoursOf(hours.filter(isOnly(only))), ...(hasAllHours && wholeDay) };
  const hasStrip = (shown.mode === 'week' || shown.mode === 'days') && only === undefined;
  const isPhoneMonth = shown.mode === 'month' && isPhone();
  const openBooking = useBooking(Number(search.get('booking')), bookings.items);
  const openEvent = events.items?.get(Number(search.get('event')));
  const { booking: _booking, event: _event, ...others } = Object.fromEntries(search);
  /** The address has what is open, so that links lead to it and "Back" closes it. */
  const open = ({ kind, id }: OpenItem) => navigate('calendar', { ...others, [kind]: String(id) });
  const close = () => navigate('calendar', others);
  const go = (changes: Record<string, string>) =>
    navigate('calendar', { ...others, date: shown.date, view: shown.mode, ...changes });
  return (
    <>
      <h1 class="hidden">{t.calendar.title}</h1>
      <FirstRunNotice />
      <CalendarToolbar
        {...shown}
        today={today}
        resources={catalog?.resources ?? []}
        resource={only}
        onGo={go}
        onPrintByResource={() => setPrinted(true)}
        onNew={
          can('bookings') && catalog
            ? () => setDraft({ date: shown.date < today ? today : shown.date, period: undefined, resourceId: only })
            : undefined
        }
      />
      <LiveStatus
        error={problem ?? bookings.error ?? events.error ?? approved.error}
        cutAt={bookings.cutAt ?? events.cutAt}
        onRetry={() => location.reload()}
      />
      {(!catalog || !bookings.items) && <Progress label={t.calendar.loading} />}
      {catalog && bookings.items && shown.mode === 'agenda' && (
        <Agenda {...listed} dates={dates} now={minute} away={away} onOpen={open} />
      )}
      {catalog && bookings.items && isPhoneMonth && (
        <MonthDays
          {...listed}
          date={shown.date}
          dates={dates}
          now={minute}
          away={away}
          onDay={(day) => go({ date: day })}
          onOpen={open}
        />
      )}
      {catalog && bookings.items && <Legend entries={legendOf(single, shownEvents)} />}
      {catalog && bookings.items && hasStrip && (
        <FreeStrip
          dates={listDates(dates)}
          resources={resources}
          hours={hours}
          taken={[
            ...single
              .flatMap(workOf)
              .map(({ resource, people: count, start, end }) => ({ resourceId: resource.id, count, start, end })),
            ...[...shownEvents, ...busy].map(({ resourceId, startsAt, endsAt }) => ({
              ...{ resourceId, count: Number.POSITIVE_INFINITY, start: wallTime(startsAt), end: wallTime(endsAt) },
            })),
          ]}
          shown={gridHours}
          onDay={(day) => go({ date: day, view: 'day' })}
        />
      )}
      {catalog && bookings.items && shown.mode !== 'agenda' && !isPhoneMonth && (
        <Grid
          mode={shown.mode}
          date={shown.date}
          rowMinutes={rowMinutes}
          resources={shown.mode === 'day' ? worksFirst(columns, shown.date, hours, items) : columns}
          items={items}
          hours={gridHours}
          isEditable={can('bookings')}
          onDay={(day) => go({ date: day, view: 'day' })}
          onSelect={(period, resourceId) =>
            setDraft({ date: period.start.slice(0, 10), period, resourceId: resourceId ?? only })
          }
          onOpen={open}
          onMore={(shownHour, resourceId) => setHour({ hour: shownHour, resourceId })}
          onMove={move}
        />
      )}
      {isPrinted && (
        <DaySheets {...listed} date={shown.date} resources={resources} onPrinted={() => setPrinted(false)} />
      )}
      {hour && (
        <HourDialog
          {...listed}
          {...hour}
          resourceId={shown.mode === 'day' ? hour.resourceId : only}
          now={minute}
          onOpen={(item) => {
            setHour(undefined);
            open(item);
          }}
          onClose={() => setHour(undefined)}
        />
      )}
      {catalog && openBooking && (
        <BookingDialog
          key={openBooking.id}
          booking={openBooking}
          catalog={catalog}
          onChanged={bookings.put}
          onClose={close}
        />
      )}
      {question}
      {openEvent && (
        <EventDialog
          key={openEvent.id}
          event={openEvent}
          bookings={shownBookings.filter(({ eventId }) => eventId === openEvent.id)}
          onOpenBooking={(id) => open({ kind: 'booking', id })}
          onClose={close}
        />
      )}
      {catalog && draft && (
        <NewBookingDialog {...draft} catalog={catalog} onCreated={bookings.put} onClose={() => setDraft(undefined)} />
      )}
    </>
  );
}

/** The mode of an address without one: a list on a phone. */
function usualMode(): Mode {
  return isPhone() ? 'agenda' : 'day';
}

function isPhone(): boolean {
  return matchMedia('(max-width: 40rem)').matches;
}

/** In columns or rows of resources, a booking has an entry for each of them. */
function entriesOf(mode: Mode, isOneResource: boolean): ItemOptions['entries'] {
  switch (mode) {
    case 'day':
      return 'work';
    case 'timeline':
      return 'resources';
    case 'days':
    case 'week':
      return isOneResource ? 'work' : 'bookings';
    case 'agenda':
    case 'month':
      return 'bookings';
  }
}

interface Background {
  now: GridItem;
  hours: readonly DayHours[];
  busy: readonly BusyTime[];
  timeOff: readonly TimeOffDetailsFragment[];
}

/** Returns the items behind the entries. Hours of several resources in one column would contradict each other. */
function backgroundOf(mode: Mode, isOneResource: boolean, { now, hours, busy, timeOff }: Background): GridItem[] {
  switch (mode) {
    case 'day':
      return [now, ...closedItems(hours), ...busyItems(busy), ...timeOffItems(timeOff)];
    case 'days':
    case 'week':
      return isOneResource ? [now, ...closedItems(hours), ...busyItems(busy), ...timeOffItems(timeOff)] : [now];
    case 'timeline':
      return [...closedDayItems(hours), ...timeOffItems(timeOff.filter(({ fromTime }) => fromTime === null))];
    case 'agenda':
    case 'month':
      return [];
  }
}

const isOnly =
  (only: number | undefined) =>
  ({ resourceId }: { resourceId: number }): boolean =>
    only === undefined || resourceId === only;

/** The deleted resources of bookings, which have columns until the bookings get others. */
function deletedColumns(bookings: readonly Booking[]): { id: number; title: string }[] {
  const deleted = new Map(bookings.flatMap(deletedResourcesOf).map(({ id, title }) => [id, title]));
  return [...deleted].map(([id, resource]) => ({ id, title: t.calendar.deleted({ resource }) }));
}

/** Whether the only resource that is shown works for a booking. */
const isOf =
  (only: number | undefined) =>
  (booking: Booking): boolean =>
    only === undefined || workOf(booking).some(({ resource }) => resource.id === only);

/** The number of people who attend an event. */
function peopleOf(bookings: readonly Booking[], event: number): number {
  return bookings.filter(({ eventId }) => eventId === event).reduce((people, { count }) => people + count, 0);
}
