import type { Calendar } from '@event-calendar/core';
import { appearanceOf, type Mark, marksOf, nameOf } from '../../bookings/booking.rules.js';
import { type Part, resourceNames, workOf } from '../../bookings/booking-places.rules.js';
import type { Booking } from '../../bookings/live.js';
import { closedPeriods, type DayHours, wallTimeOn, wholeDays } from '../../bookings/opening-hours.rules.js';
import { addDays, addMinutes } from '../../dates.js';
import { formats, wallTime } from '../../format.js';
import { t } from '../../texts.js';
import type { TimeOffDetailsFragment } from '../../time-off/time-off.operations.js';
import { type Away, awayText } from './away.rules.js';
import type { BusyTime } from './busy-times.js';
import { type ClassEvent, titleOf } from './live-events.js';
import { togetherClass } from './together.js';

/** An entry of the grid. */
export type GridItem = Calendar.EventInput;

/** A booking or an event, whose times are on the wall clock of the account. */
export type Entry = GridItem & { start: string; end: string; resourceIds: number[] };

/** Whether a booking is shown: active ones and those with a status. */
export function isShown({ state, expiresAt }: Booking, now: Date): boolean {
  if (state === 'CONFIRMED' || state === 'AWAITING_CONFIRMATION') return true;
  const isHold = state === 'AWAITING_VERIFICATION' || state === 'AWAITING_PAYMENT';
  return isHold && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
}

/** The input for the entries of a view besides their own attributes. */
export interface ItemOptions {
  /** Whether bookings can be moved. The time of a booking of an event is that of the event. */
  isEditable: boolean;
  /** The subject of an entry: each time in which a resource works, each resource of a booking, or each booking. */
  entries: 'work' | 'resources' | 'bookings';
  /** Whether the place of an entry in the grid does not show its resource. */
  namesResource: boolean;
  /** Returns the class with the colour of an entry. */
  colourOf: ColourOf;
}

export type ColourOf = (entry: { serviceId: number | null; resourceId: number }) => string;

/** Returns the entry of a booking, or one for each time in which a resource works for it. */
export function bookingItems(booking: Booking, options: ItemOptions): Entry[] {
  const work = [...workOf(booking).entries()];
  switch (options.entries) {
    case 'work':
      return work.map((part) => partItem(booking, part, options));
    case 'resources': {
      const [start, end] = [wallTime(booking.bookedFrom), wallTime(booking.bookedTo)];
      const byResource = new Map(work.toReversed().map((part) => [part[1].resource.id, part]));
      return [...byResource.values()].map((part) => ({ ...partItem(booking, part, options), start, end }));
    }
    case 'bookings':
      return work.slice(0, 1).map((part) => ({
        ...partItem(booking, part, options),
        start: wallTime(booking.bookedFrom),
        end: wallTime(booking.bookedTo),
      }));
  }
}

function partItem(booking: Booking, [index, part]: [number, Part], options: ItemOptions): Entry {
  const { isEditable, namesResource, colourOf, entries } = options;
  const { class: className } = appearanceOf(booking);
  const { id, service, serviceId, visitId, places } = booking;
  const isWhole = part.start === wallTime(booking.bookedFrom) && part.end === wallTime(booking.bookedTo);
  const resourceId = entries === 'bookings' ? booking.resourceId : part.resource.id;
  const isTogether = visitId !== null || (places.length > 1 && entries !== 'bookings');
  return {
    id: `booking-${id}-${index}`,
    resourceIds: [resourceId],
    start: part.start,
    end: part.end,
    title: nameOf(booking),
    editable: isEditable && booking.eventId === null,
    ...(!isWhole && entries === 'work' && { durationEditable: false }),
    classNames: [
      ...['booking', className, colourOf({ serviceId, resourceId }), `item-${id}-${index}`],
      ...(isTogether ? [togetherClass(visitId ?? id)] : []),
    ],
    extendedProps: {
      detail: [service?.title, entries === 'work' && part.need?.title, namesResource && resourceNames(booking)]
        .filter(Boolean)
        .join(' · '),
      marks: marksOf(booking),
    },
  };
}

/** @param attending the number of people who attend. It follows the bookings, which do not change their event */
export function eventItem(
  event: ClassEvent,
  attending: number,
  { namesResource, colourOf }: Pick<ItemOptions, 'namesResource' | 'colourOf'>,
): Entry {
  const { id, resourceId, startsAt, endsAt, capacity, resource, service } = event;
  return {
    id: `event-${id}`,
    resourceIds: [resourceId],
    start: wallTime(startsAt),
    end: wallTime(endsAt),
    title: `◆ ${titleOf(event)} ${attending}/${capacity}`,
    editable: false,
    classNames: ['class-event', colourOf({ serviceId: service.id, resourceId }), `item-event-${id}`],
    extendedProps: { detail: namesResource ? resource.title : '' },
  };
}

/** An entry for those of an hour that have no room. */
export function moreItem({ start, end, count }: { start: string; end: string; count: number }): GridItem {
  return {
    id: `more-${start}`,
    start,
    end,
    title: t.calendar.others({ entries: count }),
    editable: false,
    classNames: ['others'],
    extendedProps: { name: t.calendar.moreEntries({ entries: count }) },
  };
}

/** Returns the days on which resources are closed, for a grid without hours. */
export function closedDayItems(hours: readonly DayHours[]): GridItem[] {
  return closedItems(hours).filter(({ start, end }) => /T00:00:00$/.test(`${start}`) && /T00:00:00$/.test(`${end}`));
}

/** Shades the hours in which resources are closed, on the dates whose day before is among the hours, too. */
export function closedItems(hours: readonly DayHours[]): GridItem[] {
  const byResource = Map.groupBy(hours, ({ resourceId }) => resourceId);
  return wholeDays(hours).flatMap(({ resourceId, date }) => {
    const day = { start: `${date}T00:00:00`, end: `${addDays(date, 1)}T00:00:00` };
    return closedPeriods(day, byResource.get(resourceId) ?? []).map((period) => ({
      ...period,
      display: 'background' as const,
      resourceIds: [resourceId],
      classNames: ['closed'],
    }));
  });
}

/** Shades the times at which other calendars occupy resources. They have no details. */
export function busyItems(times: readonly BusyTime[]): GridItem[] {
  return times.map(({ resourceId, startsAt, endsAt }) => ({
    start: wallTime(startsAt),
    end: wallTime(endsAt),
    title: t.calendar.busy,
    display: 'background' as const,
    resourceIds: [resourceId],
    classNames: ['busy'],
  }));
}

/** Marks the time off of resources with its reason. Their hours are closed there already. */
export function timeOffItems(timesOff: readonly TimeOffDetailsFragment[]): GridItem[] {
  return timesOff.map(({ resourceId, startsOn, endsOn, fromTime, toTime, reason }) => ({
    start: wallTimeOn(startsOn, fromTime ?? '00:00'),
    end: wallTimeOn(endsOn, toTime ?? '24:00'),
    title: reason ?? t.timeOff.title,
    display: 'background' as const,
    resourceIds: [resourceId],
    classNames: ['time-off'],
  }));
}

/** Returns the time off of a month, each as a bar over its days. */
export function awayItems(away: readonly Away[]): GridItem[] {
  return away.map((one) => ({
    id: `away-${one.id}`,
    start: `${one.startsOn}T00:00:00`,
    end: `${addDays(one.endsOn, 1)}T00:00:00`,
    allDay: true,
    title: awayText(one),
    editable: false,
    classNames: ['away'],
  }));
}

/** Writes the content of an entry as text, so that markup in names has no effect. */
export function contentOf({ event, timeText }: { event: Calendar.Event; timeText: string }): Calendar.Content {
  if (event.display === 'background') {
    const isNamed = event.classNames.includes('busy') || event.classNames.includes('time-off');
    return isNamed ? { domNodes: [textNode('name', String(event.title))] } : '';
  }
  if (event.classNames.includes('away')) return { domNodes: [textNode('name', String(event.title))] };
  const { detail, marks } = event.extendedProps;
  const name = textNode('name', typeof event.title === 'string' ? event.title : '');
  if (event.classNames.includes('others')) {
    const label = textNode('hidden', String(event.extendedProps['name']));
    name.ariaHidden = 'true';
    return { domNodes: [name, label] };
  }
  // A short entry has no room for its end.
  const [from = '', until] = timeText.split('–');
  const time = textNode('time', from);
  if (until !== undefined) time.append(textNode('until', `–${until}`));
  if (isMarks(marks) && marks.length > 0) name.append(marksNode(marks));
  return {
    domNodes: [name, ...(typeof detail === 'string' && detail !== '' ? [textNode('detail', detail)] : []), time],
  };
}

const isMarks = (value: unknown): value is Mark[] => Array.isArray(value);

/** The marks have their words in a tip, which is shown while the entry is hovered or has the focus. */
function marksNode(marks: readonly Mark[]): HTMLElement {
  const node = textNode('marks', '');
  for (const { symbol, name } of marks) {
    const mark = textNode('mark', symbol);
    mark.role = 'img';
    mark.ariaLabel = name;
    mark.title = name;
    node.append(mark);
  }
  return node;
}

function textNode(name: string, text: string): HTMLElement {
  const node = document.createElement('span');
  node.className = name;
  node.textContent = text;
  return node;
}

/** The time of an entry, such as `10:00–11:00`. The dates have the wall clock of the account as local time. */
export function timeTextOf(start: Date, end: Date | null): string {
  const { localTime } = formats();
  return end ? `${localTime(start)}–${localTime(end)}` : localTime(start);
}

/**
 * Marks the current time by the clock of the account. The indicator of the library has the clock of the browser, from which
 * that of a sandbox account differs.
 *
 * @param now on the wall clock of the account, such as `2026-03-03T10:00:21`
 */
export function nowItem(now: string, resourceIds: readonly number[]): GridItem {
  const start = `${now.slice(0, 16)}:00`;
  return {
    id: 'now',
    start,
    end: addMinutes(start, 1),
    display: 'background',
    resourceIds: [...resourceIds],
    classNames: ['now'],
  };
}
