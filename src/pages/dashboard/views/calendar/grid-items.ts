import type { Calendar } from '@event-calendar/core';
import { appearanceOf, nameOf } from '../../bookings/booking.rules.js';
import type { Booking } from '../../bookings/live.js';
import { closedPeriods, type DayHours, wholeDays } from '../../bookings/opening-hours.rules.js';
import { addDays } from '../../dates.js';
import { formats, wallTime } from '../../format.js';
import type { BusyTime } from './busy-times.js';
import { addMinutes } from './calendar.rules.js';
import { type ClassEvent, titleOf } from './live-events.js';

/** An entry of the grid. */
export type GridItem = Calendar.EventInput;

/** Whether a booking is shown: active ones and those with a status. */
export function isShown({ state, expiresAt }: Booking, now: Date): boolean {
  if (state === 'CONFIRMED' || state === 'AWAITING_CONFIRMATION') return true;
  const isHold = state === 'AWAITING_VERIFICATION' || state === 'AWAITING_PAYMENT';
  return isHold && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
}

/** @param isEditable whether the user may move it. The time of a booking of an event is that of the event. */
export function bookingItem(booking: Booking, isEditable: boolean): GridItem {
  const { name, symbol, class: className } = appearanceOf(booking);
  return {
    id: `booking-${booking.id}`,
    resourceIds: [booking.resourceId],
    start: wallTime(booking.bookedFrom),
    end: wallTime(booking.bookedTo),
    title: `${symbol} ${nameOf(booking)}`,
    editable: isEditable && booking.eventId === null,
    classNames: ['booking', className, `item-${booking.id}`],
    extendedProps: { detail: [booking.service?.title, name].filter(Boolean).join(' · ') },
  };
}

/** @param attending the number of people who attend. It follows the bookings, which do not change their event */
export function eventItem(event: ClassEvent, attending: number): GridItem {
  const { id, resourceId, startsAt, endsAt, capacity } = event;
  return {
    id: `event-${id}`,
    resourceIds: [resourceId],
    start: wallTime(startsAt),
    end: wallTime(endsAt),
    title: `◆ ${titleOf(event)}`,
    editable: false,
    classNames: ['class-event', `item-event-${id}`],
    extendedProps: { detail: `${attending} of ${capacity} people` },
  };
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

const busyText = 'Busy in another calendar';

/** Shades the times at which other calendars occupy resources. They have no details. */
export function busyItems(times: readonly BusyTime[]): GridItem[] {
  return times.map(({ resourceId, startsAt, endsAt }) => ({
    start: wallTime(startsAt),
    end: wallTime(endsAt),
    title: busyText,
    display: 'background' as const,
    resourceIds: [resourceId],
    classNames: ['busy'],
  }));
}

/** Writes the content of an entry as text, so that markup in names has no effect. */
export function contentOf({ event, timeText }: { event: Calendar.Event; timeText: string }): Calendar.Content {
  if (event.display === 'background') {
    return event.classNames.includes('busy') ? { domNodes: [textNode('name', busyText)] } : '';
  }
  const { detail } = event.extendedProps;
  const parts = [
    ['time', timeText],
    ['name', typeof event.title === 'string' ? event.title : ''],
    ['detail', typeof detail === 'string' ? detail : ''],
  ];
  return { domNodes: parts.map(([name = '', text = '']) => textNode(name, text)) };
}

function textNode(name: string, text: string): HTMLElement {
  const node = document.createElement('span');
  node.className = name;
  node.textContent = text;
  return node;
}

/** The time of an entry, such as `10:00–11:00`. The dates have the wall clock of the account as local time. */
export function timeTextOf(start: Date, end: Date | null): string {
  const format = new Intl.DateTimeFormat(formats().language, { hour: '2-digit', minute: '2-digit' });
  return end ? `${format.format(start)}–${format.format(end)}` : format.format(start);
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
