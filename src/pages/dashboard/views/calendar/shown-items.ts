import type { DayHours } from '../../bookings/opening-hours.rules.js';
import type { Mode } from './calendar.rules.js';
import { crowdsOf } from './crowds.rules.js';
import { type Entry, type GridItem, moreItem } from './grid-items.js';

/** The most entries beside each other in a column. The column of a resource has room for more than one of seven days. */
const lanesOf = { day: 3, days: 2, week: 2 } as const;

/** Returns the entries for which a grid has room, and one for each hour of which others have none. */
export function withRoom(entries: readonly Entry[], mode: Mode): GridItem[] {
  switch (mode) {
    case 'day':
      return columns(entries, ({ resourceIds: [id] }) => `${id}`, lanesOf[mode]);
    case 'days':
    case 'week':
      return columns(entries, ({ start }) => start.slice(0, 10), lanesOf[mode]);
    case 'agenda':
    case 'month':
    case 'timeline':
      return [...entries];
  }
}

function columns(entries: readonly Entry[], columnOf: (entry: Entry) => string, lanes: number): GridItem[] {
  return [...Map.groupBy(entries, columnOf)].flatMap(([column, inColumn]) => {
    const { shown, more } = crowdsOf(inColumn, lanes);
    return [
      ...shown.map(({ entry, lane }) => (lane === undefined ? entry : inLane(entry, lane, lanes))),
      ...more.map((hour) => ({
        ...moreItem(hour),
        id: `more-${column}-${hour.start}`,
        resourceIds: inColumn[0]?.resourceIds ?? [],
      })),
    ];
  });
}

function inLane(entry: Entry, lane: number, lanes: number): GridItem {
  return { ...entry, classNames: [entry.classNames ?? []].flat().concat(`lane-${lane}`, `of-${lanes}-lanes`) };
}

/** Puts the resources last that are closed on a date and have no entries. */
export function worksFirst<One extends { id: number }>(
  resources: readonly One[],
  date: string,
  hours: readonly DayHours[],
  items: readonly GridItem[],
): One[] {
  const open = hours.filter((day) => day.date === date && (day.openingHours?.length ?? 0) > 0);
  const entries = items
    .filter(({ display }) => display !== 'background')
    .flatMap(({ resourceIds }) => resourceIds ?? []);
  const working = new Set([...open.map(({ resourceId }) => resourceId), ...entries.map(Number)]);
  return [...resources.filter(({ id }) => working.has(id)), ...resources.filter(({ id }) => !working.has(id))];
}
