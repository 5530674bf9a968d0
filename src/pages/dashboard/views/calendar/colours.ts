import type { Catalog } from '../../bookings/catalog.js';
import type { Booking } from '../../bookings/live.js';
import { coloursOf } from '../../bookings/service-colours.rules.js';
import type { ColourOf } from './grid-items.js';
import type { LegendEntry } from './legend.js';
import type { ClassEvent } from './live-events.js';

interface Colours {
  colourOf: ColourOf;
  legendOf: (bookings: readonly Booking[], events: readonly ClassEvent[]) => LegendEntry[];
}

/** Returns the colours of services or resources. None before the catalogue is read. */
export function coloursBy(what: 'service' | 'resource', catalog: Catalog | undefined): Colours {
  const services = catalog?.allServices ?? new Map<number, { title: string; colour: string }>();
  const resourceColours = coloursOf((catalog?.resources ?? []).map(({ id }) => ({ id, colour: null })));
  const meanings: ReadonlyMap<number, { title: string; colour: string }> =
    what === 'service'
      ? services
      : new Map(
          catalog?.resources.map(({ id, title }) => [id, { title, colour: resourceColours.get(id) ?? '' }]) ?? [],
        );
  const idOf: (entry: { serviceId: number | null; resourceId: number }) => number | null = (entry) =>
    what === 'service' ? entry.serviceId : entry.resourceId;
  return {
    colourOf: (entry) => meanings.get(idOf(entry) ?? 0)?.colour ?? '',
    legendOf: (bookings, events) => {
      const ids = new Set([
        ...bookings.map(idOf),
        ...events.map(({ service, resourceId }) => idOf({ serviceId: service.id, resourceId })),
      ]);
      return [...meanings].flatMap(([id, meaning]) => (ids.has(id) ? [{ id, ...meaning }] : []));
    },
  };
}
