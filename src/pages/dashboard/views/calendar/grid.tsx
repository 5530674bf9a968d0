import {
  type Calendar,
  createCalendar,
  destroyCalendar,
  Interaction,
  ResourceTimeGrid,
  ResourceTimeline,
  TimeGrid,
} from '@event-calendar/core';
import { useEffect, useRef } from 'preact/hooks';
import type { WallPeriod } from '../../bookings/opening-hours.rules.js';
import { formats } from '../../format.js';
import { type Mode, wallTimeOf } from './calendar.rules.js';
import { contentOf, type GridItem, timeTextOf } from './grid-items.js';

/** A new place of a booking, after it was dragged. */
export interface Move extends WallPeriod {
  id: number;
  /** Undefined if the resource stays. */
  resourceId: number | undefined;
  /** Puts it back. */
  revert: () => void;
}

/** A booking or an event that the user opens. */
export interface OpenItem {
  kind: 'booking' | 'event';
  id: number;
}

interface GridProps {
  mode: Mode;
  date: string;
  resources: readonly { id: number; title: string }[];
  items: readonly GridItem[];
  hours: { min: string; max: string; first: string };
  /** Whether the user may drag. */
  isEditable: boolean;
  onSelect: (period: WallPeriod, resourceId: number | undefined) => void;
  onOpen: (item: OpenItem) => void;
  onMove: (move: Move) => void;
}

const viewOf = { day: 'resourceTimeGridDay', week: 'timeGridWeek', timeline: 'resourceTimelineWeek' } as const;

/** Narrower columns would not show a name, in pixels. */
const minColumnWidth = 120;

/** The grid of the calendar, by `@event-calendar/core`. */
export function Grid(props: GridProps) {
  const element = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar | undefined>(undefined);
  // Handlers of the calendar are set once, so they read the latest props.
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (!element.current) return;
    const created = createCalendar(element.current, [ResourceTimeGrid, ResourceTimeline, TimeGrid, Interaction], {
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
  return <div class="grid" ref={element} />;
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
  const { mode, date, resources, items, hours, isEditable } = props;
  const columns = mode === 'week' ? 7 : resources.length;
  const needsScroll = mode !== 'timeline' && columns * minColumnWidth > element.clientWidth;
  return {
    view: viewOf[mode],
    date,
    resources: resources.map(({ id, title }) => ({ id, title })),
    events: [...items],
    slotMinTime: hours.min,
    slotMaxTime: hours.max,
    editable: isEditable,
    selectable: isEditable,
    scrollTime: hours.first,
    columnWidth: needsScroll ? `${minColumnWidth}px` : undefined,
  } as Calendar.Options;
}

function fixedOptions(latest: { current: GridProps }): Calendar.Options {
  const moved = (event: Calendar.Event, revert: () => void, resource?: Calendar.Resource) =>
    latest.current.onMove({
      id: idOf(event),
      start: wallTimeOf(event.start),
      end: wallTimeOf(event.end),
      resourceId: resource && Number(resource.id),
      revert,
    });
  return {
    headerToolbar: { start: '', center: '', end: '' },
    locale: formats().language,
    firstDay: 1,
    height: 'max(24rem, calc(100vh - 13rem))',
    allDaySlot: false,
    flexibleSlotTimeLimits: true,
    slotDuration: '00:30',
    slotHeight: 32,
    snapDuration: '00:15',
    eventTimeFormat: timeTextOf,
    eventContent: contentOf,
    dayMaxEvents: false,
    filterResourcesWithEvents: false,
    unselectAuto: false,
    select: ({ startStr, endStr, resource }) =>
      latest.current.onSelect(
        { start: startStr.slice(0, 19), end: endStr.slice(0, 19) },
        resource && Number(resource.id),
      ),
    eventClick: ({ event }) => {
      const kind = String(event.id).startsWith('event-') ? 'event' : 'booking';
      latest.current.onOpen({ kind, id: idOf(event) });
    },
    eventDrop: ({ event, newResource, revert }) => moved(event, revert, newResource),
    eventResize: ({ event, revert }) => moved(event, revert),
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
    scrolled?.setAttribute('aria-label', 'Calendar');
  };
  const observer = new MutationObserver(repair);
  observer.observe(element, { subtree: true, childList: true, attributeFilter: ['role'] });
  repair();
  return observer;
}

/** The id of the booking or event of an entry. */
function idOf({ id }: Calendar.Event): number {
  return Number(String(id).replace(/^\w+-/, ''));
}
