import { appearanceOf, nameOf } from '../../bookings/booking.rules.js';
import { deletedText, resourceNames } from '../../bookings/booking-places.rules.js';
import type { Booking } from '../../bookings/live.js';
import { addDays } from '../../dates.js';
import { formats, wallTime } from '../../format.js';
import { t } from '../../texts.js';
import { type Away, awayOn, awayText } from './away.rules.js';
import type { OpenItem } from './grid.js';
import type { ColourOf } from './grid-items.js';
import { type ClassEvent, titleOf } from './live-events.js';

/** The bookings and classes that a list shows. */
export interface AgendaItems {
  bookings: readonly Booking[];
  /** Classes with the number of people who attend. */
  events: readonly { event: ClassEvent; attending: number }[];
  colourOf: ColourOf;
}

interface AgendaProps extends AgendaItems {
  /** The shown dates, without the last one. */
  dates: { from: string; to: string };
  /** The current time, on the wall clock of the account. */
  now: string;
  /** The time off of the resources. None by default. */
  away?: readonly Away[];
  onOpen: (item: OpenItem) => void;
}

/** A line of the list. */
export interface Line extends OpenItem {
  start: string;
  end: string;
  symbol: string;
  name: string;
  detail: string;
  class: string;
}

/** The bookings and classes of several days as a list, which fits a phone. */
export function Agenda({ dates, now, away = [], onOpen, ...items }: AgendaProps) {
  const isShown = ({ start, end }: Line) => start < dates.to && (end > dates.from || start >= dates.from);
  const lines = linesOf(items).filter(isShown);
  const byDay = Map.groupBy(lines, ({ start }) => (start < dates.from ? dates.from : start.slice(0, 10)));
  const today = now.slice(0, 10);
  return (
    <div class="agenda">
      {listDates(dates).map((date) => (
        <section key={date} aria-label={formats().longDate(date)} class={date === today ? 'is-today' : undefined}>
          <h3>{formats().longDate(date)}</h3>
          {awayOn(away, date).map((one) => (
            <p key={one.id} class="away">
              {awayText(one)}
            </p>
          ))}
          {!byDay.has(date) && <p class="empty">{t.calendar.nothing}</p>}
          <ul>
            {(byDay.get(date) ?? []).map((line) => (
              <li key={`${line.kind}-${line.id}`}>
                <Entry line={line} isNow={line.start <= now && now < line.end} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface EntryProps {
  line: Line;
  /** Whether it has begun and is not over. */
  isNow: boolean;
  onOpen: (item: OpenItem) => void;
}

function Entry({ line, isNow, onOpen }: EntryProps) {
  const { kind, id, start, end, symbol, name, detail, class: className } = line;
  return (
    <button type="button" class={`entry ${className}`} onClick={() => onOpen({ kind, id })}>
      <span class="time">
        {start.slice(11, 16)}
        <span class="end">{end.slice(11, 16)}</span>
      </span>
      <span class="bar" />
      <span>
        <span class="who">
          {symbol} {name}
        </span>
        <span class="about">{detail}</span>
      </span>
      {isNow && <span class="badge now">{t.calendar.now}</span>}
    </button>
  );
}

/** The lines in the order of their time. */
export function linesOf({ bookings, events, colourOf }: AgendaItems): Line[] {
  return [
    ...bookings.map((booking) => bookingLine(booking, colourOf)),
    ...events.map(({ event, attending }) => eventLine(event, attending, colourOf)),
  ].sort((one, other) => one.start.localeCompare(other.start) || one.name.localeCompare(other.name));
}

function bookingLine(booking: Booking, colourOf: ColourOf): Line {
  const { name, symbol, class: className } = appearanceOf(booking);
  const { id, bookedFrom, bookedTo, service, visitId } = booking;
  return {
    ...{ kind: 'booking', id, symbol, name: nameOf(booking) },
    start: wallTime(bookedFrom),
    end: wallTime(bookedTo),
    detail: [
      service?.title,
      resourceNames(booking),
      name,
      visitId !== null && t.bookings.marks.visit,
      deletedText(booking),
    ]
      .filter(Boolean)
      .join(' · '),
    class: `${className} ${colourOf(booking)}`,
  };
}

function eventLine(event: ClassEvent, attending: number, colourOf: ColourOf): Line {
  const { id, startsAt, endsAt, resource, resourceId, service, capacity } = event;
  return {
    ...{ kind: 'event', id, symbol: '◆', name: `${titleOf(event)} ${attending}/${capacity}` },
    start: wallTime(startsAt),
    end: wallTime(endsAt),
    detail: resource.title,
    class: colourOf({ serviceId: service.id, resourceId }),
  };
}

export function listDates({ from, to }: { from: string; to: string }): string[] {
  const dates = [from];
  for (let date = addDays(from, 1); date < to; date = addDays(date, 1)) dates.push(date);
  return dates;
}
