import { CataloguePage, type ServiceGroup } from './catalogue.js';
import type { Category, Event, Service } from './data.js';
import { readSold } from './shop.page.js';
import { read, sendView, type Visit } from './visit.js';

/** Events that are listed; the others are found by their service. */
const maxEvents = 12;

/** Shows the services and events of a site. */
export async function showCatalogue(visit: Visit): Promise<void> {
  const [groups, events, sold] = await Promise.all([readGroups(visit), readEvents(visit), readSold(visit)]);
  sendView(visit, 200, <CataloguePage frame={visit.frame} groups={groups} events={events} hasShop={sold.length > 0} />);
}

/** Groups the services by category. A service of several categories is in each; those without one come last. */
async function readGroups(visit: Visit): Promise<ServiceGroup[]> {
  const [listed, categories] = await Promise.all([
    read<{ service: Service }[]>(visit, '/services'),
    read<{ category: Category }[]>(visit, '/categories'),
  ]);
  const groups = await Promise.all(
    categories.map(async ({ category }) => {
      const services = await read<{ service: Service }[]>(visit, `/categories/${category.id}/services`);
      return { category, services: bookable(services) };
    }),
  );
  const grouped = new Set(groups.flatMap(({ services }) => services.map(({ id }) => id)));
  const others = { category: null, services: bookable(listed).filter(({ id }) => !grouped.has(id)) };
  return [...groups, others].filter(({ services }) => services.length > 0);
}

function bookable(services: readonly { service: Service }[]): Service[] {
  return services
    .map(({ service }) => service)
    .filter(({ booking_type: type }) => type === 'appointment' || type === 'attendance');
}

async function readEvents(visit: Visit): Promise<Event[]> {
  const start = visit.context.clock.now().toISOString();
  const events = await read<{ event: Event }[]>(visit, '/events', { start });
  return events.slice(0, maxEvents).map(({ event }) => event);
}
