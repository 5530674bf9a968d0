import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  ResourceTimeGrid,
  ResourceTimeline,
  TimeGrid,
} from '@event-calendar/core';
import { useEffect, useRef } from 'preact/hooks';
import type { Dragged } from '../../bookings/booking-places.rules.js';
import type { WallPeriod } from '../../bookings/opening-hours.rules.js';
import { minutesBetween, mondayOf } from '../../dates.js';
import { formats } from '../../format.js';
import { t } from '../../texts.js';
import { type Mode, type RowMinutes, rowHeightOf, wallTimeOf } from './calendar.rules.js';
import { contentOf, type GridItem, timeTextOf } from './grid-items.js';
import { moveByKey } from './grid-keys.js';
import { highlightTogether } from './together.js';

/** A booking that was dragged. */
export interface Move extends Dragged {
  id: number;
  /** Puts it back. */
  revert: () => void;
}

/** A booking or an event that the user opens. */
export interface OpenItem {
  kind: 'booking' | 'event';
  id: number;
}

interface GridProps {
  mode: GridMode;
  date: string;
  rowMinutes: RowMinutes;
  resources: readonly { id: number; title: string }[];
  items: readonly GridItem[];
  hours: { min: string; max: string; first: string };
  /** Whether the user may drag. */
  isEditable: boolean;
  /** Called when the user clicks a day of a grid without hours. */
  onDay: (date: string, resourceId: number | undefined) => void;
  onSelect: (period: WallPeriod, resourceId: number | undefined) => void;
  onOpen: (item: OpenItem) => void;
  /** Called when the user asks for the entries of an hour, of which some have no room. */
  onMore: (hour: WallPeriod, resourceId: number | undefined) => void;
  onMove: (move: Move) => void;
}

/** The agenda is a list. */
export type GridMode = Exclude<Mode, 'agenda'>;

const viewOf: Readonly<Record<GridMode, string>> = {
  day: 'resourceTimeGridDay',
  days: 'timeGridDay',
  week: 'timeGridWeek',
  month: 'dayGridMonth',
  timeline: 'resourceTimelineMonth',
};

/** Whether a grid has hours. The others have days, with a list of entries each. */
const hasHours = (mode: GridMode): boolean => mode === 'day' || mode === 'days' || mode === 'week';

/** Narrower columns would not show a name, in pixels. */
const minColumnWidth = 120;

/** The width of a day that has two entries beside each other, if the page is too narrow for seven days. In pixels. */
const crowdedColumnWidth = 200;

const plugins = [ResourceTimeGrid, ResourceTimeline, TimeGrid, DayGrid, Interaction];

/** The grid of the calendar, by `@event-calendar/core`. */
export function Grid(props: GridProps) {
  const element = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar | undefined>(undefined);
  // Handlers of the calendar are set once, so they read the latest props.
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (!element.current) return;
    const created = createCalendar(element.current, plugins, {
      ...fixedOptions(latest),
      ...optionsOf(latest.current, element.current),
    });
    calendar.current = created;
    const observer = keepAccessible(element.current);
    return () => {
      observer.disconnect();
      void destroyCalendar(created);
    };
  }, []);
  useEffect(() => {
    const current = calendar.current;
    if (!current || !element.current) return;
    setOptions(current, optionsOf(props, element.current));
  }, [props]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the entries within it are the controls
    <div
      class="grid"
      ref={element}
      onKeyDown={(event) => element.current && moveByKey(event, element.current)}
      onPointerOver={highlightTogether}
      onPointerLeave={highlightTogether}
      onFocusIn={highlightTogether}
      onFocusOut={highlightTogether}
    />
  );
}

/** Sets only options that have changed, because each one renders the calendar again. */
function setOptions(calendar: Calendar, options: Calendar.Options): void {
  keepFocus(calendar);
  for (const [name, value] of Object.entries(options)) {
    const key = name as keyof Calendar.Options;
    if (JSON.stringify(applied.get(calendar)?.[key]) !== JSON.stringify(value)) calendar.setOption(key, value);
  }
  applied.set(calendar, options);
}

/** The calendar replaces its entries when one changes. The focus goes to the new element of the same booking or event. */
function keepFocus(calendar: Calendar): void {
  const focused = document.activeElement;
  const item = [...(focused?.classList ?? [])].find((name) => name.startsWith('item-'));
  if (item === undefined) return;
  calendar.setOption('eventAllUpdated', () => {
    if (focused?.isConnected) return;
    const replaced = document.querySelector(`.${item}`);
    if (document.activeElement === document.body && replaced instanceof HTMLElement) replaced.focus();
  });
}

const applied = new WeakMap<Calendar, Calendar.Options>();

/** The options that depend on the shown period and resources. */
function optionsOf(props: GridProps, element: HTMLElement): Calendar.Options {
  const { mode, date, resources, items, hours, isEditable, rowMinutes } = props;
  const columns = { day: resources.length, days: 3, week: 7, month: 1, timeline: 7 }[mode];
  const columnWidth = mode === 'week' || mode === 'days' ? crowdedColumnWidth : minColumnWidth;
  const isNarrow = columns * minColumnWidth > element.clientWidth;
  const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
  return {
    view: viewOf[mode],
    date: mode === 'timeline' ? mondayOf(date) : date,
    resources: resources.map(({ id, title }) => ({ id, title })),
    events: [...items],
    slotMinTime: hours.min,
    slotMaxTime: hours.max,
    slotDuration: mode === 'timeline' ? { days: 1 } : `00:${rowMinutes}:00`.replace('00:60', '01:00'),
    slotHeight: rowHeightOf(hours, window.innerHeight - top - headerHeight, rowMinutes),
    slotWidth: Math.max(minColumnWidth, Math.floor((element.clientWidth - sidebarWidth) / 7)),
    height: `max(24rem, calc(100dvh - ${top}px - var(--below-grid)))`,
    editable: isEditable,
    selectable: isEditable && hasHours(mode),
    scrollTime: hours.first,
    columnWidth: isNarrow && hasHours(mode) ? `${columnWidth}px` : undefined,
  } as Calendar.Options;
}

/** The height of the names of the columns and what is below the grid, in pixels. */
const headerHeight = 64;

/** The width of the names of resources beside the days of a week, in pixels. */
const sidebarWidth = 180;

function fixedOptions(latest: { current: GridProps }): Calendar.Options {
  const moved = (event: Calendar.Event, old: Calendar.Event, revert: () => void, resource?: Calendar.Resource) =>
    latest.current.onMove({
      id: idOf(event),
      part: Number(String(event.id).split('-')[2]),
      startShift: minutesBetween(wallTimeOf(old.start), wallTimeOf(event.start)),
      endShift: minutesBetween(wallTimeOf(old.end), wallTimeOf(event.end)),
      resourceId: resource && Number(resource.id),
      revert,
    });
  return {
    headerToolbar: { start: '', center: '', end: '' },
    locale: formats().language,
    firstDay: 1,
    allDaySlot: false,
    flexibleSlotTimeLimits: true,
    slotLabelInterval: '01:00',
    snapDuration: '00:15',
    // A finger that scrolls rests shorter than this, in milliseconds.
    longPressDelay: 400,
    views: {
      timeGridDay: { duration: { days: 3 } },
      dayGridMonth: { dayHeaderFormat: { weekday: 'short' } },
      resourceTimelineMonth: { duration: { days: 7 } },
    },
    dayHeaderFormat: { weekday: 'short', day: 'numeric', month: 'short' },
    monthHeaderFormat: { month: 'long', year: 'numeric' },
    eventTimeFormat: timeTextOf,
    eventContent: contentOf,
    dayMaxEvents: true,
    slotEventOverlap: false,
    moreLinkContent: ({ num }) => t.calendar.moreEntries({ entries: num }),
    filterResourcesWithEvents: false,
    unselectAuto: false,
    select: ({ startStr, endStr, resource }) =>
      latest.current.onSelect(
        { start: startStr.slice(0, 19), end: endStr.slice(0, 19) },
        resource && Number(resource.id),
      ),
    dateClick: ({ dateStr, resource }) => {
      if (!hasHours(latest.current.mode)) latest.current.onDay(dateStr.slice(0, 10), resource && Number(resource.id));
    },
    eventClick: ({ event }) => {
      const [kind] = String(event.id).split('-');
      if (kind === 'away') return latest.current.onDay(wallTimeOf(event.start).slice(0, 10), undefined);
      if (kind === 'event' || kind === 'booking') return latest.current.onOpen({ kind, id: idOf(event) });
      const [resource] = event.resourceIds;
      const hour = { start: wallTimeOf(event.start), end: wallTimeOf(event.end) };
      latest.current.onMore(hour, resource === undefined ? undefined : Number(resource));
    },
    eventDrop: ({ event, oldEvent, newResource, revert }) => moved(event, oldEvent, revert, newResource),
    eventResize: ({ event, oldEvent, revert }) => moved(event, oldEvent, revert),
  };
}

const tableRoles = ['table', 'rowgroup', 'row', 'cell', 'columnheader', 'rowheader'];
const tableAttributes = ['role', 'aria-colindex', 'aria-rowindex', 'aria-colspan', 'aria-rowspan'];

/**
 * Takes the roles of a table off the grid, and lets the keyboard scroll it also while it has no entries. The library does
 * not put its entries into cells, so they would not be found in the table. Each entry has its own text and time instead.
 */
function keepAccessible(element: HTMLElement): MutationObserver {
  const selector = tableRoles.map((role) => `[role=${role}]`).join();
  const repair = () => {
    for (const node of element.querySelectorAll(selector)) {
      for (const name of tableAttributes) node.removeAttribute(name);
    }
    const scrolled = element.querySelector('section.ec-main');
    if (scrolled?.getAttribute('tabindex') === '0') return;
    scrolled?.setAttribute('tabindex', '0');
    scrolled?.setAttribute('aria-label', t.calendar.title);
  };
  const observer = new MutationObserver(repair);
  observer.observe(element, { subtree: true, childList: true, attributeFilter: ['role'] });
  repair();
  return observer;
}

/** The id of the booking or event of an entry, such as `booking-12-0`. */
function idOf({ id }: Calendar.Event): number {
  return Number(String(id).split('-')[1]);
}
